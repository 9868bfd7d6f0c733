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

static int global = (int)0;
static float4 global_1 = float4(0.0, 0.0, 0.0, 1.0);

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
    int _e3 = global;
    const Fullscreen _e5 = fullscreenTriangle(asuint(_e3), 0.5);
    global_1 = _e5.position;
    return;
}

float4 vs_main(uint param : SV_VertexID) : SV_Position
{
    global = int((_NagaConstants.first_vertex + param));
    vs_main_1();
    float4 _e4 = global_1;
    return _e4;
}
