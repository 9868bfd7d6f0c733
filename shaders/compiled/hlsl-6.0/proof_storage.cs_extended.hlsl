static uint3 global = (uint3)0;
RWTexture2D<float4> named : register(u1);

void cs_extended_1()
{
    uint3 _e4 = global;
    uint3 _e6 = global;
    uint3 _e10 = global;
    named[_e4.xy] = float4(-(float(_e6.x)), (float(_e10.y) * 1000.0), 0.0, 0.0);
    return;
}

[numthreads(8, 8, 1)]
void cs_extended(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_extended_1();
}
