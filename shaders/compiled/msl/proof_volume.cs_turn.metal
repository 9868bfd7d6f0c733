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


void cs_turn_1(
    thread metal::uint3& global,
    metal::texture3d<float, metal::access::sample> volume,
    metal::sampler between,
    metal::texture1d<float, metal::access::sample> row,
    metal::texture3d<float, metal::access::write> stored
) {
    metal::uint3 _e9 = global;
    metal::float4 _e15 = volume.sample(between, (static_cast<metal::float3>(_e9.zyx) + metal::float3(0.5, 0.5, 1.0)) / metal::float3(4.0), metal::level(0.0));
    metal::uint3 _e17 = global;
    int _e19 = as_type<int>(_e17.x);
    metal::float4 _e20 = (uint(0) < row.get_num_mip_levels() && uint(_e19) < row.get_width() ? row.read(uint(_e19)): DefaultConstructible());
    metal::uint3 _e23 = global;
    stored.write(metal::float4(_e15.xyz, _e20.x), metal::uint3(_e23));
    return;
}

struct cs_turnInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_turn(
  metal::uint3 param [[thread_position_in_grid]]
, metal::texture3d<float, metal::access::sample> volume [[texture(0)]]
, metal::sampler between [[sampler(0)]]
, metal::texture1d<float, metal::access::sample> row [[texture(2)]]
, metal::texture3d<float, metal::access::write> stored [[texture(1)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_turn_1(global, volume, between, row, stored);
}
