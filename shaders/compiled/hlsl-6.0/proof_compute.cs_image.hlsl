static uint3 global = (uint3)0;
Texture2D<float4> source : register(t3);
RWTexture2D<float4> hdr : register(u2);

void cs_image_1()
{
    uint3 _e7 = global;
    uint3 _e9 = global;
    float4 _e14 = source.Load(int3(int3(asint(_e9.xy), int(0)).xy, int(0)));
    uint3 _e16 = global;
    uint3 _e19 = global;
    hdr[_e7.xy] = ((_e14 * 4.0) + float4(float(_e16.x), float(_e19.y), 0.0, -8.0));
    return;
}

[numthreads(8, 8, 1)]
void cs_image(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_image_1();
}
