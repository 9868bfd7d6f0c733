struct NagaConstants {
    int first_vertex;
    int first_instance;
    uint other;
};
cbuffer NagaConstantsBuffer : register(b1) { NagaConstants _NagaConstants; }

struct Corner {
    float4 position;
};

struct ProofPush_std430_ {
    float4 rect;
    float4 depths;
    float4 color;
    float4 params;
};

static int global = (int)0;
cbuffer push : register(b0) { ProofPush_std430_ push; }
static float4 global_1 = float4(0.0, 0.0, 0.0, 1.0);

void vs_corner_1()
{
    float local = (float)0;
    float local_1 = (float)0;
    Corner o = (Corner)0;

    int _e12 = global;
    int _e15 = global;
    if (((asuint(_e12) & 1u) != ((asuint(_e15) >> asuint(int(1))) & 1u))) {
        float4 _e22 = push.rect;
        local = _e22.z;
    } else {
        float4 _e25 = push.rect;
        local = _e25.x;
    }
    int _e27 = global;
    if (((asuint(_e27) & 2u) != 0u)) {
        float4 _e32 = push.rect;
        local_1 = _e32.w;
    } else {
        float4 _e35 = push.rect;
        local_1 = _e35.y;
    }
    float _e38 = local;
    float _e39 = local_1;
    o.position = float4(_e38, _e39, 0.5, 1.0);
    Corner _e41 = o;
    global_1 = _e41.position;
    return;
}

float4 vs_corner(uint param : SV_VertexID) : SV_Position
{
    global = int((_NagaConstants.first_vertex + param));
    vs_corner_1();
    float4 _e4 = global_1;
    return _e4;
}
