static float3 i_u002e_weights_1 = (float3)0;
static float4 entryPointParam_fs_weights = (float4)0;

struct FragmentInput_fs_weights {
    float3 i_u002e_weights_2 : LOC0;
};

void fs_weights_1()
{
    float3 _e3 = i_u002e_weights_1;
    entryPointParam_fs_weights = float4(_e3, 1.0);
    return;
}

float4 fs_weights(FragmentInput_fs_weights fragmentinput_fs_weights) : SV_Target0
{
    float3 i_u002e_weights = fragmentinput_fs_weights.i_u002e_weights_2;
    i_u002e_weights_1 = i_u002e_weights;
    fs_weights_1();
    float4 _e3 = entryPointParam_fs_weights;
    return _e3;
}
