static float2 i_u002e_uv_1 = (float2)0;
static int global = (int)0;
static float4 entryPointParam_fs_at_sample = (float4)0;

struct FragmentInput_fs_at_sample {
    sample float2 i_u002e_uv_2 : LOC0;
    uint member : SV_SampleIndex;
};

float4 halves(float2 uv)
{
    return float4(step(0.5, uv.x), step(0.5, uv.y), 0.0, 1.0);
}

void fs_at_sample_1()
{
    float2 _e5 = i_u002e_uv_1;
    const float4 _e6 = halves(_e5);
    int _e7 = global;
    entryPointParam_fs_at_sample = (_e6 + float4(0.0, 0.0, (float(asuint(_e7)) / 3.0), 0.0));
    return;
}

float4 fs_at_sample(FragmentInput_fs_at_sample fragmentinput_fs_at_sample) : SV_Target0
{
    float2 i_u002e_uv = fragmentinput_fs_at_sample.i_u002e_uv_2;
    uint param = fragmentinput_fs_at_sample.member;
    i_u002e_uv_1 = i_u002e_uv;
    global = int(param);
    fs_at_sample_1();
    float4 _e6 = entryPointParam_fs_at_sample;
    return _e6;
}
