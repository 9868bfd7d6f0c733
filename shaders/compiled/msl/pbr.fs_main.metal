// language: metal2.1
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;
struct DefaultConstructible {
    template<typename T>
    operator T() && {
        return T {};
    }
};

struct Varyings {
    metal::float4 position;
    metal::float3 world;
    metal::float3 normal;
    metal::float4 tangent;
    metal::float4 uv01_;
    metal::float4 color;
};
struct UvTransform_std140_ {
    metal::float4 row0_;
    metal::float4 row1_;
};
struct type_9 {
    UvTransform_std140_ inner[5];
};
struct _Array_std140_UvTransform5_ {
    type_9 data;
};
struct Material_std140_ {
    metal::float4 baseColor;
    metal::float4 emissive;
    metal::float4 factors;
    metal::float4 params;
    _Array_std140_UvTransform5_ uv;
};
struct Draw_std430_ {
    metal::float4x4 model;
    metal::float4 normal0_;
    metal::float4 normal1_;
    metal::float4 normal2_;
    metal::float4 params;
};
struct Surface {
    metal::float3 normal;
    metal::float3 view;
    metal::float3 diffuse;
    metal::packed_float3 f0_;
    float roughness;
    float nDotV;
    char _pad6[12];
    metal::float3 compensation;
};
struct Light_std140_ {
    metal::float4 positionKind;
    metal::float4 directionRange;
    metal::float4 color;
    metal::float4 spot;
};
struct type_14 {
    Light_std140_ inner[16];
};
struct _Array_std140_Light16_ {
    type_14 data;
};
struct Frame_std140_ {
    metal::float4x4 viewProj;
    metal::float4x4 invViewProj;
    metal::float4x4 shadowViewProj;
    metal::float4 eye;
    metal::float4 sunDirection;
    metal::float4 sunColor;
    metal::float4 skyColor;
    metal::float4 horizonColor;
    metal::float4 groundColor;
    metal::float4 params;
    metal::float4 shadowParams;
    _Array_std140_Light16_ lights;
};

metal::float3 toTarget(
    metal::float3 radiance
) {
    return metal::min(radiance, metal::float3(60000.0, 60000.0, 60000.0));
}

metal::float3 acesHillInverse(
    metal::float3 shown
) {
    metal::float3 _e21 = metal::clamp(metal::float3(metal::dot(metal::float3(0.643038, 0.311187, 0.045775), shown), metal::dot(metal::float3(0.059269, 0.931436, 0.009295), shown), metal::dot(metal::float3(0.005962, 0.063929, 0.930118), shown)), metal::float3(0.0, 0.0, 0.0), metal::float3(0.998, 0.998, 0.998));
    metal::float3 _e24 = (_e21 * 0.983729) - metal::float3(1.0);
    metal::float3 _e27 = (_e21 * 0.432951) - metal::float3(0.0245786);
    metal::float3 _e40 = (-(_e27) - metal::sqrt(metal::max((_e27 * _e27) - ((_e24 * 4.0) * ((_e21 * 0.238081) + metal::float3(0.000090537))), metal::float3(0.0, 0.0, 0.0)))) / (_e24 * 2.0);
    return metal::float3(metal::dot(metal::float3(1.764741, -0.675778, -0.088963), _e40), metal::dot(metal::float3(-0.147028, 1.160252, -0.013224), _e40), metal::dot(metal::float3(-0.036337, -0.162436, 1.198773), _e40));
}

metal::float3 saturate(
    metal::float3 x
) {
    return metal::clamp(x, metal::float3(0.0, 0.0, 0.0), metal::float3(1.0, 1.0, 1.0));
}

metal::float3 environment(
    metal::float3 zenith,
    metal::float3 horizon,
    metal::float3 ground,
    metal::float3 d,
    float roughness
) {
    float _e12 = metal::clamp(roughness, 0.0, 1.0);
    float _e13 = metal::mix(0.03, 1.0, _e12);
    float _e15 = metal::clamp(d.y, 0.0, 1.0);
    return metal::mix(metal::mix(ground, horizon, metal::float3((metal::pow(1.0 - metal::clamp(-(d.y), 0.0, 1.0), 9.0) * (1.0 - _e12)) * 0.75)), metal::mix(zenith, horizon, metal::float3(metal::mix(metal::pow(1.0 - _e15, 5.0), 1.0 - (0.65 * _e15), _e12))), metal::float3(metal::smoothstep(-(_e13), _e13, d.y)));
}

metal::float3 illuminance(
    uint param_2,
    metal::float3 param_3,
    thread metal::float3& param_4,
    constant Frame_std140_& frame
) {
    float attenuation = {};
    metal::float4 _e14 = uint(param_2) < 16 ? frame.lights.data.inner[param_2].positionKind : DefaultConstructible();
    if (_e14.w < 0.5) {
        metal::float4 _e18 = uint(param_2) < 16 ? frame.lights.data.inner[param_2].directionRange : DefaultConstructible();
        param_4 = -(_e18.xyz);
        metal::float4 _e22 = uint(param_2) < 16 ? frame.lights.data.inner[param_2].color : DefaultConstructible();
        return _e22.xyz;
    }
    metal::float3 _e25 = _e14.xyz - param_3;
    float _e27 = metal::max(metal::dot(_e25, _e25), 0.000001);
    param_4 = _e25 * metal::rsqrt(_e27);
    float _e30 = 1.0 / _e27;
    metal::float4 _e32 = uint(param_2) < 16 ? frame.lights.data.inner[param_2].directionRange : DefaultConstructible();
    if (_e32.w > 0.0) {
        float _e36 = _e27 / (_e32.w * _e32.w);
        attenuation = _e30 * metal::clamp(1.0 - (_e36 * _e36), 0.0, 1.0);
    } else {
        attenuation = _e30;
    }
    if (_e14.w > 1.5) {
        metal::float3 _e43 = param_4;
        metal::float4 _e47 = uint(param_2) < 16 ? frame.lights.data.inner[param_2].spot : DefaultConstructible();
        float _e52 = metal::clamp((metal::dot(_e32.xyz, -(_e43)) * _e47.x) + _e47.y, 0.0, 1.0);
        float _e54 = attenuation;
        attenuation = _e54 * (_e52 * _e52);
    }
    metal::float4 _e57 = uint(param_2) < 16 ? frame.lights.data.inner[param_2].color : DefaultConstructible();
    float _e59 = attenuation;
    return _e57.xyz * _e59;
}

int naga_abs(int val) {
    return metal::select(as_type<int>(-as_type<uint>(val)), val, val >= 0);
}

float sunVisibility(
    metal::float3 position,
    metal::float3 geometricNormal,
    constant Frame_std140_& frame,
    metal::depth2d<float, metal::access::sample> shadowMap,
    metal::sampler shadowSampler
) {
    bool local = {};
    int y = {};
    float sum = {};
    int x_1 = {};
    metal::float4 _e18 = frame.shadowParams;
    if (_e18.w <= 0.0) {
        return 1.0;
    }
    metal::float4 _e22 = frame.sunDirection;
    float _e25 = metal::clamp(metal::dot(geometricNormal, _e22.xyz), 0.0, 1.0);
    metal::float4x4 _e33 = frame.shadowViewProj;
    metal::float4 _e37 = metal::float4(position + (geometricNormal * (_e18.y * metal::sqrt(1.0 - (_e25 * _e25)))), 1.0) * metal::transpose(_e33);
    metal::float3 _e41 = _e37.xyz / metal::float3(_e37.w);
    metal::float2 _e48 = metal::float2((_e41.x * 0.5) + 0.5, 0.5 - (_e41.y * 0.5));
    if (metal::any(_e48 <= metal::float2(0.0))) {
        local = true;
    } else {
        local = metal::any(_e48 >= metal::float2(1.0));
    }
    bool _e55 = local;
    if (_e55) {
        return 1.0;
    }
    y = -1;
    sum = 0.0;
    while(true) {
        int _e60 = y;
        if (_e60 <= 1) {
        } else {
            break;
        }
        x_1 = -1;
        while(true) {
            int _e62 = x_1;
            if (_e62 <= 1) {
            } else {
                break;
            }
            int _e64 = x_1;
            int _e66 = y;
            int _e72 = x_1;
            int _e75 = y;
            float _e80 = shadowMap.sample_compare(shadowSampler, _e48 + (metal::float2(static_cast<float>(_e64), static_cast<float>(_e66)) * _e18.x), metal::clamp(_e41.z - _e18.z, 0.0, 1.0));
            float _e82 = sum;
            int _e84 = x_1;
            x_1 = as_type<int>(as_type<uint>(_e84) + as_type<uint>(1));
            sum = _e82 + (static_cast<float>(as_type<int>(as_type<uint>(as_type<int>(as_type<uint>(2) - as_type<uint>(naga_abs(_e72)))) * as_type<uint>(as_type<int>(as_type<uint>(2) - as_type<uint>(naga_abs(_e75)))))) * _e80);
            continue;
        }
        int _e86 = y;
        y = as_type<int>(as_type<uint>(_e86) + as_type<uint>(1));
        continue;
    }
    float _e88 = sum;
    return _e88 / 16.0;
}

float visibilitySmith(
    float nDotL,
    float nDotV,
    float a
) {
    float _e6 = a * a;
    float _e8 = 1.0 - _e6;
    return 0.5 / metal::max((nDotL * metal::sqrt(((nDotV * nDotV) * _e8) + _e6)) + (nDotV * metal::sqrt(((nDotL * nDotL) * _e8) + _e6)), 0.00001);
}

float distributionGgx(
    float nDotH,
    float a_1
) {
    float _e5 = a_1 * a_1;
    float _e9 = ((nDotH * nDotH) * (_e5 - 1.0)) + 1.0;
    return _e5 / metal::max((3.1415927 * _e9) * _e9, 0.0000001);
}

metal::float3 fresnelSchlick(
    metal::float3 f0_,
    float vDotH
) {
    float _e5 = metal::clamp(1.0 - vDotH, 0.0, 1.0);
    float _e6 = _e5 * _e5;
    return f0_ + ((metal::float3(1.0) - f0_) * ((_e6 * _e6) * _e5));
}

metal::float3 reflectance(
    thread Surface& s,
    metal::float3 l
) {
    metal::float3 _e8 = s.normal;
    float _e10 = metal::clamp(metal::dot(_e8, l), 0.0, 1.0);
    if (_e10 <= 0.0) {
        return metal::float3(0.0, 0.0, 0.0);
    }
    metal::float3 _e13 = s.view;
    metal::float3 _e14 = l + _e13;
    metal::float3 _e18 = _e14 * metal::rsqrt(metal::max(metal::dot(_e14, _e14), 0.000000000001));
    float _e20 = s.roughness;
    float _e21 = _e20 * _e20;
    metal::float3 _e23 = s.f0_;
    metal::float3 _e26 = fresnelSchlick(_e23, metal::clamp(metal::dot(_e13, _e18), 0.0, 1.0));
    float _e29 = distributionGgx(metal::clamp(metal::dot(_e8, _e18), 0.0, 1.0), _e21);
    float _e31 = s.nDotV;
    float _e32 = visibilitySmith(_e10, _e31, _e21);
    metal::float3 _e36 = s.diffuse;
    metal::float3 _e43 = s.compensation;
    return ((((metal::float3(1.0) - _e26) * _e36) / metal::float3(3.1415927)) + ((_e26 * (_e29 * _e32)) * _e43)) * _e10;
}

metal::float3 multipleScattering(
    metal::float3 f0_1,
    metal::float2 ab
) {
    return metal::float3(1.0) + (f0_1 * ((1.0 / metal::max(ab.x + ab.y, 0.1)) - 1.0));
}

metal::float2 saturate_1(
    metal::float2 x_2
) {
    return metal::clamp(x_2, metal::float2(0.0, 0.0), metal::float2(1.0, 1.0));
}

metal::float2 environmentBrdf(
    float nDotV_1,
    float roughness_1
) {
    metal::float4 _e7 = (metal::float4(-1.0, -0.0275, -0.572, 0.022) * roughness_1) + metal::float4(1.0, 0.0425, 1.04, -0.04);
    metal::float2 _e19 = saturate_1((metal::float2(-1.04, 1.04) * ((metal::min(_e7.x * _e7.x, metal::exp2(-9.28 * nDotV_1)) * _e7.x) + _e7.y)) + _e7.zw);
    return _e19;
}

metal::float2 transformUv(
    uint param_5,
    metal::float4 param_6,
    constant Material_std140_& material
) {
    metal::float2 local_1 = {};
    metal::float4 _e9 = uint(param_5) < 5 ? material.uv.data.inner[param_5].row0_ : DefaultConstructible();
    if (_e9.w > 0.5) {
        local_1 = param_6.zw;
    } else {
        local_1 = param_6.xy;
    }
    metal::float2 _e15 = local_1;
    metal::float4 _e20 = uint(param_5) < 5 ? material.uv.data.inner[param_5].row1_ : DefaultConstructible();
    metal::float2 _e22 = local_1;
    return metal::float2(metal::dot(_e9.xy, _e15) + _e9.z, metal::dot(_e20.xy, _e22) + _e20.z);
}

uint naga_f2u32(float value) {
    return static_cast<uint>(metal::clamp(value, 0.0, 4294967000.0));
}

metal::float3 shadeLit(
    thread Varyings& i,
    metal::float3 base,
    float side,
    constant Material_std140_& material,
    constant Draw_std430_& draw,
    constant Frame_std140_& frame,
    metal::texture2d<float, metal::access::sample> normalTexture,
    metal::sampler normalSampler,
    metal::texture2d<float, metal::access::sample> metallicRoughnessTexture,
    metal::sampler metallicRoughnessSampler,
    metal::texture2d<float, metal::access::sample> occlusionTexture,
    metal::sampler occlusionSampler,
    metal::texture2d<float, metal::access::sample> emissiveTexture,
    metal::sampler emissiveSampler,
    metal::depth2d<float, metal::access::sample> shadowMap,
    metal::sampler shadowSampler
) {
    metal::float3 radiance_1 = {};
    metal::float3 n = {};
    float local_2 = {};
    Surface s_1 = {};
    Surface local_3 = {};
    uint k = {};
    metal::float3 l_1 = {};
    Surface local_4 = {};
    metal::float4 _e39 = frame.eye;
    metal::float3 _e42 = i.world;
    metal::float4 _e43 = frame.eye;
    metal::float3 _e47 = metal::normalize(_e39.xyz - (_e42 * _e43.w));
    metal::float3 _e49 = i.normal;
    float _e50 = metal::dot(_e49, _e49);
    if (_e50 > 0.000000000000000000000000000001) {
        radiance_1 = _e49 * (metal::rsqrt(_e50) * side);
    } else {
        radiance_1 = _e47;
    }
    metal::float4 _e56 = material.params;
    if (_e56.x > 0.5) {
        metal::float4 _e60 = i.uv01_;
        metal::float2 _e61 = transformUv(2u, _e60, material);
        metal::float4 _e62 = normalTexture.sample(normalSampler, _e61);
        metal::float4 _e68 = i.tangent;
        metal::float3 _e69 = _e68.xyz;
        metal::float3 _e70 = radiance_1;
        metal::float3 _e72 = radiance_1;
        metal::float3 _e74 = _e69 - (_e72 * metal::dot(_e70, _e69));
        float _e75 = metal::dot(_e74, _e74);
        if (_e75 > 0.000000000001) {
            metal::float3 _e78 = _e74 * metal::rsqrt(_e75);
            metal::float4 _e80 = draw.params;
            if (_e80.y < 0.0) {
                local_2 = -(_e68.w);
            } else {
                local_2 = _e68.w;
            }
            metal::float3 _e86 = radiance_1;
            float _e88 = local_2;
            metal::float4 _e92 = material.factors;
            metal::float4 _e94 = material.factors;
            metal::float3 _e97 = ((_e62.xyz * 2.0) - metal::float3(1.0)) * metal::float3(_e92.z, _e94.z, 1.0);
            metal::float3 _e107 = radiance_1;
            n = metal::normalize(((_e78 * (_e97.x * side)) + ((metal::cross(_e86, _e78) * (_e88 * side)) * (_e97.y * side))) + (_e107 * metal::max(_e97.z, 0.001)));
        } else {
            metal::float3 _e111 = radiance_1;
            n = _e111;
        }
    } else {
        metal::float3 _e112 = radiance_1;
        n = _e112;
    }
    metal::float4 _e114 = i.uv01_;
    metal::float2 _e115 = transformUv(1u, _e114, material);
    metal::float4 _e116 = metallicRoughnessTexture.sample(metallicRoughnessSampler, _e115);
    metal::float4 _e118 = material.factors;
    float _e122 = metal::clamp(_e118.x * _e116.z, 0.0, 1.0);
    metal::float2 _e123 = transformUv(3u, _e114, material);
    metal::float4 _e124 = occlusionTexture.sample(occlusionSampler, _e123);
    metal::float4 _e127 = material.emissive;
    metal::float2 _e130 = transformUv(4u, _e114, material);
    metal::float4 _e131 = emissiveTexture.sample(emissiveSampler, _e130);
    metal::float4 _e133 = material.emissive;
    metal::float3 _e137 = n;
    s_1.normal = _e137;
    s_1.view = _e47;
    metal::float3 _e140 = n;
    float _e143 = metal::max(metal::abs(metal::dot(_e140, _e47)), 0.0001);
    s_1.nDotV = _e143;
    metal::float4 _e145 = material.factors;
    float _e149 = metal::clamp(_e145.y * _e116.y, 0.045, 1.0);
    s_1.roughness = _e149;
    s_1.diffuse = base * (1.0 - _e122);
    metal::float4 _e154 = material.params;
    metal::float3 _e158 = metal::mix(metal::float3(_e154.y), base, metal::float3(_e122));
    s_1.f0_ = _e158;
    metal::float2 _e159 = environmentBrdf(_e143, _e149);
    metal::float3 _e161 = multipleScattering(_e158, _e159);
    s_1.compensation = _e161;
    Surface _e162 = s_1;
    metal::float4 _e164 = frame.sunDirection;
    local_3 = _e162;
    metal::float3 _e166 = reflectance(local_3, _e164.xyz);
    metal::float4 _e168 = frame.sunColor;
    metal::float3 _e171 = radiance_1;
    float _e172 = sunVisibility(_e42, _e171, frame, shadowMap, shadowSampler);
    metal::float4 _e176 = frame.params;
    k = 0u;
    radiance_1 = (_e131.xyz * _e133.xyz) + ((_e166 * _e168.xyz) * _e172);
    while(true) {
        uint _e180 = k;
        if (_e180 < metal::min(naga_f2u32(_e176.y), 16u)) {
        } else {
            break;
        }
        uint _e182 = k;
        metal::float3 _e183 = illuminance(_e182, _e42, l_1, frame);
        Surface _e184 = s_1;
        metal::float3 _e185 = l_1;
        local_4 = _e184;
        metal::float3 _e186 = reflectance(local_4, _e185);
        metal::float3 _e188 = radiance_1;
        uint _e190 = k;
        k = _e190 + 1u;
        radiance_1 = _e188 + (_e186 * _e183);
        continue;
    }
    metal::float4 _e193 = frame.skyColor;
    metal::float3 _e194 = _e193.xyz;
    metal::float4 _e196 = frame.horizonColor;
    metal::float3 _e197 = _e196.xyz;
    metal::float4 _e199 = frame.groundColor;
    metal::float3 _e200 = _e199.xyz;
    metal::float3 _e201 = s_1.f0_;
    metal::float3 _e207 = s_1.compensation;
    metal::float3 _e209 = metal::min(((_e201 * _e159.x) + metal::float3(_e159.y)) * _e207, metal::float3(1.0, 1.0, 1.0));
    metal::float3 _e212 = s_1.diffuse;
    metal::float3 _e214 = n;
    metal::float3 _e215 = environment(_e194, _e197, _e200, _e214, 1.0);
    metal::float3 _e217 = s_1.view;
    metal::float3 _e219 = n;
    float _e221 = s_1.roughness;
    metal::float3 _e222 = environment(_e194, _e197, _e200, metal::reflect(-(_e217), _e219), _e221);
    metal::float3 _e226 = radiance_1;
    return _e226 + (((((metal::float3(1.0) - _e209) * _e212) * _e215) + (_e209 * _e222)) * metal::mix(1.0, _e124.x, _e127.w));
}

void fs_main_1(
    thread metal::float4& i_u002e_uv01_1,
    constant Material_std140_& material,
    metal::texture2d<float, metal::access::sample> baseColorTexture,
    metal::sampler baseColorSampler,
    thread metal::float4& i_u002e_color_1,
    constant Draw_std430_& draw,
    thread bool& global,
    thread metal::float4& global_1,
    thread metal::float3& i_u002e_world_1,
    thread metal::float3& i_u002e_normal_1,
    thread metal::float4& i_u002e_tangent_1,
    constant Frame_std140_& frame,
    metal::texture2d<float, metal::access::sample> normalTexture,
    metal::sampler normalSampler,
    metal::texture2d<float, metal::access::sample> metallicRoughnessTexture,
    metal::sampler metallicRoughnessSampler,
    metal::texture2d<float, metal::access::sample> occlusionTexture,
    metal::sampler occlusionSampler,
    metal::texture2d<float, metal::access::sample> emissiveTexture,
    metal::sampler emissiveSampler,
    metal::depth2d<float, metal::access::sample> shadowMap,
    metal::sampler shadowSampler,
    thread metal::float4& entryPointParam_fs_main
) {
    float local_5 = {};
    metal::float3 color = {};
    float local_6 = {};
    Varyings local_7 = {};
    bool local_8 = {};
    metal::float4 _e23 = i_u002e_uv01_1;
    metal::float2 _e24 = transformUv(0u, _e23, material);
    metal::float4 _e25 = baseColorTexture.sample(baseColorSampler, _e24);
    metal::float4 _e27 = material.baseColor;
    metal::float4 _e29 = i_u002e_color_1;
    metal::float4 _e30 = (_e25 * _e27) * _e29;
    metal::float4 _e32 = material.params;
    if (_e32.z > 0.5) {
        local_5 = _e30.w;
    } else {
        local_5 = 1.0;
    }
    metal::float3 _e36 = _e30.xyz;
    metal::float4 _e38 = draw.params;
    bool _e40 = _e38.x > 0.5;
    if (_e40) {
        bool _e41 = global;
        if (_e41) {
            local_6 = 1.0;
        } else {
            local_6 = -1.0;
        }
        metal::float4 _e42 = global_1;
        metal::float3 _e43 = i_u002e_world_1;
        metal::float3 _e44 = i_u002e_normal_1;
        metal::float4 _e45 = i_u002e_tangent_1;
        metal::float4 _e46 = i_u002e_uv01_1;
        metal::float4 _e47 = i_u002e_color_1;
        local_7 = Varyings {_e42, _e43, _e44, _e45, _e46, _e47};
        float _e49 = local_6;
        metal::float3 _e50 = shadeLit(local_7, _e36, _e49, material, draw, frame, normalTexture, normalSampler, metallicRoughnessTexture, metallicRoughnessSampler, occlusionTexture, occlusionSampler, emissiveTexture, emissiveSampler, shadowMap, shadowSampler);
        metal::float4 _e52 = frame.params;
        color = _e50 * _e52.x;
    } else {
        color = _e36;
    }
    if (!(_e40)) {
        metal::float4 _e57 = frame.params;
        local_8 = _e57.z > 0.5;
    } else {
        local_8 = false;
    }
    bool _e60 = local_8;
    if (_e60) {
        metal::float4 _e61 = material.params;
        local_8 = _e61.z < 0.5;
    } else {
        local_8 = false;
    }
    bool _e64 = local_8;
    if (_e64) {
        metal::float3 _e65 = color;
        metal::float3 _e66 = saturate(_e65);
        metal::float3 _e67 = acesHillInverse(_e66);
        color = _e67;
    }
    metal::float3 _e68 = color;
    metal::float3 _e69 = toTarget(_e68);
    float _e70 = local_5;
    entryPointParam_fs_main = metal::float4(_e69, _e70);
    return;
}

struct fs_mainInput {
    metal::float3 i_u002e_world [[user(loc0), center_perspective]];
    metal::float3 i_u002e_normal [[user(loc1), center_perspective]];
    metal::float4 i_u002e_tangent [[user(loc2), center_perspective]];
    metal::float4 i_u002e_uv01_ [[user(loc3), center_perspective]];
    metal::float4 i_u002e_color [[user(loc4), center_perspective]];
};
struct fs_mainOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_mainOutput fs_main(
  fs_mainInput varyings [[stage_in]]
, metal::float4 param [[position]]
, bool param_1 [[front_facing]]
, constant Material_std140_& material [[buffer(1)]]
, metal::texture2d<float, metal::access::sample> baseColorTexture [[texture(1)]]
, metal::sampler baseColorSampler [[sampler(1)]]
, constant Draw_std430_& draw [[buffer(2)]]
, constant Frame_std140_& frame [[buffer(0)]]
, metal::texture2d<float, metal::access::sample> normalTexture [[texture(3)]]
, metal::sampler normalSampler [[sampler(3)]]
, metal::texture2d<float, metal::access::sample> metallicRoughnessTexture [[texture(2)]]
, metal::sampler metallicRoughnessSampler [[sampler(2)]]
, metal::texture2d<float, metal::access::sample> occlusionTexture [[texture(4)]]
, metal::sampler occlusionSampler [[sampler(4)]]
, metal::texture2d<float, metal::access::sample> emissiveTexture [[texture(5)]]
, metal::sampler emissiveSampler [[sampler(5)]]
, metal::depth2d<float, metal::access::sample> shadowMap [[texture(0)]]
, metal::sampler shadowSampler [[sampler(0)]]
) {
    metal::float4 i_u002e_uv01_1 = {};
    metal::float4 i_u002e_color_1 = {};
    bool global = {};
    metal::float4 global_1 = {};
    metal::float3 i_u002e_world_1 = {};
    metal::float3 i_u002e_normal_1 = {};
    metal::float4 i_u002e_tangent_1 = {};
    metal::float4 entryPointParam_fs_main = {};
    const auto i_u002e_world = varyings.i_u002e_world;
    const auto i_u002e_normal = varyings.i_u002e_normal;
    const auto i_u002e_tangent = varyings.i_u002e_tangent;
    const auto i_u002e_uv01_ = varyings.i_u002e_uv01_;
    const auto i_u002e_color = varyings.i_u002e_color;
    global_1 = param;
    i_u002e_world_1 = i_u002e_world;
    i_u002e_normal_1 = i_u002e_normal;
    i_u002e_tangent_1 = i_u002e_tangent;
    i_u002e_uv01_1 = i_u002e_uv01_;
    i_u002e_color_1 = i_u002e_color;
    global = param_1;
    fs_main_1(i_u002e_uv01_1, material, baseColorTexture, baseColorSampler, i_u002e_color_1, draw, global, global_1, i_u002e_world_1, i_u002e_normal_1, i_u002e_tangent_1, frame, normalTexture, normalSampler, metallicRoughnessTexture, metallicRoughnessSampler, occlusionTexture, occlusionSampler, emissiveTexture, emissiveSampler, shadowMap, shadowSampler, entryPointParam_fs_main);
    metal::float4 _e15 = entryPointParam_fs_main;
    return fs_mainOutput { _e15 };
}
