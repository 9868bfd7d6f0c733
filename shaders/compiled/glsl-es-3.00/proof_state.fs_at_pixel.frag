#version 300 es

precision highp float;
precision highp int;

vec2 i_u002e_uv_1 = vec2(0.0);

vec4 entryPointParam_fs_at_pixel = vec4(0.0);

smooth in vec2 _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

vec4 halves(vec2 uv) {
    return vec4(step(0.5, uv.x), step(0.5, uv.y), 0.0, 1.0);
}

void fs_at_pixel_1() {
    vec2 _e2 = i_u002e_uv_1;
    vec4 _e3 = halves(_e2);
    entryPointParam_fs_at_pixel = _e3;
    return;
}

void main() {
    vec2 i_u002e_uv = _vs2fs_location0;
    i_u002e_uv_1 = i_u002e_uv;
    fs_at_pixel_1();
    vec4 _e3 = entryPointParam_fs_at_pixel;
    _fs2p_location0 = _e3;
    return;
}
