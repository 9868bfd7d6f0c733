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
struct type_5 {
    UvTransform_std140_ inner[5];
};
struct _Array_std140_UvTransform5_ {
    type_5 data;
};
struct Material_std140_ {
    metal::float4 baseColor;
    metal::float4 emissive;
    metal::float4 factors;
    metal::float4 params;
    _Array_std140_UvTransform5_ uv;
};

void fs_mask_1(
    thread float& i_u002e_alpha_1,
    thread metal::float2& i_u002e_uv_1,
    metal::texture2d<float, metal::access::sample> baseColorTexture,
    metal::sampler baseColorSampler,
    constant Material_std140_& material
) {
    float _e5 = i_u002e_alpha_1;
    metal::float2 _e6 = i_u002e_uv_1;
    metal::float4 _e7 = baseColorTexture.sample(baseColorSampler, _e6);
    metal::float4 _e11 = material.factors;
    if ((_e5 * _e7.w) < _e11.w) {
        metal::discard_fragment();
    }
    return;
}

struct fs_maskInput {
    metal::float2 i_u002e_uv [[user(loc0), center_perspective]];
    float i_u002e_alpha [[user(loc1), center_perspective]];
};
fragment void fs_mask(
  fs_maskInput varyings [[stage_in]]
, metal::texture2d<float, metal::access::sample> baseColorTexture [[texture(0)]]
, metal::sampler baseColorSampler [[sampler(0)]]
, constant Material_std140_& material [[buffer(0)]]
) {
    float i_u002e_alpha_1 = {};
    metal::float2 i_u002e_uv_1 = {};
    const auto i_u002e_uv = varyings.i_u002e_uv;
    const auto i_u002e_alpha = varyings.i_u002e_alpha;
    i_u002e_uv_1 = i_u002e_uv;
    i_u002e_alpha_1 = i_u002e_alpha;
    fs_mask_1(i_u002e_alpha_1, i_u002e_uv_1, baseColorTexture, baseColorSampler, material);
}
