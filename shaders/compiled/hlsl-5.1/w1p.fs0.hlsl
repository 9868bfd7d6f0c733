struct Item_std140_ {
    float4 offsetScale;
    float4 color;
};

struct Push_std430_ {
    float4 color;
    float4 offset;
    float4 unused0_;
    float4 unused1_;
};

cbuffer item : register(b0) { Item_std140_ item; }
cbuffer push : register(b0, space3) { Push_std430_ push; }
static float4 entryPointParam_fs0_ = (float4)0;

float4 shade(uint pipeline)
{
    float4 _e6 = item.color;
    float4 _e8 = push.color;
    return ((_e6 + _e8) + float4(0.0, 0.0, (float(pipeline) * 0.0627451), 0.0));
}

void fs0_1()
{
    const float4 _e2 = shade(0u);
    entryPointParam_fs0_ = _e2;
    return;
}

float4 fs0_() : SV_Target0
{
    fs0_1();
    float4 _e1 = entryPointParam_fs0_;
    return _e1;
}
