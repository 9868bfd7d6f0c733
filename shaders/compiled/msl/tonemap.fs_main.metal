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
    metal::float4 params;
};

metal::float3 decodeSrgb(
    metal::float3 encoded
) {
    return metal::select(metal::pow(metal::max((encoded + metal::float3(0.055)) / metal::float3(1.055), metal::float3(0.00000001, 0.00000001, 0.00000001)), metal::float3(2.4, 2.4, 2.4)), encoded / metal::float3(12.92), encoded <= metal::float3(0.04045));
}

metal::float3 saturate(
    metal::float3 x
) {
    return metal::clamp(x, metal::float3(0.0, 0.0, 0.0), metal::float3(1.0, 1.0, 1.0));
}

metal::float3 encodeSrgb(
    metal::float3 linear
) {
    return metal::select((metal::pow(metal::max(linear, metal::float3(0.00000001, 0.00000001, 0.00000001)), metal::float3(0.41666666, 0.41666666, 0.41666666)) * 1.055) - metal::float3(0.055), linear * 12.92, linear <= metal::float3(0.0031308));
}

float interleavedGradientNoise(
    metal::float2 pixel
) {
    return metal::fract(52.982918 * metal::fract(metal::dot(pixel, metal::float2(0.06711056, 0.00583715))));
}

metal::float4 finish(
    metal::float3 color,
    float alpha,
    metal::float2 position,
    constant Push_std430_& push
) {
    float _e6 = interleavedGradientNoise(position);
    metal::float4 _e9 = push.params;
    metal::float3 _e13 = encodeSrgb(color);
    metal::float3 _e16 = saturate(_e13 + metal::float3(((_e6 - 0.5) * _e9.y) / 255.0));
    metal::float3 _e17 = decodeSrgb(_e16);
    return metal::float4(_e17, alpha);
}

metal::float3 acesHill(
    metal::float3 color_1
) {
    metal::float3 _e17 = metal::max(metal::float3(metal::dot(metal::float3(0.59719, 0.35458, 0.04823), color_1), metal::dot(metal::float3(0.076, 0.90834, 0.01566), color_1), metal::dot(metal::float3(0.0284, 0.13383, 0.83777), color_1)), metal::float3(0.0, 0.0, 0.0));
    metal::float3 _e29 = ((_e17 * (_e17 + metal::float3(0.0245786))) - metal::float3(0.000090537)) / ((_e17 * ((_e17 * 0.983729) + metal::float3(0.432951))) + metal::float3(0.238081));
    metal::float3 _e34 = saturate(metal::float3(metal::dot(metal::float3(1.60475, -0.53108, -0.07367), _e29), metal::dot(metal::float3(-0.10208, 1.10813, -0.00605), _e29), metal::dot(metal::float3(-0.00327, -0.07276, 1.07602), _e29)));
    return _e34;
}

metal::int2 naga_f2i32(metal::float2 value) {
    return static_cast<metal::int2>(metal::clamp(value, -2147483600.0, 2147483500.0));
}

void fs_main_1(
    thread metal::float4& global,
    metal::texture2d<float, metal::access::sample> hdr,
    constant Push_std430_& push,
    thread metal::float4& entryPointParam_fs_main
) {
    metal::float4 _e5 = global;
    metal::int2 _e9 = metal::int3(naga_f2i32(_e5.xy), 0).xy;
    metal::float4 _e10 = (uint(0) < hdr.get_num_mip_levels() && metal::all(metal::uint2(_e9) < metal::uint2(hdr.get_width(0), hdr.get_height(0))) ? hdr.read(metal::uint2(_e9), 0): DefaultConstructible());
    metal::float4 _e13 = push.params;
    metal::float3 _e16 = acesHill(_e10.xyz * _e13.x);
    metal::float4 _e18 = global;
    metal::float4 _e20 = finish(_e16, _e10.w, _e18.xy, push);
    entryPointParam_fs_main = _e20;
    return;
}

struct fs_mainInput {
};
struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  metal::float4 param [[position]]
, metal::texture2d<float, metal::access::sample> hdr [[texture(0)]]
, constant Push_std430_& push [[buffer(0)]]
) {
    metal::float4 global = {};
    metal::float4 entryPointParam_fs_main = {};
    global = param;
    fs_main_1(global, hdr, push, entryPointParam_fs_main);
    metal::float4 _e3 = entryPointParam_fs_main;
    return fs_mainOutput { _e3 };
}
