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


metal::int2 naga_f2i32(metal::float2 value) {
    return static_cast<metal::int2>(metal::clamp(value, -2147483600.0, 2147483500.0));
}

void fs_main_1(
    thread metal::float4& global,
    metal::texture2d<float, metal::access::sample> source,
    thread metal::float4& entryPointParam_fs_main
) {
    metal::float4 _e5 = global;
    metal::int2 _e9 = metal::int3(naga_f2i32(_e5.xy), 0).xy;
    metal::float4 _e10 = (uint(0) < source.get_num_mip_levels() && metal::all(metal::uint2(_e9) < metal::uint2(source.get_width(0), source.get_height(0))) ? source.read(metal::uint2(_e9), 0): DefaultConstructible());
    entryPointParam_fs_main = _e10 + metal::float4(0.003921569);
    return;
}

struct fs_mainInput {
};
struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  metal::float4 param [[position]]
, metal::texture2d<float, metal::access::sample> source [[texture(0)]]
) {
    metal::float4 global = {};
    metal::float4 entryPointParam_fs_main = {};
    global = param;
    fs_main_1(global, source, entryPointParam_fs_main);
    metal::float4 _e3 = entryPointParam_fs_main;
    return fs_mainOutput { _e3 };
}
