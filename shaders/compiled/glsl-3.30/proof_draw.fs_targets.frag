#version 330 core
struct Targets {
    vec4 a;
    vec4 b;
    vec4 c;
    vec4 d;
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
};
layout(std140) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs_targets_u002e_a = vec4(0.0);

vec4 entryPointParam_fs_targets_u002e_b = vec4(0.0);

vec4 entryPointParam_fs_targets_u002e_c = vec4(0.0);

vec4 entryPointParam_fs_targets_u002e_d = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;
layout(location = 1) out vec4 _fs2p_location1;
layout(location = 2) out vec4 _fs2p_location2;
layout(location = 3) out vec4 _fs2p_location3;

void fs_targets_1() {
    Targets o = Targets(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    vec4 _e8 = _group_3_binding_0_fs.color;
    o.a = _e8;
    vec4 _e10 = _group_3_binding_0_fs.color;
    o.b = _e10.yzwx;
    vec4 _e13 = _group_3_binding_0_fs.color;
    o.c = _e13.zwxy;
    vec4 _e16 = _group_3_binding_0_fs.color;
    o.d = _e16.wxyz;
    Targets _e18 = o;
    entryPointParam_fs_targets_u002e_a = _e18.a;
    entryPointParam_fs_targets_u002e_b = _e18.b;
    entryPointParam_fs_targets_u002e_c = _e18.c;
    entryPointParam_fs_targets_u002e_d = _e18.d;
    return;
}

void main() {
    fs_targets_1();
    vec4 _e4 = entryPointParam_fs_targets_u002e_a;
    vec4 _e5 = entryPointParam_fs_targets_u002e_b;
    vec4 _e6 = entryPointParam_fs_targets_u002e_c;
    vec4 _e7 = entryPointParam_fs_targets_u002e_d;
    FragmentOutput _tmp_return = FragmentOutput(_e4, _e5, _e6, _e7);
    _fs2p_location0 = _tmp_return.member;
    _fs2p_location1 = _tmp_return.member_1;
    _fs2p_location2 = _tmp_return.member_2;
    _fs2p_location3 = _tmp_return.member_3;
    return;
}
