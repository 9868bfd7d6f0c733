#version 330 core
struct Varyings {
    vec4 position;
    vec3 world;
    vec3 normal;
    vec4 tangent;
    vec4 uv01_;
    vec4 color;
    float size;
};
struct Draw {
    mat4x4 model;
    vec4 normal0_;
    vec4 normal1_;
    vec4 normal2_;
    vec4 params;
};
struct Draw_std430_ {
    mat4x4 model;
    vec4 normal0_;
    vec4 normal1_;
    vec4 normal2_;
    vec4 params;
};
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
struct VertexOutput {
    vec4 member;
    vec3 member_1;
    vec3 member_2;
    vec4 member_3;
    vec4 member_4;
    vec4 member_5;
    float member_6;
};
layout(std140) uniform Draw_std430_block_0Vertex { Draw_std430_ _group_3_binding_0_vs; };

vec3 v_u002e_position_1 = vec3(0.0);

layout(std140) uniform Frame_std140_block_1Vertex { Frame_std140_ _group_0_binding_0_vs; };

vec3 v_u002e_normal_1 = vec3(0.0);

vec4 v_u002e_tangent_1 = vec4(0.0);

vec2 v_u002e_uv0_1 = vec2(0.0);

vec2 v_u002e_uv1_1 = vec2(0.0);

vec4 v_u002e_color_1 = vec4(0.0);

vec4 global = vec4(0.0, 0.0, 0.0, 1.0);

vec3 entryPointParam_vs_main_u002e_world = vec3(0.0);

vec3 entryPointParam_vs_main_u002e_normal = vec3(0.0);

vec4 entryPointParam_vs_main_u002e_tangent = vec4(0.0);

vec4 entryPointParam_vs_main_u002e_uv01_ = vec4(0.0);

vec4 entryPointParam_vs_main_u002e_color = vec4(0.0);

float global_1 = 1.0;

layout(location = 0) in vec3 _p2vs_location0;
layout(location = 1) in vec3 _p2vs_location1;
layout(location = 2) in vec4 _p2vs_location2;
layout(location = 3) in vec2 _p2vs_location3;
layout(location = 4) in vec2 _p2vs_location4;
layout(location = 5) in vec4 _p2vs_location5;
smooth out vec3 _vs2fs_location0;
smooth out vec3 _vs2fs_location1;
smooth out vec4 _vs2fs_location2;
smooth out vec4 _vs2fs_location3;
smooth out vec4 _vs2fs_location4;

vec3 normalToWorld(inout Draw draw, vec3 n) {
    vec4 _e3 = draw.normal0_;
    vec4 _e8 = draw.normal1_;
    vec4 _e14 = draw.normal2_;
    return (((_e3.xyz * n.x) + (_e8.xyz * n.y)) + (_e14.xyz * n.z));
}

void vs_main_1() {
    Varyings o = Varyings(vec4(0.0), vec3(0.0), vec3(0.0), vec4(0.0), vec4(0.0), vec4(0.0), 0.0);
    Draw local = Draw(mat4x4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    mat4x4 _e20 = _group_3_binding_0_vs.model;
    mat4x4 _e21 = transpose(_e20);
    vec3 _e22 = v_u002e_position_1;
    vec4 _e24 = (vec4(_e22, 1.0) * _e21);
    mat4x4 _e27 = _group_0_binding_0_vs.viewProj;
    o.position = (_e24 * transpose(_e27));
    o.world = _e24.xyz;
    vec4 _e34 = _group_3_binding_0_vs.normal0_;
    vec4 _e36 = _group_3_binding_0_vs.normal1_;
    vec4 _e38 = _group_3_binding_0_vs.normal2_;
    vec4 _e40 = _group_3_binding_0_vs.params;
    vec3 _e42 = v_u002e_normal_1;
    local = Draw(_e21, _e34, _e36, _e38, _e40);
    vec3 _e43 = normalToWorld(local, _e42);
    o.normal = _e43;
    vec4 _e45 = v_u002e_tangent_1;
    vec4 _e50 = v_u002e_tangent_1;
    o.tangent = vec4((vec4(_e45.xyz, 0.0) * _e21).xyz, _e50.w);
    vec2 _e54 = v_u002e_uv0_1;
    vec2 _e55 = v_u002e_uv1_1;
    o.uv01_ = vec4(_e54, _e55);
    vec4 _e58 = v_u002e_color_1;
    o.color = _e58;
    o.size = 1.0;
    Varyings _e60 = o;
    global = _e60.position;
    entryPointParam_vs_main_u002e_world = _e60.world;
    entryPointParam_vs_main_u002e_normal = _e60.normal;
    entryPointParam_vs_main_u002e_tangent = _e60.tangent;
    entryPointParam_vs_main_u002e_uv01_ = _e60.uv01_;
    entryPointParam_vs_main_u002e_color = _e60.color;
    global_1 = _e60.size;
    return;
}

void main() {
    vec3 v_u002e_position = _p2vs_location0;
    vec3 v_u002e_normal = _p2vs_location1;
    vec4 v_u002e_tangent = _p2vs_location2;
    vec2 v_u002e_uv0_ = _p2vs_location3;
    vec2 v_u002e_uv1_ = _p2vs_location4;
    vec4 v_u002e_color = _p2vs_location5;
    v_u002e_position_1 = v_u002e_position;
    v_u002e_normal_1 = v_u002e_normal;
    v_u002e_tangent_1 = v_u002e_tangent;
    v_u002e_uv0_1 = v_u002e_uv0_;
    v_u002e_uv1_1 = v_u002e_uv1_;
    v_u002e_color_1 = v_u002e_color;
    vs_main_1();
    vec4 _e19 = global;
    vec3 _e20 = entryPointParam_vs_main_u002e_world;
    vec3 _e21 = entryPointParam_vs_main_u002e_normal;
    vec4 _e22 = entryPointParam_vs_main_u002e_tangent;
    vec4 _e23 = entryPointParam_vs_main_u002e_uv01_;
    vec4 _e24 = entryPointParam_vs_main_u002e_color;
    float _e25 = global_1;
    VertexOutput _tmp_return = VertexOutput(_e19, _e20, _e21, _e22, _e23, _e24, _e25);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    _vs2fs_location1 = _tmp_return.member_2;
    _vs2fs_location2 = _tmp_return.member_3;
    _vs2fs_location3 = _tmp_return.member_4;
    _vs2fs_location4 = _tmp_return.member_5;
    gl_PointSize = _tmp_return.member_6;
    return;
}
