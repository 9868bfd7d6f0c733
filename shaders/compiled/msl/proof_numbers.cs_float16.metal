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
struct StructuredBuffer {
    type_2 _member0_;
};
struct RWStructuredBuffer {
    type_2 _member0_;
};

void cs_float16_1(
    thread metal::uint3& global,
    device StructuredBuffer const& input,
    device RWStructuredBuffer& words,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint3 _e5 = global;
    uint _e7 = 2u * _e5.x;
    uint _e10 = uint(_e7) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4 ? input._member0_[_e7] : DefaultConstructible();
    metal::uint3 _e13 = global;
    uint _e16 = (2u * _e13.x) + 1u;
    uint _e19 = uint(_e16) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4 ? input._member0_[_e16] : DefaultConstructible();
    metal::uint3 _e22 = global;
    uint _e23 = _e22.x;
    if (uint(_e23) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4) {
        words._member0_[_e23] = as_type<uint>(static_cast<float>(static_cast<half>(as_type<float>(_e10)) + static_cast<half>(as_type<float>(_e19))));
    }
    return;
}

struct cs_float16_Input {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_float16_(
  metal::uint3 param [[thread_position_in_grid]]
, device StructuredBuffer const& input [[buffer(1)]]
, device RWStructuredBuffer& words [[buffer(0)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(2)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_float16_1(global, input, words, _buffer_sizes);
}
