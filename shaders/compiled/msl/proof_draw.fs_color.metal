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

void fs_color_1(
    constant ProofPush_std430_& push,
    thread metal::float4& entryPointParam_fs_color
) {
    metal::float4 _e3 = push.color;
    entryPointParam_fs_color = _e3;
    return;
}

struct fs_colorOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_colorOutput fs_color(
  constant ProofPush_std430_& push [[buffer(0)]]
) {
    metal::float4 entryPointParam_fs_color = {};
    fs_color_1(push, entryPointParam_fs_color);
    metal::float4 _e1 = entryPointParam_fs_color;
    return fs_colorOutput { _e1 };
}
