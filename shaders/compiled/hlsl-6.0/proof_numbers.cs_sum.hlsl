static uint3 global = (uint3)0;
RWByteAddressBuffer words : register(u0);
ByteAddressBuffer input : register(t1);

void cs_sum_1()
{
    uint3 _e7 = global;
    uint3 _e12 = global;
    uint _e16 = asuint(input.Load(_e12.x*4+0));
    const uint _e17 = WaveActiveSum(_e16);
    words.Store((4u * _e7.x)*4+0, asuint(_e17));
    uint3 _e18 = global;
    uint3 _e24 = global;
    uint _e28 = asuint(input.Load(_e24.x*4+0));
    const uint _e29 = WaveActiveMax(_e28);
    words.Store(((4u * _e18.x) + 1u)*4+0, asuint(_e29));
    uint3 _e30 = global;
    const uint _e36 = WaveActiveSum(1u);
    words.Store(((4u * _e30.x) + 2u)*4+0, asuint(_e36));
    uint3 _e37 = global;
    uint3 _e43 = global;
    const uint _e45 = WaveReadLaneFirst(_e43.x);
    words.Store(((4u * _e37.x) + 3u)*4+0, asuint(_e45));
    return;
}

[numthreads(64, 1, 1)]
void cs_sum(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_sum_1();
}
