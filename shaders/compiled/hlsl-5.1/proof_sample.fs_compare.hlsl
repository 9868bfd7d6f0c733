struct ProofPush_std430_ {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

static float2 i_u002e_uv_1 = (float2)0;
cbuffer push : register(b0, space3) { ProofPush_std430_ push; }
Texture2D<float> depth : register(t3);
SamplerComparisonState compared : register(s2);
static float4 entryPointParam_fs_compare = (float4)0;

struct FragmentInput_fs_compare {
    float2 i_u002e_uv_2 : LOC0;
};

void fs_compare_1()
{
    float2 _e7 = i_u002e_uv_1;
    float4 _e9 = push.params;
    float _e11 = depth.SampleCmpLevelZero(compared, _e7, _e9.x);
    entryPointParam_fs_compare = float4(_e11, 0.0, 0.0, 1.0);
    return;
}

float4 fs_compare(FragmentInput_fs_compare fragmentinput_fs_compare) : SV_Target0
{
    float2 i_u002e_uv = fragmentinput_fs_compare.i_u002e_uv_2;
    i_u002e_uv_1 = i_u002e_uv;
    fs_compare_1();
    float4 _e3 = entryPointParam_fs_compare;
    return _e3;
}
