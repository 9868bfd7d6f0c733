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

typedef uint type_2[1];
struct RWStructuredBuffer {
    type_2 _member0_;
};
struct Push_std430_ {
    metal::uint4 params;
};
struct StructuredBuffer {
    type_2 _member0_;
};

void cs_add_1(
    thread metal::uint3& global,
    device RWStructuredBuffer& words,
    constant Push_std430_& push,
    device StructuredBuffer const& input,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint3 _e5 = global;
    uint _e6 = _e5.x;
    metal::uint4 _e10 = push.params;
    metal::uint3 _e13 = global;
    uint _e15 = (_e10.y - 1u) - _e13.x;
    uint _e18 = uint(_e15) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4 ? input._member0_[_e15] : DefaultConstructible();
    if (uint(_e6) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4) {
        words._member0_[_e6] = _e18 + 1u;
    }
    return;
}

struct cs_addInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_add(
  metal::uint3 param [[thread_position_in_grid]]
, device RWStructuredBuffer& words [[buffer(0)]]
, constant Push_std430_& push [[buffer(2)]]
, device StructuredBuffer const& input [[buffer(1)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(3)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_add_1(global, words, push, input, _buffer_sizes);
}
