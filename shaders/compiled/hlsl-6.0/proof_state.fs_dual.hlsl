struct TwoColors {
    float4 first;
    float4 second;
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
static float4 entryPointParam_fs_dual_u002e_first = (float4)0;
static float4 entryPointParam_fs_dual_u002e_second = (float4)0;

void fs_dual_1()
{
    TwoColors o = (TwoColors)0;

    float4 _e6 = push.color;
    o.first = _e6;
    float4 _e9 = push.params;
    o.second = _e9;
    TwoColors _e10 = o;
    entryPointParam_fs_dual_u002e_first = _e10.first;
    entryPointParam_fs_dual_u002e_second = _e10.second;
    return;
}

FragmentOutput ConstructFragmentOutput(float4 arg0, float4 arg1) {
    FragmentOutput ret = (FragmentOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    return ret;
}

FragmentOutput fs_dual()
{
    fs_dual_1();
    float4 _e2 = entryPointParam_fs_dual_u002e_first;
    float4 _e3 = entryPointParam_fs_dual_u002e_second;
    const FragmentOutput fragmentoutput = ConstructFragmentOutput(_e2, _e3);
    return fragmentoutput;
}
