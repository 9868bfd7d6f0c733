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

void fs_depth_1(
    thread metal::float4& global,
    metal::depth2d<float, metal::access::sample> depth,
    thread metal::float4& entryPointParam_fs_depth
) {
    metal::float4 _e6 = global;
    metal::int2 _e10 = metal::int3(naga_f2i32(_e6.xy), 0).xy;
    float _e11 = (uint(0) < depth.get_num_mip_levels() && metal::all(metal::uint2(_e10) < metal::uint2(depth.get_width(0), depth.get_height(0))) ? depth.read(metal::uint2(_e10), 0): DefaultConstructible());
    entryPointParam_fs_depth = metal::float4(metal::float4(_e11).x, 0.0, 0.0, 1.0);
    return;
}

struct fs_depthInput {
};
struct fs_depthOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_depthOutput fs_depth(
  metal::float4 param [[position]]
, metal::depth2d<float, metal::access::sample> depth [[texture(0)]]
) {
    metal::float4 global = {};
    metal::float4 entryPointParam_fs_depth = {};
    global = param;
    fs_depth_1(global, depth, entryPointParam_fs_depth);
    metal::float4 _e3 = entryPointParam_fs_depth;
    return fs_depthOutput { _e3 };
}
