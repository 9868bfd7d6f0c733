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


void cs_extended_1(
    thread metal::uint3& global,
    metal::texture2d<float, metal::access::write> named
) {
    metal::uint3 _e4 = global;
    metal::uint3 _e6 = global;
    metal::uint3 _e10 = global;
    named.write(metal::float4(-(static_cast<float>(_e6.x)), static_cast<float>(_e10.y) * 1000.0, 0.0, 0.0), metal::uint2(_e4.xy));
    return;
}

struct cs_extendedInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_extended(
  metal::uint3 param [[thread_position_in_grid]]
, metal::texture2d<float, metal::access::write> named [[texture(0)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_extended_1(global, named);
}
