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


void fs_color_1(
    thread metal::float4& i_u002e_color_1,
    thread metal::float4& entryPointParam_fs_color
) {
    metal::float4 _e2 = i_u002e_color_1;
    entryPointParam_fs_color = _e2;
    return;
}

struct fs_colorInput {
    metal::float4 i_u002e_color [[user(loc0), flat]];
};
struct fs_colorOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_colorOutput fs_color(
  fs_colorInput varyings [[stage_in]]
) {
    metal::float4 i_u002e_color_1 = {};
    metal::float4 entryPointParam_fs_color = {};
    const auto i_u002e_color = varyings.i_u002e_color;
    i_u002e_color_1 = i_u002e_color;
    fs_color_1(i_u002e_color_1, entryPointParam_fs_color);
    metal::float4 _e3 = entryPointParam_fs_color;
    return fs_colorOutput { _e3 };
}
