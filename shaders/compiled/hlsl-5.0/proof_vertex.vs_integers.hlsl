struct NagaConstants {
    int first_vertex;
    int first_instance;
    uint other;
};
cbuffer NagaConstantsBuffer : register(b1) { NagaConstants _NagaConstants; }

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

static uint4 v_u002e_u0_1 = (uint4)0;
static uint4 v_u002e_u1_1 = (uint4)0;
static uint4 v_u002e_u2_1 = (uint4)0;
static uint4 v_u002e_u3_1 = (uint4)0;
static uint4 v_u002e_u4_1 = (uint4)0;
static uint4 v_u002e_u5_1 = (uint4)0;
static uint4 v_u002e_u6_1 = (uint4)0;
static uint4 v_u002e_u7_1 = (uint4)0;
static int4 v_u002e_s0_1 = (int4)0;
static int4 v_u002e_s1_1 = (int4)0;
static int4 v_u002e_s2_1 = (int4)0;
static int4 v_u002e_s3_1 = (int4)0;
static int4 v_u002e_s4_1 = (int4)0;
static int4 v_u002e_s5_1 = (int4)0;
static int4 v_u002e_s6_1 = (int4)0;
static int4 v_u002e_s7_1 = (int4)0;
cbuffer push_1 : register(b0) { ProofPush_std430_ push_1; }
static int global = (int)0;
static int global_1 = (int)0;
static float4 global_2 = float4(0.0, 0.0, 0.0, 1.0);
static float4 entryPointParam_vs_integers_u002e_value = (float4)0;

struct VertexOutput_vs_integers {
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

void vs_integers_1()
{
    float4 local_2[16] = (float4[16])0;

    uint4 _e23 = v_u002e_u0_1;
    uint4 _e25 = v_u002e_u1_1;
    uint4 _e27 = v_u002e_u2_1;
    uint4 _e29 = v_u002e_u3_1;
    uint4 _e31 = v_u002e_u4_1;
    uint4 _e33 = v_u002e_u5_1;
    uint4 _e35 = v_u002e_u6_1;
    uint4 _e37 = v_u002e_u7_1;
    int4 _e39 = v_u002e_s0_1;
    int4 _e41 = v_u002e_s1_1;
    int4 _e43 = v_u002e_s2_1;
    int4 _e45 = v_u002e_s3_1;
    int4 _e47 = v_u002e_s4_1;
    int4 _e49 = v_u002e_s5_1;
    int4 _e51 = v_u002e_s6_1;
    int4 _e53 = v_u002e_s7_1;
    local_2 = Constructarray16_float4_(float4(_e23), float4(_e25), float4(_e27), float4(_e29), float4(_e31), float4(_e33), float4(_e35), float4(_e37), float4(_e39), float4(_e41), float4(_e43), float4(_e45), float4(_e47), float4(_e49), float4(_e51), float4(_e53));
    float4 _e57 = push_1.params;
    float4 _e62 = local_2[min(uint(naga_mod(naga_f2u32(_e57.x), 16u)), 15u)];
    int _e63 = global;
    int _e65 = global_1;
    const Flat _e67 = show(asuint(_e63), asuint(_e65), _e62);
    global_2 = _e67.position;
    entryPointParam_vs_integers_u002e_value = _e67.value;
    return;
}

VertexOutput ConstructVertexOutput(float4 arg0, float4 arg1) {
    VertexOutput ret = (VertexOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    return ret;
}

VertexOutput_vs_integers vs_integers(uint4 v_u002e_u0_ : LOC0, uint4 v_u002e_u1_ : LOC1, uint4 v_u002e_u2_ : LOC2, uint4 v_u002e_u3_ : LOC3, uint4 v_u002e_u4_ : LOC4, uint4 v_u002e_u5_ : LOC5, uint4 v_u002e_u6_ : LOC6, uint4 v_u002e_u7_ : LOC7, int4 v_u002e_s0_ : LOC8, int4 v_u002e_s1_ : LOC9, int4 v_u002e_s2_ : LOC10, int4 v_u002e_s3_ : LOC11, int4 v_u002e_s4_ : LOC12, int4 v_u002e_s5_ : LOC13, int4 v_u002e_s6_ : LOC14, int4 v_u002e_s7_ : LOC15, uint param : SV_VertexID, uint param_1 : SV_InstanceID)
{
    v_u002e_u0_1 = v_u002e_u0_;
    v_u002e_u1_1 = v_u002e_u1_;
    v_u002e_u2_1 = v_u002e_u2_;
    v_u002e_u3_1 = v_u002e_u3_;
    v_u002e_u4_1 = v_u002e_u4_;
    v_u002e_u5_1 = v_u002e_u5_;
    v_u002e_u6_1 = v_u002e_u6_;
    v_u002e_u7_1 = v_u002e_u7_;
    v_u002e_s0_1 = v_u002e_s0_;
    v_u002e_s1_1 = v_u002e_s1_;
    v_u002e_s2_1 = v_u002e_s2_;
    v_u002e_s3_1 = v_u002e_s3_;
    v_u002e_s4_1 = v_u002e_s4_;
    v_u002e_s5_1 = v_u002e_s5_;
    v_u002e_s6_1 = v_u002e_s6_;
    v_u002e_s7_1 = v_u002e_s7_;
    global = int((_NagaConstants.first_vertex + param));
    global_1 = int((_NagaConstants.first_instance + param_1));
    vs_integers_1();
    float4 _e40 = global_2;
    float4 _e41 = entryPointParam_vs_integers_u002e_value;
    const VertexOutput vertexoutput = ConstructVertexOutput(_e40, _e41);
    const VertexOutput_vs_integers vertexoutput_1 = { vertexoutput.member_1, vertexoutput.member };
    return vertexoutput_1;
}
