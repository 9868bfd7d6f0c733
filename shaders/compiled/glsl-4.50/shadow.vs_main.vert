#version 450 core
struct Light_std140_ {
    vec4 positionKind;
    vec4 directionRange;
    vec4 color;
    vec4 spot;
};
struct _Array_std140_Light16_ {
    Light_std140_ data[16];
};
struct Frame_std140_ {
    mat4x4 viewProj;
    mat4x4 invViewProj;
    mat4x4 shadowViewProj;
    vec4 eye;
    vec4 sunDirection;
    vec4 sunColor;
    vec4 skyColor;
    vec4 horizonColor;
    vec4 groundColor;
    vec4 params;
    vec4 shadowParams;
    _Array_std140_Light16_ lights;
};
struct Draw_std430_ {
    mat4x4 model;
    vec4 normal0_;
    vec4 normal1_;
    vec4 normal2_;
    vec4 params;
};
vec3 position_2 = vec3(0.0);

layout(std140, binding = 0) uniform Frame_std140_block_0Vertex { Frame_std140_ _group_0_binding_0_vs; };

layout(std140, binding = 1) uniform Draw_std430_block_1Vertex { Draw_std430_ _group_3_binding_0_vs; };

vec4 global = vec4(0.0, 0.0, 0.0, 1.0);

layout(location = 0) in vec3 _p2vs_location0;

vec4 project(vec3 position_1) {
    mat4x4 _e5 = _group_0_binding_0_vs.shadowViewProj;
    mat4x4 _e8 = _group_3_binding_0_vs.model;
    return ((vec4(position_1, 1.0) * transpose(_e8)) * transpose(_e5));
}

void vs_main_1() {
    vec3 _e2 = position_2;
    vec4 _e3 = project(_e2);
    global = _e3;
    return;
}

void main() {
    vec3 position = _p2vs_location0;
    position_2 = position;
    vs_main_1();
    vec4 _e3 = global;
    gl_Position = _e3;
    return;
}
