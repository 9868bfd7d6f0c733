#version 330 core
struct Push_std430_ {
    uint slice;
};
uniform sampler3D _group_0_binding_0_fs;

vec4 global = vec4(0.0);

layout(std140) uniform Push_std430_block_0Fragment { Push_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs_volume = vec4(0.0);

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

void fs_volume_1() {
    uint width = 0u;
    uint height = 0u;
    uint depth = 0u;
    vec3 local_1 = vec3(0.0);
    vec3 local_2 = vec3(0.0);
    vec3 local_3 = vec3(0.0);
    uint z = 0u;
    vec4 sum = vec4(0.0);
    uint y = 0u;
    uint x = 0u;
    vec4 sum_1 = vec4(0.0);
    uvec3 _e20 = uvec3(textureSize(_group_0_binding_0_fs, 0).xyz);
    width = _e20.x;
    height = _e20.y;
    depth = _e20.z;
    vec4 _e24 = global;
    uint _e28 = _group_3_binding_0_fs.slice;
    uvec3 _e29 = uvec3(uvec2(_e24.xy), _e28);
    uint _e31 = width;
    vec3 _e32 = weights(_e29.x, _e31);
    local_1 = _e32;
    uint _e34 = height;
    vec3 _e35 = weights(_e29.y, _e34);
    local_2 = _e35;
    uint _e37 = depth;
    vec3 _e38 = weights(_e29.z, _e37);
    local_3 = _e38;
    z = 0u;
    sum = vec4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e39 = depth;
        uint _e40 = taps(_e39);
        uint _e41 = z;
        if ((_e41 < _e40)) {
        } else {
            break;
        }
        y = 0u;
        while(true) {
            uint _e43 = height;
            uint _e44 = taps(_e43);
            uint _e45 = y;
            if ((_e45 < _e44)) {
            } else {
                break;
            }
            vec4 _e47 = sum;
            x = 0u;
            sum_1 = _e47;
            while(true) {
                uint _e48 = width;
                uint _e49 = taps(_e48);
                uint _e50 = x;
                if ((_e50 < _e49)) {
                } else {
                    break;
                }
                uint _e54 = z;
                uint _e55 = y;
                uint _e56 = x;
                vec4 _e62 = texelFetch(_group_0_binding_0_fs, ivec4(ivec3(((_e29 * uvec3(2u)) + uvec3(_e56, _e55, _e54))), 0).xyz, 0);
                uint _e63 = x;
                float _e65 = local_1[_e63];
                uint _e66 = y;
                float _e68 = local_2[_e66];
                uint _e70 = z;
                float _e72 = local_3[_e70];
                vec4 _e75 = sum_1;
                uint _e77 = x;
                x = (_e77 + 1u);
                sum_1 = (_e75 + (_e62 * ((_e65 * _e68) * _e72)));
                continue;
            }
            uint _e79 = y;
            y = (_e79 + 1u);
            vec4 _e81 = sum_1;
            sum = _e81;
            continue;
        }
        uint _e82 = z;
        z = (_e82 + 1u);
        continue;
    }
    vec4 _e84 = sum;
    entryPointParam_fs_volume = _e84;
    return;
}

void main() {
    vec4 param = gl_FragCoord;
    global = param;
    fs_volume_1();
    vec4 _e3 = entryPointParam_fs_volume;
    _fs2p_location0 = _e3;
    return;
}
