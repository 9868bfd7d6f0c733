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

struct Light_std140_ {
    float4 positionKind;
    float4 directionRange;
    float4 color;
    float4 spot;
};

struct _Array_std140_Light16_ {
    Light_std140_ data[16];
};

struct Frame_std140_ {
    row_major float4x4 viewProj;
    row_major float4x4 invViewProj;
    row_major float4x4 shadowViewProj;
    float4 eye;
    float4 sunDirection;
    float4 sunColor;
    float4 skyColor;
    float4 horizonColor;
    float4 groundColor;
    float4 params;
    float4 shadowParams;
    _Array_std140_Light16_ lights;
};

static float4 i_u002e_uv01_1 = (float4)0;
cbuffer material : register(b0, space1) { Material_std140_ material; }
Texture2D<float4> baseColorTexture : register(t1, space1);
SamplerState baseColorSampler : register(s6, space1);
static float4 i_u002e_color_1 = (float4)0;
cbuffer frame : register(b0) { Frame_std140_ frame; }
static float4 entryPointParam_fs_main = (float4)0;

struct FragmentInput_fs_main {
    float4 i_u002e_uv01_2 : LOC3;
    float4 i_u002e_color_2 : LOC4;
};

float3 toTarget(float3 radiance)
{
    return min(radiance, float3(60000.0, 60000.0, 60000.0));
}

float3 acesHillInverse(float3 shown)
{
    float3 _e21 = clamp(float3(dot(float3(0.643038, 0.311187, 0.045775), shown), dot(float3(0.059269, 0.931436, 0.009295), shown), dot(float3(0.005962, 0.063929, 0.930118), shown)), float3(0.0, 0.0, 0.0), float3(0.998, 0.998, 0.998));
    float3 _e24 = ((_e21 * 0.983729) - (1.0).xxx);
    float3 _e27 = ((_e21 * 0.432951) - (0.0245786).xxx);
    float3 _e40 = ((-(_e27) - sqrt(max(((_e27 * _e27) - ((_e24 * 4.0) * ((_e21 * 0.238081) + (9.0537e-5).xxx))), float3(0.0, 0.0, 0.0)))) / (_e24 * 2.0));
    return float3(dot(float3(1.764741, -0.675778, -0.088963), _e40), dot(float3(-0.147028, 1.160252, -0.013224), _e40), dot(float3(-0.036337, -0.162436, 1.198773), _e40));
}

float3 saturate_(float3 x)
{
    return clamp(x, float3(0.0, 0.0, 0.0), float3(1.0, 1.0, 1.0));
}

float2 transformUv(uint param, float4 param_1)
{
    float2 local = (float2)0;

    float4 _e9 = material.uv.data[param].row0_;
    if ((_e9.w > 0.5)) {
        local = param_1.zw;
    } else {
        local = param_1.xy;
    }
    float2 _e15 = local;
    float4 _e20 = material.uv.data[param].row1_;
    float2 _e22 = local;
    return float2((dot(_e9.xy, _e15) + _e9.z), (dot(_e20.xy, _e22) + _e20.z));
}

void fs_main_1()
{
    float local_1 = (float)0;
    bool local_2 = (bool)0;
    float3 color = (float3)0;

    float4 _e14 = i_u002e_uv01_1;
    const float2 _e15 = transformUv(0u, _e14);
    float4 _e16 = baseColorTexture.Sample(baseColorSampler, _e15);
    float4 _e18 = material.baseColor;
    float4 _e20 = i_u002e_color_1;
    float4 _e21 = ((_e16 * _e18) * _e20);
    float4 _e23 = material.params;
    if ((_e23.z > 0.5)) {
        local_1 = _e21.w;
    } else {
        local_1 = 1.0;
    }
    float3 _e27 = _e21.xyz;
    float4 _e29 = frame.params;
    if ((_e29.z > 0.5)) {
        float4 _e32 = material.params;
        local_2 = (_e32.z < 0.5);
    } else {
        local_2 = false;
    }
    bool _e35 = local_2;
    if (_e35) {
        const float3 _e36 = saturate_(_e27);
        const float3 _e37 = acesHillInverse(_e36);
        color = _e37;
    } else {
        color = _e27;
    }
    float4 _e40 = material.factors;
    if ((_e21.w < _e40.w)) {
        discard;
    }
    float3 _e43 = color;
    const float3 _e44 = toTarget(_e43);
    float _e45 = local_1;
    entryPointParam_fs_main = float4(_e44, _e45);
    return;
}

float4 fs_main(FragmentInput_fs_main fragmentinput_fs_main) : SV_Target0
{
    float4 i_u002e_uv01_ = fragmentinput_fs_main.i_u002e_uv01_2;
    float4 i_u002e_color = fragmentinput_fs_main.i_u002e_color_2;
    i_u002e_uv01_1 = i_u002e_uv01_;
    i_u002e_color_1 = i_u002e_color;
    fs_main_1();
    float4 _e5 = entryPointParam_fs_main;
    return _e5;
}
