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

void fs_at_sample_1(
    thread metal::float2& i_u002e_uv_1,
    thread int& global,
    thread metal::float4& entryPointParam_fs_at_sample
) {
    metal::float2 _e5 = i_u002e_uv_1;
    metal::float4 _e6 = halves(_e5);
    int _e7 = global;
    entryPointParam_fs_at_sample = _e6 + metal::float4(0.0, 0.0, static_cast<float>(as_type<uint>(_e7)) / 3.0, 0.0);
    return;
}

struct fs_at_sampleInput {
    metal::float2 i_u002e_uv [[user(loc0), sample_perspective]];
};
struct fs_at_sampleOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_at_sampleOutput fs_at_sample(
  fs_at_sampleInput varyings [[stage_in]]
, uint param [[sample_id]]
) {
    metal::float2 i_u002e_uv_1 = {};
    int global = {};
    metal::float4 entryPointParam_fs_at_sample = {};
    const auto i_u002e_uv = varyings.i_u002e_uv;
    i_u002e_uv_1 = i_u002e_uv;
    global = static_cast<int>(param);
    fs_at_sample_1(i_u002e_uv_1, global, entryPointParam_fs_at_sample);
    metal::float4 _e6 = entryPointParam_fs_at_sample;
    return fs_at_sampleOutput { _e6 };
}
