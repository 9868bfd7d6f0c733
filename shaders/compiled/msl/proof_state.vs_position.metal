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


void vs_position_1(
    thread metal::float2& at_1,
    thread metal::float4& global
) {
    metal::float2 _e4 = at_1;
    global = metal::float4(_e4, 0.5, 1.0);
    return;
}

struct vs_positionInput {
    metal::float2 at [[attribute(0)]];
};
struct vs_positionOutput {
    metal::float4 member [[position]];
};
vertex vs_positionOutput vs_position(
  vs_positionInput varyings [[stage_in]]
) {
    metal::float2 at_1 = {};
    metal::float4 global = metal::float4(0.0, 0.0, 0.0, 1.0);
    const auto at = varyings.at;
    at_1 = at;
    vs_position_1(at_1, global);
    metal::float4 _e3 = global;
    return vs_positionOutput { _e3 };
}
