struct Varyings {
    float4 position;
    float3 world;
    int _pad2_0;
    float3 normal;
    int _pad3_0;
    float4 tangent;
    float4 uv01_;
    float4 color;
};

struct UvTransform_std140_ {
    float4 row0_;
    float4 row1_;
};

struct _Array_std140_UvTransform5_ {
    UvTransform_std140_ data[5];
};

struct Material_std140_ {
    float4 baseColor;
    float4 emissive;
    float4 factors;
    float4 params;
    _Array_std140_UvTransform5_ uv;
};

struct Draw_std430_ {
    row_major float4x4 model;
    float4 normal0_;
    float4 normal1_;
    float4 normal2_;
    float4 params;
};

struct Surface {
    float3 normal;
    int _pad1_0;
    float3 view;
    int _pad2_0;
    float3 diffuse;
    int _pad3_0;
    float3 f0_;
    float roughness;
    float nDotV;
    int _pad6_0;
    int _pad6_1;
    int _pad6_2;
    float3 compensation;
    int _end_pad_0;
};

struct Light_std140_ {
    float4 positionKind;
    float4 directionRange;
    float4 color;
    float4 spot;
};

struct _Array_std140_Light16_ {
    Light_std140_ data[16];
};

struct Frame_std140_ {
    row_major float4x4 viewProj;
    row_major float4x4 invViewProj;
    row_major float4x4 shadowViewProj;
    float4 eye;
    float4 sunDirection;
    float4 sunColor;
    float4 skyColor;
    float4 horizonColor;
    float4 groundColor;
    float4 params;
    float4 shadowParams;
    _Array_std140_Light16_ lights;
};

static float4 i_u002e_uv01_1 = (float4)0;
cbuffer material : register(b0, space1) { Material_std140_ material; }
Texture2D<float4> baseColorTexture : register(t1, space1);
SamplerState baseColorSampler : register(s6, space1);
static float4 i_u002e_color_1 = (float4)0;
cbuffer draw : register(b0, space3) { Draw_std430_ draw; }
static bool global = (bool)0;
static float4 global_1 = (float4)0;
static float3 i_u002e_world_1 = (float3)0;
static float3 i_u002e_normal_1 = (float3)0;
static float4 i_u002e_tangent_1 = (float4)0;
cbuffer frame : register(b0) { Frame_std140_ frame; }
Texture2D<float4> normalTexture : register(t3, space1);
SamplerState normalSampler : register(s8, space1);
Texture2D<float4> metallicRoughnessTexture : register(t2, space1);
SamplerState metallicRoughnessSampler : register(s7, space1);
Texture2D<float4> occlusionTexture : register(t4, space1);
SamplerState occlusionSampler : register(s9, space1);
Texture2D<float4> emissiveTexture : register(t5, space1);
SamplerState emissiveSampler : register(s10, space1);
Texture2D<float> shadowMap : register(t1);
SamplerComparisonState shadowSampler : register(s2);
static float4 entryPointParam_fs_main = (float4)0;

struct FragmentInput_fs_main {
    float3 i_u002e_world_2 : LOC0;
    float3 i_u002e_normal_2 : LOC1;
    float4 i_u002e_tangent_2 : LOC2;
    float4 i_u002e_uv01_2 : LOC3;
    float4 i_u002e_color_2 : LOC4;
    float4 member : SV_Position;
    bool member_1 : SV_IsFrontFace;
};

float3 toTarget(float3 radiance)
{
    return min(radiance, float3(60000.0, 60000.0, 60000.0));
}

float3 acesHillInverse(float3 shown)
{
    float3 _e21 = clamp(float3(dot(float3(0.643038, 0.311187, 0.045775), shown), dot(float3(0.059269, 0.931436, 0.009295), shown), dot(float3(0.005962, 0.063929, 0.930118), shown)), float3(0.0, 0.0, 0.0), float3(0.998, 0.998, 0.998));
    float3 _e24 = ((_e21 * 0.983729) - (1.0).xxx);
    float3 _e27 = ((_e21 * 0.432951) - (0.0245786).xxx);
    float3 _e40 = ((-(_e27) - sqrt(max(((_e27 * _e27) - ((_e24 * 4.0) * ((_e21 * 0.238081) + (9.0537e-5).xxx))), float3(0.0, 0.0, 0.0)))) / (_e24 * 2.0));
    return float3(dot(float3(1.764741, -0.675778, -0.088963), _e40), dot(float3(-0.147028, 1.160252, -0.013224), _e40), dot(float3(-0.036337, -0.162436, 1.198773), _e40));
}

float3 saturate_(float3 x)
{
    return clamp(x, float3(0.0, 0.0, 0.0), float3(1.0, 1.0, 1.0));
}

float3 environment(float3 zenith, float3 horizon, float3 ground, float3 d, float roughness)
{
    float _e12 = clamp(roughness, 0.0, 1.0);
    float _e13 = lerp(0.03, 1.0, _e12);
    float _e15 = clamp(d.y, 0.0, 1.0);
    return lerp(lerp(ground, horizon, (((pow((1.0 - clamp(-(d.y), 0.0, 1.0)), 9.0) * (1.0 - _e12)) * 0.75)).xxx), lerp(zenith, horizon, (lerp(pow((1.0 - _e15), 5.0), (1.0 - (0.65 * _e15)), _e12)).xxx), (smoothstep(-(_e13), _e13, d.y)).xxx);
}

float3 illuminance(uint param_2, float3 param_3, inout float3 param_4)
{
    float attenuation = (float)0;

    float4 _e14 = frame.lights.data[param_2].positionKind;
    if ((_e14.w < 0.5)) {
        float4 _e18 = frame.lights.data[param_2].directionRange;
        param_4 = -(_e18.xyz);
        float4 _e22 = frame.lights.data[param_2].color;
        return _e22.xyz;
    }
    float3 _e25 = (_e14.xyz - param_3);
    float _e27 = max(dot(_e25, _e25), 1e-6);
    param_4 = (_e25 * rsqrt(_e27));
    float _e30 = (1.0 / _e27);
    float4 _e32 = frame.lights.data[param_2].directionRange;
    if ((_e32.w > 0.0)) {
        float _e36 = (_e27 / (_e32.w * _e32.w));
        attenuation = (_e30 * clamp((1.0 - (_e36 * _e36)), 0.0, 1.0));
    } else {
        attenuation = _e30;
    }
    if ((_e14.w > 1.5)) {
        float3 _e43 = param_4;
        float4 _e47 = frame.lights.data[param_2].spot;
        float _e52 = clamp(((dot(_e32.xyz, -(_e43)) * _e47.x) + _e47.y), 0.0, 1.0);
        float _e54 = attenuation;
        attenuation = (_e54 * (_e52 * _e52));
    }
    float4 _e57 = frame.lights.data[param_2].color;
    float _e59 = attenuation;
    return (_e57.xyz * _e59);
}

int naga_abs(int val) {
    return val >= 0 ? val : asint(-asuint(val));
}

float sunVisibility(float3 position, float3 geometricNormal)
{
    bool local = (bool)0;
    int y = (int)0;
    float sum = (float)0;
    int x_1 = (int)0;

    float4 _e18 = frame.shadowParams;
    if ((_e18.w <= 0.0)) {
        return 1.0;
    }
    float4 _e22 = frame.sunDirection;
    float _e25 = clamp(dot(geometricNormal, _e22.xyz), 0.0, 1.0);
    float4x4 _e33 = frame.shadowViewProj;
    float4 _e37 = mul(transpose(_e33), float4((position + (geometricNormal * (_e18.y * sqrt((1.0 - (_e25 * _e25)))))), 1.0));
    float3 _e41 = (_e37.xyz / (_e37.w).xxx);
    float2 _e48 = float2(((_e41.x * 0.5) + 0.5), (0.5 - (_e41.y * 0.5)));
    if (any((_e48 <= (0.0).xx))) {
        local = true;
    } else {
        local = any((_e48 >= (1.0).xx));
    }
    bool _e55 = local;
    if (_e55) {
        return 1.0;
    }
    y = int(-1);
    sum = 0.0;
    while(true) {
        int _e60 = y;
        if ((_e60 <= int(1))) {
        } else {
            break;
        }
        x_1 = int(-1);
        while(true) {
            int _e62 = x_1;
            if ((_e62 <= int(1))) {
            } else {
                break;
            }
            int _e64 = x_1;
            int _e66 = y;
            int _e72 = x_1;
            int _e75 = y;
            float _e80 = shadowMap.SampleCmpLevelZero(shadowSampler, (_e48 + (float2(float(_e64), float(_e66)) * _e18.x)), clamp((_e41.z - _e18.z), 0.0, 1.0));
            float _e82 = sum;
            int _e84 = x_1;
            x_1 = asint(asuint(_e84) + asuint(int(1)));
            sum = (_e82 + (float(asint(asuint(asint(asuint(int(2)) - asuint(naga_abs(_e72)))) * asuint(asint(asuint(int(2)) - asuint(naga_abs(_e75)))))) * _e80));
            continue;
        }
        int _e86 = y;
        y = asint(asuint(_e86) + asuint(int(1)));
        continue;
    }
    float _e88 = sum;
    return (_e88 / 16.0);
}

float visibilitySmith(float nDotL, float nDotV, float a)
{
    float _e6 = (a * a);
    float _e8 = (1.0 - _e6);
    return (0.5 / max(((nDotL * sqrt((((nDotV * nDotV) * _e8) + _e6))) + (nDotV * sqrt((((nDotL * nDotL) * _e8) + _e6)))), 1e-5));
}

float distributionGgx(float nDotH, float a_1)
{
    float _e5 = (a_1 * a_1);
    float _e9 = (((nDotH * nDotH) * (_e5 - 1.0)) + 1.0);
    return (_e5 / max(((3.1415927 * _e9) * _e9), 1e-7));
}

float3 fresnelSchlick(float3 f0_, float vDotH)
{
    float _e5 = clamp((1.0 - vDotH), 0.0, 1.0);
    float _e6 = (_e5 * _e5);
    return (f0_ + (((1.0).xxx - f0_) * ((_e6 * _e6) * _e5)));
}

float3 reflectance(inout Surface s, float3 l)
{
    float3 _e8 = s.normal;
    float _e10 = clamp(dot(_e8, l), 0.0, 1.0);
    if ((_e10 <= 0.0)) {
        return float3(0.0, 0.0, 0.0);
    }
    float3 _e13 = s.view;
    float3 _e14 = (l + _e13);
    float3 _e18 = (_e14 * rsqrt(max(dot(_e14, _e14), 1e-12)));
    float _e20 = s.roughness;
    float _e21 = (_e20 * _e20);
    float3 _e23 = s.f0_;
    const float3 _e26 = fresnelSchlick(_e23, clamp(dot(_e13, _e18), 0.0, 1.0));
    const float _e29 = distributionGgx(clamp(dot(_e8, _e18), 0.0, 1.0), _e21);
    float _e31 = s.nDotV;
    const float _e32 = visibilitySmith(_e10, _e31, _e21);
    float3 _e36 = s.diffuse;
    float3 _e43 = s.compensation;
    return ((((((1.0).xxx - _e26) * _e36) / (3.1415927).xxx) + ((_e26 * (_e29 * _e32)) * _e43)) * _e10);
}

float3 multipleScattering(float3 f0_1, float2 ab)
{
    return ((1.0).xxx + (f0_1 * ((1.0 / max((ab.x + ab.y), 0.1)) - 1.0)));
}

float2 saturate_1(float2 x_2)
{
    return clamp(x_2, float2(0.0, 0.0), float2(1.0, 1.0));
}

float2 environmentBrdf(float nDotV_1, float roughness_1)
{
    float4 _e7 = ((float4(-1.0, -0.0275, -0.572, 0.022) * roughness_1) + float4(1.0, 0.0425, 1.04, -0.04));
    const float2 _e19 = saturate_1(((float2(-1.04, 1.04) * ((min((_e7.x * _e7.x), exp2((-9.28 * nDotV_1))) * _e7.x) + _e7.y)) + _e7.zw));
    return _e19;
}

float2 transformUv(uint param_5, float4 param_6)
{
    float2 local_1 = (float2)0;

    float4 _e9 = material.uv.data[param_5].row0_;
    if ((_e9.w > 0.5)) {
        local_1 = param_6.zw;
    } else {
        local_1 = param_6.xy;
    }
    float2 _e15 = local_1;
    float4 _e20 = material.uv.data[param_5].row1_;
    float2 _e22 = local_1;
    return float2((dot(_e9.xy, _e15) + _e9.z), (dot(_e20.xy, _e22) + _e20.z));
}

uint naga_f2u32(float value) {
    return uint(clamp(value, 0.0, 4294967000.0));
}

float3 shadeLit(inout Varyings i, float3 base, float side)
{
    float3 radiance_1 = (float3)0;
    float3 n = (float3)0;
    float local_2 = (float)0;
    Surface s_1 = (Surface)0;
    Surface local_3 = (Surface)0;
    uint k = (uint)0;
    float3 l_1 = (float3)0;
    Surface local_4 = (Surface)0;

    float4 _e39 = frame.eye;
    float3 _e42 = i.world;
    float4 _e43 = frame.eye;
    float3 _e47 = normalize((_e39.xyz - (_e42 * _e43.w)));
    float3 _e49 = i.normal;
    float _e50 = dot(_e49, _e49);
    if ((_e50 > 1e-30)) {
        radiance_1 = (_e49 * (rsqrt(_e50) * side));
    } else {
        radiance_1 = _e47;
    }
    float4 _e56 = material.params;
    if ((_e56.x > 0.5)) {
        float4 _e60 = i.uv01_;
        const float2 _e61 = transformUv(2u, _e60);
        float4 _e62 = normalTexture.Sample(normalSampler, _e61);
        float4 _e68 = i.tangent;
        float3 _e69 = _e68.xyz;
        float3 _e70 = radiance_1;
        float3 _e72 = radiance_1;
        float3 _e74 = (_e69 - (_e72 * dot(_e70, _e69)));
        float _e75 = dot(_e74, _e74);
        if ((_e75 > 1e-12)) {
            float3 _e78 = (_e74 * rsqrt(_e75));
            float4 _e80 = draw.params;
            if ((_e80.y < 0.0)) {
                local_2 = -(_e68.w);
            } else {
                local_2 = _e68.w;
            }
            float3 _e86 = radiance_1;
            float _e88 = local_2;
            float4 _e92 = material.factors;
            float4 _e94 = material.factors;
            float3 _e97 = (((_e62.xyz * 2.0) - (1.0).xxx) * float3(_e92.z, _e94.z, 1.0));
            float3 _e107 = radiance_1;
            n = normalize((((_e78 * (_e97.x * side)) + ((cross(_e86, _e78) * (_e88 * side)) * (_e97.y * side))) + (_e107 * max(_e97.z, 0.001))));
        } else {
            float3 _e111 = radiance_1;
            n = _e111;
        }
    } else {
        float3 _e112 = radiance_1;
        n = _e112;
    }
    float4 _e114 = i.uv01_;
    const float2 _e115 = transformUv(1u, _e114);
    float4 _e116 = metallicRoughnessTexture.Sample(metallicRoughnessSampler, _e115);
    float4 _e118 = material.factors;
    float _e122 = clamp((_e118.x * _e116.z), 0.0, 1.0);
    const float2 _e123 = transformUv(3u, _e114);
    float4 _e124 = occlusionTexture.Sample(occlusionSampler, _e123);
    float4 _e127 = material.emissive;
    const float2 _e130 = transformUv(4u, _e114);
    float4 _e131 = emissiveTexture.Sample(emissiveSampler, _e130);
    float4 _e133 = material.emissive;
    float3 _e137 = n;
    s_1.normal = _e137;
    s_1.view = _e47;
    float3 _e140 = n;
    float _e143 = max(abs(dot(_e140, _e47)), 0.0001);
    s_1.nDotV = _e143;
    float4 _e145 = material.factors;
    float _e149 = clamp((_e145.y * _e116.y), 0.045, 1.0);
    s_1.roughness = _e149;
    s_1.diffuse = (base * (1.0 - _e122));
    float4 _e154 = material.params;
    float3 _e158 = lerp((_e154.y).xxx, base, (_e122).xxx);
    s_1.f0_ = _e158;
    const float2 _e159 = environmentBrdf(_e143, _e149);
    const float3 _e161 = multipleScattering(_e158, _e159);
    s_1.compensation = _e161;
    Surface _e162 = s_1;
    float4 _e164 = frame.sunDirection;
    local_3 = _e162;
    const float3 _e166 = reflectance(local_3, _e164.xyz);
    float4 _e168 = frame.sunColor;
    float3 _e171 = radiance_1;
    const float _e172 = sunVisibility(_e42, _e171);
    float4 _e176 = frame.params;
    k = 0u;
    radiance_1 = ((_e131.xyz * _e133.xyz) + ((_e166 * _e168.xyz) * _e172));
    while(true) {
        uint _e180 = k;
        if ((_e180 < min(naga_f2u32(_e176.y), 16u))) {
        } else {
            break;
        }
        uint _e182 = k;
        const float3 _e183 = illuminance(_e182, _e42, l_1);
        Surface _e184 = s_1;
        float3 _e185 = l_1;
        local_4 = _e184;
        const float3 _e186 = reflectance(local_4, _e185);
        float3 _e188 = radiance_1;
        uint _e190 = k;
        k = (_e190 + 1u);
        radiance_1 = (_e188 + (_e186 * _e183));
        continue;
    }
    float4 _e193 = frame.skyColor;
    float3 _e194 = _e193.xyz;
    float4 _e196 = frame.horizonColor;
    float3 _e197 = _e196.xyz;
    float4 _e199 = frame.groundColor;
    float3 _e200 = _e199.xyz;
    float3 _e201 = s_1.f0_;
    float3 _e207 = s_1.compensation;
    float3 _e209 = min((((_e201 * _e159.x) + (_e159.y).xxx) * _e207), float3(1.0, 1.0, 1.0));
    float3 _e212 = s_1.diffuse;
    float3 _e214 = n;
    const float3 _e215 = environment(_e194, _e197, _e200, _e214, 1.0);
    float3 _e217 = s_1.view;
    float3 _e219 = n;
    float _e221 = s_1.roughness;
    const float3 _e222 = environment(_e194, _e197, _e200, reflect(-(_e217), _e219), _e221);
    float3 _e226 = radiance_1;
    return (_e226 + ((((((1.0).xxx - _e209) * _e212) * _e215) + (_e209 * _e222)) * lerp(1.0, _e124.x, _e127.w)));
}

Varyings ConstructVaryings(float4 arg0, float3 arg1, float3 arg2, float4 arg3, float4 arg4, float4 arg5) {
    Varyings ret = (Varyings)0;
    ret.position = arg0;
    ret.world = arg1;
    ret.normal = arg2;
    ret.tangent = arg3;
    ret.uv01_ = arg4;
    ret.color = arg5;
    return ret;
}

void fs_main_1()
{
    float local_5 = (float)0;
    float3 color = (float3)0;
    float local_6 = (float)0;
    Varyings local_7 = (Varyings)0;
    bool local_8 = (bool)0;

    float4 _e23 = i_u002e_uv01_1;
    const float2 _e24 = transformUv(0u, _e23);
    float4 _e25 = baseColorTexture.Sample(baseColorSampler, _e24);
    float4 _e27 = material.baseColor;
    float4 _e29 = i_u002e_color_1;
    float4 _e30 = ((_e25 * _e27) * _e29);
    float4 _e32 = material.params;
    if ((_e32.z > 0.5)) {
        local_5 = _e30.w;
    } else {
        local_5 = 1.0;
    }
    float3 _e36 = _e30.xyz;
    float4 _e38 = draw.params;
    bool _e40 = (_e38.x > 0.5);
    if (_e40) {
        bool _e41 = global;
        if (_e41) {
            local_6 = 1.0;
        } else {
            local_6 = -1.0;
        }
        float4 _e42 = global_1;
        float3 _e43 = i_u002e_world_1;
        float3 _e44 = i_u002e_normal_1;
        float4 _e45 = i_u002e_tangent_1;
        float4 _e46 = i_u002e_uv01_1;
        float4 _e47 = i_u002e_color_1;
        local_7 = ConstructVaryings(_e42, _e43, _e44, _e45, _e46, _e47);
        float _e49 = local_6;
        const float3 _e50 = shadeLit(local_7, _e36, _e49);
        float4 _e52 = frame.params;
        color = (_e50 * _e52.x);
    } else {
        color = _e36;
    }
    if (!(_e40)) {
        float4 _e57 = frame.params;
        local_8 = (_e57.z > 0.5);
    } else {
        local_8 = false;
    }
    bool _e60 = local_8;
    if (_e60) {
        float4 _e61 = material.params;
        local_8 = (_e61.z < 0.5);
    } else {
        local_8 = false;
    }
    bool _e64 = local_8;
    if (_e64) {
        float3 _e65 = color;
        const float3 _e66 = saturate_(_e65);
        const float3 _e67 = acesHillInverse(_e66);
        color = _e67;
    }
    float4 _e70 = material.factors;
    if ((_e30.w < _e70.w)) {
        discard;
    }
    float3 _e73 = color;
    const float3 _e74 = toTarget(_e73);
    float _e75 = local_5;
    entryPointParam_fs_main = float4(_e74, _e75);
    return;
}

float4 fs_main(FragmentInput_fs_main fragmentinput_fs_main) : SV_Target0
{
    float4 param = fragmentinput_fs_main.member;
    float3 i_u002e_world = fragmentinput_fs_main.i_u002e_world_2;
    float3 i_u002e_normal = fragmentinput_fs_main.i_u002e_normal_2;
    float4 i_u002e_tangent = fragmentinput_fs_main.i_u002e_tangent_2;
    float4 i_u002e_uv01_ = fragmentinput_fs_main.i_u002e_uv01_2;
    float4 i_u002e_color = fragmentinput_fs_main.i_u002e_color_2;
    bool param_1 = fragmentinput_fs_main.member_1;
    global_1 = param;
    i_u002e_world_1 = i_u002e_world;
    i_u002e_normal_1 = i_u002e_normal;
    i_u002e_tangent_1 = i_u002e_tangent;
    i_u002e_uv01_1 = i_u002e_uv01_;
    i_u002e_color_1 = i_u002e_color;
    global = param_1;
    fs_main_1();
    float4 _e15 = entryPointParam_fs_main;
    return _e15;
}
