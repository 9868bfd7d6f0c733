// language: metal2.1
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;
struct DefaultConstructible {
    template<typename T>
    operator T() && {
        return T {};
    }
};

struct _mslBufferSizes {
    uint size1;
    uint size3;
};

typedef uint type_4[1];
struct StructuredBuffer {
    type_4 _member0_;
};
struct RWStructuredBuffer {
    type_4 _member0_;
};

uint naga_div(uint lhs, uint rhs) {
    return lhs / metal::select(rhs, 1u, rhs == 0u);
}

uint naga_mod(uint lhs, uint rhs) {
    return lhs % metal::select(rhs, 1u, rhs == 0u);
}

void cs_ballot_1(
    thread metal::uint3& global,
    device StructuredBuffer const& input,
    thread uint& global_1,
    device RWStructuredBuffer& words,
    thread uint& global_2,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint4 local = {};
    int local_1 = {};
    metal::uint3 _e14 = global;
    uint _e15 = _e14.x;
    uint _e18 = uint(_e15) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4 ? input._member0_[_e15] : DefaultConstructible();
    bool _e20 = (_e18 & 1u) == 1u;
    metal::uint4 unnamed = metal::uint4((uint64_t)metal::simd_ballot(_e20), 0, 0, 0);
    local = unnamed;
    uint _e33 = global_1;
    uint _e36 = local[metal::min(unsigned(naga_div(_e33, 32u)), 3u)];
    metal::uint3 _e41 = global;
    uint _e43 = 4u * _e41.x;
    if (uint(_e43) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4) {
        words._member0_[_e43] = ((metal::popcount(unnamed.x) + metal::popcount(unnamed.y)) + metal::popcount(unnamed.z)) + metal::popcount(unnamed.w);
    }
    metal::uint3 _e46 = global;
    uint _e49 = (4u * _e46.x) + 1u;
    if (uint(_e49) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4) {
        words._member0_[_e49] = (_e36 >> as_type<uint>(naga_mod(_e33, 32u))) & 1u;
    }
    metal::uint3 _e52 = global;
    uint _e55 = (4u * _e52.x) + 2u;
    bool unnamed_1 = metal::simd_any(_e20);
    if (unnamed_1) {
        local_1 = 1;
    } else {
        local_1 = 0;
    }
    int _e59 = local_1;
    if (uint(_e55) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4) {
        words._member0_[_e55] = as_type<uint>(_e59);
    }
    metal::uint3 _e61 = global;
    uint _e64 = (4u * _e61.x) + 3u;
    uint _e67 = global_2;
    if (uint(_e64) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4) {
        words._member0_[_e64] = _e67;
    }
    return;
}

struct cs_ballotInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_ballot(
  uint param [[threads_per_simdgroup]]
, uint param_1 [[thread_index_in_simdgroup]]
, metal::uint3 param_2 [[thread_position_in_grid]]
, device StructuredBuffer const& input [[buffer(1)]]
, device RWStructuredBuffer& words [[buffer(0)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(2)]]
) {
    metal::uint3 global = {};
    uint global_1 = {};
    uint global_2 = {};
    global_2 = param;
    global_1 = param_1;
    global = param_2;
    cs_ballot_1(global, input, global_1, words, global_2, _buffer_sizes);
}
