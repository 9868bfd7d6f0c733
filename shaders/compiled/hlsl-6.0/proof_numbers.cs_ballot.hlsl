static uint3 global = (uint3)0;
ByteAddressBuffer input : register(t1);
static uint global_1 = (uint)0;
RWByteAddressBuffer words : register(u0);
static uint global_2 = (uint)0;

struct ComputeInput_cs_ballot {
    uint3 member_2 : SV_DispatchThreadID;
};

uint naga_div(uint lhs, uint rhs) {
    return lhs / (rhs == 0u ? 1u : rhs);
}

uint naga_mod(uint lhs, uint rhs) {
    return lhs % (rhs == 0u ? 1u : rhs);
}

void cs_ballot_1()
{
    uint4 local = (uint4)0;
    int local_1 = (int)0;

    uint3 _e14 = global;
    uint _e18 = asuint(input.Load(_e14.x*4+0));
    bool _e20 = ((_e18 & 1u) == 1u);
    const uint4 _e21 = WaveActiveBallot(_e20);
    local = _e21;
    uint _e33 = global_1;
    uint _e36 = local[min(uint(naga_div(_e33, 32u)), 3u)];
    uint3 _e41 = global;
    words.Store((4u * _e41.x)*4+0, asuint((((countbits(_e21.x) + countbits(_e21.y)) + countbits(_e21.z)) + countbits(_e21.w))));
    uint3 _e46 = global;
    words.Store(((4u * _e46.x) + 1u)*4+0, asuint(((_e36 >> asuint(naga_mod(_e33, 32u))) & 1u)));
    uint3 _e52 = global;
    const bool _e58 = WaveActiveAnyTrue(_e20);
    if (_e58) {
        local_1 = int(1);
    } else {
        local_1 = int(0);
    }
    int _e59 = local_1;
    words.Store(((4u * _e52.x) + 2u)*4+0, asuint(asuint(_e59)));
    uint3 _e61 = global;
    uint _e67 = global_2;
    words.Store(((4u * _e61.x) + 3u)*4+0, asuint(_e67));
    return;
}

[numthreads(64, 1, 1)]
void cs_ballot(ComputeInput_cs_ballot computeinput_cs_ballot)
{
    uint param = WaveGetLaneCount();
    uint param_1 = WaveGetLaneIndex();
    uint3 param_2 = computeinput_cs_ballot.member_2;
    global_2 = param;
    global_1 = param_1;
    global = param_2;
    cs_ballot_1();
}
