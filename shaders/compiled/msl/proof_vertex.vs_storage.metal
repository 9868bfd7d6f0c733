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

struct _mslBufferSizes {
    uint size2;
    uint size3;
    uint size4;
    uint size5;
};

typedef metal::float4 type_4[1];
struct StructuredBuffer {
    type_4 _member0_;
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

void vs_storage_1(
    thread int& global,
    thread int& global_1,
    device StructuredBuffer const& first,
    device StructuredBuffer const& second,
    device StructuredBuffer const& third,
    device StructuredBuffer const& fourth,
    constant ProofPush_std430_& push_1,
    thread metal::float4& global_2,
    thread metal::float4& entryPointParam_vs_storage_u002e_value,
    constant _mslBufferSizes& _buffer_sizes
) {
    int _e9 = global;
    int _e12 = global_1;
    uint _e14 = naga_div(as_type<uint>(_e9), 6u) + as_type<uint>(_e12);
    metal::float4 _e17 = uint(_e14) < 1 + (_buffer_sizes.size2 - 0 - 16) / 16 ? first._member0_[_e14] : DefaultConstructible();
    metal::float4 _e21 = uint(_e14) < 1 + (_buffer_sizes.size3 - 0 - 16) / 16 ? second._member0_[_e14] : DefaultConstructible();
    metal::float4 _e25 = uint(_e14) < 1 + (_buffer_sizes.size4 - 0 - 16) / 16 ? third._member0_[_e14] : DefaultConstructible();
    metal::float4 _e29 = uint(_e14) < 1 + (_buffer_sizes.size5 - 0 - 16) / 16 ? fourth._member0_[_e14] : DefaultConstructible();
    int _e32 = global;
    int _e34 = global_1;
    Flat _e36 = show(as_type<uint>(_e32), as_type<uint>(_e34), metal::float4(_e17.x, _e21.y, _e25.z, _e29.w), push_1);
    global_2 = _e36.position;
    entryPointParam_vs_storage_u002e_value = _e36.value;
    return;
}

struct vs_storageInput {
};
struct vs_storageOutput {
    metal::float4 member [[position]];
    metal::float4 member_1 [[user(loc0), flat]];
};
vertex vs_storageOutput vs_storage(
  uint param [[vertex_id]]
, uint param_1 [[instance_id]]
, device StructuredBuffer const& first [[buffer(0)]]
, device StructuredBuffer const& second [[buffer(1)]]
, device StructuredBuffer const& third [[buffer(2)]]
, device StructuredBuffer const& fourth [[buffer(3)]]
, constant ProofPush_std430_& push_1 [[buffer(4)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(5)]]
) {
    int global = {};
    int global_1 = {};
    metal::float4 global_2 = metal::float4(0.0, 0.0, 0.0, 1.0);
    metal::float4 entryPointParam_vs_storage_u002e_value = {};
    global = static_cast<int>(param);
    global_1 = static_cast<int>(param_1);
    vs_storage_1(global, global_1, first, second, third, fourth, push_1, global_2, entryPointParam_vs_storage_u002e_value, _buffer_sizes);
    metal::float4 _e8 = global_2;
    metal::float4 _e9 = entryPointParam_vs_storage_u002e_value;
    const auto _tmp = VertexOutput {_e8, _e9};
    return vs_storageOutput { _tmp.member, _tmp.member_1 };
}
