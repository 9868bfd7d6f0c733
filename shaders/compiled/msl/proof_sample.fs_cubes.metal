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

int naga_f2i32(float value) {
    return static_cast<int>(metal::clamp(value, -2147483600.0, 2147483500.0));
}

void fs_cubes_1(
    constant ProofPush_std430_& push,
    metal::texturecube_array<float, metal::access::sample> cubes,
    metal::sampler filtered,
    thread metal::float4& entryPointParam_fs_cubes
) {
    metal::float4 _e6 = push.params;
    metal::float4 _e13 = cubes.sample(filtered, metal::float3(_e6.x, _e6.y, _e6.z), naga_f2i32(_e6.w), metal::level(0.0));
    entryPointParam_fs_cubes = _e13;
    return;
}

struct fs_cubesOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_cubesOutput fs_cubes(
  constant ProofPush_std430_& push [[buffer(0)]]
, metal::texturecube_array<float, metal::access::sample> cubes [[texture(0)]]
, metal::sampler filtered [[sampler(0)]]
) {
    metal::float4 entryPointParam_fs_cubes = {};
    fs_cubes_1(push, cubes, filtered, entryPointParam_fs_cubes);
    metal::float4 _e1 = entryPointParam_fs_cubes;
    return fs_cubesOutput { _e1 };
}
