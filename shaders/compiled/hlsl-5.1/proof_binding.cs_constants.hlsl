static const uint FACTOR = 1u;
static const uint FIRST = 4u;

static uint3 global = (uint3)0;
RWByteAddressBuffer result : register(u0);

void cs_constants_1()
{
    uint3 _e4 = global;
    uint3 _e8 = global;
    result.Store(_e4.x*4+0, asuint(((_e8.x * FACTOR) + FIRST)));
    return;
}

[numthreads(4, 1, 1)]
void cs_constants(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_constants_1();
}
