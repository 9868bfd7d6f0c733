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

struct EightColors {
    metal::float4 a;
    metal::float4 b;
    metal::float4 c;
    metal::float4 d;
    metal::float4 e;
    metal::float4 f;
    metal::float4 g;
    metal::float4 h;
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
    metal::float4 member_4;
    metal::float4 member_5;
    metal::float4 member_6;
    metal::float4 member_7;
};

void fs_eight_1(
    constant ProofPush_std430_& push,
    thread metal::float4& entryPointParam_fs_eight_u002e_a,
    thread metal::float4& entryPointParam_fs_eight_u002e_b,
    thread metal::float4& entryPointParam_fs_eight_u002e_c,
    thread metal::float4& entryPointParam_fs_eight_u002e_d,
    thread metal::float4& entryPointParam_fs_eight_u002e_e,
    thread metal::float4& entryPointParam_fs_eight_u002e_f,
    thread metal::float4& entryPointParam_fs_eight_u002e_g,
    thread metal::float4& entryPointParam_fs_eight_u002e_h
) {
    EightColors o = {};
    metal::float4 _e19 = push.color;
    o.h = _e19;
    o.g = _e19;
    o.f = _e19;
    o.e = _e19;
    o.d = _e19;
    o.c = _e19;
    o.b = _e19;
    o.a = _e19;
    EightColors _e20 = o;
    entryPointParam_fs_eight_u002e_a = _e20.a;
    entryPointParam_fs_eight_u002e_b = _e20.b;
    entryPointParam_fs_eight_u002e_c = _e20.c;
    entryPointParam_fs_eight_u002e_d = _e20.d;
    entryPointParam_fs_eight_u002e_e = _e20.e;
    entryPointParam_fs_eight_u002e_f = _e20.f;
    entryPointParam_fs_eight_u002e_g = _e20.g;
    entryPointParam_fs_eight_u002e_h = _e20.h;
    return;
}

struct fs_eightOutput {
    metal::float4 member [[color(0)]];
    metal::float4 member_1 [[color(1)]];
    metal::float4 member_2 [[color(2)]];
    metal::float4 member_3 [[color(3)]];
    metal::float4 member_4 [[color(4)]];
    metal::float4 member_5 [[color(5)]];
    metal::float4 member_6 [[color(6)]];
    metal::float4 member_7 [[color(7)]];
};
fragment fs_eightOutput fs_eight(
  constant ProofPush_std430_& push [[buffer(0)]]
) {
    metal::float4 entryPointParam_fs_eight_u002e_a = {};
    metal::float4 entryPointParam_fs_eight_u002e_b = {};
    metal::float4 entryPointParam_fs_eight_u002e_c = {};
    metal::float4 entryPointParam_fs_eight_u002e_d = {};
    metal::float4 entryPointParam_fs_eight_u002e_e = {};
    metal::float4 entryPointParam_fs_eight_u002e_f = {};
    metal::float4 entryPointParam_fs_eight_u002e_g = {};
    metal::float4 entryPointParam_fs_eight_u002e_h = {};
    fs_eight_1(push, entryPointParam_fs_eight_u002e_a, entryPointParam_fs_eight_u002e_b, entryPointParam_fs_eight_u002e_c, entryPointParam_fs_eight_u002e_d, entryPointParam_fs_eight_u002e_e, entryPointParam_fs_eight_u002e_f, entryPointParam_fs_eight_u002e_g, entryPointParam_fs_eight_u002e_h);
    metal::float4 _e8 = entryPointParam_fs_eight_u002e_a;
    metal::float4 _e9 = entryPointParam_fs_eight_u002e_b;
    metal::float4 _e10 = entryPointParam_fs_eight_u002e_c;
    metal::float4 _e11 = entryPointParam_fs_eight_u002e_d;
    metal::float4 _e12 = entryPointParam_fs_eight_u002e_e;
    metal::float4 _e13 = entryPointParam_fs_eight_u002e_f;
    metal::float4 _e14 = entryPointParam_fs_eight_u002e_g;
    metal::float4 _e15 = entryPointParam_fs_eight_u002e_h;
    const auto _tmp = FragmentOutput {_e8, _e9, _e10, _e11, _e12, _e13, _e14, _e15};
    return fs_eightOutput { _tmp.member, _tmp.member_1, _tmp.member_2, _tmp.member_3, _tmp.member_4, _tmp.member_5, _tmp.member_6, _tmp.member_7 };
}
