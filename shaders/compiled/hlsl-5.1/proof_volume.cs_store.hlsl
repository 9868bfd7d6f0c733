static uint3 global = (uint3)0;
RWTexture3D<unorm float4> stored : register(u1);

void cs_store_1()
{
    uint3 _e4 = global;
    uint3 _e10 = global;
    stored[_e10] = (float4((float3(_e4) * 51.0), 255.0) / (255.0).xxxx);
    return;
}

[numthreads(4, 4, 4)]
void cs_store(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_store_1();
}
