static float4 i_u002e_color_1 = (float4)0;
static float4 entryPointParam_fs_color = (float4)0;

struct FragmentInput_fs_color {
    nointerpolation float4 i_u002e_color_2 : LOC0;
};

void fs_color_1()
{
    float4 _e2 = i_u002e_color_1;
    entryPointParam_fs_color = _e2;
    return;
}

float4 fs_color(FragmentInput_fs_color fragmentinput_fs_color) : SV_Target0
{
    float4 i_u002e_color = fragmentinput_fs_color.i_u002e_color_2;
    i_u002e_color_1 = i_u002e_color;
    fs_color_1();
    float4 _e3 = entryPointParam_fs_color;
    return _e3;
}
