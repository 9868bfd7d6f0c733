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

struct Light_std140_ {
    metal::float4 positionKind;
    metal::float4 directionRange;
    metal::float4 color;
    metal::float4 spot;
};
struct type_3 {
    Light_std140_ inner[16];
};
struct _Array_std140_Light16_ {
    type_3 data;
};
struct Frame_std140_ {
    metal::float4x4 viewProj;
    metal::float4x4 invViewProj;
    metal::float4x4 shadowViewProj;
    metal::float4 eye;
    metal::float4 sunDirection;
    metal::float4 sunColor;
    metal::float4 skyColor;
    metal::float4 horizonColor;
    metal::float4 groundColor;
    metal::float4 params;
    metal::float4 shadowParams;
    _Array_std140_Light16_ lights;
};

metal::float3 toTarget(
    metal::float3 radiance
) {
    return metal::min(radiance, metal::float3(60000.0, 60000.0, 60000.0));
}

metal::float3 environment(
    metal::float3 zenith,
    metal::float3 horizon,
    metal::float3 ground,
    metal::float3 d,
    float roughness
) {
    float _e12 = metal::clamp(roughness, 0.0, 1.0);
    float _e13 = metal::mix(0.03, 1.0, _e12);
    float _e15 = metal::clamp(d.y, 0.0, 1.0);
    return metal::mix(metal::mix(ground, horizon, metal::float3((metal::pow(1.0 - metal::clamp(-(d.y), 0.0, 1.0), 9.0) * (1.0 - _e12)) * 0.75)), metal::mix(zenith, horizon, metal::float3(metal::mix(metal::pow(1.0 - _e15, 5.0), 1.0 - (0.65 * _e15), _e12))), metal::float3(metal::smoothstep(-(_e13), _e13, d.y)));
}

void fs_main_1(
    constant Frame_std140_& frame,
    thread metal::float2& i_u002e_ndc_1,
    thread metal::float4& entryPointParam_fs_main
) {
    metal::float4x4 _e8 = frame.invViewProj;
    metal::float4x4 _e9 = metal::transpose(_e8);
    metal::float2 _e10 = i_u002e_ndc_1;
    metal::float4 _e12 = metal::float4(_e10, 1.0, 1.0) * _e9;
    metal::float2 _e13 = i_u002e_ndc_1;
    metal::float4 _e15 = metal::float4(_e13, 0.0, 1.0) * _e9;
    metal::float3 _e23 = metal::normalize((_e15.xyz * _e12.w) - (_e12.xyz * _e15.w));
    metal::float4 _e25 = frame.sunDirection;
    metal::float4 _e28 = frame.sunDirection;
    metal::float4 _e35 = frame.skyColor;
    metal::float4 _e38 = frame.horizonColor;
    metal::float4 _e41 = frame.groundColor;
    metal::float3 _e43 = environment(_e35.xyz, _e38.xyz, _e41.xyz, _e23, 0.0);
    metal::float4 _e45 = frame.sunColor;
    metal::float4 _e47 = frame.sunColor;
    metal::float4 _e53 = frame.params;
    metal::float3 _e56 = toTarget((_e43 + ((_e45.xyz * _e47.w) * metal::smoothstep(_e28.w, metal::max(metal::mix(_e28.w, 1.0, 0.1), _e28.w + 0.000001), metal::dot(_e23, _e25.xyz)))) * _e53.x);
    entryPointParam_fs_main = metal::float4(_e56, 1.0);
    return;
}

struct fs_mainInput {
    metal::float2 i_u002e_ndc [[user(loc0), center_perspective]];
};
struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  fs_mainInput varyings [[stage_in]]
, constant Frame_std140_& frame [[buffer(0)]]
) {
    metal::float2 i_u002e_ndc_1 = {};
    metal::float4 entryPointParam_fs_main = {};
    const auto i_u002e_ndc = varyings.i_u002e_ndc;
    i_u002e_ndc_1 = i_u002e_ndc;
    fs_main_1(frame, i_u002e_ndc_1, entryPointParam_fs_main);
    metal::float4 _e3 = entryPointParam_fs_main;
    return fs_mainOutput { _e3 };
}
