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
constant uint FACTOR = 1u;
constant uint FIRST = 4u;

void cs_constants_1(
    thread metal::uint3& global,
    device RWStructuredBuffer& result,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint3 _e4 = global;
    uint _e5 = _e4.x;
    metal::uint3 _e8 = global;
    if (uint(_e5) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4) {
        result._member0_[_e5] = (_e8.x * FACTOR) + FIRST;
    }
    return;
}

struct cs_constantsInput {
};
[[max_total_threads_per_threadgroup(4)]] kernel void cs_constants(
  metal::uint3 param [[thread_position_in_grid]]
, device RWStructuredBuffer& result [[buffer(0)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(1)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_constants_1(global, result, _buffer_sizes);
}
