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

struct TwoColors {
    metal::float4 first;
    metal::float4 second;
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

void fs_dual_1(
    constant ProofPush_std430_& push,
    thread metal::float4& entryPointParam_fs_dual_u002e_first,
    thread metal::float4& entryPointParam_fs_dual_u002e_second
) {
    TwoColors o = {};
    metal::float4 _e6 = push.color;
    o.first = _e6;
    metal::float4 _e9 = push.params;
    o.second = _e9;
    TwoColors _e10 = o;
    entryPointParam_fs_dual_u002e_first = _e10.first;
    entryPointParam_fs_dual_u002e_second = _e10.second;
    return;
}

struct fs_dualOutput {
    metal::float4 member [[color(0) index(0)]];
    metal::float4 member_1 [[color(0) index(1)]];
};
fragment fs_dualOutput fs_dual(
  constant ProofPush_std430_& push [[buffer(0)]]
) {
    metal::float4 entryPointParam_fs_dual_u002e_first = {};
    metal::float4 entryPointParam_fs_dual_u002e_second = {};
    fs_dual_1(push, entryPointParam_fs_dual_u002e_first, entryPointParam_fs_dual_u002e_second);
    metal::float4 _e2 = entryPointParam_fs_dual_u002e_first;
    metal::float4 _e3 = entryPointParam_fs_dual_u002e_second;
    const auto _tmp = FragmentOutput {_e2, _e3};
    return fs_dualOutput { _tmp.member, _tmp.member_1 };
}
