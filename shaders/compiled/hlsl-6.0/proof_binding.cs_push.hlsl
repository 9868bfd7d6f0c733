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
        bool should_continue = false;
        do {
            uint _e8 = c;
            if ((_e8 < 4u)) {
            } else {
                break;
            }
            uint3 _e10 = global;
            uint _e13 = c;
            uint3 _e18 = global;
            uint _e22 = c;
            uint _e24 = longPush.words.data[_e18.x][_e22];
            result.Store(((4u * _e10.x) + _e13)*4+0, asuint(_e24));
            break;
        } while(false);
        uint _e25 = c;
        c = (_e25 + 1u);
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
