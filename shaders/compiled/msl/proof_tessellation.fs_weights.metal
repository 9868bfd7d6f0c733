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


void fs_weights_1(
    thread metal::float3& i_u002e_weights_1,
    thread metal::float4& entryPointParam_fs_weights
) {
    metal::float3 _e3 = i_u002e_weights_1;
    entryPointParam_fs_weights = metal::float4(_e3, 1.0);
    return;
}

struct fs_weightsInput {
    metal::float3 i_u002e_weights [[user(loc0), center_perspective]];
};
struct fs_weightsOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_weightsOutput fs_weights(
  fs_weightsInput varyings [[stage_in]]
) {
    metal::float3 i_u002e_weights_1 = {};
    metal::float4 entryPointParam_fs_weights = {};
    const auto i_u002e_weights = varyings.i_u002e_weights;
    i_u002e_weights_1 = i_u002e_weights;
    fs_weights_1(i_u002e_weights_1, entryPointParam_fs_weights);
    metal::float4 _e3 = entryPointParam_fs_weights;
    return fs_weightsOutput { _e3 };
}
