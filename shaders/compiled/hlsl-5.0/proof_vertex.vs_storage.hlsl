struct NagaConstants {
    int first_vertex;
    int first_instance;
    uint other;
};
cbuffer NagaConstantsBuffer : register(b1) { NagaConstants _NagaConstants; }

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

struct ProofPush_std430_ {
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

static int global = (int)0;
static int global_1 = (int)0;
ByteAddressBuffer first : register(t0);
ByteAddressBuffer second : register(t1);
ByteAddressBuffer third : register(t2);
ByteAddressBuffer fourth : register(t3);
cbuffer push_1 : register(b0) { ProofPush_std430_ push_1; }
static float4 global_2 = float4(0.0, 0.0, 0.0, 1.0);
static float4 entryPointParam_vs_storage_u002e_value = (float4)0;

struct VertexOutput_vs_storage {
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

void vs_storage_1()
{
    int _e9 = global;
    int _e12 = global_1;
    uint _e14 = (naga_div(asuint(_e9), 6u) + asuint(_e12));
    float4 _e17 = asfloat(first.Load4(_e14*16+0));
    float4 _e21 = asfloat(second.Load4(_e14*16+0));
    float4 _e25 = asfloat(third.Load4(_e14*16+0));
    float4 _e29 = asfloat(fourth.Load4(_e14*16+0));
    int _e32 = global;
    int _e34 = global_1;
    const Flat _e36 = show(asuint(_e32), asuint(_e34), float4(_e17.x, _e21.y, _e25.z, _e29.w));
    global_2 = _e36.position;
    entryPointParam_vs_storage_u002e_value = _e36.value;
    return;
}

VertexOutput ConstructVertexOutput(float4 arg0, float4 arg1) {
    VertexOutput ret = (VertexOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    return ret;
}

VertexOutput_vs_storage vs_storage(uint param : SV_VertexID, uint param_1 : SV_InstanceID)
{
    global = int((_NagaConstants.first_vertex + param));
    global_1 = int((_NagaConstants.first_instance + param_1));
    vs_storage_1();
    float4 _e8 = global_2;
    float4 _e9 = entryPointParam_vs_storage_u002e_value;
    const VertexOutput vertexoutput = ConstructVertexOutput(_e8, _e9);
    const VertexOutput_vs_storage vertexoutput_1 = { vertexoutput.member_1, vertexoutput.member };
    return vertexoutput_1;
}
