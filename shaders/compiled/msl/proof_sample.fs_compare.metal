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

void fs_compare_1(
    thread metal::float2& i_u002e_uv_1,
    constant ProofPush_std430_& push,
    metal::depth2d<float, metal::access::sample> depth,
    metal::sampler compared,
    thread metal::float4& entryPointParam_fs_compare
) {
    metal::float2 _e7 = i_u002e_uv_1;
    metal::float4 _e9 = push.params;
    float _e11 = depth.sample_compare(compared, _e7, _e9.x);
    entryPointParam_fs_compare = metal::float4(_e11, 0.0, 0.0, 1.0);
    return;
}

struct fs_compareInput {
    metal::float2 i_u002e_uv [[user(loc0), center_perspective]];
};
struct fs_compareOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_compareOutput fs_compare(
  fs_compareInput varyings [[stage_in]]
, constant ProofPush_std430_& push [[buffer(0)]]
, metal::depth2d<float, metal::access::sample> depth [[texture(0)]]
, metal::sampler compared [[sampler(0)]]
) {
    metal::float2 i_u002e_uv_1 = {};
    metal::float4 entryPointParam_fs_compare = {};
    const auto i_u002e_uv = varyings.i_u002e_uv;
    i_u002e_uv_1 = i_u002e_uv;
    fs_compare_1(i_u002e_uv_1, push, depth, compared, entryPointParam_fs_compare);
    metal::float4 _e3 = entryPointParam_fs_compare;
    return fs_compareOutput { _e3 };
}
