struct Targets {
    float4 a;
    float4 b;
    float4 c;
    float4 d;
};

struct ProofPush_std430_ {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

struct FragmentOutput {
    float4 member : SV_Target0;
    float4 member_1 : SV_Target1;
    float4 member_2 : SV_Target2;
    float4 member_3 : SV_Target3;
};

cbuffer push : register(b0, space3) { ProofPush_std430_ push; }
static float4 entryPointParam_fs_targets_u002e_a = (float4)0;
static float4 entryPointParam_fs_targets_u002e_b = (float4)0;
static float4 entryPointParam_fs_targets_u002e_c = (float4)0;
static float4 entryPointParam_fs_targets_u002e_d = (float4)0;

void fs_targets_1()
{
    Targets o = (Targets)0;

    float4 _e8 = push.color;
    o.a = _e8;
    float4 _e10 = push.color;
    o.b = _e10.yzwx;
    float4 _e13 = push.color;
    o.c = _e13.zwxy;
    float4 _e16 = push.color;
    o.d = _e16.wxyz;
    Targets _e18 = o;
    entryPointParam_fs_targets_u002e_a = _e18.a;
    entryPointParam_fs_targets_u002e_b = _e18.b;
    entryPointParam_fs_targets_u002e_c = _e18.c;
    entryPointParam_fs_targets_u002e_d = _e18.d;
    return;
}

FragmentOutput ConstructFragmentOutput(float4 arg0, float4 arg1, float4 arg2, float4 arg3) {
    FragmentOutput ret = (FragmentOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    ret.member_2 = arg2;
    ret.member_3 = arg3;
    return ret;
}

FragmentOutput fs_targets()
{
    fs_targets_1();
    float4 _e4 = entryPointParam_fs_targets_u002e_a;
    float4 _e5 = entryPointParam_fs_targets_u002e_b;
    float4 _e6 = entryPointParam_fs_targets_u002e_c;
    float4 _e7 = entryPointParam_fs_targets_u002e_d;
    const FragmentOutput fragmentoutput = ConstructFragmentOutput(_e4, _e5, _e6, _e7);
    return fragmentoutput;
}
