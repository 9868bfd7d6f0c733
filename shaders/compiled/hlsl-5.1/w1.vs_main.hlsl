struct Item_std140_ {
    float4 offsetScale;
    float4 color;
};

cbuffer item : register(b0) { Item_std140_ item; }
static float2 position_1 = (float2)0;
static float4 global = float4(0.0, 0.0, 0.0, 1.0);

void vs_main_1()
{
    float4 _e6 = item.offsetScale;
    float2 _e8 = position_1;
    float4 _e10 = item.offsetScale;
    global = float4(((_e8 * _e6.zw) + _e10.xy), 0.5, 1.0);
    return;
}

float4 vs_main(float2 position : LOC0) : SV_Position
{
    position_1 = position;
    vs_main_1();
    float4 _e3 = global;
    return _e3;
}
