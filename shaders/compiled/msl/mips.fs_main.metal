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


metal::uint2 naga_div(metal::uint2 lhs, metal::uint2 rhs) {
    return lhs / metal::select(rhs, 1u, rhs == 0u);
}

void fs_main_1(
    metal::texture2d<float, metal::access::sample> source,
    thread metal::float2& i_u002e_uv_1,
    metal::sampler linearClamp,
    thread metal::float4& entryPointParam_fs_main
) {
    uint width = {};
    uint height = {};
    metal::uint2 _e11 = metal::uint2(source.get_width(0), source.get_height(0));
    width = _e11.x;
    height = _e11.y;
    uint _e14 = width;
    uint _e15 = height;
    metal::float2 _e22 = metal::float2(0.25) / metal::max(static_cast<metal::float2>(naga_div(metal::uint2(_e14, _e15), metal::uint2(2u))), metal::float2(1.0, 1.0));
    metal::float2 _e23 = i_u002e_uv_1;
    float _e25 = -(_e22.x);
    float _e27 = -(_e22.y);
    metal::float4 _e30 = source.sample(linearClamp, _e23 + metal::float2(_e25, _e27), metal::level(0.0));
    metal::float2 _e31 = i_u002e_uv_1;
    metal::float4 _e34 = source.sample(linearClamp, _e31 + metal::float2(_e22.x, _e27), metal::level(0.0));
    metal::float2 _e35 = i_u002e_uv_1;
    metal::float4 _e38 = source.sample(linearClamp, _e35 + metal::float2(_e25, _e22.y), metal::level(0.0));
    metal::float2 _e39 = i_u002e_uv_1;
    metal::float4 _e42 = source.sample(linearClamp, _e39 + metal::float2(_e22.x, _e22.y), metal::level(0.0));
    entryPointParam_fs_main = (((_e30 + _e34) + _e38) + _e42) * 0.25;
    return;
}

struct fs_mainInput {
    metal::float2 i_u002e_uv [[user(loc0), center_perspective]];
};
struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  fs_mainInput varyings [[stage_in]]
, metal::texture2d<float, metal::access::sample> source [[texture(0)]]
, metal::sampler linearClamp [[sampler(0)]]
) {
    metal::float2 i_u002e_uv_1 = {};
    metal::float4 entryPointParam_fs_main = {};
    const auto i_u002e_uv = varyings.i_u002e_uv;
    i_u002e_uv_1 = i_u002e_uv;
    fs_main_1(source, i_u002e_uv_1, linearClamp, entryPointParam_fs_main);
    metal::float4 _e3 = entryPointParam_fs_main;
    return fs_mainOutput { _e3 };
}
