#pragma pack_matrix(column_major)
#ifdef SLANG_HLSL_ENABLE_NVAPI
#include "nvHLSLExtns.h"
#endif

#ifndef __DXC_VERSION_MAJOR
// warning X3557: loop doesn't seem to do anything, forcing loop to unroll
#pragma warning(disable : 3557)
#endif

struct Corner_0
{
    float4 position_0 : SV_Position;
};

struct Weighed_0
{
    float3 weights_0 : LOC0;
    float4 position_1 : SV_Position;
};

struct Triangle_0
{
    float  edges_0[int(3)] : SV_TessFactor;
    float inside_0 : SV_InsideTessFactor;
};

[domain("tri")]
Weighed_0 ds_triangle(Triangle_0 factors_0, float3 at_0 : SV_DomainLocation, OutputPatch<Corner_0, int(3) > patch_0)
{
    Weighed_0 o_0;
    float _S1 = at_0.x;
    Corner_0 _S2 = patch_0[int(0)];
    float4 _S3 = _S1 * _S2.position_0;
    float _S4 = at_0.y;
    Corner_0 _S5 = patch_0[int(1)];
    float4 _S6 = _S3 + _S4 * _S5.position_0;
    float _S7 = at_0.z;
    Corner_0 _S8 = patch_0[int(2)];
    o_0.position_1 = _S6 + _S7 * _S8.position_0;
    o_0.weights_0 = at_0;
    return o_0;
}

