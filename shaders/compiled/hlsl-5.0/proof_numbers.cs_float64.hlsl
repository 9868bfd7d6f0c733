static uint3 global = (uint3)0;
ByteAddressBuffer input : register(t0);
RWByteAddressBuffer words : register(u0);

void cs_float64_1()
{
    uint3 _e5 = global;
    uint _e10 = asuint(input.Load((2u * _e5.x)*4+0));
    double _e12 = double(asfloat(_e10));
    uint3 _e13 = global;
    uint _e19 = asuint(input.Load(((2u * _e13.x) + 1u)*4+0));
    uint3 _e22 = global;
    words.Store(_e22.x*4+0, asuint(asuint(float(((_e12 + double(asfloat(_e19))) - _e12)))));
    return;
}

[numthreads(64, 1, 1)]
void cs_float64_(uint3 param : SV_DispatchThreadID)
{
    global = param;
    cs_float64_1();
}
