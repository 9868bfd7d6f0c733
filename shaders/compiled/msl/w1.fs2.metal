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

metal::float4 shade(
    uint pipeline,
    constant Item_std140_& item
) {
    metal::float4 _e5 = item.color;
    return _e5 + metal::float4(0.0, 0.0, static_cast<float>(pipeline) * 0.0627451, 0.0);
}

void fs2_1(
    constant Item_std140_& item,
    thread metal::float4& entryPointParam_fs2_
) {
    metal::float4 _e2 = shade(2u, item);
    entryPointParam_fs2_ = _e2;
    return;
}

struct fs2_Output {
    metal::float4 member [[color(0)]];
};
fragment fs2_Output fs2_(
  constant Item_std140_& item [[buffer(0)]]
) {
    metal::float4 entryPointParam_fs2_ = {};
    fs2_1(item, entryPointParam_fs2_);
    metal::float4 _e1 = entryPointParam_fs2_;
    return fs2_Output { _e1 };
}
