struct TwoTargets {
    float4 a;
    float4 b;
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
};

cbuffer push : register(b0, space3) { ProofPush_std430_ push; }
static float4 entryPointParam_fs_two_u002e_a = (float4)0;
static float4 entryPointParam_fs_two_u002e_b = (float4)0;

void fs_two_1()
{
    TwoTargets o = (TwoTargets)0;

    float4 _e6 = push.color;
    o.a = _e6;
    float4 _e8 = push.color;
    o.b = _e8;
    TwoTargets _e9 = o;
    entryPointParam_fs_two_u002e_a = _e9.a;
    entryPointParam_fs_two_u002e_b = _e9.b;
    return;
}

FragmentOutput ConstructFragmentOutput(float4 arg0, float4 arg1) {
    FragmentOutput ret = (FragmentOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    return ret;
}

FragmentOutput fs_two()
{
    fs_two_1();
    float4 _e2 = entryPointParam_fs_two_u002e_a;
    float4 _e3 = entryPointParam_fs_two_u002e_b;
    const FragmentOutput fragmentoutput = ConstructFragmentOutput(_e2, _e3);
    return fragmentoutput;
}
