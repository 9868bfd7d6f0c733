Texture1D<float4> entryPointParams_u002e_source : register(t0);
static float4 global = (float4)0;
static float4 entryPointParam_fs_line = (float4)0;

struct FragmentInput_fs_line {
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

uint naga_f2u32(float value) {
    return uint(clamp(value, 0.0, 4294967000.0));
}

uint NagaMipDimensions1D(Texture1D<float4> tex, uint mip_level)
{
    uint4 ret;
    tex.GetDimensions(mip_level, ret.x, ret.y);
    return ret.x;
}

void fs_line_1()
{
    uint width = (uint)0;
    float3 local_1 = (float3)0;
    uint x = (uint)0;
    float4 sum = (float4)0;

    width = NagaMipDimensions1D(entryPointParams_u002e_source, int(0));
    float4 _e13 = global;
    uint _e15 = naga_f2u32(_e13.x);
    uint _e16 = width;
    const float3 _e17 = weights(_e15, _e16);
    local_1 = _e17;
    x = 0u;
    sum = float4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e18 = width;
        const uint _e19 = taps(_e18);
        uint _e20 = x;
        if ((_e20 < _e19)) {
        } else {
            break;
        }
        uint _e23 = x;
        float4 _e26 = entryPointParams_u002e_source.Load(int2(asint(((_e15 * 2u) + _e23)), int(0)));
        uint _e27 = x;
        float _e29 = local_1[min(uint(_e27), 2u)];
        float4 _e31 = sum;
        uint _e33 = x;
        x = (_e33 + 1u);
        sum = (_e31 + (_e26 * _e29));
        continue;
    }
    float4 _e35 = sum;
    entryPointParam_fs_line = _e35;
    return;
}

float4 fs_line(FragmentInput_fs_line fragmentinput_fs_line) : SV_Target0
{
    float4 param = fragmentinput_fs_line.member;
    global = param;
    fs_line_1();
    float4 _e3 = entryPointParam_fs_line;
    return _e3;
}
