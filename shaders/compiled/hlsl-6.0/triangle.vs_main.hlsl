struct NagaConstants {
    int first_vertex;
    int first_instance;
    uint other;
};
ConstantBuffer<NagaConstants> _NagaConstants: register(b0, space4);

struct Varyings {
    float4 position;
    float3 color;
    int _end_pad_0;
};

struct VertexOutput {
    float4 member : SV_Position;
    float3 member_1 : LOC0;
};

typedef float2 ret_Constructarray3_float2_[3];
ret_Constructarray3_float2_ Constructarray3_float2_(float2 arg0, float2 arg1, float2 arg2) {
    float2 ret[3] = { arg0, arg1, arg2 };
    return ret;
}

typedef float3 ret_Constructarray3_float3_[3];
ret_Constructarray3_float3_ Constructarray3_float3_(float3 arg0, float3 arg1, float3 arg2) {
    float3 ret[3] = { arg0, arg1, arg2 };
    return ret;
}

static int global = (int)0;
static float4 global_1 = float4(0.0, 0.0, 0.0, 1.0);
static float3 entryPointParam_vs_main_u002e_color = (float3)0;

struct VertexOutput_vs_main {
    float3 member_1 : LOC0;
    float4 member : SV_Position;
};

uint naga_mod(uint lhs, uint rhs) {
    return lhs % (rhs == 0u ? 1u : rhs);
}

void vs_main_1()
{
    Varyings o = (Varyings)0;
    float2 local[3] = (float2[3])0;
    float3 local_1[3] = (float3[3])0;

    int _e12 = global;
    local = Constructarray3_float2_(float2(0.0, 0.75), float2(-0.75, -0.75), float2(0.75, -0.75));
    float2 _e16 = local[min(uint(naga_mod(asuint(_e12), 3u)), 2u)];
    o.position = float4(_e16, 0.5, 1.0);
    int _e19 = global;
    local_1 = Constructarray3_float3_(float3(1.0, 0.0, 0.0), float3(0.0, 1.0, 0.0), float3(0.0, 0.0, 1.0));
    float3 _e23 = local_1[min(uint(naga_mod(asuint(_e19), 3u)), 2u)];
    o.color = _e23;
    Varyings _e24 = o;
    global_1 = _e24.position;
    entryPointParam_vs_main_u002e_color = _e24.color;
    return;
}

VertexOutput ConstructVertexOutput(float4 arg0, float3 arg1) {
    VertexOutput ret = (VertexOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    return ret;
}

VertexOutput_vs_main vs_main(uint param : SV_VertexID)
{
    global = int((_NagaConstants.first_vertex + param));
    vs_main_1();
    float4 _e5 = global_1;
    float3 _e6 = entryPointParam_vs_main_u002e_color;
    const VertexOutput vertexoutput = ConstructVertexOutput(_e5, _e6);
    const VertexOutput_vs_main vertexoutput_1 = { vertexoutput.member_1, vertexoutput.member };
    return vertexoutput_1;
}
