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


void fs_shown_1(
    thread metal::float4& i_u002e_color_1,
    thread metal::float4& entryPointParam_fs_shown
) {
    metal::float4 _e2 = i_u002e_color_1;
    entryPointParam_fs_shown = _e2;
    return;
}

struct fs_shownInput {
    metal::float4 i_u002e_color [[user(loc0), flat]];
};
struct fs_shownOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_shownOutput fs_shown(
  fs_shownInput varyings [[stage_in]]
) {
    metal::float4 i_u002e_color_1 = {};
    metal::float4 entryPointParam_fs_shown = {};
    const auto i_u002e_color = varyings.i_u002e_color;
    i_u002e_color_1 = i_u002e_color;
    fs_shown_1(i_u002e_color_1, entryPointParam_fs_shown);
    metal::float4 _e3 = entryPointParam_fs_shown;
    return fs_shownOutput { _e3 };
}
