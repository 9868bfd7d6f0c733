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

struct type_3 {
    metal::float4 inner[16];
};
struct ProofPush_std430_ {
    metal::float4 rect;
    metal::float4 depths;
    metal::float4 color;
    metal::float4 params;
};
struct Flat {
    metal::float4 position;
    metal::float4 value;
};
struct ProofPush {
    metal::float4 rect;
    metal::float4 depths;
    metal::float4 color;
    metal::float4 params;
};
struct ProofPlace {
    metal::float4 position;
    metal::float2 uv;
    uint column;
    char _pad3[4];
};
struct type_7 {
    metal::float2 inner[6];
};
struct VertexOutput {
    metal::float4 member;
    metal::float4 member_1;
};

uint naga_mod(uint lhs, uint rhs) {
    return lhs % metal::select(rhs, 1u, rhs == 0u);
}

uint naga_div(uint lhs, uint rhs) {
    return lhs / metal::select(rhs, 1u, rhs == 0u);
}

ProofPlace proofPlace(
    thread ProofPush& push,
    uint vertex_,
    uint instance
) {
    type_7 local = {};
    ProofPlace o = {};
    local = type_7 {{metal::float2(0.0, 0.0), metal::float2(1.0, 0.0), metal::float2(1.0, 1.0), metal::float2(0.0, 0.0), metal::float2(1.0, 1.0), metal::float2(0.0, 1.0)}};
    metal::float2 _e11 = local.inner[metal::min(unsigned(naga_mod(vertex_, 6u)), 5u)];
    uint _e14 = naga_div(vertex_, 6u) + instance;
    o.column = _e14;
    metal::float4 _e16 = push.rect;
    metal::float4 _e22 = push.depths;
    o.position = metal::float4(metal::mix(_e16.xy, _e16.zw, _e11) + metal::float2(static_cast<float>(_e14) * _e22.z, 0.0), metal::mix(_e22.x, _e22.y, _e11.x), 1.0);
    o.uv = metal::float2(_e11.x, 1.0 - _e11.y);
    ProofPlace _e37 = o;
    return _e37;
}

Flat show(
    uint vertex_1,
    uint instance_1,
    metal::float4 value,
    constant ProofPush_std430_& push_1
) {
    Flat o_1 = {};
    ProofPush local_1 = {};
    metal::float4 _e8 = push_1.rect;
    metal::float4 _e10 = push_1.depths;
    metal::float4 _e12 = push_1.color;
    metal::float4 _e14 = push_1.params;
    local_1 = ProofPush {_e8, _e10, _e12, _e14};
    ProofPlace _e16 = proofPlace(local_1, vertex_1, instance_1);
    o_1.position = _e16.position;
    o_1.value = value;
    Flat _e19 = o_1;
    return _e19;
}

uint naga_f2u32(float value) {
    return static_cast<uint>(metal::clamp(value, 0.0, 4294967000.0));
}

void vs_floats_1(
    thread metal::float4& v_u002e_a0_1,
    thread metal::float4& v_u002e_a1_1,
    thread metal::float4& v_u002e_a2_1,
    thread metal::float4& v_u002e_a3_1,
    thread metal::float4& v_u002e_a4_1,
    thread metal::float4& v_u002e_a5_1,
    thread metal::float4& v_u002e_a6_1,
    thread metal::float4& v_u002e_a7_1,
    thread metal::float4& v_u002e_a8_1,
    thread metal::float4& v_u002e_a9_1,
    thread metal::float4& v_u002e_a10_1,
    thread metal::float4& v_u002e_a11_1,
    thread metal::float4& v_u002e_a12_1,
    thread metal::float4& v_u002e_a13_1,
    thread metal::float4& v_u002e_a14_1,
    thread metal::float4& v_u002e_a15_1,
    constant ProofPush_std430_& push_1,
    thread int& global,
    thread int& global_1,
    thread metal::float4& global_2,
    thread metal::float4& entryPointParam_vs_floats_u002e_value
) {
    type_3 local_2 = {};
    metal::float4 _e23 = v_u002e_a0_1;
    metal::float4 _e24 = v_u002e_a1_1;
    metal::float4 _e25 = v_u002e_a2_1;
    metal::float4 _e26 = v_u002e_a3_1;
    metal::float4 _e27 = v_u002e_a4_1;
    metal::float4 _e28 = v_u002e_a5_1;
    metal::float4 _e29 = v_u002e_a6_1;
    metal::float4 _e30 = v_u002e_a7_1;
    metal::float4 _e31 = v_u002e_a8_1;
    metal::float4 _e32 = v_u002e_a9_1;
    metal::float4 _e33 = v_u002e_a10_1;
    metal::float4 _e34 = v_u002e_a11_1;
    metal::float4 _e35 = v_u002e_a12_1;
    metal::float4 _e36 = v_u002e_a13_1;
    metal::float4 _e37 = v_u002e_a14_1;
    metal::float4 _e38 = v_u002e_a15_1;
    local_2 = type_3 {{_e23, _e24, _e25, _e26, _e27, _e28, _e29, _e30, _e31, _e32, _e33, _e34, _e35, _e36, _e37, _e38}};
    metal::float4 _e41 = push_1.params;
    metal::float4 _e46 = local_2.inner[metal::min(unsigned(naga_mod(naga_f2u32(_e41.x), 16u)), 15u)];
    int _e47 = global;
    int _e49 = global_1;
    Flat _e51 = show(as_type<uint>(_e47), as_type<uint>(_e49), _e46, push_1);
    global_2 = _e51.position;
    entryPointParam_vs_floats_u002e_value = _e51.value;
    return;
}

struct vs_floatsInput {
    metal::float4 v_u002e_a0_ [[attribute(0)]];
    metal::float4 v_u002e_a1_ [[attribute(1)]];
    metal::float4 v_u002e_a2_ [[attribute(2)]];
    metal::float4 v_u002e_a3_ [[attribute(3)]];
    metal::float4 v_u002e_a4_ [[attribute(4)]];
    metal::float4 v_u002e_a5_ [[attribute(5)]];
    metal::float4 v_u002e_a6_ [[attribute(6)]];
    metal::float4 v_u002e_a7_ [[attribute(7)]];
    metal::float4 v_u002e_a8_ [[attribute(8)]];
    metal::float4 v_u002e_a9_ [[attribute(9)]];
    metal::float4 v_u002e_a10_ [[attribute(10)]];
    metal::float4 v_u002e_a11_ [[attribute(11)]];
    metal::float4 v_u002e_a12_ [[attribute(12)]];
    metal::float4 v_u002e_a13_ [[attribute(13)]];
    metal::float4 v_u002e_a14_ [[attribute(14)]];
    metal::float4 v_u002e_a15_ [[attribute(15)]];
};
struct vs_floatsOutput {
    metal::float4 member [[position]];
    metal::float4 member_1 [[user(loc0), flat]];
};
vertex vs_floatsOutput vs_floats(
  vs_floatsInput varyings [[stage_in]]
, uint param [[vertex_id]]
, uint param_1 [[instance_id]]
, constant ProofPush_std430_& push_1 [[buffer(0)]]
) {
    metal::float4 v_u002e_a0_1 = {};
    metal::float4 v_u002e_a1_1 = {};
    metal::float4 v_u002e_a2_1 = {};
    metal::float4 v_u002e_a3_1 = {};
    metal::float4 v_u002e_a4_1 = {};
    metal::float4 v_u002e_a5_1 = {};
    metal::float4 v_u002e_a6_1 = {};
    metal::float4 v_u002e_a7_1 = {};
    metal::float4 v_u002e_a8_1 = {};
    metal::float4 v_u002e_a9_1 = {};
    metal::float4 v_u002e_a10_1 = {};
    metal::float4 v_u002e_a11_1 = {};
    metal::float4 v_u002e_a12_1 = {};
    metal::float4 v_u002e_a13_1 = {};
    metal::float4 v_u002e_a14_1 = {};
    metal::float4 v_u002e_a15_1 = {};
    int global = {};
    int global_1 = {};
    metal::float4 global_2 = metal::float4(0.0, 0.0, 0.0, 1.0);
    metal::float4 entryPointParam_vs_floats_u002e_value = {};
    const auto v_u002e_a0_ = varyings.v_u002e_a0_;
    const auto v_u002e_a1_ = varyings.v_u002e_a1_;
    const auto v_u002e_a2_ = varyings.v_u002e_a2_;
    const auto v_u002e_a3_ = varyings.v_u002e_a3_;
    const auto v_u002e_a4_ = varyings.v_u002e_a4_;
    const auto v_u002e_a5_ = varyings.v_u002e_a5_;
    const auto v_u002e_a6_ = varyings.v_u002e_a6_;
    const auto v_u002e_a7_ = varyings.v_u002e_a7_;
    const auto v_u002e_a8_ = varyings.v_u002e_a8_;
    const auto v_u002e_a9_ = varyings.v_u002e_a9_;
    const auto v_u002e_a10_ = varyings.v_u002e_a10_;
    const auto v_u002e_a11_ = varyings.v_u002e_a11_;
    const auto v_u002e_a12_ = varyings.v_u002e_a12_;
    const auto v_u002e_a13_ = varyings.v_u002e_a13_;
    const auto v_u002e_a14_ = varyings.v_u002e_a14_;
    const auto v_u002e_a15_ = varyings.v_u002e_a15_;
    v_u002e_a0_1 = v_u002e_a0_;
    v_u002e_a1_1 = v_u002e_a1_;
    v_u002e_a2_1 = v_u002e_a2_;
    v_u002e_a3_1 = v_u002e_a3_;
    v_u002e_a4_1 = v_u002e_a4_;
    v_u002e_a5_1 = v_u002e_a5_;
    v_u002e_a6_1 = v_u002e_a6_;
    v_u002e_a7_1 = v_u002e_a7_;
    v_u002e_a8_1 = v_u002e_a8_;
    v_u002e_a9_1 = v_u002e_a9_;
    v_u002e_a10_1 = v_u002e_a10_;
    v_u002e_a11_1 = v_u002e_a11_;
    v_u002e_a12_1 = v_u002e_a12_;
    v_u002e_a13_1 = v_u002e_a13_;
    v_u002e_a14_1 = v_u002e_a14_;
    v_u002e_a15_1 = v_u002e_a15_;
    global = static_cast<int>(param);
    global_1 = static_cast<int>(param_1);
    vs_floats_1(v_u002e_a0_1, v_u002e_a1_1, v_u002e_a2_1, v_u002e_a3_1, v_u002e_a4_1, v_u002e_a5_1, v_u002e_a6_1, v_u002e_a7_1, v_u002e_a8_1, v_u002e_a9_1, v_u002e_a10_1, v_u002e_a11_1, v_u002e_a12_1, v_u002e_a13_1, v_u002e_a14_1, v_u002e_a15_1, push_1, global, global_1, global_2, entryPointParam_vs_floats_u002e_value);
    metal::float4 _e40 = global_2;
    metal::float4 _e41 = entryPointParam_vs_floats_u002e_value;
    const auto _tmp = VertexOutput {_e40, _e41};
    return vs_floatsOutput { _tmp.member, _tmp.member_1 };
}
