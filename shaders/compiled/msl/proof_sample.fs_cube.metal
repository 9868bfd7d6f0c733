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

void fs_cube_1(
    constant ProofPush_std430_& push,
    metal::texturecube<float, metal::access::sample> cube,
    metal::sampler filtered,
    thread metal::float4& entryPointParam_fs_cube
) {
    metal::float4 _e6 = push.params;
    metal::float4 _e8 = cube.sample(filtered, _e6.xyz, metal::level(0.0));
    entryPointParam_fs_cube = _e8;
    return;
}

struct fs_cubeOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_cubeOutput fs_cube(
  constant ProofPush_std430_& push [[buffer(0)]]
, metal::texturecube<float, metal::access::sample> cube [[texture(0)]]
, metal::sampler filtered [[sampler(0)]]
) {
    metal::float4 entryPointParam_fs_cube = {};
    fs_cube_1(push, cube, filtered, entryPointParam_fs_cube);
    metal::float4 _e1 = entryPointParam_fs_cube;
    return fs_cubeOutput { _e1 };
}
