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
template <typename T>
struct NagaArgumentBufferWrapper {
    T inner;
};

uint naga_f2u32(float value) {
    return static_cast<uint>(metal::clamp(value, 0.0, 4294967000.0));
}

void cs_pairs_1(
    device RWStructuredBuffer& result,
    constant NagaArgumentBufferWrapper<metal::texture2d<float, metal::access::sample>>* wide,
    metal::sampler first,
    metal::sampler second,
    constant _mslBufferSizes& _buffer_sizes
) {
    metal::float4 _e11 = wide[0].inner.sample(first, metal::float2(0.5, 0.5), metal::level(0.0));
    metal::float4 _e14 = wide[8].inner.sample(second, metal::float2(0.5, 0.5), metal::level(0.0));
    if (uint(0) < 1 + (_buffer_sizes.size0 - 0 - 4) / 4) {
        result._member0_[0] = naga_f2u32(_e11.x + _e14.x);
    }
    return;
}

[[max_total_threads_per_threadgroup(1)]] kernel void cs_pairs(
  device RWStructuredBuffer& result [[buffer(0)]]
, constant NagaArgumentBufferWrapper<metal::texture2d<float, metal::access::sample>>* wide [[buffer(1)]]
, metal::sampler first [[sampler(0)]]
, metal::sampler second [[sampler(1)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(2)]]
) {
    cs_pairs_1(result, wide, first, second, _buffer_sizes);
}
