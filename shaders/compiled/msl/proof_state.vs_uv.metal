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

struct ProofPush {
    metal::float4 rect;
    metal::float4 depths;
    metal::float4 color;
    metal::float4 params;
};
struct Placed {
    metal::float4 position;
    metal::float2 uv;
    char _pad2[8];
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
    metal::float2 member_1;
    char _pad2[8];
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

void vs_uv_1(
    constant ProofPush_std430_& push_1,
    thread int& global,
    thread metal::float4& global_1,
    thread metal::float2& entryPointParam_vs_uv_u002e_uv
) {
    ProofPush local_1 = {};
    Placed o_1 = {};
    metal::float4 _e8 = push_1.rect;
    metal::float4 _e10 = push_1.depths;
    metal::float4 _e12 = push_1.color;
    metal::float4 _e14 = push_1.params;
    int _e16 = global;
    local_1 = ProofPush {_e8, _e10, _e12, _e14};
    ProofPlace _e18 = proofPlace(local_1, as_type<uint>(_e16), 0u);
    o_1.position = _e18.position;
    o_1.uv = _e18.uv;
    Placed _e23 = o_1;
    global_1 = _e23.position;
    entryPointParam_vs_uv_u002e_uv = _e23.uv;
    return;
}

struct vs_uvInput {
};
struct vs_uvOutput {
    metal::float4 member [[position]];
    metal::float2 member_1 [[user(loc0), center_perspective]];
};
vertex vs_uvOutput vs_uv(
  uint param [[vertex_id]]
, constant ProofPush_std430_& push_1 [[buffer(0)]]
) {
    int global = {};
    metal::float4 global_1 = metal::float4(0.0, 0.0, 0.0, 1.0);
    metal::float2 entryPointParam_vs_uv_u002e_uv = {};
    global = static_cast<int>(param);
    vs_uv_1(push_1, global, global_1, entryPointParam_vs_uv_u002e_uv);
    metal::float4 _e5 = global_1;
    metal::float2 _e6 = entryPointParam_vs_uv_u002e_uv;
    const auto _tmp = VertexOutput {_e5, _e6};
    return vs_uvOutput { _tmp.member, _tmp.member_1 };
}
