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


void fs_main_1(
    thread metal::float3& i_u002e_color_1,
    thread metal::float4& entryPointParam_fs_main
) {
    metal::float3 _e3 = i_u002e_color_1;
    entryPointParam_fs_main = metal::float4(_e3, 1.0);
    return;
}

struct fs_mainInput {
    metal::float3 i_u002e_color [[user(loc0), center_perspective]];
};
struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  fs_mainInput varyings [[stage_in]]
) {
    metal::float3 i_u002e_color_1 = {};
    metal::float4 entryPointParam_fs_main = {};
    const auto i_u002e_color = varyings.i_u002e_color;
    i_u002e_color_1 = i_u002e_color;
    fs_main_1(i_u002e_color_1, entryPointParam_fs_main);
    metal::float4 _e3 = entryPointParam_fs_main;
    return fs_mainOutput { _e3 };
}
