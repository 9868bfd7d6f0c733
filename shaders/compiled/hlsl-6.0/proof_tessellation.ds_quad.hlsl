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

struct Quad_0
{
    float  edges_0[int(4)] : SV_TessFactor;
    float  inside_0[int(2)] : SV_InsideTessFactor;
};

[domain("quad")]
Corner_0 ds_quad(Quad_0 factors_0, float2 uv_0 : SV_DomainLocation, OutputPatch<Corner_0, int(4) > patch_0)
{
    Corner_0 _S1 = patch_0[int(0)];
    Corner_0 _S2 = patch_0[int(1)];
    float4 _S3 = lerp(_S1.position_0, _S2.position_0, (float4)uv_0.x);
    Corner_0 _S4 = patch_0[int(3)];
    Corner_0 _S5 = patch_0[int(2)];
    Corner_0 o_0;
    o_0.position_0 = lerp(_S3, lerp(_S4.position_0, _S5.position_0, (float4)uv_0.x), (float4)uv_0.y);
    o_0.position_0[int(1)] = o_0.position_0[int(1)] - push_0.params_0.y * uv_0.y * 4.0f * uv_0.x * (1.0f - uv_0.x);
    return o_0;
}

