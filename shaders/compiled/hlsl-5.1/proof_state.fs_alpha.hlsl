static float2 i_u002e_uv_1 = (float2)0;
static float4 entryPointParam_fs_alpha = (float4)0;

struct FragmentInput_fs_alpha {
    float2 i_u002e_uv_2 : LOC0;
};

void fs_alpha_1()
{
    float2 _e3 = i_u002e_uv_1;
    entryPointParam_fs_alpha = float4(1.0, 1.0, 1.0, _e3.x);
    return;
}

float4 fs_alpha(FragmentInput_fs_alpha fragmentinput_fs_alpha) : SV_Target0
{
    float2 i_u002e_uv = fragmentinput_fs_alpha.i_u002e_uv_2;
    i_u002e_uv_1 = i_u002e_uv;
    fs_alpha_1();
    float4 _e3 = entryPointParam_fs_alpha;
    return _e3;
}
