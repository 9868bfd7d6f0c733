#version 300 es

precision highp float;
precision highp int;

struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
vec2 i_u002e_uv_1 = vec2(0.0);

layout(std140) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

uniform highp sampler2DShadow _group_0_binding_3_fs;

vec4 entryPointParam_fs_compare = vec4(0.0);

smooth in vec2 _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

void fs_compare_1() {
    vec2 _e7 = i_u002e_uv_1;
    vec4 _e9 = _group_3_binding_0_fs.params;
    float _e11 = textureLod(_group_0_binding_3_fs, vec3(_e7, _e9.x), 0.0);
    entryPointParam_fs_compare = vec4(_e11, 0.0, 0.0, 1.0);
    return;
}

void main() {
    vec2 i_u002e_uv = _vs2fs_location0;
    i_u002e_uv_1 = i_u002e_uv;
    fs_compare_1();
    vec4 _e3 = entryPointParam_fs_compare;
    _fs2p_location0 = _e3;
    return;
}
