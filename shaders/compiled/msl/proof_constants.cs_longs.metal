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
    uint size0;
};

typedef uint type_2[1];
struct RWStructuredBuffer {
    type_2 _member0_;
};
constant long SIGNED = -2L;
constant ulong UNSIGNED = 3uL;

void cs_longs_1(
    device RWStructuredBuffer& words,
    constant _mslBufferSizes& _buffer_sizes
) {
    uint _e11 = uint(4) < 1 + (_buffer_sizes.size0 - 0 - 4) / 4 ? words._member0_[4] : DefaultConstructible();
    long _e14 = as_type<long>(as_type<ulong>(SIGNED) + as_type<ulong>(as_type<long>(static_cast<ulong>(_e11))));
    ulong _e16 = UNSIGNED + static_cast<ulong>(_e11);
    if (uint(0) < 1 + (_buffer_sizes.size0 - 0 - 4) / 4) {
        words._member0_[0] = static_cast<uint>(_e14);
    }
    if (uint(1) < 1 + (_buffer_sizes.size0 - 0 - 4) / 4) {
        words._member0_[1] = static_cast<uint>(_e14 >> as_type<uint>(32));
    }
    if (uint(2) < 1 + (_buffer_sizes.size0 - 0 - 4) / 4) {
        words._member0_[2] = static_cast<uint>(_e16);
    }
    if (uint(3) < 1 + (_buffer_sizes.size0 - 0 - 4) / 4) {
        words._member0_[3] = static_cast<uint>(_e16 >> as_type<uint>(32));
    }
    return;
}

[[max_total_threads_per_threadgroup(1)]] kernel void cs_longs(
  device RWStructuredBuffer& words [[buffer(0)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(1)]]
) {
    cs_longs_1(words, _buffer_sizes);
}
