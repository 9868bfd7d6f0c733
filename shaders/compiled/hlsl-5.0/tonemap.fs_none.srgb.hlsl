struct Push_std430_ {
    float4 params;
};

static float4 global = (float4)0;
Texture2D<float4> hdr : register(t0);
cbuffer push : register(b0) { Push_std430_ push; }
static float4 entryPointParam_fs_none = (float4)0;

struct FragmentInput_fs_none {
    float4 member : SV_Position;
};

float3 saturate_(float3 x)
{
    return clamp(x, float3(0.0, 0.0, 0.0), float3(1.0, 1.0, 1.0));
}

float3 encodeSrgb(float3 linear_)
{
    return ((linear_ <= (0.0031308).xxx) ? (linear_ * 12.92) : ((pow(max(linear_, float3(1e-8, 1e-8, 1e-8)), float3(0.41666666, 0.41666666, 0.41666666)) * 1.055) - (0.055).xxx));
}

float interleavedGradientNoise(float2 pixel)
{
    return frac((52.982918 * frac(dot(pixel, float2(0.06711056, 0.00583715)))));
}

float4 finish(float3 color, float alpha, float2 position)
{
    const float _e6 = interleavedGradientNoise(position);
    float4 _e9 = push.params;
    const float3 _e13 = encodeSrgb(color);
    const float3 _e16 = saturate_((_e13 + ((((_e6 - 0.5) * _e9.y) / 255.0)).xxx));
    return float4(_e16, alpha);
}

int2 naga_f2i32(float2 value) {
    return int2(clamp(value, -2147483600.0, 2147483500.0));
}

void fs_none_1()
{
    float4 _e5 = global;
    float4 _e10 = hdr.Load(int3(int3(naga_f2i32(_e5.xy), int(0)).xy, int(0)));
    float4 _e13 = push.params;
    const float3 _e16 = saturate_((_e10.xyz * _e13.x));
    float4 _e18 = global;
    const float4 _e20 = finish(_e16, _e10.w, _e18.xy);
    entryPointParam_fs_none = _e20;
    return;
}

float4 fs_none(FragmentInput_fs_none fragmentinput_fs_none) : SV_Target0
{
    float4 param = fragmentinput_fs_none.member;
    global = param;
    fs_none_1();
    float4 _e3 = entryPointParam_fs_none;
    return _e3;
}
