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

struct Push_std430_ {
    metal::uint4 params;
};
typedef uint type_4[1];
struct StructuredBuffer {
    type_4 _member0_;
};
struct RWStructuredBuffer {
    type_4 _member0_;
};

void cs_beyond_1(
    constant Push_std430_& push,
    thread metal::uint3& global,
    device StructuredBuffer const& input,
    device RWStructuredBuffer& words,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint4 _e6 = push.params;
    metal::uint3 _e8 = global;
    metal::uint4 _e10 = push.params;
    uint _e13 = _e6.x + (_e8.x * _e10.y);
    uint _e16 = uint(_e13) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4 ? input._member0_[_e13] : DefaultConstructible();
    metal::uint4 _e17 = push.params;
    if (_e16 == _e17.z) {
        metal::uint4 _e22 = push.params;
        if (uint(0) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4) {
            words._member0_[0] = _e22.z;
        }
    }
    metal::uint4 _e26 = push.params;
    if (uint(_e13) < 1 + (_buffer_sizes.size3 - 0 - 4) / 4) {
        words._member0_[_e13] = _e26.w;
    }
    return;
}

struct cs_beyondInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_beyond(
  metal::uint3 param [[thread_position_in_grid]]
, constant Push_std430_& push [[buffer(2)]]
, device StructuredBuffer const& input [[buffer(1)]]
, device RWStructuredBuffer& words [[buffer(0)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(3)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_beyond_1(push, global, input, words, _buffer_sizes);
}
