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

struct Varyings {
    metal::float4 position;
    metal::float3 color;
};
struct type_5 {
    metal::float2 inner[3];
};
struct type_6 {
    metal::float3 inner[3];
};
struct VertexOutput {
    metal::float4 member;
    metal::float3 member_1;
};

uint naga_mod(uint lhs, uint rhs) {
    return lhs % metal::select(rhs, 1u, rhs == 0u);
}

void vs_main_1(
    thread int& global,
    thread metal::float4& global_1,
    thread metal::float3& entryPointParam_vs_main_u002e_color
) {
    Varyings o = {};
    type_5 local = {};
    type_6 local_1 = {};
    int _e12 = global;
    local = type_5 {{metal::float2(0.0, 0.75), metal::float2(-0.75, -0.75), metal::float2(0.75, -0.75)}};
    metal::float2 _e16 = local.inner[metal::min(unsigned(naga_mod(as_type<uint>(_e12), 3u)), 2u)];
    o.position = metal::float4(_e16, 0.5, 1.0);
    int _e19 = global;
    local_1 = type_6 {{metal::float3(1.0, 0.0, 0.0), metal::float3(0.0, 1.0, 0.0), metal::float3(0.0, 0.0, 1.0)}};
    metal::float3 _e23 = local_1.inner[metal::min(unsigned(naga_mod(as_type<uint>(_e19), 3u)), 2u)];
    o.color = _e23;
    Varyings _e24 = o;
    global_1 = _e24.position;
    entryPointParam_vs_main_u002e_color = _e24.color;
    return;
}

struct vs_mainInput {
};
struct vs_mainOutput {
    metal::float4 member [[position]];
    metal::float3 member_1 [[user(loc0), center_perspective]];
};
vertex vs_mainOutput vs_main(
  uint param [[vertex_id]]
) {
    int global = {};
    metal::float4 global_1 = metal::float4(0.0, 0.0, 0.0, 1.0);
    metal::float3 entryPointParam_vs_main_u002e_color = {};
    global = static_cast<int>(param);
    vs_main_1(global, global_1, entryPointParam_vs_main_u002e_color);
    metal::float4 _e5 = global_1;
    metal::float3 _e6 = entryPointParam_vs_main_u002e_color;
    const auto _tmp = VertexOutput {_e5, _e6};
    return vs_mainOutput { _tmp.member, _tmp.member_1 };
}
