struct Varyings {
    float4 position;
    float3 world;
    int _pad2_0;
    float3 normal;
    int _pad3_0;
    float4 tangent;
    float4 uv01_;
    float4 color;
    float size;
    int _end_pad_0;
    int _end_pad_1;
    int _end_pad_2;
};

struct Draw {
    row_major float4x4 model;
    float4 normal0_;
    float4 normal1_;
    float4 normal2_;
    float4 params;
};

struct Draw_std430_ {
    row_major float4x4 model;
    float4 normal0_;
    float4 normal1_;
    float4 normal2_;
    float4 params;
};

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

struct VertexOutput {
    float4 member : SV_Position;
    float3 member_1 : LOC0;
    float3 member_2 : LOC1;
    float4 member_3 : LOC2;
    float4 member_4 : LOC3;
    float4 member_5 : LOC4;
};

cbuffer draw_1 : register(b0, space3) { Draw_std430_ draw_1; }
static float3 v_u002e_position_1 = (float3)0;
cbuffer frame : register(b0) { Frame_std140_ frame; }
static float3 v_u002e_normal_1 = (float3)0;
static float4 v_u002e_tangent_1 = (float4)0;
static float2 v_u002e_uv0_1 = (float2)0;
static float2 v_u002e_uv1_1 = (float2)0;
static float4 v_u002e_color_1 = (float4)0;
static float4 global = float4(0.0, 0.0, 0.0, 1.0);
static float3 entryPointParam_vs_main_u002e_world = (float3)0;
static float3 entryPointParam_vs_main_u002e_normal = (float3)0;
static float4 entryPointParam_vs_main_u002e_tangent = (float4)0;
static float4 entryPointParam_vs_main_u002e_uv01_ = (float4)0;
static float4 entryPointParam_vs_main_u002e_color = (float4)0;
static float global_1 = (float)0;

struct VertexOutput_vs_main {
    float3 member_1 : LOC0;
    float3 member_2 : LOC1;
    float4 member_3 : LOC2;
    float4 member_4 : LOC3;
    float4 member_5 : LOC4;
    float4 member : SV_Position;
};

float3 normalToWorld(inout Draw draw, float3 n)
{
    float4 _e3 = draw.normal0_;
    float4 _e8 = draw.normal1_;
    float4 _e14 = draw.normal2_;
    return (((_e3.xyz * n.x) + (_e8.xyz * n.y)) + (_e14.xyz * n.z));
}

Draw ConstructDraw(float4x4 arg0, float4 arg1, float4 arg2, float4 arg3, float4 arg4) {
    Draw ret = (Draw)0;
    ret.model = arg0;
    ret.normal0_ = arg1;
    ret.normal1_ = arg2;
    ret.normal2_ = arg3;
    ret.params = arg4;
    return ret;
}

void vs_main_1()
{
    Varyings o = (Varyings)0;
    Draw local = (Draw)0;

    float4x4 _e20 = draw_1.model;
    float4x4 _e21 = transpose(_e20);
    float3 _e22 = v_u002e_position_1;
    float4 _e24 = mul(_e21, float4(_e22, 1.0));
    float4x4 _e27 = frame.viewProj;
    o.position = mul(transpose(_e27), _e24);
    o.world = _e24.xyz;
    float4 _e34 = draw_1.normal0_;
    float4 _e36 = draw_1.normal1_;
    float4 _e38 = draw_1.normal2_;
    float4 _e40 = draw_1.params;
    float3 _e42 = v_u002e_normal_1;
    local = ConstructDraw(_e21, _e34, _e36, _e38, _e40);
    const float3 _e43 = normalToWorld(local, _e42);
    o.normal = _e43;
    float4 _e45 = v_u002e_tangent_1;
    float4 _e50 = v_u002e_tangent_1;
    o.tangent = float4(mul(_e21, float4(_e45.xyz, 0.0)).xyz, _e50.w);
    float2 _e54 = v_u002e_uv0_1;
    float2 _e55 = v_u002e_uv1_1;
    o.uv01_ = float4(_e54, _e55);
    float4 _e58 = v_u002e_color_1;
    o.color = _e58;
    o.size = 1.0;
    Varyings _e60 = o;
    global = _e60.position;
    entryPointParam_vs_main_u002e_world = _e60.world;
    entryPointParam_vs_main_u002e_normal = _e60.normal;
    entryPointParam_vs_main_u002e_tangent = _e60.tangent;
    entryPointParam_vs_main_u002e_uv01_ = _e60.uv01_;
    entryPointParam_vs_main_u002e_color = _e60.color;
    global_1 = _e60.size;
    return;
}

VertexOutput ConstructVertexOutput(float4 arg0, float3 arg1, float3 arg2, float4 arg3, float4 arg4, float4 arg5) {
    VertexOutput ret = (VertexOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    ret.member_2 = arg2;
    ret.member_3 = arg3;
    ret.member_4 = arg4;
    ret.member_5 = arg5;
    return ret;
}

VertexOutput_vs_main vs_main(float3 v_u002e_position : LOC0, float3 v_u002e_normal : LOC1, float4 v_u002e_tangent : LOC2, float2 v_u002e_uv0_ : LOC3, float2 v_u002e_uv1_ : LOC4, float4 v_u002e_color : LOC5)
{
    v_u002e_position_1 = v_u002e_position;
    v_u002e_normal_1 = v_u002e_normal;
    v_u002e_tangent_1 = v_u002e_tangent;
    v_u002e_uv0_1 = v_u002e_uv0_;
    v_u002e_uv1_1 = v_u002e_uv1_;
    v_u002e_color_1 = v_u002e_color;
    vs_main_1();
    float4 _e18 = global;
    float3 _e19 = entryPointParam_vs_main_u002e_world;
    float3 _e20 = entryPointParam_vs_main_u002e_normal;
    float4 _e21 = entryPointParam_vs_main_u002e_tangent;
    float4 _e22 = entryPointParam_vs_main_u002e_uv01_;
    float4 _e23 = entryPointParam_vs_main_u002e_color;
    const VertexOutput vertexoutput = ConstructVertexOutput(_e18, _e19, _e20, _e21, _e22, _e23);
    const VertexOutput_vs_main vertexoutput_1 = { vertexoutput.member_1, vertexoutput.member_2, vertexoutput.member_3, vertexoutput.member_4, vertexoutput.member_5, vertexoutput.member };
    return vertexoutput_1;
}
