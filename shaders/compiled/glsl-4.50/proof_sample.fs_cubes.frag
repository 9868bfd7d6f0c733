#version 450 core
struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
layout(std140, binding = 0) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

layout(binding = 0) uniform samplerCubeArray _group_0_binding_5_fs;

vec4 entryPointParam_fs_cubes = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

void fs_cubes_1() {
    vec4 _e6 = _group_3_binding_0_fs.params;
    vec4 _e13 = textureLod(_group_0_binding_5_fs, vec4(vec3(_e6.x, _e6.y, _e6.z), int(_e6.w)), 0.0);
    entryPointParam_fs_cubes = _e13;
    return;
}

void main() {
    fs_cubes_1();
    vec4 _e1 = entryPointParam_fs_cubes;
    _fs2p_location0 = _e1;
    return;
}
