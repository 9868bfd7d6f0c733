Texture2D<float4> entryPointParams_u002e_source : register(t0);
static float4 global = (float4)0;
static float4 entryPointParam_fs_main = (float4)0;

struct FragmentInput_fs_main {
    float4 member : SV_Position;
};

uint taps(uint size)
{
    uint local = (uint)0;

    if ((size == 1u)) {
        local = 1u;
    } else {
        local = (2u + (size & 1u));
    }
    uint _e7 = local;
    return _e7;
}

uint naga_div(uint lhs, uint rhs) {
    return lhs / (rhs == 0u ? 1u : rhs);
}

float3 weights(uint at, uint size_1)
{
    if ((size_1 == 1u)) {
        return float3(1.0, 0.0, 0.0);
    }
    if (((size_1 & 1u) == 0u)) {
        return float3(0.5, 0.5, 0.0);
    }
    float _e12 = float(naga_div(size_1, 2u));
    float _e13 = float(at);
    return (float3((_e12 - _e13), _e12, (_e13 + 1.0)) / (float(size_1)).xxx);
}

uint2 naga_f2u32(float2 value) {
    return uint2(clamp(value, 0.0, 4294967000.0));
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
    float3 local_1 = (float3)0;
    float3 local_2 = (float3)0;
    uint y = (uint)0;
    float4 sum = (float4)0;
    uint x = (uint)0;

    uint2 _e15 = NagaMipDimensions2D(entryPointParams_u002e_source, int(0));
    width = _e15.x;
    height = _e15.y;
    float4 _e18 = global;
    uint2 _e20 = naga_f2u32(_e18.xy);
    uint _e22 = width;
    const float3 _e23 = weights(_e20.x, _e22);
    local_1 = _e23;
    uint _e25 = height;
    const float3 _e26 = weights(_e20.y, _e25);
    local_2 = _e26;
    y = 0u;
    sum = float4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e27 = height;
        const uint _e28 = taps(_e27);
        uint _e29 = y;
        if ((_e29 < _e28)) {
        } else {
            break;
        }
        x = 0u;
        while(true) {
            uint _e31 = width;
            const uint _e32 = taps(_e31);
            uint _e33 = x;
            if ((_e33 < _e32)) {
            } else {
                break;
            }
            uint _e37 = y;
            uint _e38 = x;
            float4 _e44 = entryPointParams_u002e_source.Load(int3(int3(asint(((_e20 * (2u).xx) + uint2(_e38, _e37))), int(0)).xy, int(0)));
            uint _e45 = x;
            float _e47 = local_1[min(uint(_e45), 2u)];
            uint _e48 = y;
            float _e50 = local_2[min(uint(_e48), 2u)];
            float4 _e53 = sum;
            uint _e55 = x;
            x = (_e55 + 1u);
            sum = (_e53 + (_e44 * (_e47 * _e50)));
            continue;
        }
        uint _e57 = y;
        y = (_e57 + 1u);
        continue;
    }
    float4 _e59 = sum;
    entryPointParam_fs_main = _e59;
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
