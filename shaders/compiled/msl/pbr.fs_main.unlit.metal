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

struct UvTransform_std140_ {
    metal::float4 row0_;
    metal::float4 row1_;
};
struct type_6 {
    UvTransform_std140_ inner[5];
};
struct _Array_std140_UvTransform5_ {
    type_6 data;
};
struct Material_std140_ {
    metal::float4 baseColor;
    metal::float4 emissive;
    metal::float4 factors;
    metal::float4 params;
    _Array_std140_UvTransform5_ uv;
};
struct Light_std140_ {
    metal::float4 positionKind;
    metal::float4 directionRange;
    metal::float4 color;
    metal::float4 spot;
};
struct type_10 {
    Light_std140_ inner[16];
};
struct _Array_std140_Light16_ {
    type_10 data;
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

metal::float3 acesHillInverse(
    metal::float3 shown
) {
    metal::float3 _e21 = metal::clamp(metal::float3(metal::dot(metal::float3(0.643038, 0.311187, 0.045775), shown), metal::dot(metal::float3(0.059269, 0.931436, 0.009295), shown), metal::dot(metal::float3(0.005962, 0.063929, 0.930118), shown)), metal::float3(0.0, 0.0, 0.0), metal::float3(0.998, 0.998, 0.998));
    metal::float3 _e24 = (_e21 * 0.983729) - metal::float3(1.0);
    metal::float3 _e27 = (_e21 * 0.432951) - metal::float3(0.0245786);
    metal::float3 _e40 = (-(_e27) - metal::sqrt(metal::max((_e27 * _e27) - ((_e24 * 4.0) * ((_e21 * 0.238081) + metal::float3(0.000090537))), metal::float3(0.0, 0.0, 0.0)))) / (_e24 * 2.0);
    return metal::float3(metal::dot(metal::float3(1.764741, -0.675778, -0.088963), _e40), metal::dot(metal::float3(-0.147028, 1.160252, -0.013224), _e40), metal::dot(metal::float3(-0.036337, -0.162436, 1.198773), _e40));
}

metal::float3 saturate(
    metal::float3 x
) {
    return metal::clamp(x, metal::float3(0.0, 0.0, 0.0), metal::float3(1.0, 1.0, 1.0));
}

metal::float2 transformUv(
    uint param,
    metal::float4 param_1,
    constant Material_std140_& material
) {
    metal::float2 local = {};
    metal::float4 _e9 = uint(param) < 5 ? material.uv.data.inner[param].row0_ : DefaultConstructible();
    if (_e9.w > 0.5) {
        local = param_1.zw;
    } else {
        local = param_1.xy;
    }
    metal::float2 _e15 = local;
    metal::float4 _e20 = uint(param) < 5 ? material.uv.data.inner[param].row1_ : DefaultConstructible();
    metal::float2 _e22 = local;
    return metal::float2(metal::dot(_e9.xy, _e15) + _e9.z, metal::dot(_e20.xy, _e22) + _e20.z);
}

void fs_main_1(
    thread metal::float4& i_u002e_uv01_1,
    constant Material_std140_& material,
    metal::texture2d<float, metal::access::sample> baseColorTexture,
    metal::sampler baseColorSampler,
    thread metal::float4& i_u002e_color_1,
    constant Frame_std140_& frame,
    thread metal::float4& entryPointParam_fs_main
) {
    float local_1 = {};
    bool local_2 = {};
    metal::float3 color = {};
    metal::float4 _e14 = i_u002e_uv01_1;
    metal::float2 _e15 = transformUv(0u, _e14, material);
    metal::float4 _e16 = baseColorTexture.sample(baseColorSampler, _e15);
    metal::float4 _e18 = material.baseColor;
    metal::float4 _e20 = i_u002e_color_1;
    metal::float4 _e21 = (_e16 * _e18) * _e20;
    metal::float4 _e23 = material.params;
    if (_e23.z > 0.5) {
        local_1 = _e21.w;
    } else {
        local_1 = 1.0;
    }
    metal::float3 _e27 = _e21.xyz;
    metal::float4 _e29 = frame.params;
    if (_e29.z > 0.5) {
        metal::float4 _e32 = material.params;
        local_2 = _e32.z < 0.5;
    } else {
        local_2 = false;
    }
    bool _e35 = local_2;
    if (_e35) {
        metal::float3 _e36 = saturate(_e27);
        metal::float3 _e37 = acesHillInverse(_e36);
        color = _e37;
    } else {
        color = _e27;
    }
    metal::float3 _e38 = color;
    metal::float3 _e39 = toTarget(_e38);
    float _e40 = local_1;
    entryPointParam_fs_main = metal::float4(_e39, _e40);
    return;
}

struct fs_mainInput {
    metal::float4 i_u002e_uv01_ [[user(loc3), center_perspective]];
    metal::float4 i_u002e_color [[user(loc4), center_perspective]];
};
struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  fs_mainInput varyings [[stage_in]]
, constant Material_std140_& material [[buffer(1)]]
, metal::texture2d<float, metal::access::sample> baseColorTexture [[texture(0)]]
, metal::sampler baseColorSampler [[sampler(0)]]
, constant Frame_std140_& frame [[buffer(0)]]
) {
    metal::float4 i_u002e_uv01_1 = {};
    metal::float4 i_u002e_color_1 = {};
    metal::float4 entryPointParam_fs_main = {};
    const auto i_u002e_uv01_ = varyings.i_u002e_uv01_;
    const auto i_u002e_color = varyings.i_u002e_color;
    i_u002e_uv01_1 = i_u002e_uv01_;
    i_u002e_color_1 = i_u002e_color;
    fs_main_1(i_u002e_uv01_1, material, baseColorTexture, baseColorSampler, i_u002e_color_1, frame, entryPointParam_fs_main);
    metal::float4 _e5 = entryPointParam_fs_main;
    return fs_mainOutput { _e5 };
}
