struct ProofPush_std430_ {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

cbuffer push : register(b0, space3) { ProofPush_std430_ push; }
TextureCubeArray<float4> cubes : register(t5);
SamplerState filtered : register(s1);
static float4 entryPointParam_fs_cubes = (float4)0;

int naga_f2i32(float value) {
    return int(clamp(value, -2147483600.0, 2147483500.0));
}

void fs_cubes_1()
{
    float4 _e6 = push.params;
    float4 _e13 = cubes.SampleLevel(filtered, float4(float3(_e6.x, _e6.y, _e6.z), naga_f2i32(_e6.w)), 0.0);
    entryPointParam_fs_cubes = _e13;
    return;
}

float4 fs_cubes() : SV_Target0
{
    fs_cubes_1();
    float4 _e1 = entryPointParam_fs_cubes;
    return _e1;
}
