struct Light_std140_ {
    float4 positionKind;
    float4 directionRange;
    float4 color;
    float4 spot;
};

struct _Array_std140_Light16_ {
    Light_std140_ data[16];
};

struct Frame_std140_ {
    row_major float4x4 viewProj;
    row_major float4x4 invViewProj;
    row_major float4x4 shadowViewProj;
    float4 eye;
    float4 sunDirection;
    float4 sunColor;
    float4 skyColor;
    float4 horizonColor;
    float4 groundColor;
    float4 params;
    float4 shadowParams;
    _Array_std140_Light16_ lights;
};

struct Draw_std430_ {
    row_major float4x4 model;
    float4 normal0_;
    float4 normal1_;
    float4 normal2_;
    float4 params;
};

static float3 position_2 = (float3)0;
cbuffer frame : register(b0) { Frame_std140_ frame; }
cbuffer draw : register(b0, space3) { Draw_std430_ draw; }
static float4 global = float4(0.0, 0.0, 0.0, 1.0);

float4 project(float3 position_1)
{
    float4x4 _e5 = frame.shadowViewProj;
    float4x4 _e8 = draw.model;
    return mul(transpose(_e5), mul(transpose(_e8), float4(position_1, 1.0)));
}

void vs_main_1()
{
    float3 _e2 = position_2;
    const float4 _e3 = project(_e2);
    global = _e3;
    return;
}

float4 vs_main(float3 position : LOC0) : SV_Position
{
    position_2 = position;
    vs_main_1();
    float4 _e3 = global;
    return _e3;
}
