struct Push_std430_ {
    uint4 params;
};

static uint3 global = (uint3)0;
groupshared uint shared_words[64];
static uint3 global_1 = (uint3)0;
ByteAddressBuffer input : register(t1);
RWByteAddressBuffer words : register(u0);
cbuffer push : register(b0, space3) { Push_std430_ push; }

void cs_turn_1()
{
    uint3 _e8 = global;
    uint3 _e11 = global_1;
    uint _e15 = asuint(input.Load(_e11.x*4+0));
    shared_words[min(uint(_e8.x), 63u)] = _e15;
    GroupMemoryBarrierWithGroupSync();
    uint3 _e16 = global_1;
    uint3 _e20 = global;
    uint _e24 = shared_words[min(uint((63u - _e20.x)), 63u)];
    uint4 _e26 = push.params;
    { uint dummy = 0; words.InterlockedExchange(_e16.x*4+0, (_e24 * _e26.x), dummy); }
    uint4 _e29 = push.params;
    uint _e33; words.InterlockedAdd(_e29.y*4+0, 1u, _e33);
    return;
}

[numthreads(64, 1, 1)]
void cs_turn(uint3 param : SV_DispatchThreadID, uint3 param_1 : SV_GroupThreadID)
{
    global_1 = param;
    global = param_1;
    cs_turn_1();
}
