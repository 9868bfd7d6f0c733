static float2 i_u002e_uv_1 = (float2)0;
static float4 entryPointParam_fs_at_pixel = (float4)0;

struct FragmentInput_fs_at_pixel {
    float2 i_u002e_uv_2 : LOC0;
};

float4 halves(float2 uv)
{
    return float4(step(0.5, uv.x), step(0.5, uv.y), 0.0, 1.0);
}

void fs_at_pixel_1()
{
    float2 _e2 = i_u002e_uv_1;
    const float4 _e3 = halves(_e2);
    entryPointParam_fs_at_pixel = _e3;
    return;
}

float4 fs_at_pixel(FragmentInput_fs_at_pixel fragmentinput_fs_at_pixel) : SV_Target0
{
    float2 i_u002e_uv = fragmentinput_fs_at_pixel.i_u002e_uv_2;
    i_u002e_uv_1 = i_u002e_uv;
    fs_at_pixel_1();
    float4 _e3 = entryPointParam_fs_at_pixel;
    return _e3;
}
