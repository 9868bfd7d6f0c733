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

metal::float4 shade(
    uint pipeline,
    constant Item_std140_& item,
    constant Push_std430_& push
) {
    metal::float4 _e6 = item.color;
    metal::float4 _e8 = push.color;
    return (_e6 + _e8) + metal::float4(0.0, 0.0, static_cast<float>(pipeline) * 0.0627451, 0.0);
}

void fs0_1(
    constant Item_std140_& item,
    constant Push_std430_& push,
    thread metal::float4& entryPointParam_fs0_
) {
    metal::float4 _e2 = shade(0u, item, push);
    entryPointParam_fs0_ = _e2;
    return;
}

struct fs0_Output {
    metal::float4 member [[color(0)]];
};
fragment fs0_Output fs0_(
  constant Item_std140_& item [[buffer(0)]]
, constant Push_std430_& push [[buffer(1)]]
) {
    metal::float4 entryPointParam_fs0_ = {};
    fs0_1(item, push, entryPointParam_fs0_);
    metal::float4 _e1 = entryPointParam_fs0_;
    return fs0_Output { _e1 };
}
