#version 300 es

precision highp float;
precision highp int;

vec2 i_u002e_uv_1 = vec2(0.0);

vec4 entryPointParam_fs_alpha = vec4(0.0);

smooth in vec2 _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

void fs_alpha_1() {
    vec2 _e3 = i_u002e_uv_1;
    entryPointParam_fs_alpha = vec4(1.0, 1.0, 1.0, _e3.x);
    return;
}

void main() {
    vec2 i_u002e_uv = _vs2fs_location0;
    i_u002e_uv_1 = i_u002e_uv;
    fs_alpha_1();
    vec4 _e3 = entryPointParam_fs_alpha;
    _fs2p_location0 = _e3;
    return;
}
