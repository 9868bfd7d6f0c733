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

struct ProofPush_std430_ {
    metal::float4 rect;
    metal::float4 depths;
    metal::float4 color;
    metal::float4 params;
};

metal::int2 naga_f2i32(metal::float2 value) {
    return static_cast<metal::int2>(metal::clamp(value, -2147483600.0, 2147483500.0));
}

int naga_f2i32(float value) {
    return static_cast<int>(metal::clamp(value, -2147483600.0, 2147483500.0));
}

void fs_load_1(
    thread metal::float4& global,
    constant ProofPush_std430_& push,
    metal::texture2d<float, metal::access::sample> source,
    thread metal::float4& entryPointParam_fs_load
) {
    metal::float4 _e4 = global;
    metal::float4 _e8 = push.params;
    int _e10 = naga_f2i32(_e8.x);
    metal::int2 _e12 = metal::int3(naga_f2i32(_e4.xy), _e10).xy;
    metal::float4 _e13 = (uint(_e10) < source.get_num_mip_levels() && metal::all(metal::uint2(_e12) < metal::uint2(source.get_width(_e10), source.get_height(_e10))) ? source.read(metal::uint2(_e12), _e10): DefaultConstructible());
    entryPointParam_fs_load = _e13;
    return;
}

struct fs_loadInput {
};
struct fs_loadOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_loadOutput fs_load(
  metal::float4 param [[position]]
, constant ProofPush_std430_& push [[buffer(0)]]
, metal::texture2d<float, metal::access::sample> source [[texture(0)]]
) {
    metal::float4 global = {};
    metal::float4 entryPointParam_fs_load = {};
    global = param;
    fs_load_1(global, push, source, entryPointParam_fs_load);
    metal::float4 _e3 = entryPointParam_fs_load;
    return fs_loadOutput { _e3 };
}
