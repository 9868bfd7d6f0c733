#version 330 core
struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
layout(std140) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

uniform samplerCube _group_0_binding_4_fs;

vec4 entryPointParam_fs_cube = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

void fs_cube_1() {
    vec4 _e6 = _group_3_binding_0_fs.params;
    vec4 _e8 = textureLod(_group_0_binding_4_fs, vec3(_e6.xyz), 0.0);
    entryPointParam_fs_cube = _e8;
    return;
}

void main() {
    fs_cube_1();
    vec4 _e1 = entryPointParam_fs_cube;
    _fs2p_location0 = _e1;
    return;
}
