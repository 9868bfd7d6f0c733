struct ProofPush_std430_ {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

static float2 i_u002e_uv_1 = (float2)0;
cbuffer push : register(b0) { ProofPush_std430_ push; }
Texture2D<float4> source : register(t0);
SamplerState filtered : register(s0);
static float4 entryPointParam_fs_sample = (float4)0;

struct FragmentInput_fs_sample {
    float2 i_u002e_uv_2 : LOC0;
};

void fs_sample_1()
{
    float2 _e5 = i_u002e_uv_1;
    float4 _e7 = push.params;
    float4 _e10 = push.params;
    float4 _e13 = source.Sample(filtered, ((_e5 * _e7.xy) + _e10.zw));
    entryPointParam_fs_sample = _e13;
    return;
}

float4 fs_sample(FragmentInput_fs_sample fragmentinput_fs_sample) : SV_Target0
{
    float2 i_u002e_uv = fragmentinput_fs_sample.i_u002e_uv_2;
    i_u002e_uv_1 = i_u002e_uv;
    fs_sample_1();
    float4 _e3 = entryPointParam_fs_sample;
    return _e3;
}
