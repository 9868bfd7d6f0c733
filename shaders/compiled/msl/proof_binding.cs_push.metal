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

typedef uint type_3[1];
struct RWStructuredBuffer {
    type_3 _member0_;
};
struct type_5 {
    metal::uint4 inner[8];
};
struct _Array_std430_vector_uint_4_8_ {
    type_5 data;
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
        switch(0) {
            default: {
                uint _e8 = c;
                if (_e8 < 4u) {
                } else {
                    break;
                }
                metal::uint3 _e10 = global;
                uint _e13 = c;
                uint _e14 = (4u * _e10.x) + _e13;
                metal::uint3 _e18 = global;
                uint _e19 = _e18.x;
                uint _e22 = c;
                uint _e24 = uint(_e22) < 4 && uint(_e19) < 8 ? longPush.words.data.inner[_e19][_e22] : DefaultConstructible();
                if (uint(_e14) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4) {
                    result._member0_[_e14] = _e24;
                }
                break;
            }
        }
        uint _e25 = c;
        c = _e25 + 1u;
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
