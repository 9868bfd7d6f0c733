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
};

typedef uint type_2[1];
struct RWStructuredBuffer {
    type_2 _member0_;
};

void cs_increment_1(
    thread metal::uint3& global,
    device RWStructuredBuffer& words,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint3 _e3 = global;
    uint _e4 = _e3.x;
    uint _e7 = uint(_e4) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4 ? words._member0_[_e4] : DefaultConstructible();
    if (uint(_e4) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4) {
        words._member0_[_e4] = _e7 + 1u;
    }
    return;
}

struct cs_incrementInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_increment(
  metal::uint3 param [[thread_position_in_grid]]
, device RWStructuredBuffer& words [[buffer(0)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(1)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_increment_1(global, words, _buffer_sizes);
}
