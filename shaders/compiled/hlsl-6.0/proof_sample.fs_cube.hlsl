struct ProofPush_std430_ {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

cbuffer push : register(b0, space3) { ProofPush_std430_ push; }
TextureCube<float4> cube : register(t4);
SamplerState filtered : register(s1);
static float4 entryPointParam_fs_cube = (float4)0;

void fs_cube_1()
{
    float4 _e6 = push.params;
    float4 _e8 = cube.SampleLevel(filtered, _e6.xyz, 0.0);
    entryPointParam_fs_cube = _e8;
    return;
}

float4 fs_cube() : SV_Target0
{
    fs_cube_1();
    float4 _e1 = entryPointParam_fs_cube;
    return _e1;
}
