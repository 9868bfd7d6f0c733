static float4 i_u002e_value_1 = (float4)0;
static float4 entryPointParam_fs_value = (float4)0;

struct FragmentInput_fs_value {
    nointerpolation float4 i_u002e_value_2 : LOC0;
};

void fs_value_1()
{
    float4 _e2 = i_u002e_value_1;
    entryPointParam_fs_value = _e2;
    return;
}

float4 fs_value(FragmentInput_fs_value fragmentinput_fs_value) : SV_Target0
{
    float4 i_u002e_value = fragmentinput_fs_value.i_u002e_value_2;
    i_u002e_value_1 = i_u002e_value;
    fs_value_1();
    float4 _e3 = entryPointParam_fs_value;
    return _e3;
}
