#version 310 es

precision highp float;
precision highp int;

vec3 i_u002e_color_1 = vec3(0.0);

vec4 entryPointParam_fs_main = vec4(0.0);

layout(location = 0) smooth in vec3 _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

void fs_main_1() {
    vec3 _e3 = i_u002e_color_1;
    entryPointParam_fs_main = vec4(_e3, 1.0);
    return;
}

void main() {
    vec3 i_u002e_color = _vs2fs_location0;
    i_u002e_color_1 = i_u002e_color;
    fs_main_1();
    vec4 _e3 = entryPointParam_fs_main;
    _fs2p_location0 = _e3;
    return;
}
