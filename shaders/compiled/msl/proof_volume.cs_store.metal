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


void cs_store_1(
    thread metal::uint3& global,
    metal::texture3d<float, metal::access::write> stored
) {
    metal::uint3 _e4 = global;
    metal::uint3 _e10 = global;
    stored.write(metal::float4(static_cast<metal::float3>(_e4) * 51.0, 255.0) / metal::float4(255.0), metal::uint3(_e10));
    return;
}

struct cs_storeInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_store(
  metal::uint3 param [[thread_position_in_grid]]
, metal::texture3d<float, metal::access::write> stored [[texture(0)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_store_1(global, stored);
}
