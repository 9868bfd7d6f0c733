#version 330 core
uniform sampler2D _group_0_binding_0_fs;

vec4 global = vec4(0.0);

vec4 entryPointParam_fs_main = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

vec3 weights(uint at, uint size) {
    if ((size == 1u)) {
        return vec3(1.0, 0.0, 0.0);
    }
    if (((size & 1u) == 0u)) {
        return vec3(0.5, 0.5, 0.0);
    }
    float _e12 = float((size / 2u));
    float _e13 = float(at);
    return (vec3((_e12 - _e13), _e12, (_e13 + 1.0)) / vec3(float(size)));
}

void fs_main_1() {
    uint width = 0u;
    uint height = 0u;
    vec3 local = vec3(0.0);
    vec3 local_1 = vec3(0.0);
    uint y = 0u;
    vec4 sum = vec4(0.0);
    uint x = 0u;
    uvec2 _e16 = uvec2(textureSize(_group_0_binding_0_fs, 0).xy);
    width = _e16.x;
    height = _e16.y;
    vec4 _e19 = global;
    uvec2 _e21 = uvec2(_e19.xy);
    uint _e23 = width;
    vec3 _e24 = weights(_e21.x, _e23);
    local = _e24;
    uint _e26 = height;
    vec3 _e27 = weights(_e21.y, _e26);
    local_1 = _e27;
    uint _e28 = width;
    uint _e29 = height;
    y = 0u;
    sum = vec4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e33 = y;
        if ((_e33 < 3u)) {
        } else {
            break;
        }
        x = 0u;
        while(true) {
            uint _e35 = x;
            if ((_e35 < 3u)) {
            } else {
                break;
            }
            uint _e39 = y;
            uint _e40 = x;
            vec4 _e47 = texelFetch(_group_0_binding_0_fs, ivec3(ivec2(min(((_e21 * uvec2(2u)) + uvec2(_e40, _e39)), (uvec2(_e28, _e29) - uvec2(1u)))), 0).xy, 0);
            uint _e48 = x;
            float _e50 = local[_e48];
            uint _e51 = y;
            float _e53 = local_1[_e51];
            vec4 _e56 = sum;
            uint _e58 = x;
            x = (_e58 + 1u);
            sum = (_e56 + (_e47 * (_e50 * _e53)));
            continue;
        }
        uint _e60 = y;
        y = (_e60 + 1u);
        continue;
    }
    vec4 _e62 = sum;
    entryPointParam_fs_main = _e62;
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
