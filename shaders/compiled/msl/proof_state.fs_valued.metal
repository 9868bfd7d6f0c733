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


void fs_valued_1(
    thread metal::float4& i_u002e_color_1,
    thread metal::float4& entryPointParam_fs_valued
) {
    metal::float4 _e2 = i_u002e_color_1;
    entryPointParam_fs_valued = _e2;
    return;
}

struct fs_valuedInput {
    metal::float4 i_u002e_color [[user(loc0), flat]];
};
struct fs_valuedOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_valuedOutput fs_valued(
  fs_valuedInput varyings [[stage_in]]
) {
    metal::float4 i_u002e_color_1 = {};
    metal::float4 entryPointParam_fs_valued = {};
    const auto i_u002e_color = varyings.i_u002e_color;
    i_u002e_color_1 = i_u002e_color;
    fs_valued_1(i_u002e_color_1, entryPointParam_fs_valued);
    metal::float4 _e3 = entryPointParam_fs_valued;
    return fs_valuedOutput { _e3 };
}
