struct NagaConstants {
    int first_vertex;
    int first_instance;
    uint other;
};
ConstantBuffer<NagaConstants> _NagaConstants: register(b0, space4);

struct Points {
    float4 position;
    float size;
    int _end_pad_0;
    int _end_pad_1;
    int _end_pad_2;
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

typedef float2 ret_Constructarray6_float2_[6];
ret_Constructarray6_float2_ Constructarray6_float2_(float2 arg0, float2 arg1, float2 arg2, float2 arg3, float2 arg4, float2 arg5) {
    float2 ret[6] = { arg0, arg1, arg2, arg3, arg4, arg5 };
    return ret;
}

cbuffer push_1 : register(b0, space3) { ProofPush_std430_ push_1; }
static int global = (int)0;
static float4 global_1 = float4(0.0, 0.0, 0.0, 1.0);
static float global_2 = (float)0;

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

void vs_points_1()
{
    Points o_1 = (Points)0;
    ProofPush local_1 = (ProofPush)0;

    float4 _e10 = push_1.rect;
    float4 _e12 = push_1.depths;
    float4 _e14 = push_1.color;
    float4 _e16 = push_1.params;
    int _e18 = global;
    local_1 = ConstructProofPush(_e10, _e12, _e14, _e16);
    const ProofPlace _e20 = proofPlace(local_1, asuint(_e18), 0u);
    o_1.position = _e20.position;
    o_1.size = 1.0;
    Points _e23 = o_1;
    global_1 = _e23.position;
    global_2 = _e23.size;
    return;
}

float4 vs_points(uint param : SV_VertexID) : SV_Position
{
    global = int((_NagaConstants.first_vertex + param));
    vs_points_1();
    float4 _e4 = global_1;
    return _e4;
}
