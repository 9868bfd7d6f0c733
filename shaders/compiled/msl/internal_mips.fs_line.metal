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

uint naga_f2u32(float value) {
    return static_cast<uint>(metal::clamp(value, 0.0, 4294967000.0));
}

void fs_line_1(
    metal::texture1d<float, metal::access::sample> entryPointParams_u002e_source,
    thread metal::float4& global,
    thread metal::float4& entryPointParam_fs_line
) {
    uint width = {};
    metal::float3 local_1 = {};
    uint x = {};
    metal::float4 sum = {};
    width = entryPointParams_u002e_source.get_width();
    metal::float4 _e13 = global;
    uint _e15 = naga_f2u32(_e13.x);
    uint _e16 = width;
    metal::float3 _e17 = weights(_e15, _e16);
    local_1 = _e17;
    x = 0u;
    sum = metal::float4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e18 = width;
        uint _e19 = taps(_e18);
        uint _e20 = x;
        if (_e20 < _e19) {
        } else {
            break;
        }
        uint _e23 = x;
        int _e25 = as_type<int>((_e15 * 2u) + _e23);
        metal::float4 _e26 = (uint(0) < entryPointParams_u002e_source.get_num_mip_levels() && uint(_e25) < entryPointParams_u002e_source.get_width() ? entryPointParams_u002e_source.read(uint(_e25)): DefaultConstructible());
        uint _e27 = x;
        float _e29 = local_1[metal::min(unsigned(_e27), 2u)];
        metal::float4 _e31 = sum;
        uint _e33 = x;
        x = _e33 + 1u;
        sum = _e31 + (_e26 * _e29);
        continue;
    }
    metal::float4 _e35 = sum;
    entryPointParam_fs_line = _e35;
    return;
}

struct fs_lineInput {
};
struct fs_lineOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_lineOutput fs_line(
  metal::float4 param [[position]]
, metal::texture1d<float, metal::access::sample> entryPointParams_u002e_source [[texture(0)]]
) {
    metal::float4 global = {};
    metal::float4 entryPointParam_fs_line = {};
    global = param;
    fs_line_1(entryPointParams_u002e_source, global, entryPointParam_fs_line);
    metal::float4 _e3 = entryPointParam_fs_line;
    return fs_lineOutput { _e3 };
}
