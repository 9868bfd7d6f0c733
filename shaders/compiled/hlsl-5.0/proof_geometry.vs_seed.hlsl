struct NagaConstants {
    int first_vertex;
    int first_instance;
    uint other;
};
cbuffer NagaConstantsBuffer : register(b0) { NagaConstants _NagaConstants; }

struct Seed {
    float4 position;
    uint column;
    int _end_pad_0;
    int _end_pad_1;
    int _end_pad_2;
};

struct VertexOutput {
    float4 member : SV_Position;
    nointerpolation uint member_1 : LOC0;
};

static int global = (int)0;
static float4 global_1 = float4(0.0, 0.0, 0.0, 1.0);
static uint entryPointParam_vs_seed_u002e_column = (uint)0;

struct VertexOutput_vs_seed {
    nointerpolation uint member_1 : LOC0;
    float4 member : SV_Position;
};

void vs_seed_1()
{
    Seed o = (Seed)0;

    o.position = float4(0.0, 0.0, 0.0, 1.0);
    int _e7 = global;
    o.column = asuint(_e7);
    Seed _e9 = o;
    global_1 = _e9.position;
    entryPointParam_vs_seed_u002e_column = _e9.column;
    return;
}

VertexOutput ConstructVertexOutput(float4 arg0, uint arg1) {
    VertexOutput ret = (VertexOutput)0;
    ret.member = arg0;
    ret.member_1 = arg1;
    return ret;
}

VertexOutput_vs_seed vs_seed(uint param : SV_VertexID)
{
    global = int((_NagaConstants.first_vertex + param));
    vs_seed_1();
    float4 _e5 = global_1;
    uint _e6 = entryPointParam_vs_seed_u002e_column;
    const VertexOutput vertexoutput = ConstructVertexOutput(_e5, _e6);
    const VertexOutput_vs_seed vertexoutput_1 = { vertexoutput.member_1, vertexoutput.member };
    return vertexoutput_1;
}
