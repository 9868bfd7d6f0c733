#pragma pack_matrix(column_major)
#ifdef SLANG_HLSL_ENABLE_NVAPI
#include "nvHLSLExtns.h"
#endif

#ifndef __DXC_VERSION_MAJOR
// warning X3557: loop doesn't seem to do anything, forcing loop to unroll
#pragma warning(disable : 3557)
#endif

struct ProofPush_0
{
    float4 rect_0;
    float4 depths_0;
    float4 color_0;
    float4 params_0;
};

cbuffer push_0 : register(b0)
{
    ProofPush_0 push_0;
}
struct Corner_0
{
    float4 position_0 : SV_Position;
};

struct Quad_0
{
    float  edges_0[int(4)] : SV_TessFactor;
    float  inside_0[int(2)] : SV_InsideTessFactor;
};

Quad_0 quadFactors_0()
{
    Quad_0 o_0;
    uint i_0 = 0U;
    for(;;)
    {
        if(i_0 < 4U)
        {
        }
        else
        {
            break;
        }
        o_0.edges_0[i_0] = push_0.params_0.x;
        i_0 = i_0 + 1U;
    }
    o_0.inside_0[int(0)] = push_0.params_0.x;
    o_0.inside_0[int(1)] = push_0.params_0.x;
    return o_0;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("point")]
[outputcontrolpoints(4)]
[patchconstantfunc("quadFactors_0")]
Corner_0 hs_points(InputPatch<Corner_0, int(4) > patch_0, uint i_1 : SV_OutputControlPointID)
{
    Corner_0 _S1 = patch_0[i_1];
    return _S1;
}

