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

struct Item_std140_ {
    metal::float4 offsetScale;
    metal::float4 color;
};
struct Push_std430_ {
    metal::float4 color;
    metal::float4 offset;
    metal::float4 unused0_;
    metal::float4 unused1_;
};

void vs_main_1(
    constant Item_std140_& item,
    thread metal::float2& position_1,
    constant Push_std430_& push,
    thread metal::float4& global
) {
    metal::float4 _e7 = item.offsetScale;
    metal::float2 _e9 = position_1;
    metal::float4 _e11 = item.offsetScale;
    metal::float4 _e15 = push.offset;
    global = metal::float4(((_e9 * _e7.zw) + _e11.xy) + _e15.xy, 0.5, 1.0);
    return;
}

struct vs_mainInput {
    metal::float2 position [[attribute(0)]];
};
struct vs_mainOutput {
    metal::float4 member [[position]];
};
vertex vs_mainOutput vs_main(
  vs_mainInput varyings [[stage_in]]
, constant Item_std140_& item [[buffer(0)]]
, constant Push_std430_& push [[buffer(1)]]
) {
    metal::float2 position_1 = {};
    metal::float4 global = metal::float4(0.0, 0.0, 0.0, 1.0);
    const auto position = varyings.position;
    position_1 = position;
    vs_main_1(item, position_1, push, global);
    metal::float4 _e3 = global;
    return vs_mainOutput { _e3 };
}
