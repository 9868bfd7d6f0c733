struct Push_std430_ {
    uint4 params;
};

cbuffer push : register(b0, space3) { Push_std430_ push; }
static uint3 global = (uint3)0;
ByteAddressBuffer input : register(t1);
RWByteAddressBuffer words : register(u0);

void cs_beyond_1()
{
    uint4 _e6 = push.params;
    uint3 _e8 = global;
    uint4 _e10 = push.params;
    uint _e13 = (_e6.x + (_e8.x * _e10.y));
    uint _e16 = asuint(input.Load(_e13*4+0));
    uint4 _e17 = push.params;
    if ((_e16 == _e17.z)) {
        uint4 _e22 = push.params;
        words.Store(int(0)*4+0, asuint(_e22.z));
    }
    uint4 _e26 = push.params;
    words.Store(_e13*4+0, asuint(_e26.w));
    return;
}

[numthreads(64, 1, 1)]
void cs_beyond(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_beyond_1();
}
