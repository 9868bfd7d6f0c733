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
};

struct Push_std430_ {
    metal::uint4 params;
};
typedef uint type_3[1];
struct RWStructuredBuffer {
    type_3 _member0_;
};

void cs_main_1(
    thread metal::uint3& global,
    constant Push_std430_& push,
    device RWStructuredBuffer& words,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint3 _e4 = global;
    metal::uint4 _e7 = push.params;
    if (_e4.x < _e7.y) {
        metal::uint3 _e10 = global;
        uint _e11 = _e10.x;
        metal::uint3 _e14 = global;
        metal::uint4 _e16 = push.params;
        if (uint(_e11) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4) {
            words._member0_[_e11] = (_e14.x * _e16.x) + 1u;
        }
    }
    return;
}

struct cs_mainInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_main(
  metal::uint3 param [[thread_position_in_grid]]
, constant Push_std430_& push [[buffer(1)]]
, device RWStructuredBuffer& words [[buffer(0)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(2)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_main_1(global, push, words, _buffer_sizes);
}
