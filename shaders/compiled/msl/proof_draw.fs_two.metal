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

struct TwoTargets {
    metal::float4 a;
    metal::float4 b;
};
struct ProofPush_std430_ {
    metal::float4 rect;
    metal::float4 depths;
    metal::float4 color;
    metal::float4 params;
};
struct FragmentOutput {
    metal::float4 member;
    metal::float4 member_1;
};

void fs_two_1(
    constant ProofPush_std430_& push,
    thread metal::float4& entryPointParam_fs_two_u002e_a,
    thread metal::float4& entryPointParam_fs_two_u002e_b
) {
    TwoTargets o = {};
    metal::float4 _e6 = push.color;
    o.a = _e6;
    metal::float4 _e8 = push.color;
    o.b = _e8;
    TwoTargets _e9 = o;
    entryPointParam_fs_two_u002e_a = _e9.a;
    entryPointParam_fs_two_u002e_b = _e9.b;
    return;
}

struct fs_twoOutput {
    metal::float4 member [[color(0)]];
    metal::float4 member_1 [[color(1)]];
};
fragment fs_twoOutput fs_two(
  constant ProofPush_std430_& push [[buffer(0)]]
) {
    metal::float4 entryPointParam_fs_two_u002e_a = {};
    metal::float4 entryPointParam_fs_two_u002e_b = {};
    fs_two_1(push, entryPointParam_fs_two_u002e_a, entryPointParam_fs_two_u002e_b);
    metal::float4 _e2 = entryPointParam_fs_two_u002e_a;
    metal::float4 _e3 = entryPointParam_fs_two_u002e_b;
    const auto _tmp = FragmentOutput {_e2, _e3};
    return fs_twoOutput { _tmp.member, _tmp.member_1 };
}
