static float4 global = (float4)0;
Texture2D<float> depth : register(t0);
static float4 entryPointParam_fs_depth = (float4)0;

struct FragmentInput_fs_depth {
    float4 member : SV_Position;
};

int2 naga_f2i32(float2 value) {
    return int2(clamp(value, -2147483600.0, 2147483500.0));
}

void fs_depth_1()
{
    float4 _e6 = global;
    float _e11 = depth.Load(int3(int3(naga_f2i32(_e6.xy), int(0)).xy, int(0))).x;
    entryPointParam_fs_depth = float4((_e11).xxxx.x, 0.0, 0.0, 1.0);
    return;
}

float4 fs_depth(FragmentInput_fs_depth fragmentinput_fs_depth) : SV_Target0
{
    float4 param = fragmentinput_fs_depth.member;
    global = param;
    fs_depth_1();
    float4 _e3 = entryPointParam_fs_depth;
    return _e3;
}
