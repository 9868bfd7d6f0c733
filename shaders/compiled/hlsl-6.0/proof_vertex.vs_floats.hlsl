struct NagaConstants {
    int first_vertex;
    int first_instance;
    uint other;
};
ConstantBuffer<NagaConstants> _NagaConstants: register(b0, space4);

struct ProofPush_std430_ {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

struct Flat {
    float4 position;
    float4 value;
};

struct ProofPush {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

struct ProofPlace {
    float4 position;
    float2 uv;
    uint column;
    int _end_pad_0;
};

struct VertexOutput {
    float4 member : SV_Position;
    nointerpolation float4 member_1 : LOC0;
};

typedef float2 ret_Constructarray6_float2_[6];
ret_Constructarray6_float2_ Constructarray6_float2_(float2 arg0, float2 arg1, float2 arg2, float2 arg3, float2 arg4, float2 arg5) {
    float2 ret[6] = { arg0, arg1, arg2, arg3, arg4, arg5 };
    return ret;
}

static float4 v_u002e_a0_1 = (float4)0;
static float4 v_u002e_a1_1 = (float4)0;
static float4 v_u002e_a2_1 = (float4)0;
static float4 v_u002e_a3_1 = (float4)0;
static float4 v_u002e_a4_1 = (float4)0;
static float4 v_u002e_a5_1 = (float4)0;
static float4 v_u002e_a6_1 = (float4)0;
static float4 v_u002e_a7_1 = (float4)0;
static float4 v_u002e_a8_1 = (float4)0;
static float4 v_u002e_a9_1 = (float4)0;
static float4 v_u002e_a10_1 = (float4)0;
static float4 v_u002e_a11_1 = (float4)0;
static float4 v_u002e_a12_1 = (float4)0;
static float4 v_u002e_a13_1 = (float4)0;
static float4 v_u002e_a14_1 = (float4)0;
static float4 v_u002e_a15_1 = (float4)0;
cbuffer push_1 : register(b0, space3) { ProofPush_std430_ push_1; }
static int global = (int)0;
static int global_1 = (int)0;
static float4 global_2 = float4(0.0, 0.0, 0.0, 1.0);
static float4 entryPointParam_vs_floats_u002e_value = (float4)0;

struct VertexOutput_vs_floats {
    nointerpolation float4 member_1 : LOC0;
    float4 member : SV_Position;
};

uint naga_mod(uint lhs, uint rhs) {
    return lhs % (rhs == 0u ? 1u : rhs);
}

uint naga_div(uint lhs, uint rhs) {
    return lhs / (rhs == 0u ? 1u : rhs);
}

ProofPlace proofPlace(inout ProofPush push, uint vertex, uint instance)
{
    float2 local[6] = (float2[6])0;
    ProofPlace o = (ProofPlace)0;

    local = Constructarray6_float2_(float2(0.0, 0.0), float2(1.0, 0.0), float2(1.0, 1.0), float2(0.0, 0.0), float2(1.0, 1.0), float2(0.0, 1.0));
    float2 _e11 = local[min(uint(naga_mod(vertex, 6u)), 5u)];
    uint _e14 = (naga_div(vertex, 6u) + instance);
    o.column = _e14;
    float4 _e16 = push.rect;
    float4 _e22 = push.depths;
    o.position = float4((lerp(_e16.xy, _e16.zw, _e11) + float2((float(_e14) * _e22.z), 0.0)), lerp(_e22.x, _e22.y, _e11.x), 1.0);
    o.uv = float2(_e11.x, (1.0 - _e11.y));
    ProofPlace _e37 = o;
    const ProofPlace proofplace = _e37;
    return proofplace;
}

ProofPush ConstructProofPush(float4 arg0, float4 arg1, float4 arg2, float4 arg3) {
    ProofPush ret = (ProofPush)0;
    ret.rect = arg0;
    ret.depths = arg1;
    ret.color = arg2;
    ret.params = arg3;
    return ret;
}

Flat show(uint vertex_1, uint instance_1, float4 value)
{
    Flat o_1 = (Flat)0;
    ProofPush local_1 = (ProofPush)0;

    float4 _e8 = push_1.rect;
    float4 _e10 = push_1.depths;
    float4 _e12 = push_1.color;
    float4 _e14 = push_1.params;
    local_1 = ConstructProofPush(_e8, _e10, _e12, _e14);
    const ProofPlace _e16 = proofPlace(local_1, vertex_1, instance_1);
    o_1.position = _e16.position;
    o_1.value = value;
    Flat _e19 = o_1;
    const Flat flat = _e19;
    return flat;
}

typedef float4 ret_Constructarray16_float4_[16];
ret_Constructarray16_float4_ Constructarray16_float4_(float4 arg0, float4 arg1, float4 arg2, float4 arg3, float4 arg4, float4 arg5, float4 arg6, float4 arg7, float4 arg8, float4 arg9, float4 arg10, float4 arg11, float4 arg12, float4 arg13, float4 arg14, float4 arg15) {
    float4 ret[16] = { arg0, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11, arg12, arg13, arg14, arg15 };
    return ret;
}

uint naga_f2u32(float value) {
    return uint(clamp(value, 0.0, 4294967000.0));
}

void vs_floats_1()
{
    float4 local_2[16] = (float4[16])0;

    float4 _e23 = v_u002e_a0_1;
    float4 _e24 = v_u002e_a1_1;
    float4 _e25 = v_u002e_a2_1;
    float4 _e26 = v_u002e_a3_1;
    float4 _e27 = v_u002e_a4_1;
    float4 _e28 = v_u002e_a5_1;
    float4 _e29 = v_u002e_a6_1;
    float4 _e30 = v_u002e_a7_1;
    float4 _e31 = v_u002e_a8_1;
    float4 _e32 = v_u002e_a9_1;
    float4 _e33 = v_u002e_a10_1;
    float4 _e34 = v_u002e_a11_1;
    float4 _e35 = v_u002e_a12_1;
    float4 _e36 = v_u002e_a13_1;
    float4 _e37 = v_u002e_a14_1;
    float4 _e38 = v_u002e_a15_1;
    local_2 = Constructarray16_float4_(_e23, _e24, _e25, _e26, _e27, _e28, _e29, _e30, _e31, _e32, _e33, _e34, _e35, _e36, _e37, _e38);
    float4 _e41 = push_1.params;
    float4 _e46 = local_2[min(uint(naga_mod(naga_f2u32(_e41.x), 16u)), 15u)];
    int _e47 = global;
    int _e49 = global_1;
    const Flat _e51 = show(asuint(_e47), asuint(_e49), _e46);
    global_2 = _e51.position;
    entryPointParam_vs_floats_u002e_value = _e51.value;
    return;
}

VertexOutput ConstructVertexOutput(float4 arg0, float4 arg1) {
    VertexOutput ret = (VertexOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    return ret;
}

VertexOutput_vs_floats vs_floats(float4 v_u002e_a0_ : LOC0, float4 v_u002e_a1_ : LOC1, float4 v_u002e_a2_ : LOC2, float4 v_u002e_a3_ : LOC3, float4 v_u002e_a4_ : LOC4, float4 v_u002e_a5_ : LOC5, float4 v_u002e_a6_ : LOC6, float4 v_u002e_a7_ : LOC7, float4 v_u002e_a8_ : LOC8, float4 v_u002e_a9_ : LOC9, float4 v_u002e_a10_ : LOC10, float4 v_u002e_a11_ : LOC11, float4 v_u002e_a12_ : LOC12, float4 v_u002e_a13_ : LOC13, float4 v_u002e_a14_ : LOC14, float4 v_u002e_a15_ : LOC15, uint param : SV_VertexID, uint param_1 : SV_InstanceID)
{
    v_u002e_a0_1 = v_u002e_a0_;
    v_u002e_a1_1 = v_u002e_a1_;
    v_u002e_a2_1 = v_u002e_a2_;
    v_u002e_a3_1 = v_u002e_a3_;
    v_u002e_a4_1 = v_u002e_a4_;
    v_u002e_a5_1 = v_u002e_a5_;
    v_u002e_a6_1 = v_u002e_a6_;
    v_u002e_a7_1 = v_u002e_a7_;
    v_u002e_a8_1 = v_u002e_a8_;
    v_u002e_a9_1 = v_u002e_a9_;
    v_u002e_a10_1 = v_u002e_a10_;
    v_u002e_a11_1 = v_u002e_a11_;
    v_u002e_a12_1 = v_u002e_a12_;
    v_u002e_a13_1 = v_u002e_a13_;
    v_u002e_a14_1 = v_u002e_a14_;
    v_u002e_a15_1 = v_u002e_a15_;
    global = int((_NagaConstants.first_vertex + param));
    global_1 = int((_NagaConstants.first_instance + param_1));
    vs_floats_1();
    float4 _e40 = global_2;
    float4 _e41 = entryPointParam_vs_floats_u002e_value;
    const VertexOutput vertexoutput = ConstructVertexOutput(_e40, _e41);
    const VertexOutput_vs_floats vertexoutput_1 = { vertexoutput.member_1, vertexoutput.member };
    return vertexoutput_1;
}
