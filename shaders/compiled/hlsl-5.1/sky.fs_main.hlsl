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

cbuffer frame : register(b0) { Frame_std140_ frame; }
static float2 i_u002e_ndc_1 = (float2)0;
static float4 entryPointParam_fs_main = (float4)0;

struct FragmentInput_fs_main {
    float2 i_u002e_ndc_2 : LOC0;
};

float3 toTarget(float3 radiance)
{
    return min(radiance, float3(60000.0, 60000.0, 60000.0));
}

float3 environment(float3 zenith, float3 horizon, float3 ground, float3 d, float roughness)
{
    float _e12 = clamp(roughness, 0.0, 1.0);
    float _e13 = lerp(0.03, 1.0, _e12);
    float _e15 = clamp(d.y, 0.0, 1.0);
    return lerp(lerp(ground, horizon, (((pow((1.0 - clamp(-(d.y), 0.0, 1.0)), 9.0) * (1.0 - _e12)) * 0.75)).xxx), lerp(zenith, horizon, (lerp(pow((1.0 - _e15), 5.0), (1.0 - (0.65 * _e15)), _e12)).xxx), (smoothstep(-(_e13), _e13, d.y)).xxx);
}

void fs_main_1()
{
    float4x4 _e8 = frame.invViewProj;
    float4x4 _e9 = transpose(_e8);
    float2 _e10 = i_u002e_ndc_1;
    float4 _e12 = mul(_e9, float4(_e10, 1.0, 1.0));
    float2 _e13 = i_u002e_ndc_1;
    float4 _e15 = mul(_e9, float4(_e13, 0.0, 1.0));
    float3 _e23 = normalize(((_e15.xyz * _e12.w) - (_e12.xyz * _e15.w)));
    float4 _e25 = frame.sunDirection;
    float4 _e28 = frame.sunDirection;
    float4 _e35 = frame.skyColor;
    float4 _e38 = frame.horizonColor;
    float4 _e41 = frame.groundColor;
    const float3 _e43 = environment(_e35.xyz, _e38.xyz, _e41.xyz, _e23, 0.0);
    float4 _e45 = frame.sunColor;
    float4 _e47 = frame.sunColor;
    float4 _e53 = frame.params;
    const float3 _e56 = toTarget(((_e43 + ((_e45.xyz * _e47.w) * smoothstep(_e28.w, max(lerp(_e28.w, 1.0, 0.1), (_e28.w + 1e-6)), dot(_e23, _e25.xyz)))) * _e53.x));
    entryPointParam_fs_main = float4(_e56, 1.0);
    return;
}

float4 fs_main(FragmentInput_fs_main fragmentinput_fs_main) : SV_Target0
{
    float2 i_u002e_ndc = fragmentinput_fs_main.i_u002e_ndc_2;
    i_u002e_ndc_1 = i_u002e_ndc;
    fs_main_1();
    float4 _e3 = entryPointParam_fs_main;
    return _e3;
}
