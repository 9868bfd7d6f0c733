#version 450 core
struct Masked {
    vec4 position;
    vec2 uv;
    float alpha;
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
struct Draw_std430_ {
    mat4x4 model;
    vec4 normal0_;
    vec4 normal1_;
    vec4 normal2_;
    vec4 params;
};
struct UvTransform_std140_ {
    vec4 row0_;
    vec4 row1_;
};
struct _Array_std140_UvTransform5_ {
    UvTransform_std140_ data[5];
};
struct Material_std140_ {
    vec4 baseColor;
    vec4 emissive;
    vec4 factors;
    vec4 params;
    _Array_std140_UvTransform5_ uv;
};
struct VertexOutput {
    vec4 member;
    vec2 member_1;
    float member_2;
};
vec3 v_u002e_position_1 = vec3(0.0);

layout(std140, binding = 0) uniform Frame_std140_block_0Vertex { Frame_std140_ _group_0_binding_0_vs; };

layout(std140, binding = 2) uniform Draw_std430_block_1Vertex { Draw_std430_ _group_3_binding_0_vs; };

vec2 v_u002e_uv0_1 = vec2(0.0);

vec2 v_u002e_uv1_1 = vec2(0.0);

layout(std140, binding = 1) uniform Material_std140_block_2Vertex { Material_std140_ _group_1_binding_0_vs; };

vec4 v_u002e_color_1 = vec4(0.0);

vec4 global = vec4(0.0, 0.0, 0.0, 1.0);

vec2 entryPointParam_vs_mask_u002e_uv = vec2(0.0);

float entryPointParam_vs_mask_u002e_alpha = 0.0;

layout(location = 0) in vec3 _p2vs_location0;
layout(location = 3) in vec2 _p2vs_location3;
layout(location = 4) in vec2 _p2vs_location4;
layout(location = 5) in vec4 _p2vs_location5;
layout(location = 0) smooth out vec2 _vs2fs_location0;
layout(location = 1) smooth out float _vs2fs_location1;

vec2 transformUv(uint param, vec4 param_1) {
    vec2 local = vec2(0.0);
    vec4 _e9 = _group_1_binding_0_vs.uv.data[param].row0_;
    if ((_e9.w > 0.5)) {
        local = param_1.zw;
    } else {
        local = param_1.xy;
    }
    vec2 _e15 = local;
    vec4 _e20 = _group_1_binding_0_vs.uv.data[param].row1_;
    vec2 _e22 = local;
    return vec2((dot(_e9.xy, _e15) + _e9.z), (dot(_e20.xy, _e22) + _e20.z));
}

vec4 project(vec3 position) {
    mat4x4 _e5 = _group_0_binding_0_vs.shadowViewProj;
    mat4x4 _e8 = _group_3_binding_0_vs.model;
    return ((vec4(position, 1.0) * transpose(_e8)) * transpose(_e5));
}

void vs_mask_1() {
    Masked o = Masked(vec4(0.0), vec2(0.0), 0.0);
    vec3 _e11 = v_u002e_position_1;
    vec4 _e12 = project(_e11);
    o.position = _e12;
    vec2 _e14 = v_u002e_uv0_1;
    vec2 _e15 = v_u002e_uv1_1;
    vec2 _e17 = transformUv(0u, vec4(_e14, _e15));
    o.uv = _e17;
    vec4 _e20 = _group_1_binding_0_vs.baseColor;
    vec4 _e22 = v_u002e_color_1;
    o.alpha = (_e20.w * _e22.w);
    Masked _e25 = o;
    global = _e25.position;
    entryPointParam_vs_mask_u002e_uv = _e25.uv;
    entryPointParam_vs_mask_u002e_alpha = _e25.alpha;
    return;
}

void main() {
    vec3 v_u002e_position = _p2vs_location0;
    vec2 v_u002e_uv0_ = _p2vs_location3;
    vec2 v_u002e_uv1_ = _p2vs_location4;
    vec4 v_u002e_color = _p2vs_location5;
    v_u002e_position_1 = v_u002e_position;
    v_u002e_uv0_1 = v_u002e_uv0_;
    v_u002e_uv1_1 = v_u002e_uv1_;
    v_u002e_color_1 = v_u002e_color;
    vs_mask_1();
    vec4 _e11 = global;
    vec2 _e12 = entryPointParam_vs_mask_u002e_uv;
    float _e13 = entryPointParam_vs_mask_u002e_alpha;
    VertexOutput _tmp_return = VertexOutput(_e11, _e12, _e13);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    _vs2fs_location1 = _tmp_return.member_2;
    return;
}
