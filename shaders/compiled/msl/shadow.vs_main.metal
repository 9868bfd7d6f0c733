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

struct Light_std140_ {
    metal::float4 positionKind;
    metal::float4 directionRange;
    metal::float4 color;
    metal::float4 spot;
};
struct type_4 {
    Light_std140_ inner[16];
};
struct _Array_std140_Light16_ {
    type_4 data;
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

metal::float4 project(
    metal::float3 position_1,
    constant Frame_std140_& frame,
    constant Draw_std430_& draw
) {
    metal::float4x4 _e5 = frame.shadowViewProj;
    metal::float4x4 _e8 = draw.model;
    return (metal::float4(position_1, 1.0) * metal::transpose(_e8)) * metal::transpose(_e5);
}

void vs_main_1(
    thread metal::float3& position_2,
    constant Frame_std140_& frame,
    constant Draw_std430_& draw,
    thread metal::float4& global
) {
    metal::float3 _e2 = position_2;
    metal::float4 _e3 = project(_e2, frame, draw);
    global = _e3;
    return;
}

struct vs_mainInput {
    metal::float3 position [[attribute(0)]];
};
struct vs_mainOutput {
    metal::float4 member [[position]];
};
vertex vs_mainOutput vs_main(
  vs_mainInput varyings [[stage_in]]
, constant Frame_std140_& frame [[buffer(0)]]
, constant Draw_std430_& draw [[buffer(1)]]
) {
    metal::float3 position_2 = {};
    metal::float4 global = metal::float4(0.0, 0.0, 0.0, 1.0);
    const auto position = varyings.position;
    position_2 = position;
    vs_main_1(position_2, frame, draw, global);
    metal::float4 _e3 = global;
    return vs_mainOutput { _e3 };
}
