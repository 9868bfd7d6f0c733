static const int64_t SIGNED = -2L;
static const uint64_t UNSIGNED = 3uL;

RWByteAddressBuffer words : register(u0);

void cs_longs_1()
{
    uint _e11 = asuint(words.Load(int(4)*4+0));
    int64_t _e14 = (SIGNED + uint64_t(_e11));
    uint64_t _e16 = (UNSIGNED + uint64_t(_e11));
    words.Store(int(0)*4+0, asuint(uint(_e14)));
    words.Store(int(1)*4+0, asuint(uint((_e14 >> asuint(int(32))))));
    words.Store(int(2)*4+0, asuint(uint(_e16)));
    words.Store(int(3)*4+0, asuint(uint((_e16 >> asuint(int(32))))));
    return;
}

[numthreads(1, 1, 1)]
void cs_longs()
{
    cs_longs_1();
}
