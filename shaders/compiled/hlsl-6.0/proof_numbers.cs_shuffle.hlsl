static uint global = (uint)0;
static uint3 global_1 = (uint3)0;
RWByteAddressBuffer words : register(u0);
ByteAddressBuffer input : register(t1);

struct ComputeInput_cs_shuffle {
    uint3 member_1 : SV_DispatchThreadID;
};

uint WaveReadLaneAt_(uint value, int lane)
{
    const uint _e3 = WaveReadLaneAt(value, asuint(lane));
    return _e3;
}

void cs_shuffle_1()
{
    uint _e8 = global;
    const uint _e9 = WaveActiveSum(1u);
    uint _e10 = (_e9 - 1u);
    uint3 _e11 = global_1;
    uint3 _e16 = global_1;
    uint _e20 = asuint(input.Load(_e16.x*4+0));
    const uint _e23 = WaveReadLaneAt_(_e20, asint((_e8 ^ 1u)));
    words.Store((4u * _e11.x)*4+0, asuint(_e23));
    uint3 _e24 = global_1;
    uint3 _e30 = global_1;
    uint _e34 = asuint(input.Load(_e30.x*4+0));
    const uint _e37 = WaveReadLaneAt_(_e34, asint((_e10 - _e8)));
    words.Store(((4u * _e24.x) + 1u)*4+0, asuint(_e37));
    uint3 _e38 = global_1;
    words.Store(((4u * _e38.x) + 2u)*4+0, asuint((_e10 + 1u)));
    uint3 _e45 = global_1;
    words.Store(((4u * _e45.x) + 3u)*4+0, asuint(_e8));
    return;
}

[numthreads(64, 1, 1)]
void cs_shuffle(ComputeInput_cs_shuffle computeinput_cs_shuffle)
{
    uint param = WaveGetLaneIndex();
    uint3 param_1 = computeinput_cs_shuffle.member_1;
    global = param;
    global_1 = param_1;
    cs_shuffle_1();
}
