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
    uint size2;
    uint size3;
};

typedef uint type_3[1];
struct RWStructuredBuffer {
    type_3 _member0_;
};
struct StructuredBuffer {
    type_3 _member0_;
};

uint WaveReadLaneAt(
    uint value,
    int lane
) {
    uint unnamed = metal::simd_shuffle(value, as_type<uint>(lane));
    return unnamed;
}

void cs_shuffle_1(
    thread uint& global,
    thread metal::uint3& global_1,
    device RWStructuredBuffer& words,
    device StructuredBuffer const& input,
    constant _mslBufferSizes& _buffer_sizes
) {
    uint _e8 = global;
    uint unnamed_1 = metal::simd_sum(1u);
    uint _e10 = unnamed_1 - 1u;
    metal::uint3 _e11 = global_1;
    uint _e13 = 4u * _e11.x;
    metal::uint3 _e16 = global_1;
    uint _e17 = _e16.x;
    uint _e20 = uint(_e17) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4 ? input._member0_[_e17] : DefaultConstructible();
    uint _e23 = WaveReadLaneAt(_e20, as_type<int>(_e8 ^ 1u));
    if (uint(_e13) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4) {
        words._member0_[_e13] = _e23;
    }
    metal::uint3 _e24 = global_1;
    uint _e27 = (4u * _e24.x) + 1u;
    metal::uint3 _e30 = global_1;
    uint _e31 = _e30.x;
    uint _e34 = uint(_e31) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4 ? input._member0_[_e31] : DefaultConstructible();
    uint _e37 = WaveReadLaneAt(_e34, as_type<int>(_e10 - _e8));
    if (uint(_e27) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4) {
        words._member0_[_e27] = _e37;
    }
    metal::uint3 _e38 = global_1;
    uint _e41 = (4u * _e38.x) + 2u;
    if (uint(_e41) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4) {
        words._member0_[_e41] = _e10 + 1u;
    }
    metal::uint3 _e45 = global_1;
    uint _e48 = (4u * _e45.x) + 3u;
    if (uint(_e48) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4) {
        words._member0_[_e48] = _e8;
    }
    return;
}

struct cs_shuffleInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_shuffle(
  uint param [[thread_index_in_simdgroup]]
, metal::uint3 param_1 [[thread_position_in_grid]]
, device RWStructuredBuffer& words [[buffer(0)]]
, device StructuredBuffer const& input [[buffer(1)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(2)]]
) {
    uint global = {};
    metal::uint3 global_1 = {};
    global = param;
    global_1 = param_1;
    cs_shuffle_1(global, global_1, words, input, _buffer_sizes);
}
