#pragma pack_matrix(column_major)
#ifdef SLANG_HLSL_ENABLE_NVAPI
#include "nvHLSLExtns.h"
#endif

#ifndef __DXC_VERSION_MAJOR
// warning X3557: loop doesn't seem to do anything, forcing loop to unroll
#pragma warning(disable : 3557)
#endif

struct Layered_0
{
    nointerpolation float4 color_0 : LOC0;
    float4 position_0 : SV_Position;
    uint layer_0 : SV_RenderTargetArrayIndex;
};

float4 corner_0(uint column_0, uint i_0)
{
    float _S1 = (float(column_0) + float(i_0 & 1U)) / 4.0f - 1.0f;
    float _S2;
    if((i_0 & 2U) != 0U)
    {
        _S2 = 1.0f;
    }
    else
    {
        _S2 = -1.0f;
    }
    return float4(_S1, _S2, 0.5f, 1.0f);
}

struct Seed_0
{
    nointerpolation uint column_1 : LOC0;
    float4 position_1 : SV_Position;
};

[maxvertexcount(4)]
[instance(2)]
void gs_columns(point Seed_0  seed_0[int(1)], inout TriangleStream<Layered_0 > stream_0, uint primitive_0 : SV_PrimitiveID, uint invocation_0 : SV_GSInstanceID)
{
    uint i_1 = 0U;
    for(;;)
    {
        if(i_1 < 4U)
        {
        }
        else
        {
            break;
        }
        Layered_0 o_0;
        o_0.position_0 = corner_0(seed_0[int(0)].column_1, i_1);
        o_0.color_0 = float4(float(seed_0[int(0)].column_1 + 1U), float(primitive_0 + 1U), float(invocation_0 + 1U), 255.0f) / 255.0f;
        o_0.layer_0 = 0U;
        stream_0.Append(o_0);
        i_1 = i_1 + 1U;
    }
    stream_0.RestartStrip();
    return;
}

