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


void cs_images_1(
    thread metal::uint3& global,
    metal::texture2d<uint, metal::access::read> readOnly,
    metal::texture2d<uint, metal::access::write> writeOnly,
    metal::texture2d<uint, metal::access::read_write> both
) {
    metal::uint3 _e6 = global;
    metal::int2 _e8 = as_type<metal::int2>(_e6.xy);
    metal::uint4 _e9 = (metal::all(metal::uint2(_e8) < metal::uint2(readOnly.get_width(), readOnly.get_height())) ? readOnly.read(metal::uint2(_e8)): DefaultConstructible());
    metal::uint3 _e11 = global;
    writeOnly.write(metal::uint4(_e9.x + 1u), metal::uint2(_e11.yx));
    metal::uint3 _e15 = global;
    metal::uint3 _e17 = global;
    metal::int2 _e19 = as_type<metal::int2>(_e17.xy);
    metal::uint4 _e20 = (metal::all(metal::uint2(_e19) < metal::uint2(both.get_width(), both.get_height())) ? both.read(metal::uint2(_e19)): DefaultConstructible());
    both.write(metal::uint4((_e20.x * 3u) + _e9.x), metal::uint2(_e15.xy));
    return;
}

struct cs_imagesInput {
};
[[max_total_threads_per_threadgroup(16)]] kernel void cs_images(
  metal::uint3 param [[thread_position_in_grid]]
, metal::texture2d<uint, metal::access::read> readOnly [[texture(0)]]
, metal::texture2d<uint, metal::access::write> writeOnly [[texture(1)]]
, metal::texture2d<uint, metal::access::read_write> both [[texture(2)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_images_1(global, readOnly, writeOnly, both);
}
