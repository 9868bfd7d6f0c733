#version 310 es

precision highp float;
precision highp int;

layout(binding = 0) uniform highp sampler2D _group_0_binding_0_fs;

vec4 global = vec4(0.0);

vec4 entryPointParam_fs_line = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

uint taps(uint size) {
    uint local = 0u;
    if ((size == 1u)) {
        local = 1u;
    } else {
        local = (2u + (size & 1u));
    }
    uint _e7 = local;
    return _e7;
}

vec3 weights(uint at, uint size_1) {
    if ((size_1 == 1u)) {
        return vec3(1.0, 0.0, 0.0);
    }
    if (((size_1 & 1u) == 0u)) {
        return vec3(0.5, 0.5, 0.0);
    }
    float _e12 = float((size_1 / 2u));
    float _e13 = float(at);
    return (vec3((_e12 - _e13), _e12, (_e13 + 1.0)) / vec3(float(size_1)));
}

void fs_line_1() {
    uint width = 0u;
    vec3 local_1 = vec3(0.0);
    uint x = 0u;
    vec4 sum = vec4(0.0);
    width = uint(textureSize(_group_0_binding_0_fs, 0).x);
    vec4 _e13 = global;
    uint _e15 = uint(_e13.x);
    uint _e16 = width;
    vec3 _e17 = weights(_e15, _e16);
    local_1 = _e17;
    x = 0u;
    sum = vec4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e18 = width;
        uint _e19 = taps(_e18);
        uint _e20 = x;
        if ((_e20 < _e19)) {
        } else {
            break;
        }
        uint _e23 = x;
        vec4 _e26 = texelFetch(_group_0_binding_0_fs, ivec2(int(((_e15 * 2u) + _e23)), 0), 0);
        uint _e27 = x;
        float _e29 = local_1[_e27];
        vec4 _e31 = sum;
        uint _e33 = x;
        x = (_e33 + 1u);
        sum = (_e31 + (_e26 * _e29));
        continue;
    }
    vec4 _e35 = sum;
    entryPointParam_fs_line = _e35;
    return;
}

void main() {
    vec4 param = gl_FragCoord;
    global = param;
    fs_line_1();
    vec4 _e3 = entryPointParam_fs_line;
    _fs2p_location0 = _e3;
    return;
}
