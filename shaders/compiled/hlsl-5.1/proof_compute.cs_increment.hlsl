static uint3 global = (uint3)0;
RWByteAddressBuffer words : register(u0);

void cs_increment_1()
{
    uint3 _e3 = global;
    uint _e7 = asuint(words.Load(_e3.x*4+0));
    words.Store(_e3.x*4+0, asuint((_e7 + 1u)));
    return;
}

[numthreads(64, 1, 1)]
void cs_increment(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_increment_1();
}
