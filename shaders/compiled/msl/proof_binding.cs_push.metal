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
struct type_4 {
    metal::uint4 inner[8];
};
struct _Array_std430_vector_uint_4_8_ {
    type_4 data;
};
struct Long_std430_ {
    _Array_std430_vector_uint_4_8_ words;
};

void cs_push_1(
    thread metal::uint3& global,
    device RWStructuredBuffer& result,
    constant Long_std430_& longPush,
    constant _mslBufferSizes& _buffer_sizes
) {
    uint c = {};
    c = 0u;
    while(true) {
        uint _e7 = c;
        if (_e7 < 4u) {
        } else {
            break;
        }
        metal::uint3 _e9 = global;
        uint _e12 = c;
        uint _e13 = (4u * _e9.x) + _e12;
        metal::uint3 _e17 = global;
        uint _e18 = _e17.x;
        uint _e21 = c;
        uint _e23 = uint(_e21) < 4 && uint(_e18) < 8 ? longPush.words.data.inner[_e18][_e21] : DefaultConstructible();
        if (uint(_e13) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4) {
            result._member0_[_e13] = _e23;
        }
        uint _e24 = c;
        c = _e24 + 1u;
        continue;
    }
    return;
}

struct cs_pushInput {
};
[[max_total_threads_per_threadgroup(8)]] kernel void cs_push(
  metal::uint3 param [[thread_position_in_grid]]
, device RWStructuredBuffer& result [[buffer(0)]]
, constant Long_std430_& longPush [[buffer(1)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(2)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_push_1(global, result, longPush, _buffer_sizes);
}
