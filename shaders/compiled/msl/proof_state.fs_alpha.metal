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


void fs_alpha_1(
    thread metal::float2& i_u002e_uv_1,
    thread metal::float4& entryPointParam_fs_alpha
) {
    metal::float2 _e3 = i_u002e_uv_1;
    entryPointParam_fs_alpha = metal::float4(1.0, 1.0, 1.0, _e3.x);
    return;
}

struct fs_alphaInput {
    metal::float2 i_u002e_uv [[user(loc0), center_perspective]];
};
struct fs_alphaOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_alphaOutput fs_alpha(
  fs_alphaInput varyings [[stage_in]]
) {
    metal::float2 i_u002e_uv_1 = {};
    metal::float4 entryPointParam_fs_alpha = {};
    const auto i_u002e_uv = varyings.i_u002e_uv;
    i_u002e_uv_1 = i_u002e_uv;
    fs_alpha_1(i_u002e_uv_1, entryPointParam_fs_alpha);
    metal::float4 _e3 = entryPointParam_fs_alpha;
    return fs_alphaOutput { _e3 };
}
