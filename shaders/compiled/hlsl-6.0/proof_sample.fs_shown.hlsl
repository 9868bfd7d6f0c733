static float4 i_u002e_color_1 = (float4)0;
static float4 entryPointParam_fs_shown = (float4)0;

struct FragmentInput_fs_shown {
    nointerpolation float4 i_u002e_color_2 : LOC0;
};

void fs_shown_1()
{
    float4 _e2 = i_u002e_color_1;
    entryPointParam_fs_shown = _e2;
    return;
}

float4 fs_shown(FragmentInput_fs_shown fragmentinput_fs_shown) : SV_Target0
{
    float4 i_u002e_color = fragmentinput_fs_shown.i_u002e_color_2;
    i_u002e_color_1 = i_u002e_color;
    fs_shown_1();
    float4 _e3 = entryPointParam_fs_shown;
    return _e3;
}
