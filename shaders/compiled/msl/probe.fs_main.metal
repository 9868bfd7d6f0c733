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

struct Push_std430_ {
    metal::float4 color;
};

void fs_main_1(
    constant Push_std430_& push,
    thread metal::float4& entryPointParam_fs_main
) {
    metal::float4 _e3 = push.color;
    entryPointParam_fs_main = _e3;
    return;
}

struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  constant Push_std430_& push [[buffer(0)]]
) {
    metal::float4 entryPointParam_fs_main = {};
    fs_main_1(push, entryPointParam_fs_main);
    metal::float4 _e1 = entryPointParam_fs_main;
    return fs_mainOutput { _e1 };
}
