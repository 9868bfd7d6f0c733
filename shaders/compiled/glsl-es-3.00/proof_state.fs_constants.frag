#version 300 es

precision highp float;
precision highp int;

const int SHIFT = 0;
const bool SWAP = false;
const float SCALE = 1.0;

vec4 entryPointParam_fs_constants = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

void fs_constants_1() {
    vec4 local = vec4(0.0);
    float _e9 = (float(128) / 255.0);
    if (SWAP) {
        local = vec4(_e9, SCALE, 0.0, 1.0);
    } else {
        local = vec4(SCALE, _e9, 0.0, 1.0);
    }
    vec4 _e12 = local;
    entryPointParam_fs_constants = _e12;
    return;
}

void main() {
    fs_constants_1();
    vec4 _e1 = entryPointParam_fs_constants;
    _fs2p_location0 = _e1;
    return;
}
