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
    metal::float3 world;
    metal::float3 normal;
    metal::float4 tangent;
    metal::float4 uv01_;
    metal::float4 color;
    float size;
    char _pad7[12];
};
struct Draw {
    metal::float4x4 model;
    metal::float4 normal0_;
    metal::float4 normal1_;
    metal::float4 normal2_;
    metal::float4 params;
};
struct Draw_std430_ {
    metal::float4x4 model;
    metal::float4 normal0_;
    metal::float4 normal1_;
    metal::float4 normal2_;
    metal::float4 params;
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
struct VertexOutput {
    metal::float4 member;
    metal::float3 member_1;
    metal::float3 member_2;
    metal::float4 member_3;
    metal::float4 member_4;
    metal::float4 member_5;
    float member_6;
    char _pad7[12];
};

metal::float3 normalToWorld(
    thread Draw& draw,
    metal::float3 n
) {
    metal::float4 _e3 = draw.normal0_;
    metal::float4 _e8 = draw.normal1_;
    metal::float4 _e14 = draw.normal2_;
    return ((_e3.xyz * n.x) + (_e8.xyz * n.y)) + (_e14.xyz * n.z);
}

void vs_main_1(
    constant Draw_std430_& draw_1,
    thread metal::float3& v_u002e_position_1,
    constant Frame_std140_& frame,
    thread metal::float3& v_u002e_normal_1,
    thread metal::float4& v_u002e_tangent_1,
    thread metal::float2& v_u002e_uv0_1,
    thread metal::float2& v_u002e_uv1_1,
    thread metal::float4& v_u002e_color_1,
    thread metal::float4& global,
    thread metal::float3& entryPointParam_vs_main_u002e_world,
    thread metal::float3& entryPointParam_vs_main_u002e_normal,
    thread metal::float4& entryPointParam_vs_main_u002e_tangent,
    thread metal::float4& entryPointParam_vs_main_u002e_uv01_,
    thread metal::float4& entryPointParam_vs_main_u002e_color,
    thread float& global_1
) {
    Varyings o = {};
    Draw local = {};
    metal::float4x4 _e20 = draw_1.model;
    metal::float4x4 _e21 = metal::transpose(_e20);
    metal::float3 _e22 = v_u002e_position_1;
    metal::float4 _e24 = metal::float4(_e22, 1.0) * _e21;
    metal::float4x4 _e27 = frame.viewProj;
    o.position = _e24 * metal::transpose(_e27);
    o.world = _e24.xyz;
    metal::float4 _e34 = draw_1.normal0_;
    metal::float4 _e36 = draw_1.normal1_;
    metal::float4 _e38 = draw_1.normal2_;
    metal::float4 _e40 = draw_1.params;
    metal::float3 _e42 = v_u002e_normal_1;
    local = Draw {_e21, _e34, _e36, _e38, _e40};
    metal::float3 _e43 = normalToWorld(local, _e42);
    o.normal = _e43;
    metal::float4 _e45 = v_u002e_tangent_1;
    metal::float4 _e50 = v_u002e_tangent_1;
    o.tangent = metal::float4((metal::float4(_e45.xyz, 0.0) * _e21).xyz, _e50.w);
    metal::float2 _e54 = v_u002e_uv0_1;
    metal::float2 _e55 = v_u002e_uv1_1;
    o.uv01_ = metal::float4(_e54, _e55);
    metal::float4 _e58 = v_u002e_color_1;
    o.color = _e58;
    o.size = 1.0;
    Varyings _e60 = o;
    global = _e60.position;
    entryPointParam_vs_main_u002e_world = _e60.world;
    entryPointParam_vs_main_u002e_normal = _e60.normal;
    entryPointParam_vs_main_u002e_tangent = _e60.tangent;
    entryPointParam_vs_main_u002e_uv01_ = _e60.uv01_;
    entryPointParam_vs_main_u002e_color = _e60.color;
    global_1 = _e60.size;
    return;
}

struct vs_mainInput {
    metal::float3 v_u002e_position [[attribute(0)]];
    metal::float3 v_u002e_normal [[attribute(1)]];
    metal::float4 v_u002e_tangent [[attribute(2)]];
    metal::float2 v_u002e_uv0_ [[attribute(3)]];
    metal::float2 v_u002e_uv1_ [[attribute(4)]];
    metal::float4 v_u002e_color [[attribute(5)]];
};
struct vs_mainOutput {
    metal::float4 member [[position]];
    metal::float3 member_1 [[user(loc0), center_perspective]];
    metal::float3 member_2 [[user(loc1), center_perspective]];
    metal::float4 member_3 [[user(loc2), center_perspective]];
    metal::float4 member_4 [[user(loc3), center_perspective]];
    metal::float4 member_5 [[user(loc4), center_perspective]];
    float member_6 [[point_size]];
};
vertex vs_mainOutput vs_main(
  vs_mainInput varyings [[stage_in]]
, constant Draw_std430_& draw_1 [[buffer(1)]]
, constant Frame_std140_& frame [[buffer(0)]]
) {
    metal::float3 v_u002e_position_1 = {};
    metal::float3 v_u002e_normal_1 = {};
    metal::float4 v_u002e_tangent_1 = {};
    metal::float2 v_u002e_uv0_1 = {};
    metal::float2 v_u002e_uv1_1 = {};
    metal::float4 v_u002e_color_1 = {};
    metal::float4 global = metal::float4(0.0, 0.0, 0.0, 1.0);
    metal::float3 entryPointParam_vs_main_u002e_world = {};
    metal::float3 entryPointParam_vs_main_u002e_normal = {};
    metal::float4 entryPointParam_vs_main_u002e_tangent = {};
    metal::float4 entryPointParam_vs_main_u002e_uv01_ = {};
    metal::float4 entryPointParam_vs_main_u002e_color = {};
    float global_1 = 1.0;
    const auto v_u002e_position = varyings.v_u002e_position;
    const auto v_u002e_normal = varyings.v_u002e_normal;
    const auto v_u002e_tangent = varyings.v_u002e_tangent;
    const auto v_u002e_uv0_ = varyings.v_u002e_uv0_;
    const auto v_u002e_uv1_ = varyings.v_u002e_uv1_;
    const auto v_u002e_color = varyings.v_u002e_color;
    v_u002e_position_1 = v_u002e_position;
    v_u002e_normal_1 = v_u002e_normal;
    v_u002e_tangent_1 = v_u002e_tangent;
    v_u002e_uv0_1 = v_u002e_uv0_;
    v_u002e_uv1_1 = v_u002e_uv1_;
    v_u002e_color_1 = v_u002e_color;
    vs_main_1(draw_1, v_u002e_position_1, frame, v_u002e_normal_1, v_u002e_tangent_1, v_u002e_uv0_1, v_u002e_uv1_1, v_u002e_color_1, global, entryPointParam_vs_main_u002e_world, entryPointParam_vs_main_u002e_normal, entryPointParam_vs_main_u002e_tangent, entryPointParam_vs_main_u002e_uv01_, entryPointParam_vs_main_u002e_color, global_1);
    metal::float4 _e19 = global;
    metal::float3 _e20 = entryPointParam_vs_main_u002e_world;
    metal::float3 _e21 = entryPointParam_vs_main_u002e_normal;
    metal::float4 _e22 = entryPointParam_vs_main_u002e_tangent;
    metal::float4 _e23 = entryPointParam_vs_main_u002e_uv01_;
    metal::float4 _e24 = entryPointParam_vs_main_u002e_color;
    float _e25 = global_1;
    const auto _tmp = VertexOutput {_e19, _e20, _e21, _e22, _e23, _e24, _e25};
    return vs_mainOutput { _tmp.member, _tmp.member_1, _tmp.member_2, _tmp.member_3, _tmp.member_4, _tmp.member_5, _tmp.member_6 };
}
