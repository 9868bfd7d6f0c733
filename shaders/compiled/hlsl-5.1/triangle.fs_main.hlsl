static float3 i_u002e_color_1 = (float3)0;
static float4 entryPointParam_fs_main = (float4)0;

struct FragmentInput_fs_main {
    float3 i_u002e_color_2 : LOC0;
};

void fs_main_1()
{
    float3 _e3 = i_u002e_color_1;
    entryPointParam_fs_main = float4(_e3, 1.0);
    return;
}

float4 fs_main(FragmentInput_fs_main fragmentinput_fs_main) : SV_Target0
{
    float3 i_u002e_color = fragmentinput_fs_main.i_u002e_color_2;
    i_u002e_color_1 = i_u002e_color;
    fs_main_1();
    float4 _e3 = entryPointParam_fs_main;
    return _e3;
}
