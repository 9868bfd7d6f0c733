struct ProofPush_std430_ {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

static float4 global = (float4)0;
cbuffer push : register(b0) { ProofPush_std430_ push; }
Texture2D<float4> source : register(t0);
static float4 entryPointParam_fs_load = (float4)0;

struct FragmentInput_fs_load {
    float4 member : SV_Position;
};

int2 naga_f2i32(float2 value) {
    return int2(clamp(value, -2147483600.0, 2147483500.0));
}

int naga_f2i32(float value) {
    return int(clamp(value, -2147483600.0, 2147483500.0));
}

void fs_load_1()
{
    float4 _e4 = global;
    float4 _e8 = push.params;
    int _e10 = naga_f2i32(_e8.x);
    float4 _e13 = source.Load(int3(int3(naga_f2i32(_e4.xy), _e10).xy, _e10));
    entryPointParam_fs_load = _e13;
    return;
}

float4 fs_load(FragmentInput_fs_load fragmentinput_fs_load) : SV_Target0
{
    float4 param = fragmentinput_fs_load.member;
    global = param;
    fs_load_1();
    float4 _e3 = entryPointParam_fs_load;
    return _e3;
}
