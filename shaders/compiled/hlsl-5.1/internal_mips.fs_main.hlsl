Texture2D<float4> source : register(t0);
static float4 global = (float4)0;
static float4 entryPointParam_fs_main = (float4)0;

struct FragmentInput_fs_main {
    float4 member : SV_Position;
};

uint naga_div(uint lhs, uint rhs) {
    return lhs / (rhs == 0u ? 1u : rhs);
}

float3 weights(uint at, uint size)
{
    if ((size == 1u)) {
        return float3(1.0, 0.0, 0.0);
    }
    if (((size & 1u) == 0u)) {
        return float3(0.5, 0.5, 0.0);
    }
    float _e12 = float(naga_div(size, 2u));
    float _e13 = float(at);
    return (float3((_e12 - _e13), _e12, (_e13 + 1.0)) / (float(size)).xxx);
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
    float3 local = (float3)0;
    float3 local_1 = (float3)0;
    uint y = (uint)0;
    float4 sum = (float4)0;
    uint x = (uint)0;

    uint2 _e16 = NagaMipDimensions2D(source, int(0));
    width = _e16.x;
    height = _e16.y;
    float4 _e19 = global;
    uint2 _e21 = naga_f2u32(_e19.xy);
    uint _e23 = width;
    const float3 _e24 = weights(_e21.x, _e23);
    local = _e24;
    uint _e26 = height;
    const float3 _e27 = weights(_e21.y, _e26);
    local_1 = _e27;
    uint _e28 = width;
    uint _e29 = height;
    y = 0u;
    sum = float4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e33 = y;
        if ((_e33 < 3u)) {
        } else {
            break;
        }
        x = 0u;
        while(true) {
            uint _e35 = x;
            if ((_e35 < 3u)) {
            } else {
                break;
            }
            uint _e39 = y;
            uint _e40 = x;
            float4 _e47 = source.Load(int3(int3(asint(min(((_e21 * (2u).xx) + uint2(_e40, _e39)), (uint2(_e28, _e29) - (1u).xx))), int(0)).xy, int(0)));
            uint _e48 = x;
            float _e50 = local[min(uint(_e48), 2u)];
            uint _e51 = y;
            float _e53 = local_1[min(uint(_e51), 2u)];
            float4 _e56 = sum;
            uint _e58 = x;
            x = (_e58 + 1u);
            sum = (_e56 + (_e47 * (_e50 * _e53)));
            continue;
        }
        uint _e60 = y;
        y = (_e60 + 1u);
        continue;
    }
    float4 _e62 = sum;
    entryPointParam_fs_main = _e62;
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
