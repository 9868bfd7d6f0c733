struct Push_std430_ {
    float4 params;
};

static float4 global = (float4)0;
Texture2D<float4> hdr : register(t0);
cbuffer push : register(b0, space3) { Push_std430_ push; }
static float4 entryPointParam_fs_main = (float4)0;

struct FragmentInput_fs_main {
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

float3 acesHill(float3 color_1)
{
    float3 _e17 = max(float3(dot(float3(0.59719, 0.35458, 0.04823), color_1), dot(float3(0.076, 0.90834, 0.01566), color_1), dot(float3(0.0284, 0.13383, 0.83777), color_1)), float3(0.0, 0.0, 0.0));
    float3 _e29 = (((_e17 * (_e17 + (0.0245786).xxx)) - (9.0537e-5).xxx) / ((_e17 * ((_e17 * 0.983729) + (0.432951).xxx)) + (0.238081).xxx));
    const float3 _e34 = saturate_(float3(dot(float3(1.60475, -0.53108, -0.07367), _e29), dot(float3(-0.10208, 1.10813, -0.00605), _e29), dot(float3(-0.00327, -0.07276, 1.07602), _e29)));
    return _e34;
}

int2 naga_f2i32(float2 value) {
    return int2(clamp(value, -2147483600.0, 2147483500.0));
}

void fs_main_1()
{
    float4 _e5 = global;
    float4 _e10 = hdr.Load(int3(int3(naga_f2i32(_e5.xy), int(0)).xy, int(0)));
    float4 _e13 = push.params;
    const float3 _e16 = acesHill((_e10.xyz * _e13.x));
    float4 _e18 = global;
    const float4 _e20 = finish(_e16, _e10.w, _e18.xy);
    entryPointParam_fs_main = _e20;
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
