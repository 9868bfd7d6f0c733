static float4 i_u002e_color_1 = (float4)0;
static float4 entryPointParam_fs_valued = (float4)0;

struct FragmentInput_fs_valued {
    nointerpolation float4 i_u002e_color_2 : LOC0;
};

void fs_valued_1()
{
    float4 _e2 = i_u002e_color_1;
    entryPointParam_fs_valued = _e2;
    return;
}

float4 fs_valued(FragmentInput_fs_valued fragmentinput_fs_valued) : SV_Target0
{
    float4 i_u002e_color = fragmentinput_fs_valued.i_u002e_color_2;
    i_u002e_color_1 = i_u002e_color;
    fs_valued_1();
    float4 _e3 = entryPointParam_fs_valued;
    return _e3;
}
