#version 310 es

precision highp float;
precision highp int;

vec4 i_u002e_value_1 = vec4(0.0);

vec4 entryPointParam_fs_value = vec4(0.0);

layout(location = 0) flat in vec4 _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

void fs_value_1() {
    vec4 _e2 = i_u002e_value_1;
    entryPointParam_fs_value = _e2;
    return;
}

void main() {
    vec4 i_u002e_value = _vs2fs_location0;
    i_u002e_value_1 = i_u002e_value;
    fs_value_1();
    vec4 _e3 = entryPointParam_fs_value;
    _fs2p_location0 = _e3;
    return;
}
