static uint3 global = (uint3)0;
Texture3D<float4> volume : register(t0);
SamplerState between : register(s2);
Texture1D<float4> row : register(t3);
RWTexture3D<unorm float4> stored : register(u1);

void cs_turn_1()
{
    uint3 _e9 = global;
    float4 _e15 = volume.SampleLevel(between, ((float3(_e9.zyx) + float3(0.5, 0.5, 1.0)) / (4.0).xxx), 0.0);
    uint3 _e17 = global;
    float4 _e20 = row.Load(int2(asint(_e17.x), int(0)));
    uint3 _e23 = global;
    stored[_e23] = float4(_e15.xyz, _e20.x);
    return;
}

[numthreads(4, 4, 4)]
void cs_turn(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_turn_1();
}
