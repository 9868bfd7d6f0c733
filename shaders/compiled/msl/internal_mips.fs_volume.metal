// language: metal2.1
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;
struct DefaultConstructible {
    template<typename T>
    operator T() && {
        return T {};
    }
};

struct Push_std430_ {
    uint slice;
};

uint taps(
    uint size
) {
    uint local = {};
    if (size == 1u) {
        local = 1u;
    } else {
        local = 2u + (size & 1u);
    }
    uint _e7 = local;
    return _e7;
}

uint naga_div(uint lhs, uint rhs) {
    return lhs / metal::select(rhs, 1u, rhs == 0u);
}

metal::float3 weights(
    uint at,
    uint size_1
) {
    if (size_1 == 1u) {
        return metal::float3(1.0, 0.0, 0.0);
    }
    if ((size_1 & 1u) == 0u) {
        return metal::float3(0.5, 0.5, 0.0);
    }
    float _e12 = static_cast<float>(naga_div(size_1, 2u));
    float _e13 = static_cast<float>(at);
    return metal::float3(_e12 - _e13, _e12, _e13 + 1.0) / metal::float3(static_cast<float>(size_1));
}

metal::uint2 naga_f2u32(metal::float2 value) {
    return static_cast<metal::uint2>(metal::clamp(value, 0.0, 4294967000.0));
}

void fs_volume_1(
    metal::texture3d<float, metal::access::sample> entryPointParams_u002e_source,
    thread metal::float4& global,
    constant Push_std430_& push,
    thread metal::float4& entryPointParam_fs_volume
) {
    uint width = {};
    uint height = {};
    uint depth = {};
    metal::float3 local_1 = {};
    metal::float3 local_2 = {};
    metal::float3 local_3 = {};
    uint z = {};
    metal::float4 sum = {};
    uint y = {};
    uint x = {};
    metal::float4 sum_1 = {};
    metal::uint3 _e20 = metal::uint3(entryPointParams_u002e_source.get_width(0), entryPointParams_u002e_source.get_height(0), entryPointParams_u002e_source.get_depth(0));
    width = _e20.x;
    height = _e20.y;
    depth = _e20.z;
    metal::float4 _e24 = global;
    uint _e28 = push.slice;
    metal::uint3 _e29 = metal::uint3(naga_f2u32(_e24.xy), _e28);
    uint _e31 = width;
    metal::float3 _e32 = weights(_e29.x, _e31);
    local_1 = _e32;
    uint _e34 = height;
    metal::float3 _e35 = weights(_e29.y, _e34);
    local_2 = _e35;
    uint _e37 = depth;
    metal::float3 _e38 = weights(_e29.z, _e37);
    local_3 = _e38;
    z = 0u;
    sum = metal::float4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e39 = depth;
        uint _e40 = taps(_e39);
        uint _e41 = z;
        if (_e41 < _e40) {
        } else {
            break;
        }
        y = 0u;
        while(true) {
            uint _e43 = height;
            uint _e44 = taps(_e43);
            uint _e45 = y;
            if (_e45 < _e44) {
            } else {
                break;
            }
            metal::float4 _e47 = sum;
            x = 0u;
            sum_1 = _e47;
            while(true) {
                uint _e48 = width;
                uint _e49 = taps(_e48);
                uint _e50 = x;
                if (_e50 < _e49) {
                } else {
                    break;
                }
                uint _e54 = z;
                uint _e55 = y;
                uint _e56 = x;
                metal::int3 _e61 = metal::int4(as_type<metal::int3>((_e29 * metal::uint3(2u)) + metal::uint3(_e56, _e55, _e54)), 0).xyz;
                metal::float4 _e62 = (uint(0) < entryPointParams_u002e_source.get_num_mip_levels() && metal::all(metal::uint3(_e61) < metal::uint3(entryPointParams_u002e_source.get_width(0), entryPointParams_u002e_source.get_height(0), entryPointParams_u002e_source.get_depth(0))) ? entryPointParams_u002e_source.read(metal::uint3(_e61), 0): DefaultConstructible());
                uint _e63 = x;
                float _e65 = local_1[metal::min(unsigned(_e63), 2u)];
                uint _e66 = y;
                float _e68 = local_2[metal::min(unsigned(_e66), 2u)];
                uint _e70 = z;
                float _e72 = local_3[metal::min(unsigned(_e70), 2u)];
                metal::float4 _e75 = sum_1;
                uint _e77 = x;
                x = _e77 + 1u;
                sum_1 = _e75 + (_e62 * ((_e65 * _e68) * _e72));
                continue;
            }
            uint _e79 = y;
            y = _e79 + 1u;
            metal::float4 _e81 = sum_1;
            sum = _e81;
            continue;
        }
        uint _e82 = z;
        z = _e82 + 1u;
        continue;
    }
    metal::float4 _e84 = sum;
    entryPointParam_fs_volume = _e84;
    return;
}

struct fs_volumeInput {
};
struct fs_volumeOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_volumeOutput fs_volume(
  metal::float4 param [[position]]
, metal::texture3d<float, metal::access::sample> entryPointParams_u002e_source [[texture(0)]]
, constant Push_std430_& push [[buffer(0)]]
) {
    metal::float4 global = {};
    metal::float4 entryPointParam_fs_volume = {};
    global = param;
    fs_volume_1(entryPointParams_u002e_source, global, push, entryPointParam_fs_volume);
    metal::float4 _e3 = entryPointParam_fs_volume;
    return fs_volumeOutput { _e3 };
}
