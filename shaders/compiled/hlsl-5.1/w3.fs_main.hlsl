struct Tint_std140_ {
    float4 color;
};

static float4 global = (float4)0;
Texture2D<float4> source : register(t1);
cbuffer tint : register(b0) { Tint_std140_ tint; }
static float4 entryPointParam_fs_main = (float4)0;

struct FragmentInput_fs_main {
    float4 member : SV_Position;
};

int2 naga_f2i32(float2 value) {
    return int2(clamp(value, -2147483600.0, 2147483500.0));
}

void fs_main_1()
{
    float4 _e5 = global;
    float4 _e10 = source.Load(int3(int3(naga_f2i32(_e5.xy), int(0)).xy, int(0)));
    float4 _e12 = tint.color;
    entryPointParam_fs_main = (_e10 + _e12);
    return;
}

float4 fs_main(FragmentInput_fs_main fragmentinput_fs_main) : SV_Target0
{
    float4 param = fragmentinput_fs_main.member;
    global = param;
    fs_main_1();
    float4 _e3 = entryPointParam_fs_main;
    return _e3;
}
