#version 450 core
struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
layout(std140, binding = 0) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs_color = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

void fs_color_1() {
    vec4 _e3 = _group_3_binding_0_fs.color;
    entryPointParam_fs_color = _e3;
    return;
}

void main() {
    fs_color_1();
    vec4 _e1 = entryPointParam_fs_color;
    _fs2p_location0 = _e1;
    return;
}
