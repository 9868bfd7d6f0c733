static float2 at_1 = (float2)0;
static float4 global = float4(0.0, 0.0, 0.0, 1.0);

void vs_position_1()
{
    float2 _e4 = at_1;
    global = float4(_e4, 0.5, 1.0);
    return;
}

float4 vs_position(float2 at : LOC0) : SV_Position
{
    at_1 = at;
    vs_position_1();
    float4 _e3 = global;
    return _e3;
}
