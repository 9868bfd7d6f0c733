#version 450 core
struct TwoTargets {
    vec4 a;
    vec4 b;
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
};
layout(std140, binding = 0) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs_two_u002e_a = vec4(0.0);

vec4 entryPointParam_fs_two_u002e_b = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;
layout(location = 1) out vec4 _fs2p_location1;

void fs_two_1() {
    TwoTargets o = TwoTargets(vec4(0.0), vec4(0.0));
    vec4 _e6 = _group_3_binding_0_fs.color;
    o.a = _e6;
    vec4 _e8 = _group_3_binding_0_fs.color;
    o.b = _e8;
    TwoTargets _e9 = o;
    entryPointParam_fs_two_u002e_a = _e9.a;
    entryPointParam_fs_two_u002e_b = _e9.b;
    return;
}

void main() {
    fs_two_1();
    vec4 _e2 = entryPointParam_fs_two_u002e_a;
    vec4 _e3 = entryPointParam_fs_two_u002e_b;
    FragmentOutput _tmp_return = FragmentOutput(_e2, _e3);
    _fs2p_location0 = _tmp_return.member;
    _fs2p_location1 = _tmp_return.member_1;
    return;
}
