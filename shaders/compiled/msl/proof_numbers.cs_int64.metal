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

typedef uint type_3[1];
struct StructuredBuffer {
    type_3 _member0_;
};
struct RWStructuredBuffer {
    type_3 _member0_;
};

void cs_int64_1(
    thread metal::uint3& global,
    device StructuredBuffer const& input,
    device RWStructuredBuffer& words,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::uint3 _e7 = global;
    uint _e9 = 2u * _e7.x;
    uint _e12 = uint(_e9) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4 ? input._member0_[_e9] : DefaultConstructible();
    metal::uint3 _e14 = global;
    uint _e17 = (2u * _e14.x) + 1u;
    uint _e20 = uint(_e17) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4 ? input._member0_[_e17] : DefaultConstructible();
    ulong _e22 = static_cast<ulong>(_e12) * static_cast<ulong>(_e20);
    metal::uint3 _e23 = global;
    uint _e25 = 2u * _e23.x;
    if (uint(_e25) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4) {
        words._member0_[_e25] = static_cast<uint>(_e22 & 4294967295uL);
    }
    metal::uint3 _e30 = global;
    uint _e33 = (2u * _e30.x) + 1u;
    if (uint(_e33) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4) {
        words._member0_[_e33] = static_cast<uint>(_e22 >> as_type<uint>(32));
    }
    return;
}

struct cs_int64_Input {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_int64_(
  metal::uint3 param [[thread_position_in_grid]]
, device StructuredBuffer const& input [[buffer(1)]]
, device RWStructuredBuffer& words [[buffer(0)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(2)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_int64_1(global, input, words, _buffer_sizes);
}
