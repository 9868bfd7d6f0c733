struct Push_std430_ {
    uint4 params;
};

static uint3 global = (uint3)0;
cbuffer push : register(b0, space3) { Push_std430_ push; }
RWByteAddressBuffer words : register(u0);

void cs_main_1()
{
    uint3 _e4 = global;
    uint4 _e7 = push.params;
    if ((_e4.x < _e7.y)) {
        uint3 _e10 = global;
        uint3 _e14 = global;
        uint4 _e16 = push.params;
        words.Store(_e10.x*4+0, asuint(((_e14.x * _e16.x) + 1u)));
    }
    return;
}

[numthreads(64, 1, 1)]
void cs_main(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_main_1();
}
