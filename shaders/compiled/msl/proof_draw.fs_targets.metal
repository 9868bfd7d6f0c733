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

struct Targets {
    metal::float4 a;
    metal::float4 b;
    metal::float4 c;
    metal::float4 d;
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
    metal::float4 member_2;
    metal::float4 member_3;
};

void fs_targets_1(
    constant ProofPush_std430_& push,
    thread metal::float4& entryPointParam_fs_targets_u002e_a,
    thread metal::float4& entryPointParam_fs_targets_u002e_b,
    thread metal::float4& entryPointParam_fs_targets_u002e_c,
    thread metal::float4& entryPointParam_fs_targets_u002e_d
) {
    Targets o = {};
    metal::float4 _e8 = push.color;
    o.a = _e8;
    metal::float4 _e10 = push.color;
    o.b = _e10.yzwx;
    metal::float4 _e13 = push.color;
    o.c = _e13.zwxy;
    metal::float4 _e16 = push.color;
    o.d = _e16.wxyz;
    Targets _e18 = o;
    entryPointParam_fs_targets_u002e_a = _e18.a;
    entryPointParam_fs_targets_u002e_b = _e18.b;
    entryPointParam_fs_targets_u002e_c = _e18.c;
    entryPointParam_fs_targets_u002e_d = _e18.d;
    return;
}

struct fs_targetsOutput {
    metal::float4 member [[color(0)]];
    metal::float4 member_1 [[color(1)]];
    metal::float4 member_2 [[color(2)]];
    metal::float4 member_3 [[color(3)]];
};
fragment fs_targetsOutput fs_targets(
  constant ProofPush_std430_& push [[buffer(0)]]
) {
    metal::float4 entryPointParam_fs_targets_u002e_a = {};
    metal::float4 entryPointParam_fs_targets_u002e_b = {};
    metal::float4 entryPointParam_fs_targets_u002e_c = {};
    metal::float4 entryPointParam_fs_targets_u002e_d = {};
    fs_targets_1(push, entryPointParam_fs_targets_u002e_a, entryPointParam_fs_targets_u002e_b, entryPointParam_fs_targets_u002e_c, entryPointParam_fs_targets_u002e_d);
    metal::float4 _e4 = entryPointParam_fs_targets_u002e_a;
    metal::float4 _e5 = entryPointParam_fs_targets_u002e_b;
    metal::float4 _e6 = entryPointParam_fs_targets_u002e_c;
    metal::float4 _e7 = entryPointParam_fs_targets_u002e_d;
    const auto _tmp = FragmentOutput {_e4, _e5, _e6, _e7};
    return fs_targetsOutput { _tmp.member, _tmp.member_1, _tmp.member_2, _tmp.member_3 };
}
