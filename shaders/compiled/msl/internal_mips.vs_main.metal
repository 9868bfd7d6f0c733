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

struct Fullscreen {
    metal::float4 position;
    metal::float2 uv;
    char _pad2[8];
};

Fullscreen fullscreenTriangle(
    uint vertex_,
    float depth
) {
    Fullscreen o = {};
    float _e10 = static_cast<float>((vertex_ << as_type<uint>(1)) & 2u);
    float _e12 = static_cast<float>(vertex_ & 2u);
    o.position = metal::float4((metal::float2(_e10, _e12) * 2.0) - metal::float2(1.0), depth, 1.0);
    o.uv = metal::float2(_e10, 1.0 - _e12);
    Fullscreen _e22 = o;
    return _e22;
}

void vs_main_1(
    thread int& global,
    thread metal::float4& global_1
) {
    int _e3 = global;
    Fullscreen _e5 = fullscreenTriangle(as_type<uint>(_e3), 0.5);
    global_1 = _e5.position;
    return;
}

struct vs_mainInput {
};
struct vs_mainOutput {
    metal::float4 member [[position]];
};
vertex vs_mainOutput vs_main(
  uint param [[vertex_id]]
) {
    int global = {};
    metal::float4 global_1 = metal::float4(0.0, 0.0, 0.0, 1.0);
    global = static_cast<int>(param);
    vs_main_1(global, global_1);
    metal::float4 _e4 = global_1;
    return vs_mainOutput { _e4 };
}
