struct _Array_std430_vector_uint_4_8_ {
    uint4 data[8];
};

struct Long_std430_ {
    _Array_std430_vector_uint_4_8_ words;
};

static uint3 global = (uint3)0;
RWByteAddressBuffer result : register(u0);
cbuffer longPush : register(b0, space3) { Long_std430_ longPush; }

void cs_push_1()
{
    uint c = (uint)0;

    c = 0u;
    while(true) {
        uint _e7 = c;
        if ((_e7 < 4u)) {
        } else {
            break;
        }
        uint3 _e9 = global;
        uint _e12 = c;
        uint3 _e17 = global;
        uint _e21 = c;
        uint _e23 = longPush.words.data[_e17.x][_e21];
        result.Store(((4u * _e9.x) + _e12)*4+0, asuint(_e23));
        uint _e24 = c;
        c = (_e24 + 1u);
        continue;
    }
    return;
}

[numthreads(8, 1, 1)]
void cs_push(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_push_1();
}
