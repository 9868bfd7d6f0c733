struct Item_std140_ {
    float4 offsetScale;
    float4 color;
};

cbuffer item : register(b0) { Item_std140_ item; }
static float4 entryPointParam_fs3_ = (float4)0;

float4 shade(uint pipeline)
{
    float4 _e5 = item.color;
    return (_e5 + float4(0.0, 0.0, (float(pipeline) * 0.0627451), 0.0));
}

void fs3_1()
{
    const float4 _e2 = shade(3u);
    entryPointParam_fs3_ = _e2;
    return;
}

float4 fs3_() : SV_Target0
{
    fs3_1();
    float4 _e1 = entryPointParam_fs3_;
    return _e1;
}
