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

void fs_sample_1(
    thread metal::float2& i_u002e_uv_1,
    constant ProofPush_std430_& push,
    metal::texture2d<float, metal::access::sample> source,
    metal::sampler filtered,
    thread metal::float4& entryPointParam_fs_sample
) {
    metal::float2 _e5 = i_u002e_uv_1;
    metal::float4 _e7 = push.params;
    metal::float4 _e10 = push.params;
    metal::float4 _e13 = source.sample(filtered, (_e5 * _e7.xy) + _e10.zw);
    entryPointParam_fs_sample = _e13;
    return;
}

struct fs_sampleInput {
    metal::float2 i_u002e_uv [[user(loc0), center_perspective]];
};
struct fs_sampleOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_sampleOutput fs_sample(
  fs_sampleInput varyings [[stage_in]]
, constant ProofPush_std430_& push [[buffer(0)]]
, metal::texture2d<float, metal::access::sample> source [[texture(0)]]
, metal::sampler filtered [[sampler(0)]]
) {
    metal::float2 i_u002e_uv_1 = {};
    metal::float4 entryPointParam_fs_sample = {};
    const auto i_u002e_uv = varyings.i_u002e_uv;
    i_u002e_uv_1 = i_u002e_uv;
    fs_sample_1(i_u002e_uv_1, push, source, filtered, entryPointParam_fs_sample);
    metal::float4 _e3 = entryPointParam_fs_sample;
    return fs_sampleOutput { _e3 };
}
