struct Pair_std430_logical {
    float4 a;
    float4 b;
};

struct Pair_std430_ {
    float4 a;
    float4 b;
};

static uint3 global = (uint3)0;
ByteAddressBuffer rawInput : register(t0);
RWByteAddressBuffer rawOutput : register(u0);
ByteAddressBuffer pairs : register(t1);
RWByteAddressBuffer sums : register(u1);

uint naga_div(uint lhs, uint rhs) {
    return lhs / (rhs == 0u ? 1u : rhs);
}

void cs_kinds_1()
{
    Pair_std430_logical local = (Pair_std430_logical)0;

    uint3 _e9 = global;
    uint _e18 = asuint(rawInput.Load(naga_div(asuint(asint((4u * (3u - _e9.x)))), 4u)*4+0));
    uint3 _e19 = global;
    uint3 _e22 = global;
    uint _e30; rawOutput.InterlockedOr(naga_div(asuint(asint((4u * _e22.x))), 4u)*4+0, 0, _e30);
    { uint dummy = 0; rawOutput.InterlockedExchange(naga_div((4u * _e19.x), 4u)*4+0, (_e30 + _e18), dummy); }
    uint _e37; rawOutput.InterlockedAdd(4u*4+0, _e18, _e37);
    uint3 _e38 = global;
    float4 _e44 = asfloat(pairs.Load4(0+_e38.x*32+0));
    local.a = _e44;
    float4 _e47 = asfloat(pairs.Load4(16+_e38.x*32+0));
    local.b = _e47;
    uint3 _e48 = global;
    sums.Store4(0+_e48.x*32+0, asuint((_e44 + _e47)));
    uint3 _e54 = global;
    uint3 _e59 = global;
    float4 _e64 = asfloat(sums.Load4(16+_e59.x*32+0));
    sums.Store4(16+_e54.x*32+0, asuint(((_e64 * 2.0) + _e47)));
    return;
}

[numthreads(4, 1, 1)]
void cs_kinds(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_kinds_1();
}
