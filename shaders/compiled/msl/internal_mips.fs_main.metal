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

void fs_main_1(
    metal::texture2d<float, metal::access::sample> entryPointParams_u002e_source,
    thread metal::float4& global,
    thread metal::float4& entryPointParam_fs_main
) {
    uint width = {};
    uint height = {};
    metal::float3 local_1 = {};
    metal::float3 local_2 = {};
    uint y = {};
    metal::float4 sum = {};
    uint x = {};
    metal::uint2 _e15 = metal::uint2(entryPointParams_u002e_source.get_width(0), entryPointParams_u002e_source.get_height(0));
    width = _e15.x;
    height = _e15.y;
    metal::float4 _e18 = global;
    metal::uint2 _e20 = naga_f2u32(_e18.xy);
    uint _e22 = width;
    metal::float3 _e23 = weights(_e20.x, _e22);
    local_1 = _e23;
    uint _e25 = height;
    metal::float3 _e26 = weights(_e20.y, _e25);
    local_2 = _e26;
    y = 0u;
    sum = metal::float4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e27 = height;
        uint _e28 = taps(_e27);
        uint _e29 = y;
        if (_e29 < _e28) {
        } else {
            break;
        }
        x = 0u;
        while(true) {
            uint _e31 = width;
            uint _e32 = taps(_e31);
            uint _e33 = x;
            if (_e33 < _e32) {
            } else {
                break;
            }
            uint _e37 = y;
            uint _e38 = x;
            metal::int2 _e43 = metal::int3(as_type<metal::int2>((_e20 * metal::uint2(2u)) + metal::uint2(_e38, _e37)), 0).xy;
            metal::float4 _e44 = (uint(0) < entryPointParams_u002e_source.get_num_mip_levels() && metal::all(metal::uint2(_e43) < metal::uint2(entryPointParams_u002e_source.get_width(0), entryPointParams_u002e_source.get_height(0))) ? entryPointParams_u002e_source.read(metal::uint2(_e43), 0): DefaultConstructible());
            uint _e45 = x;
            float _e47 = local_1[metal::min(unsigned(_e45), 2u)];
            uint _e48 = y;
            float _e50 = local_2[metal::min(unsigned(_e48), 2u)];
            metal::float4 _e53 = sum;
            uint _e55 = x;
            x = _e55 + 1u;
            sum = _e53 + (_e44 * (_e47 * _e50));
            continue;
        }
        uint _e57 = y;
        y = _e57 + 1u;
        continue;
    }
    metal::float4 _e59 = sum;
    entryPointParam_fs_main = _e59;
    return;
}

struct fs_mainInput {
};
struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  metal::float4 param [[position]]
, metal::texture2d<float, metal::access::sample> entryPointParams_u002e_source [[texture(0)]]
) {
    metal::float4 global = {};
    metal::float4 entryPointParam_fs_main = {};
    global = param;
    fs_main_1(entryPointParams_u002e_source, global, entryPointParam_fs_main);
    metal::float4 _e3 = entryPointParam_fs_main;
    return fs_mainOutput { _e3 };
}
