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
struct type_9 {
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
    type_9 local = {};
    ProofPlace o = {};
    local = type_9 {{metal::float2(0.0, 0.0), metal::float2(1.0, 0.0), metal::float2(1.0, 1.0), metal::float2(0.0, 0.0), metal::float2(1.0, 1.0), metal::float2(0.0, 1.0)}};
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

void vs_integers_1(
    thread metal::uint4& v_u002e_u0_1,
    thread metal::uint4& v_u002e_u1_1,
    thread metal::uint4& v_u002e_u2_1,
    thread metal::uint4& v_u002e_u3_1,
    thread metal::uint4& v_u002e_u4_1,
    thread metal::uint4& v_u002e_u5_1,
    thread metal::uint4& v_u002e_u6_1,
    thread metal::uint4& v_u002e_u7_1,
    thread metal::int4& v_u002e_s0_1,
    thread metal::int4& v_u002e_s1_1,
    thread metal::int4& v_u002e_s2_1,
    thread metal::int4& v_u002e_s3_1,
    thread metal::int4& v_u002e_s4_1,
    thread metal::int4& v_u002e_s5_1,
    thread metal::int4& v_u002e_s6_1,
    thread metal::int4& v_u002e_s7_1,
    constant ProofPush_std430_& push_1,
    thread int& global,
    thread int& global_1,
    thread metal::float4& global_2,
    thread metal::float4& entryPointParam_vs_integers_u002e_value
) {
    type_3 local_2 = {};
    metal::uint4 _e23 = v_u002e_u0_1;
    metal::uint4 _e25 = v_u002e_u1_1;
    metal::uint4 _e27 = v_u002e_u2_1;
    metal::uint4 _e29 = v_u002e_u3_1;
    metal::uint4 _e31 = v_u002e_u4_1;
    metal::uint4 _e33 = v_u002e_u5_1;
    metal::uint4 _e35 = v_u002e_u6_1;
    metal::uint4 _e37 = v_u002e_u7_1;
    metal::int4 _e39 = v_u002e_s0_1;
    metal::int4 _e41 = v_u002e_s1_1;
    metal::int4 _e43 = v_u002e_s2_1;
    metal::int4 _e45 = v_u002e_s3_1;
    metal::int4 _e47 = v_u002e_s4_1;
    metal::int4 _e49 = v_u002e_s5_1;
    metal::int4 _e51 = v_u002e_s6_1;
    metal::int4 _e53 = v_u002e_s7_1;
    local_2 = type_3 {{static_cast<metal::float4>(_e23), static_cast<metal::float4>(_e25), static_cast<metal::float4>(_e27), static_cast<metal::float4>(_e29), static_cast<metal::float4>(_e31), static_cast<metal::float4>(_e33), static_cast<metal::float4>(_e35), static_cast<metal::float4>(_e37), static_cast<metal::float4>(_e39), static_cast<metal::float4>(_e41), static_cast<metal::float4>(_e43), static_cast<metal::float4>(_e45), static_cast<metal::float4>(_e47), static_cast<metal::float4>(_e49), static_cast<metal::float4>(_e51), static_cast<metal::float4>(_e53)}};
    metal::float4 _e57 = push_1.params;
    metal::float4 _e62 = local_2.inner[metal::min(unsigned(naga_mod(naga_f2u32(_e57.x), 16u)), 15u)];
    int _e63 = global;
    int _e65 = global_1;
    Flat _e67 = show(as_type<uint>(_e63), as_type<uint>(_e65), _e62, push_1);
    global_2 = _e67.position;
    entryPointParam_vs_integers_u002e_value = _e67.value;
    return;
}

struct vs_integersInput {
    metal::uint4 v_u002e_u0_ [[attribute(0)]];
    metal::uint4 v_u002e_u1_ [[attribute(1)]];
    metal::uint4 v_u002e_u2_ [[attribute(2)]];
    metal::uint4 v_u002e_u3_ [[attribute(3)]];
    metal::uint4 v_u002e_u4_ [[attribute(4)]];
    metal::uint4 v_u002e_u5_ [[attribute(5)]];
    metal::uint4 v_u002e_u6_ [[attribute(6)]];
    metal::uint4 v_u002e_u7_ [[attribute(7)]];
    metal::int4 v_u002e_s0_ [[attribute(8)]];
    metal::int4 v_u002e_s1_ [[attribute(9)]];
    metal::int4 v_u002e_s2_ [[attribute(10)]];
    metal::int4 v_u002e_s3_ [[attribute(11)]];
    metal::int4 v_u002e_s4_ [[attribute(12)]];
    metal::int4 v_u002e_s5_ [[attribute(13)]];
    metal::int4 v_u002e_s6_ [[attribute(14)]];
    metal::int4 v_u002e_s7_ [[attribute(15)]];
};
struct vs_integersOutput {
    metal::float4 member [[position]];
    metal::float4 member_1 [[user(loc0), flat]];
};
vertex vs_integersOutput vs_integers(
  vs_integersInput varyings [[stage_in]]
, uint param [[vertex_id]]
, uint param_1 [[instance_id]]
, constant ProofPush_std430_& push_1 [[buffer(0)]]
) {
    metal::uint4 v_u002e_u0_1 = {};
    metal::uint4 v_u002e_u1_1 = {};
    metal::uint4 v_u002e_u2_1 = {};
    metal::uint4 v_u002e_u3_1 = {};
    metal::uint4 v_u002e_u4_1 = {};
    metal::uint4 v_u002e_u5_1 = {};
    metal::uint4 v_u002e_u6_1 = {};
    metal::uint4 v_u002e_u7_1 = {};
    metal::int4 v_u002e_s0_1 = {};
    metal::int4 v_u002e_s1_1 = {};
    metal::int4 v_u002e_s2_1 = {};
    metal::int4 v_u002e_s3_1 = {};
    metal::int4 v_u002e_s4_1 = {};
    metal::int4 v_u002e_s5_1 = {};
    metal::int4 v_u002e_s6_1 = {};
    metal::int4 v_u002e_s7_1 = {};
    int global = {};
    int global_1 = {};
    metal::float4 global_2 = metal::float4(0.0, 0.0, 0.0, 1.0);
    metal::float4 entryPointParam_vs_integers_u002e_value = {};
    const auto v_u002e_u0_ = varyings.v_u002e_u0_;
    const auto v_u002e_u1_ = varyings.v_u002e_u1_;
    const auto v_u002e_u2_ = varyings.v_u002e_u2_;
    const auto v_u002e_u3_ = varyings.v_u002e_u3_;
    const auto v_u002e_u4_ = varyings.v_u002e_u4_;
    const auto v_u002e_u5_ = varyings.v_u002e_u5_;
    const auto v_u002e_u6_ = varyings.v_u002e_u6_;
    const auto v_u002e_u7_ = varyings.v_u002e_u7_;
    const auto v_u002e_s0_ = varyings.v_u002e_s0_;
    const auto v_u002e_s1_ = varyings.v_u002e_s1_;
    const auto v_u002e_s2_ = varyings.v_u002e_s2_;
    const auto v_u002e_s3_ = varyings.v_u002e_s3_;
    const auto v_u002e_s4_ = varyings.v_u002e_s4_;
    const auto v_u002e_s5_ = varyings.v_u002e_s5_;
    const auto v_u002e_s6_ = varyings.v_u002e_s6_;
    const auto v_u002e_s7_ = varyings.v_u002e_s7_;
    v_u002e_u0_1 = v_u002e_u0_;
    v_u002e_u1_1 = v_u002e_u1_;
    v_u002e_u2_1 = v_u002e_u2_;
    v_u002e_u3_1 = v_u002e_u3_;
    v_u002e_u4_1 = v_u002e_u4_;
    v_u002e_u5_1 = v_u002e_u5_;
    v_u002e_u6_1 = v_u002e_u6_;
    v_u002e_u7_1 = v_u002e_u7_;
    v_u002e_s0_1 = v_u002e_s0_;
    v_u002e_s1_1 = v_u002e_s1_;
    v_u002e_s2_1 = v_u002e_s2_;
    v_u002e_s3_1 = v_u002e_s3_;
    v_u002e_s4_1 = v_u002e_s4_;
    v_u002e_s5_1 = v_u002e_s5_;
    v_u002e_s6_1 = v_u002e_s6_;
    v_u002e_s7_1 = v_u002e_s7_;
    global = static_cast<int>(param);
    global_1 = static_cast<int>(param_1);
    vs_integers_1(v_u002e_u0_1, v_u002e_u1_1, v_u002e_u2_1, v_u002e_u3_1, v_u002e_u4_1, v_u002e_u5_1, v_u002e_u6_1, v_u002e_u7_1, v_u002e_s0_1, v_u002e_s1_1, v_u002e_s2_1, v_u002e_s3_1, v_u002e_s4_1, v_u002e_s5_1, v_u002e_s6_1, v_u002e_s7_1, push_1, global, global_1, global_2, entryPointParam_vs_integers_u002e_value);
    metal::float4 _e40 = global_2;
    metal::float4 _e41 = entryPointParam_vs_integers_u002e_value;
    const auto _tmp = VertexOutput {_e40, _e41};
    return vs_integersOutput { _tmp.member, _tmp.member_1 };
}
