static uint3 global = (uint3)0;
ByteAddressBuffer input : register(t1);
RWByteAddressBuffer words : register(u0);

void cs_int64_1()
{
    uint3 _e7 = global;
    uint _e12 = asuint(input.Load((2u * _e7.x)*4+0));
    uint3 _e14 = global;
    uint _e20 = asuint(input.Load(((2u * _e14.x) + 1u)*4+0));
    uint64_t _e22 = (uint64_t(_e12) * uint64_t(_e20));
    uint3 _e23 = global;
    words.Store((2u * _e23.x)*4+0, asuint(uint((_e22 & 4294967295uL))));
    uint3 _e30 = global;
    words.Store(((2u * _e30.x) + 1u)*4+0, asuint(uint((_e22 >> asuint(int(32))))));
    return;
}

[numthreads(64, 1, 1)]
void cs_int64_(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_int64_1();
}
