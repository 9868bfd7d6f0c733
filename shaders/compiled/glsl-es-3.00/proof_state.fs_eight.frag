#version 300 es

precision highp float;
precision highp int;

struct EightColors {
    vec4 a;
    vec4 b;
    vec4 c;
    vec4 d;
    vec4 e;
    vec4 f;
    vec4 g;
    vec4 h;
};
struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
struct FragmentOutput {
    vec4 member;
    vec4 member_1;
    vec4 member_2;
    vec4 member_3;
    vec4 member_4;
    vec4 member_5;
    vec4 member_6;
    vec4 member_7;
};
layout(std140) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs_eight_u002e_a = vec4(0.0);

vec4 entryPointParam_fs_eight_u002e_b = vec4(0.0);

vec4 entryPointParam_fs_eight_u002e_c = vec4(0.0);

vec4 entryPointParam_fs_eight_u002e_d = vec4(0.0);

vec4 entryPointParam_fs_eight_u002e_e = vec4(0.0);

vec4 entryPointParam_fs_eight_u002e_f = vec4(0.0);

vec4 entryPointParam_fs_eight_u002e_g = vec4(0.0);

vec4 entryPointParam_fs_eight_u002e_h = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;
layout(location = 1) out vec4 _fs2p_location1;
layout(location = 2) out vec4 _fs2p_location2;
layout(location = 3) out vec4 _fs2p_location3;
layout(location = 4) out vec4 _fs2p_location4;
layout(location = 5) out vec4 _fs2p_location5;
layout(location = 6) out vec4 _fs2p_location6;
layout(location = 7) out vec4 _fs2p_location7;

void fs_eight_1() {
    EightColors o = EightColors(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    vec4 _e19 = _group_3_binding_0_fs.color;
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

void main() {
    fs_eight_1();
    vec4 _e8 = entryPointParam_fs_eight_u002e_a;
    vec4 _e9 = entryPointParam_fs_eight_u002e_b;
    vec4 _e10 = entryPointParam_fs_eight_u002e_c;
    vec4 _e11 = entryPointParam_fs_eight_u002e_d;
    vec4 _e12 = entryPointParam_fs_eight_u002e_e;
    vec4 _e13 = entryPointParam_fs_eight_u002e_f;
    vec4 _e14 = entryPointParam_fs_eight_u002e_g;
    vec4 _e15 = entryPointParam_fs_eight_u002e_h;
    FragmentOutput _tmp_return = FragmentOutput(_e8, _e9, _e10, _e11, _e12, _e13, _e14, _e15);
    _fs2p_location0 = _tmp_return.member;
    _fs2p_location1 = _tmp_return.member_1;
    _fs2p_location2 = _tmp_return.member_2;
    _fs2p_location3 = _tmp_return.member_3;
    _fs2p_location4 = _tmp_return.member_4;
    _fs2p_location5 = _tmp_return.member_5;
    _fs2p_location6 = _tmp_return.member_6;
    _fs2p_location7 = _tmp_return.member_7;
    return;
}
