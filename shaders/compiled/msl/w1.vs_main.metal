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

void vs_main_1(
    constant Item_std140_& item,
    thread metal::float2& position_1,
    thread metal::float4& global
) {
    metal::float4 _e6 = item.offsetScale;
    metal::float2 _e8 = position_1;
    metal::float4 _e10 = item.offsetScale;
    global = metal::float4((_e8 * _e6.zw) + _e10.xy, 0.5, 1.0);
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
) {
    metal::float2 position_1 = {};
    metal::float4 global = metal::float4(0.0, 0.0, 0.0, 1.0);
    const auto position = varyings.position;
    position_1 = position;
    vs_main_1(item, position_1, global);
    metal::float4 _e3 = global;
    return vs_mainOutput { _e3 };
}
