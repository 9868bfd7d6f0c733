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

cbuffer push_0 : register(b0, space3)
{
    ProofPush_0 push_0;
}
struct Corner_0
{
    float4 position_0 : SV_Position;
};

struct Lines_0
{
    float  edges_0[int(2)] : SV_TessFactor;
};

Lines_0 lineFactors_0()
{
    Lines_0 o_0;
    o_0.edges_0[int(0)] = push_0.params_0.z;
    o_0.edges_0[int(1)] = push_0.params_0.x;
    return o_0;
}

[domain("isoline")]
[partitioning("integer")]
[outputtopology("line")]
[outputcontrolpoints(4)]
[patchconstantfunc("lineFactors_0")]
Corner_0 hs_lines(InputPatch<Corner_0, int(4) > patch_0, uint i_0 : SV_OutputControlPointID)
{
    Corner_0 _S1 = patch_0[i_0];
    return _S1;
}

