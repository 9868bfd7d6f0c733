#version 450 core
layout(binding = 0) uniform sampler2D _group_0_binding_0_fs;

vec4 global = vec4(0.0);

vec4 entryPointParam_fs_main = vec4(0.0);

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

void fs_main_1() {
    uint width = 0u;
    uint height = 0u;
    vec3 local_1 = vec3(0.0);
    vec3 local_2 = vec3(0.0);
    uint y = 0u;
    vec4 sum = vec4(0.0);
    uint x = 0u;
    uvec2 _e15 = uvec2(textureSize(_group_0_binding_0_fs, 0).xy);
    width = _e15.x;
    height = _e15.y;
    vec4 _e18 = global;
    uvec2 _e20 = uvec2(_e18.xy);
    uint _e22 = width;
    vec3 _e23 = weights(_e20.x, _e22);
    local_1 = _e23;
    uint _e25 = height;
    vec3 _e26 = weights(_e20.y, _e25);
    local_2 = _e26;
    y = 0u;
    sum = vec4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e27 = height;
        uint _e28 = taps(_e27);
        uint _e29 = y;
        if ((_e29 < _e28)) {
        } else {
            break;
        }
        x = 0u;
        while(true) {
            uint _e31 = width;
            uint _e32 = taps(_e31);
            uint _e33 = x;
            if ((_e33 < _e32)) {
            } else {
                break;
            }
            uint _e37 = y;
            uint _e38 = x;
            vec4 _e44 = texelFetch(_group_0_binding_0_fs, ivec3(ivec2(((_e20 * uvec2(2u)) + uvec2(_e38, _e37))), 0).xy, 0);
            uint _e45 = x;
            float _e47 = local_1[_e45];
            uint _e48 = y;
            float _e50 = local_2[_e48];
            vec4 _e53 = sum;
            uint _e55 = x;
            x = (_e55 + 1u);
            sum = (_e53 + (_e44 * (_e47 * _e50)));
            continue;
        }
        uint _e57 = y;
        y = (_e57 + 1u);
        continue;
    }
    vec4 _e59 = sum;
    entryPointParam_fs_main = _e59;
    return;
}

void main() {
    vec4 param = gl_FragCoord;
    global = param;
    fs_main_1();
    vec4 _e3 = entryPointParam_fs_main;
    _fs2p_location0 = _e3;
    return;
}
