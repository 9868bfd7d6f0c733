#version 310 es

precision highp float;
precision highp int;

struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
vec2 i_u002e_uv_1 = vec2(0.0);

layout(std140, binding = 0) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

layout(binding = 0) uniform highp sampler2D _group_0_binding_0_fs;

vec4 entryPointParam_fs_sample = vec4(0.0);

layout(location = 0) smooth in vec2 _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

void fs_sample_1() {
    vec2 _e5 = i_u002e_uv_1;
    vec4 _e7 = _group_3_binding_0_fs.params;
    vec4 _e10 = _group_3_binding_0_fs.params;
    vec4 _e13 = texture(_group_0_binding_0_fs, vec2(((_e5 * _e7.xy) + _e10.zw)));
    entryPointParam_fs_sample = _e13;
    return;
}

void main() {
    vec2 i_u002e_uv = _vs2fs_location0;
    i_u002e_uv_1 = i_u002e_uv;
    fs_sample_1();
    vec4 _e3 = entryPointParam_fs_sample;
    _fs2p_location0 = _e3;
    return;
}
