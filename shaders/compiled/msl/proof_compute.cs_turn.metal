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
    uint size3;
    uint size4;
};

struct type_2 {
    uint inner[64];
};
typedef uint type_3[1];
struct StructuredBuffer {
    type_3 _member0_;
};
struct Push_std430_ {
    metal::uint4 params;
};
typedef metal::atomic_uint type_6[1];
struct RWStructuredBuffer {
    type_6 _member0_;
};

void cs_turn_1(
    thread metal::uint3& global,
    threadgroup type_2& shared_words,
    thread metal::uint3& global_1,
    device StructuredBuffer const& input,
    device RWStructuredBuffer& words,
    constant Push_std430_& push,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint3 _e8 = global;
    metal::uint3 _e11 = global_1;
    uint _e12 = _e11.x;
    uint _e15 = uint(_e12) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4 ? input._member0_[_e12] : DefaultConstructible();
    shared_words.inner[metal::min(unsigned(_e8.x), 63u)] = _e15;
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    metal::uint3 _e16 = global_1;
    uint _e17 = _e16.x;
    metal::uint3 _e20 = global;
    uint _e24 = shared_words.inner[metal::min(unsigned(63u - _e20.x), 63u)];
    metal::uint4 _e26 = push.params;
    if (uint(_e17) < 1 + (_buffer_sizes.size4 - 0 - 4) / 4) {
        metal::atomic_store_explicit(&words._member0_[_e17], _e24 * _e26.x, metal::memory_order_relaxed);
    }
    metal::uint4 _e29 = push.params;
    uint _e30 = _e29.y;
    uint _e33 = uint(_e30) < 1 + (_buffer_sizes.size4 - 0 - 4) / 4 ? metal::atomic_fetch_add_explicit(&words._member0_[_e30], 1u, metal::memory_order_relaxed) : DefaultConstructible();
    return;
}

struct cs_turnInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_turn(
  metal::uint3 param [[thread_position_in_grid]]
, metal::uint3 param_1 [[thread_position_in_threadgroup]]
, threadgroup type_2& shared_words
, device StructuredBuffer const& input [[buffer(1)]]
, device RWStructuredBuffer& words [[buffer(0)]]
, constant Push_std430_& push [[buffer(2)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(3)]]
) {
    metal::uint3 global = {};
    metal::uint3 global_1 = {};
    global_1 = param;
    global = param_1;
    cs_turn_1(global, shared_words, global_1, input, words, push, _buffer_sizes);
}
