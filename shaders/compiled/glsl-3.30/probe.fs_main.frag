#version 330 core
struct Push_std430_ {
    vec4 color;
};
layout(std140) uniform Push_std430_block_0Fragment { Push_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs_main = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

void fs_main_1() {
    vec4 _e3 = _group_3_binding_0_fs.color;
    entryPointParam_fs_main = _e3;
    return;
}

void main() {
    fs_main_1();
    vec4 _e1 = entryPointParam_fs_main;
    _fs2p_location0 = _e1;
    return;
}
