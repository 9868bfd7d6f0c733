static uint3 global = (uint3)0;
RWTexture2D<uint> readOnly : register(u10);
RWTexture2D<uint> writeOnly : register(u11);
RWTexture2D<uint> both : register(u12);

uint4 LoadedStorageValueFromuint(uint arg) {uint4 ret = uint4(arg, 0u, 0u, 1u);return ret;}
void cs_images_1()
{
    uint3 _e6 = global;
    uint4 _e9 = LoadedStorageValueFromuint(readOnly.Load(asint(_e6.xy)));
    uint3 _e11 = global;
    writeOnly[_e11.yx] = ((_e9.x + 1u)).xxxx;
    uint3 _e15 = global;
    uint3 _e17 = global;
    uint4 _e20 = LoadedStorageValueFromuint(both.Load(asint(_e17.xy)));
    both[_e15.xy] = (((_e20.x * 3u) + _e9.x)).xxxx;
    return;
}

[numthreads(4, 4, 1)]
void cs_images(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_images_1();
}
