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
static float2 position_1 = (float2)0;
cbuffer push : register(b0, space3) { Push_std430_ push; }
static float4 global = float4(0.0, 0.0, 0.0, 1.0);

void vs_main_1()
{
    float4 _e7 = item.offsetScale;
    float2 _e9 = position_1;
    float4 _e11 = item.offsetScale;
    float4 _e15 = push.offset;
    global = float4((((_e9 * _e7.zw) + _e11.xy) + _e15.xy), 0.5, 1.0);
    return;
}

float4 vs_main(float2 position : LOC0) : SV_Position
{
    position_1 = position;
    vs_main_1();
    float4 _e3 = global;
    return _e3;
}
