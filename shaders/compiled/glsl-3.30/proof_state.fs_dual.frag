#version 330 core
struct TwoColors {
    vec4 first;
    vec4 second;
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
layout(std140) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs_dual_u002e_first = vec4(0.0);

vec4 entryPointParam_fs_dual_u002e_second = vec4(0.0);

layout(location = 0, index = 0) out vec4 _fs2p_location0;
layout(location = 0, index = 1) out vec4 _fs2p_location1;

void fs_dual_1() {
    TwoColors o = TwoColors(vec4(0.0), vec4(0.0));
    vec4 _e6 = _group_3_binding_0_fs.color;
    o.first = _e6;
    vec4 _e9 = _group_3_binding_0_fs.params;
    o.second = _e9;
    TwoColors _e10 = o;
    entryPointParam_fs_dual_u002e_first = _e10.first;
    entryPointParam_fs_dual_u002e_second = _e10.second;
    return;
}

void main() {
    fs_dual_1();
    vec4 _e2 = entryPointParam_fs_dual_u002e_first;
    vec4 _e3 = entryPointParam_fs_dual_u002e_second;
    FragmentOutput _tmp_return = FragmentOutput(_e2, _e3);
    _fs2p_location0 = _tmp_return.member;
    _fs2p_location1 = _tmp_return.member_1;
    return;
}
