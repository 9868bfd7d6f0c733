struct Masked {
    float4 position;
    float2 uv;
    float alpha;
    int _end_pad_0;
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

struct Draw_std430_ {
    row_major float4x4 model;
    float4 normal0_;
    float4 normal1_;
    float4 normal2_;
    float4 params;
};

struct UvTransform_std140_ {
    float4 row0_;
    float4 row1_;
};

struct _Array_std140_UvTransform5_ {
    UvTransform_std140_ data[5];
};

struct Material_std140_ {
    float4 baseColor;
    float4 emissive;
    float4 factors;
    float4 params;
    _Array_std140_UvTransform5_ uv;
};

struct VertexOutput {
    float4 member : SV_Position;
    float2 member_1 : LOC0;
    float member_2 : LOC1;
};

static float3 v_u002e_position_1 = (float3)0;
cbuffer frame : register(b0) { Frame_std140_ frame; }
cbuffer draw : register(b0, space3) { Draw_std430_ draw; }
static float2 v_u002e_uv0_1 = (float2)0;
static float2 v_u002e_uv1_1 = (float2)0;
cbuffer material : register(b0, space1) { Material_std140_ material; }
static float4 v_u002e_color_1 = (float4)0;
static float4 global = float4(0.0, 0.0, 0.0, 1.0);
static float2 entryPointParam_vs_mask_u002e_uv = (float2)0;
static float entryPointParam_vs_mask_u002e_alpha = (float)0;

struct VertexOutput_vs_mask {
    float2 member_1 : LOC0;
    float member_2 : LOC1;
    float4 member : SV_Position;
};

float2 transformUv(uint param, float4 param_1)
{
    float2 local = (float2)0;

    float4 _e9 = material.uv.data[param].row0_;
    if ((_e9.w > 0.5)) {
        local = param_1.zw;
    } else {
        local = param_1.xy;
    }
    float2 _e15 = local;
    float4 _e20 = material.uv.data[param].row1_;
    float2 _e22 = local;
    return float2((dot(_e9.xy, _e15) + _e9.z), (dot(_e20.xy, _e22) + _e20.z));
}

float4 project(float3 position)
{
    float4x4 _e5 = frame.shadowViewProj;
    float4x4 _e8 = draw.model;
    return mul(transpose(_e5), mul(transpose(_e8), float4(position, 1.0)));
}

void vs_mask_1()
{
    Masked o = (Masked)0;

    float3 _e11 = v_u002e_position_1;
    const float4 _e12 = project(_e11);
    o.position = _e12;
    float2 _e14 = v_u002e_uv0_1;
    float2 _e15 = v_u002e_uv1_1;
    const float2 _e17 = transformUv(0u, float4(_e14, _e15));
    o.uv = _e17;
    float4 _e20 = material.baseColor;
    float4 _e22 = v_u002e_color_1;
    o.alpha = (_e20.w * _e22.w);
    Masked _e25 = o;
    global = _e25.position;
    entryPointParam_vs_mask_u002e_uv = _e25.uv;
    entryPointParam_vs_mask_u002e_alpha = _e25.alpha;
    return;
}

VertexOutput ConstructVertexOutput(float4 arg0, float2 arg1, float arg2) {
    VertexOutput ret = (VertexOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    ret.member_2 = arg2;
    return ret;
}

VertexOutput_vs_mask vs_mask(float3 v_u002e_position : LOC0, float2 v_u002e_uv0_ : LOC3, float2 v_u002e_uv1_ : LOC4, float4 v_u002e_color : LOC5)
{
    v_u002e_position_1 = v_u002e_position;
    v_u002e_uv0_1 = v_u002e_uv0_;
    v_u002e_uv1_1 = v_u002e_uv1_;
    v_u002e_color_1 = v_u002e_color;
    vs_mask_1();
    float4 _e11 = global;
    float2 _e12 = entryPointParam_vs_mask_u002e_uv;
    float _e13 = entryPointParam_vs_mask_u002e_alpha;
    const VertexOutput vertexoutput = ConstructVertexOutput(_e11, _e12, _e13);
    const VertexOutput_vs_mask vertexoutput_1 = { vertexoutput.member_1, vertexoutput.member_2, vertexoutput.member };
    return vertexoutput_1;
}
