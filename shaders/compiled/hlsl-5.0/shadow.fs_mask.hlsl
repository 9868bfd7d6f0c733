struct UvTransform_std140_ {
    float4 row0_;
    float4 row1_;
};

struct _Array_std140_UvTransform5_ {
    UvTransform_std140_ data[5];
};

struct Material_std140_ {
    float4 baseColor;
    float4 emissive;
    float4 factors;
    float4 params;
    _Array_std140_UvTransform5_ uv;
};

static float i_u002e_alpha_1 = (float)0;
static float2 i_u002e_uv_1 = (float2)0;
Texture2D<float4> baseColorTexture : register(t0);
SamplerState baseColorSampler : register(s0);
cbuffer material : register(b0) { Material_std140_ material; }

struct FragmentInput_fs_mask {
    float2 i_u002e_uv_2 : LOC0;
    float i_u002e_alpha_2 : LOC1;
};

void fs_mask_1()
{
    float _e5 = i_u002e_alpha_1;
    float2 _e6 = i_u002e_uv_1;
    float4 _e7 = baseColorTexture.Sample(baseColorSampler, _e6);
    float4 _e11 = material.factors;
    if (((_e5 * _e7.w) < _e11.w)) {
        discard;
    }
    return;
}

void fs_mask(FragmentInput_fs_mask fragmentinput_fs_mask)
{
    float2 i_u002e_uv = fragmentinput_fs_mask.i_u002e_uv_2;
    float i_u002e_alpha = fragmentinput_fs_mask.i_u002e_alpha_2;
    i_u002e_uv_1 = i_u002e_uv;
    i_u002e_alpha_1 = i_u002e_alpha;
    fs_mask_1();
}
