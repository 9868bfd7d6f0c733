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
struct Column {
    metal::float4 position;
    uint column;
    char _pad2[12];
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
    uint member_1;
    char _pad2[12];
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

void vs_column_1(
    constant ProofPush_std430_& push_1,
    thread int& global,
    thread int& global_1,
    thread metal::float4& global_2,
    thread uint& entryPointParam_vs_column_u002e_column
) {
    ProofPush local_1 = {};
    Column o_1 = {};
    metal::float4 _e8 = push_1.rect;
    metal::float4 _e10 = push_1.depths;
    metal::float4 _e12 = push_1.color;
    metal::float4 _e14 = push_1.params;
    int _e16 = global;
    int _e18 = global_1;
    local_1 = ProofPush {_e8, _e10, _e12, _e14};
    ProofPlace _e20 = proofPlace(local_1, as_type<uint>(_e16), as_type<uint>(_e18));
    o_1.position = _e20.position;
    o_1.column = _e20.column;
    Column _e25 = o_1;
    global_2 = _e25.position;
    entryPointParam_vs_column_u002e_column = _e25.column;
    return;
}

struct vs_columnInput {
};
struct vs_columnOutput {
    metal::float4 member [[position]];
    uint member_1 [[user(loc0), flat]];
};
vertex vs_columnOutput vs_column(
  uint param [[vertex_id]]
, uint param_1 [[instance_id]]
, constant ProofPush_std430_& push_1 [[buffer(0)]]
) {
    int global = {};
    int global_1 = {};
    metal::float4 global_2 = metal::float4(0.0, 0.0, 0.0, 1.0);
    uint entryPointParam_vs_column_u002e_column = {};
    global = static_cast<int>(param);
    global_1 = static_cast<int>(param_1);
    vs_column_1(push_1, global, global_1, global_2, entryPointParam_vs_column_u002e_column);
    metal::float4 _e8 = global_2;
    uint _e9 = entryPointParam_vs_column_u002e_column;
    const auto _tmp = VertexOutput {_e8, _e9};
    return vs_columnOutput { _tmp.member, _tmp.member_1 };
}
