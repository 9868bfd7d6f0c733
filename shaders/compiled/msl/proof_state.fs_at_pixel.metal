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


metal::float4 halves(
    metal::float2 uv
) {
    return metal::float4(metal::step(0.5, uv.x), metal::step(0.5, uv.y), 0.0, 1.0);
}

void fs_at_pixel_1(
    thread metal::float2& i_u002e_uv_1,
    thread metal::float4& entryPointParam_fs_at_pixel
) {
    metal::float2 _e2 = i_u002e_uv_1;
    metal::float4 _e3 = halves(_e2);
    entryPointParam_fs_at_pixel = _e3;
    return;
}

struct fs_at_pixelInput {
    metal::float2 i_u002e_uv [[user(loc0), center_perspective]];
};
struct fs_at_pixelOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_at_pixelOutput fs_at_pixel(
  fs_at_pixelInput varyings [[stage_in]]
) {
    metal::float2 i_u002e_uv_1 = {};
    metal::float4 entryPointParam_fs_at_pixel = {};
    const auto i_u002e_uv = varyings.i_u002e_uv;
    i_u002e_uv_1 = i_u002e_uv;
    fs_at_pixel_1(i_u002e_uv_1, entryPointParam_fs_at_pixel);
    metal::float4 _e3 = entryPointParam_fs_at_pixel;
    return fs_at_pixelOutput { _e3 };
}
