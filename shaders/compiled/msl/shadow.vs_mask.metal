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

struct Masked {
    metal::float4 position;
    metal::float2 uv;
    float alpha;
    char _pad3[4];
};
struct Light_std140_ {
    metal::float4 positionKind;
    metal::float4 directionRange;
    metal::float4 color;
    metal::float4 spot;
};
struct type_5 {
    Light_std140_ inner[16];
};
struct _Array_std140_Light16_ {
    type_5 data;
};
struct Frame_std140_ {
    metal::float4x4 viewProj;
    metal::float4x4 invViewProj;
    metal::float4x4 shadowViewProj;
    metal::float4 eye;
    metal::float4 sunDirection;
    metal::float4 sunColor;
    metal::float4 skyColor;
    metal::float4 horizonColor;
    metal::float4 groundColor;
    metal::float4 params;
    metal::float4 shadowParams;
    _Array_std140_Light16_ lights;
};
struct Draw_std430_ {
    metal::float4x4 model;
    metal::float4 normal0_;
    metal::float4 normal1_;
    metal::float4 normal2_;
    metal::float4 params;
};
struct UvTransform_std140_ {
    metal::float4 row0_;
    metal::float4 row1_;
};
struct type_7 {
    UvTransform_std140_ inner[5];
};
struct _Array_std140_UvTransform5_ {
    type_7 data;
};
struct Material_std140_ {
    metal::float4 baseColor;
    metal::float4 emissive;
    metal::float4 factors;
    metal::float4 params;
    _Array_std140_UvTransform5_ uv;
};
struct VertexOutput {
    metal::float4 member;
    metal::float2 member_1;
    float member_2;
    char _pad3[4];
};

metal::float2 transformUv(
    uint param,
    metal::float4 param_1,
    constant Material_std140_& material
) {
    metal::float2 local = {};
    metal::float4 _e9 = uint(param) < 5 ? material.uv.data.inner[param].row0_ : DefaultConstructible();
    if (_e9.w > 0.5) {
        local = param_1.zw;
    } else {
        local = param_1.xy;
    }
    metal::float2 _e15 = local;
    metal::float4 _e20 = uint(param) < 5 ? material.uv.data.inner[param].row1_ : DefaultConstructible();
    metal::float2 _e22 = local;
    return metal::float2(metal::dot(_e9.xy, _e15) + _e9.z, metal::dot(_e20.xy, _e22) + _e20.z);
}

metal::float4 project(
    metal::float3 position,
    constant Frame_std140_& frame,
    constant Draw_std430_& draw
) {
    metal::float4x4 _e5 = frame.shadowViewProj;
    metal::float4x4 _e8 = draw.model;
    return (metal::float4(position, 1.0) * metal::transpose(_e8)) * metal::transpose(_e5);
}

void vs_mask_1(
    thread metal::float3& v_u002e_position_1,
    constant Frame_std140_& frame,
    constant Draw_std430_& draw,
    thread metal::float2& v_u002e_uv0_1,
    thread metal::float2& v_u002e_uv1_1,
    constant Material_std140_& material,
    thread metal::float4& v_u002e_color_1,
    thread metal::float4& global,
    thread metal::float2& entryPointParam_vs_mask_u002e_uv,
    thread float& entryPointParam_vs_mask_u002e_alpha
) {
    Masked o = {};
    metal::float3 _e11 = v_u002e_position_1;
    metal::float4 _e12 = project(_e11, frame, draw);
    o.position = _e12;
    metal::float2 _e14 = v_u002e_uv0_1;
    metal::float2 _e15 = v_u002e_uv1_1;
    metal::float2 _e17 = transformUv(0u, metal::float4(_e14, _e15), material);
    o.uv = _e17;
    metal::float4 _e20 = material.baseColor;
    metal::float4 _e22 = v_u002e_color_1;
    o.alpha = _e20.w * _e22.w;
    Masked _e25 = o;
    global = _e25.position;
    entryPointParam_vs_mask_u002e_uv = _e25.uv;
    entryPointParam_vs_mask_u002e_alpha = _e25.alpha;
    return;
}

struct vs_maskInput {
    metal::float3 v_u002e_position [[attribute(0)]];
    metal::float2 v_u002e_uv0_ [[attribute(3)]];
    metal::float2 v_u002e_uv1_ [[attribute(4)]];
    metal::float4 v_u002e_color [[attribute(5)]];
};
struct vs_maskOutput {
    metal::float4 member [[position]];
    metal::float2 member_1 [[user(loc0), center_perspective]];
    float member_2 [[user(loc1), center_perspective]];
};
vertex vs_maskOutput vs_mask(
  vs_maskInput varyings [[stage_in]]
, constant Frame_std140_& frame [[buffer(0)]]
, constant Draw_std430_& draw [[buffer(2)]]
, constant Material_std140_& material [[buffer(1)]]
) {
    metal::float3 v_u002e_position_1 = {};
    metal::float2 v_u002e_uv0_1 = {};
    metal::float2 v_u002e_uv1_1 = {};
    metal::float4 v_u002e_color_1 = {};
    metal::float4 global = metal::float4(0.0, 0.0, 0.0, 1.0);
    metal::float2 entryPointParam_vs_mask_u002e_uv = {};
    float entryPointParam_vs_mask_u002e_alpha = {};
    const auto v_u002e_position = varyings.v_u002e_position;
    const auto v_u002e_uv0_ = varyings.v_u002e_uv0_;
    const auto v_u002e_uv1_ = varyings.v_u002e_uv1_;
    const auto v_u002e_color = varyings.v_u002e_color;
    v_u002e_position_1 = v_u002e_position;
    v_u002e_uv0_1 = v_u002e_uv0_;
    v_u002e_uv1_1 = v_u002e_uv1_;
    v_u002e_color_1 = v_u002e_color;
    vs_mask_1(v_u002e_position_1, frame, draw, v_u002e_uv0_1, v_u002e_uv1_1, material, v_u002e_color_1, global, entryPointParam_vs_mask_u002e_uv, entryPointParam_vs_mask_u002e_alpha);
    metal::float4 _e11 = global;
    metal::float2 _e12 = entryPointParam_vs_mask_u002e_uv;
    float _e13 = entryPointParam_vs_mask_u002e_alpha;
    const auto _tmp = VertexOutput {_e11, _e12, _e13};
    return vs_maskOutput { _tmp.member, _tmp.member_1, _tmp.member_2 };
}
