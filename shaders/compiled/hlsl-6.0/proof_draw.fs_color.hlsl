struct ProofPush_std430_ {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

cbuffer push : register(b0, space3) { ProofPush_std430_ push; }
static float4 entryPointParam_fs_color = (float4)0;

void fs_color_1()
{
    float4 _e3 = push.color;
    entryPointParam_fs_color = _e3;
    return;
}

float4 fs_color() : SV_Target0
{
    fs_color_1();
    float4 _e1 = entryPointParam_fs_color;
    return _e1;
}
