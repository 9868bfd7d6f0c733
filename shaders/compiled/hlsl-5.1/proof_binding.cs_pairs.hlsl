RWByteAddressBuffer result : register(u0);
Texture2D<float4> wide[9] : register(t0, space112);
SamplerState first : register(s14);
SamplerState second : register(s15);

uint naga_f2u32(float value) {
    return uint(clamp(value, 0.0, 4294967000.0));
}

void cs_pairs_1()
{
    float4 _e11 = wide[int(0)].SampleLevel(first, float2(0.5, 0.5), 0.0);
    float4 _e14 = wide[int(8)].SampleLevel(second, float2(0.5, 0.5), 0.0);
    result.Store(int(0)*4+0, asuint(naga_f2u32((_e11.x + _e14.x))));
    return;
}

[numthreads(1, 1, 1)]
void cs_pairs()
{
    cs_pairs_1();
}
