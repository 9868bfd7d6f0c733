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

struct Valued {
    metal::float4 position;
    metal::float4 color;
};
struct ProofPush {
    metal::float4 rect;
    metal::float4 depths;
    metal::float4 color;
    metal::float4 params;
};
struct ProofPush_std430_ {
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
struct type_6 {
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
    type_6 local = {};
    ProofPlace o = {};
    local = type_6 {{metal::float2(0.0, 0.0), metal::float2(1.0, 0.0), metal::float2(1.0, 1.0), metal::float2(0.0, 0.0), metal::float2(1.0, 1.0), metal::float2(0.0, 1.0)}};
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

void vs_stepped_1(
    constant ProofPush_std430_& push_1,
    thread int& global,
    thread int& global_1,
    thread metal::float4& value_1,
    thread metal::float4& global_2,
    thread metal::float4& entryPointParam_vs_stepped_u002e_color
) {
    Valued o_1 = {};
    ProofPush local_1 = {};
    metal::float4 _e10 = push_1.rect;
    metal::float4 _e12 = push_1.depths;
    metal::float4 _e14 = push_1.color;
    metal::float4 _e16 = push_1.params;
    int _e18 = global;
    int _e20 = global_1;
    local_1 = ProofPush {_e10, _e12, _e14, _e16};
    ProofPlace _e22 = proofPlace(local_1, as_type<uint>(_e18), as_type<uint>(_e20));
    o_1.position = _e22.position;
    metal::float4 _e25 = value_1;
    o_1.color = _e25;
    Valued _e26 = o_1;
    global_2 = _e26.position;
    entryPointParam_vs_stepped_u002e_color = _e26.color;
    return;
}

struct vs_steppedInput {
    metal::float4 value [[attribute(0)]];
};
struct vs_steppedOutput {
    metal::float4 member [[position]];
    metal::float4 member_1 [[user(loc0), flat]];
};
vertex vs_steppedOutput vs_stepped(
  vs_steppedInput varyings [[stage_in]]
, uint param [[vertex_id]]
, uint param_1 [[instance_id]]
, constant ProofPush_std430_& push_1 [[buffer(0)]]
) {
    int global = {};
    int global_1 = {};
    metal::float4 value_1 = {};
    metal::float4 global_2 = metal::float4(0.0, 0.0, 0.0, 1.0);
    metal::float4 entryPointParam_vs_stepped_u002e_color = {};
    const auto value = varyings.value;
    value_1 = value;
    global = static_cast<int>(param);
    global_1 = static_cast<int>(param_1);
    vs_stepped_1(push_1, global, global_1, value_1, global_2, entryPointParam_vs_stepped_u002e_color);
    metal::float4 _e10 = global_2;
    metal::float4 _e11 = entryPointParam_vs_stepped_u002e_color;
    const auto _tmp = VertexOutput {_e10, _e11};
    return vs_steppedOutput { _tmp.member, _tmp.member_1 };
}
