struct Push_std430_ {
    uint4 params;
};

static uint3 global = (uint3)0;
RWByteAddressBuffer words : register(u0);
cbuffer push : register(b0) { Push_std430_ push; }
ByteAddressBuffer input : register(t0);

void cs_add_1()
{
    uint3 _e5 = global;
    uint4 _e10 = push.params;
    uint3 _e13 = global;
    uint _e18 = asuint(input.Load(((_e10.y - 1u) - _e13.x)*4+0));
    words.Store(_e5.x*4+0, asuint((_e18 + 1u)));
    return;
}

[numthreads(64, 1, 1)]
void cs_add(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_add_1();
}
