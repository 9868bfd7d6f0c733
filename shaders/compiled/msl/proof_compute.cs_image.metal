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


void cs_image_1(
    thread metal::uint3& global,
    metal::texture2d<float, metal::access::sample> source,
    metal::texture2d<float, metal::access::write> hdr
) {
    metal::uint3 _e7 = global;
    metal::uint3 _e9 = global;
    metal::int2 _e13 = metal::int3(as_type<metal::int2>(_e9.xy), 0).xy;
    metal::float4 _e14 = (uint(0) < source.get_num_mip_levels() && metal::all(metal::uint2(_e13) < metal::uint2(source.get_width(0), source.get_height(0))) ? source.read(metal::uint2(_e13), 0): DefaultConstructible());
    metal::uint3 _e16 = global;
    metal::uint3 _e19 = global;
    hdr.write((_e14 * 4.0) + metal::float4(static_cast<float>(_e16.x), static_cast<float>(_e19.y), 0.0, -8.0), metal::uint2(_e7.xy));
    return;
}

struct cs_imageInput {
};
[[max_total_threads_per_threadgroup(64)]] kernel void cs_image(
  metal::uint3 param [[thread_position_in_grid]]
, metal::texture2d<float, metal::access::sample> source [[texture(1)]]
, metal::texture2d<float, metal::access::write> hdr [[texture(0)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_image_1(global, source, hdr);
}
