Texture2D<float4> source : register(t0);
static float2 i_u002e_uv_1 = (float2)0;
SamplerState linearClamp : register(s0);
static float4 entryPointParam_fs_main = (float4)0;

struct FragmentInput_fs_main {
    float2 i_u002e_uv_2 : LOC0;
};

uint2 naga_div(uint2 lhs, uint2 rhs) {
    return lhs / (rhs == 0u ? 1u : rhs);
}

uint2 NagaMipDimensions2D(Texture2D<float4> tex, uint mip_level)
{
    uint4 ret;
    tex.GetDimensions(mip_level, ret.x, ret.y, ret.z);
    return ret.xy;
}

void fs_main_1()
{
    uint width = (uint)0;
    uint height = (uint)0;

    uint2 _e11 = NagaMipDimensions2D(source, int(0));
    width = _e11.x;
    height = _e11.y;
    uint _e14 = width;
    uint _e15 = height;
    float2 _e22 = ((0.25).xx / max(float2(naga_div(uint2(_e14, _e15), (2u).xx)), float2(1.0, 1.0)));
    float2 _e23 = i_u002e_uv_1;
    float _e25 = -(_e22.x);
    float _e27 = -(_e22.y);
    float4 _e30 = source.SampleLevel(linearClamp, (_e23 + float2(_e25, _e27)), 0.0);
    float2 _e31 = i_u002e_uv_1;
    float4 _e34 = source.SampleLevel(linearClamp, (_e31 + float2(_e22.x, _e27)), 0.0);
    float2 _e35 = i_u002e_uv_1;
    float4 _e38 = source.SampleLevel(linearClamp, (_e35 + float2(_e25, _e22.y)), 0.0);
    float2 _e39 = i_u002e_uv_1;
    float4 _e42 = source.SampleLevel(linearClamp, (_e39 + float2(_e22.x, _e22.y)), 0.0);
    entryPointParam_fs_main = ((((_e30 + _e34) + _e38) + _e42) * 0.25);
    return;
}

float4 fs_main(FragmentInput_fs_main fragmentinput_fs_main) : SV_Target0
{
    float2 i_u002e_uv = fragmentinput_fs_main.i_u002e_uv_2;
    i_u002e_uv_1 = i_u002e_uv;
    fs_main_1();
    float4 _e3 = entryPointParam_fs_main;
    return _e3;
}
