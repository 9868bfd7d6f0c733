struct Push_std430_ {
    uint slice;
};

Texture3D<float4> entryPointParams_u002e_source : register(t0);
static float4 global = (float4)0;
cbuffer push : register(b0, space3) { Push_std430_ push; }
static float4 entryPointParam_fs_volume = (float4)0;

struct FragmentInput_fs_volume {
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

uint3 NagaMipDimensions3D(Texture3D<float4> tex, uint mip_level)
{
    uint4 ret;
    tex.GetDimensions(mip_level, ret.x, ret.y, ret.z, ret.w);
    return ret.xyz;
}

void fs_volume_1()
{
    uint width = (uint)0;
    uint height = (uint)0;
    uint depth = (uint)0;
    float3 local_1 = (float3)0;
    float3 local_2 = (float3)0;
    float3 local_3 = (float3)0;
    uint z = (uint)0;
    float4 sum = (float4)0;
    uint y = (uint)0;
    uint x = (uint)0;
    float4 sum_1 = (float4)0;

    uint3 _e20 = NagaMipDimensions3D(entryPointParams_u002e_source, int(0));
    width = _e20.x;
    height = _e20.y;
    depth = _e20.z;
    float4 _e24 = global;
    uint _e28 = push.slice;
    uint3 _e29 = uint3(naga_f2u32(_e24.xy), _e28);
    uint _e31 = width;
    const float3 _e32 = weights(_e29.x, _e31);
    local_1 = _e32;
    uint _e34 = height;
    const float3 _e35 = weights(_e29.y, _e34);
    local_2 = _e35;
    uint _e37 = depth;
    const float3 _e38 = weights(_e29.z, _e37);
    local_3 = _e38;
    z = 0u;
    sum = float4(0.0, 0.0, 0.0, 0.0);
    while(true) {
        uint _e39 = depth;
        const uint _e40 = taps(_e39);
        uint _e41 = z;
        if ((_e41 < _e40)) {
        } else {
            break;
        }
        y = 0u;
        while(true) {
            uint _e43 = height;
            const uint _e44 = taps(_e43);
            uint _e45 = y;
            if ((_e45 < _e44)) {
            } else {
                break;
            }
            float4 _e47 = sum;
            x = 0u;
            sum_1 = _e47;
            while(true) {
                uint _e48 = width;
                const uint _e49 = taps(_e48);
                uint _e50 = x;
                if ((_e50 < _e49)) {
                } else {
                    break;
                }
                uint _e54 = z;
                uint _e55 = y;
                uint _e56 = x;
                float4 _e62 = entryPointParams_u002e_source.Load(int4(int4(asint(((_e29 * (2u).xxx) + uint3(_e56, _e55, _e54))), int(0)).xyz, int(0)));
                uint _e63 = x;
                float _e65 = local_1[min(uint(_e63), 2u)];
                uint _e66 = y;
                float _e68 = local_2[min(uint(_e66), 2u)];
                uint _e70 = z;
                float _e72 = local_3[min(uint(_e70), 2u)];
                float4 _e75 = sum_1;
                uint _e77 = x;
                x = (_e77 + 1u);
                sum_1 = (_e75 + (_e62 * ((_e65 * _e68) * _e72)));
                continue;
            }
            uint _e79 = y;
            y = (_e79 + 1u);
            float4 _e81 = sum_1;
            sum = _e81;
            continue;
        }
        uint _e82 = z;
        z = (_e82 + 1u);
        continue;
    }
    float4 _e84 = sum;
    entryPointParam_fs_volume = _e84;
    return;
}

float4 fs_volume(FragmentInput_fs_volume fragmentinput_fs_volume) : SV_Target0
{
    float4 param = fragmentinput_fs_volume.member;
    global = param;
    fs_volume_1();
    float4 _e3 = entryPointParam_fs_volume;
    return _e3;
}
