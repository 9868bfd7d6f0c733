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
    uint size2;
};

typedef uint type_2[1];
struct RWStructuredBuffer {
    type_2 _member0_;
};
struct StructuredBuffer {
    type_2 _member0_;
};

void cs_sum_1(
    thread metal::uint3& global,
    device RWStructuredBuffer& words,
    device StructuredBuffer const& input,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint3 _e7 = global;
    uint _e9 = 4u * _e7.x;
    metal::uint3 _e12 = global;
    uint _e13 = _e12.x;
    uint _e16 = uint(_e13) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4 ? input._member0_[_e13] : DefaultConstructible();
    uint unnamed = metal::simd_sum(_e16);
    if (uint(_e9) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4) {
        words._member0_[_e9] = unnamed;
    }
    metal::uint3 _e18 = global;
    uint _e21 = (4u * _e18.x) + 1u;
    metal::uint3 _e24 = global;
    uint _e25 = _e24.x;
    uint _e28 = uint(_e25) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4 ? input._member0_[_e25] : DefaultConstructible();
    uint unnamed_1 = metal::simd_max(_e28);
    if (uint(_e21) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4) {
        words._member0_[_e21] = unnamed_1;
    }
    metal::uint3 _e30 = global;
    uint _e33 = (4u * _e30.x) + 2u;
    uint unnamed_2 = metal::simd_sum(1u);
    if (uint(_e33) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4) {
        words._member0_[_e33] = unnamed_2;
    }
    metal::uint3 _e37 = global;
    uint _e40 = (4u * _e37.x) + 3u;
    metal::uint3 _e43 = global;
    uint unnamed_3 = metal::simd_broadcast_first(_e43.x);
    if (uint(_e40) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4) {
        words._member0_[_e40] = unnamed_3;
    }
    return;
}

struct cs_sumInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_sum(
  metal::uint3 param [[thread_position_in_grid]]
, device RWStructuredBuffer& words [[buffer(0)]]
, device StructuredBuffer const& input [[buffer(1)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(2)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_sum_1(global, words, input, _buffer_sizes);
}
