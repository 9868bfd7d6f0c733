struct EightColors {
    float4 a;
    float4 b;
    float4 c;
    float4 d;
    float4 e;
    float4 f;
    float4 g;
    float4 h;
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
    float4 member_4 : SV_Target4;
    float4 member_5 : SV_Target5;
    float4 member_6 : SV_Target6;
    float4 member_7 : SV_Target7;
};

cbuffer push : register(b0, space3) { ProofPush_std430_ push; }
static float4 entryPointParam_fs_eight_u002e_a = (float4)0;
static float4 entryPointParam_fs_eight_u002e_b = (float4)0;
static float4 entryPointParam_fs_eight_u002e_c = (float4)0;
static float4 entryPointParam_fs_eight_u002e_d = (float4)0;
static float4 entryPointParam_fs_eight_u002e_e = (float4)0;
static float4 entryPointParam_fs_eight_u002e_f = (float4)0;
static float4 entryPointParam_fs_eight_u002e_g = (float4)0;
static float4 entryPointParam_fs_eight_u002e_h = (float4)0;

void fs_eight_1()
{
    EightColors o = (EightColors)0;

    float4 _e19 = push.color;
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

FragmentOutput ConstructFragmentOutput(float4 arg0, float4 arg1, float4 arg2, float4 arg3, float4 arg4, float4 arg5, float4 arg6, float4 arg7) {
    FragmentOutput ret = (FragmentOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    ret.member_2 = arg2;
    ret.member_3 = arg3;
    ret.member_4 = arg4;
    ret.member_5 = arg5;
    ret.member_6 = arg6;
    ret.member_7 = arg7;
    return ret;
}

FragmentOutput fs_eight()
{
    fs_eight_1();
    float4 _e8 = entryPointParam_fs_eight_u002e_a;
    float4 _e9 = entryPointParam_fs_eight_u002e_b;
    float4 _e10 = entryPointParam_fs_eight_u002e_c;
    float4 _e11 = entryPointParam_fs_eight_u002e_d;
    float4 _e12 = entryPointParam_fs_eight_u002e_e;
    float4 _e13 = entryPointParam_fs_eight_u002e_f;
    float4 _e14 = entryPointParam_fs_eight_u002e_g;
    float4 _e15 = entryPointParam_fs_eight_u002e_h;
    const FragmentOutput fragmentoutput = ConstructFragmentOutput(_e8, _e9, _e10, _e11, _e12, _e13, _e14, _e15);
    return fragmentoutput;
}
