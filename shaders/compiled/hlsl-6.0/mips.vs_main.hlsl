struct NagaConstants {
    int first_vertex;
    int first_instance;
    uint other;
};
ConstantBuffer<NagaConstants> _NagaConstants: register(b0, space4);

struct Fullscreen {
    float4 position;
    float2 uv;
    int _end_pad_0;
    int _end_pad_1;
};

struct VertexOutput {
    float4 member : SV_Position;
    float2 member_1 : LOC0;
};

static int global = (int)0;
static float4 global_1 = float4(0.0, 0.0, 0.0, 1.0);
static float2 entryPointParam_vs_main_u002e_uv = (float2)0;

struct VertexOutput_vs_main {
    float2 member_1 : LOC0;
    float4 member : SV_Position;
};

Fullscreen fullscreenTriangle(uint vertex, float depth)
{
    Fullscreen o = (Fullscreen)0;

    float _e10 = float(((vertex << asuint(int(1))) & 2u));
    float _e12 = float((vertex & 2u));
    o.position = float4(((float2(_e10, _e12) * 2.0) - (1.0).xx), depth, 1.0);
    o.uv = float2(_e10, (1.0 - _e12));
    Fullscreen _e22 = o;
    const Fullscreen fullscreen = _e22;
    return fullscreen;
}

void vs_main_1()
{
    int _e4 = global;
    const Fullscreen _e6 = fullscreenTriangle(asuint(_e4), 0.5);
    global_1 = _e6.position;
    entryPointParam_vs_main_u002e_uv = _e6.uv;
    return;
}

VertexOutput ConstructVertexOutput(float4 arg0, float2 arg1) {
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
    float2 _e6 = entryPointParam_vs_main_u002e_uv;
    const VertexOutput vertexoutput = ConstructVertexOutput(_e5, _e6);
    const VertexOutput_vs_main vertexoutput_1 = { vertexoutput.member_1, vertexoutput.member };
    return vertexoutput_1;
}
