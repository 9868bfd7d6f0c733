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


uint naga_div(uint lhs, uint rhs) {
    return lhs / metal::select(rhs, 1u, rhs == 0u);
}

metal::float3 weights(
    uint at,
    uint size
) {
    if (size == 1u) {
        return metal::float3(1.0, 0.0, 0.0);
    }
    if ((size & 1u) == 0u) {
        return metal::float3(0.5, 0.5, 0.0);
    }
    float _e12 = static_cast<float>(naga_div(size, 2u));
    float _e13 = static_cast<float>(at);
    return metal::float3(_e12 - _e13, _e12, _e13 + 1.0) / metal::float3(static_cast<float>(size));
}

metal::uint2 naga_f2u32(metal::float2 value) {
    return static_cast<metal::uint2>(metal::clamp(value, 0.0, 4294967000.0));
}

void fs_main_1(
    metal::texture2d<float, metal::access::sample> source,
    thread metal::float4& global,
    thread metal::float4& entryPointParam_fs_main
) {
    uint width = {};
    uint height = {};
    metal::float3 local = {};
    metal::float3 local_1 = {};
    uint y = {};
    metal::float4 sum = {};
    uint x = {};
    metal::uint2 _e16 = metal::uint2(source.get_width(0), source.get_height(0));
    width = _e16.x;
    height = _e16.y;
    metal::float4 _e19 = global;
    metal::uint2 _e21 = naga_f2u32(_e19.xy);
    uint _e23 = width;
    metal::float3 _e24 = weights(_e21.x, _e23);
    local = _e24;
    uint _e26 = height;
    metal::float3 _e27 = weights(_e21.y, _e26);
    local_1 = _e27;
    uint _e28 = width;
    uint _e29 = height;
    y = 0u;
    sum = metal::float4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e33 = y;
        if (_e33 < 3u) {
        } else {
            break;
        }
        x = 0u;
        while(true) {
            uint _e35 = x;
            if (_e35 < 3u) {
            } else {
                break;
            }
            uint _e39 = y;
            uint _e40 = x;
            metal::int2 _e46 = metal::int3(as_type<metal::int2>(metal::min((_e21 * metal::uint2(2u)) + metal::uint2(_e40, _e39), metal::uint2(_e28, _e29) - metal::uint2(1u))), 0).xy;
            metal::float4 _e47 = (uint(0) < source.get_num_mip_levels() && metal::all(metal::uint2(_e46) < metal::uint2(source.get_width(0), source.get_height(0))) ? source.read(metal::uint2(_e46), 0): DefaultConstructible());
            uint _e48 = x;
            float _e50 = local[metal::min(unsigned(_e48), 2u)];
            uint _e51 = y;
            float _e53 = local_1[metal::min(unsigned(_e51), 2u)];
            metal::float4 _e56 = sum;
            uint _e58 = x;
            x = _e58 + 1u;
            sum = _e56 + (_e47 * (_e50 * _e53));
            continue;
        }
        uint _e60 = y;
        y = _e60 + 1u;
        continue;
    }
    metal::float4 _e62 = sum;
    entryPointParam_fs_main = _e62;
    return;
}

struct fs_mainInput {
};
struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  metal::float4 param [[position]]
, metal::texture2d<float, metal::access::sample> source [[texture(0)]]
) {
    metal::float4 global = {};
    metal::float4 entryPointParam_fs_main = {};
    global = param;
    fs_main_1(source, global, entryPointParam_fs_main);
    metal::float4 _e3 = entryPointParam_fs_main;
    return fs_mainOutput { _e3 };
}
