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

struct Corner {
    metal::float4 position;
};
struct ProofPush_std430_ {
    metal::float4 rect;
    metal::float4 depths;
    metal::float4 color;
    metal::float4 params;
};

void vs_corner_1(
    thread int& global,
    constant ProofPush_std430_& push,
    thread metal::float4& global_1
) {
    float local = {};
    float local_1 = {};
    Corner o = {};
    int _e12 = global;
    int _e15 = global;
    if ((as_type<uint>(_e12) & 1u) != ((as_type<uint>(_e15) >> as_type<uint>(1)) & 1u)) {
        metal::float4 _e22 = push.rect;
        local = _e22.z;
    } else {
        metal::float4 _e25 = push.rect;
        local = _e25.x;
    }
    int _e27 = global;
    if ((as_type<uint>(_e27) & 2u) != 0u) {
        metal::float4 _e32 = push.rect;
        local_1 = _e32.w;
    } else {
        metal::float4 _e35 = push.rect;
        local_1 = _e35.y;
    }
    float _e38 = local;
    float _e39 = local_1;
    o.position = metal::float4(_e38, _e39, 0.5, 1.0);
    Corner _e41 = o;
    global_1 = _e41.position;
    return;
}

struct vs_cornerInput {
};
struct vs_cornerOutput {
    metal::float4 member [[position]];
};
vertex vs_cornerOutput vs_corner(
  uint param [[vertex_id]]
, constant ProofPush_std430_& push [[buffer(0)]]
) {
    int global = {};
    metal::float4 global_1 = metal::float4(0.0, 0.0, 0.0, 1.0);
    global = static_cast<int>(param);
    vs_corner_1(global, push, global_1);
    metal::float4 _e4 = global_1;
    return vs_cornerOutput { _e4 };
}
