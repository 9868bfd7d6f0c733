#version 310 es

precision highp float;
precision highp int;

struct Varyings {
    vec4 position;
    vec3 world;
    vec3 normal;
    vec4 tangent;
    vec4 uv01_;
    vec4 color;
};
struct UvTransform_std140_ {
    vec4 row0_;
    vec4 row1_;
};
struct _Array_std140_UvTransform5_ {
    UvTransform_std140_ data[5];
};
struct Material_std140_ {
    vec4 baseColor;
    vec4 emissive;
    vec4 factors;
    vec4 params;
    _Array_std140_UvTransform5_ uv;
};
struct Draw_std430_ {
    mat4x4 model;
    vec4 normal0_;
    vec4 normal1_;
    vec4 normal2_;
    vec4 params;
};
struct Surface {
    vec3 normal;
    vec3 view;
    vec3 diffuse;
    vec3 f0_;
    float roughness;
    float nDotV;
    vec3 compensation;
};
struct Light_std140_ {
    vec4 positionKind;
    vec4 directionRange;
    vec4 color;
    vec4 spot;
};
struct _Array_std140_Light16_ {
    Light_std140_ data[16];
};
struct Frame_std140_ {
    mat4x4 viewProj;
    mat4x4 invViewProj;
    mat4x4 shadowViewProj;
    vec4 eye;
    vec4 sunDirection;
    vec4 sunColor;
    vec4 skyColor;
    vec4 horizonColor;
    vec4 groundColor;
    vec4 params;
    vec4 shadowParams;
    _Array_std140_Light16_ lights;
};
vec4 i_u002e_uv01_1 = vec4(0.0);

layout(std140, binding = 1) uniform Material_std140_block_0Fragment { Material_std140_ _group_1_binding_0_fs; };

layout(binding = 1) uniform highp sampler2D _group_1_binding_1_fs;

vec4 i_u002e_color_1 = vec4(0.0);

layout(std140, binding = 2) uniform Draw_std430_block_1Fragment { Draw_std430_ _group_3_binding_0_fs; };

bool global = false;

vec4 global_1 = vec4(0.0);

vec3 i_u002e_world_1 = vec3(0.0);

vec3 i_u002e_normal_1 = vec3(0.0);

vec4 i_u002e_tangent_1 = vec4(0.0);

layout(std140, binding = 0) uniform Frame_std140_block_2Fragment { Frame_std140_ _group_0_binding_0_fs; };

layout(binding = 3) uniform highp sampler2D _group_1_binding_3_fs;

layout(binding = 2) uniform highp sampler2D _group_1_binding_2_fs;

layout(binding = 4) uniform highp sampler2D _group_1_binding_4_fs;

layout(binding = 5) uniform highp sampler2D _group_1_binding_5_fs;

layout(binding = 0) uniform highp sampler2DShadow _group_0_binding_1_fs;

vec4 entryPointParam_fs_main = vec4(0.0);

layout(location = 0) smooth in vec3 _vs2fs_location0;
layout(location = 1) smooth in vec3 _vs2fs_location1;
layout(location = 2) smooth in vec4 _vs2fs_location2;
layout(location = 3) smooth in vec4 _vs2fs_location3;
layout(location = 4) smooth in vec4 _vs2fs_location4;
layout(location = 0) out vec4 _fs2p_location0;

vec3 toTarget(vec3 radiance) {
    return min(radiance, vec3(60000.0, 60000.0, 60000.0));
}

vec3 acesHillInverse(vec3 shown) {
    vec3 _e21 = clamp(vec3(dot(vec3(0.643038, 0.311187, 0.045775), shown), dot(vec3(0.059269, 0.931436, 0.009295), shown), dot(vec3(0.005962, 0.063929, 0.930118), shown)), vec3(0.0, 0.0, 0.0), vec3(0.998, 0.998, 0.998));
    vec3 _e24 = ((_e21 * 0.983729) - vec3(1.0));
    vec3 _e27 = ((_e21 * 0.432951) - vec3(0.0245786));
    vec3 _e40 = ((-(_e27) - sqrt(max(((_e27 * _e27) - ((_e24 * 4.0) * ((_e21 * 0.238081) + vec3(9.0537e-5)))), vec3(0.0, 0.0, 0.0)))) / (_e24 * 2.0));
    return vec3(dot(vec3(1.764741, -0.675778, -0.088963), _e40), dot(vec3(-0.147028, 1.160252, -0.013224), _e40), dot(vec3(-0.036337, -0.162436, 1.198773), _e40));
}

vec3 saturate(vec3 x) {
    return clamp(x, vec3(0.0, 0.0, 0.0), vec3(1.0, 1.0, 1.0));
}

vec3 environment(vec3 zenith, vec3 horizon, vec3 ground, vec3 d, float roughness) {
    float _e12 = clamp(roughness, 0.0, 1.0);
    float _e13 = mix(0.03, 1.0, _e12);
    float _e15 = clamp(d.y, 0.0, 1.0);
    return mix(mix(ground, horizon, vec3(((pow((1.0 - clamp(-(d.y), 0.0, 1.0)), 9.0) * (1.0 - _e12)) * 0.75))), mix(zenith, horizon, vec3(mix(pow((1.0 - _e15), 5.0), (1.0 - (0.65 * _e15)), _e12))), vec3(smoothstep(-(_e13), _e13, d.y)));
}

vec3 illuminance(uint param_2, vec3 param_3, inout vec3 param_4) {
    float attenuation = 0.0;
    vec4 _e14 = _group_0_binding_0_fs.lights.data[param_2].positionKind;
    if ((_e14.w < 0.5)) {
        vec4 _e18 = _group_0_binding_0_fs.lights.data[param_2].directionRange;
        param_4 = -(_e18.xyz);
        vec4 _e22 = _group_0_binding_0_fs.lights.data[param_2].color;
        return _e22.xyz;
    }
    vec3 _e25 = (_e14.xyz - param_3);
    float _e27 = max(dot(_e25, _e25), 1e-6);
    param_4 = (_e25 * inversesqrt(_e27));
    float _e30 = (1.0 / _e27);
    vec4 _e32 = _group_0_binding_0_fs.lights.data[param_2].directionRange;
    if ((_e32.w > 0.0)) {
        float _e36 = (_e27 / (_e32.w * _e32.w));
        attenuation = (_e30 * clamp((1.0 - (_e36 * _e36)), 0.0, 1.0));
    } else {
        attenuation = _e30;
    }
    if ((_e14.w > 1.5)) {
        vec3 _e43 = param_4;
        vec4 _e47 = _group_0_binding_0_fs.lights.data[param_2].spot;
        float _e52 = clamp(((dot(_e32.xyz, -(_e43)) * _e47.x) + _e47.y), 0.0, 1.0);
        float _e54 = attenuation;
        attenuation = (_e54 * (_e52 * _e52));
    }
    vec4 _e57 = _group_0_binding_0_fs.lights.data[param_2].color;
    float _e59 = attenuation;
    return (_e57.xyz * _e59);
}

float sunVisibility(vec3 position, vec3 geometricNormal) {
    bool local = false;
    int y = 0;
    float sum = 0.0;
    int x_1 = 0;
    vec4 _e18 = _group_0_binding_0_fs.shadowParams;
    if ((_e18.w <= 0.0)) {
        return 1.0;
    }
    vec4 _e22 = _group_0_binding_0_fs.sunDirection;
    float _e25 = clamp(dot(geometricNormal, _e22.xyz), 0.0, 1.0);
    mat4x4 _e33 = _group_0_binding_0_fs.shadowViewProj;
    vec4 _e37 = (vec4((position + (geometricNormal * (_e18.y * sqrt((1.0 - (_e25 * _e25)))))), 1.0) * transpose(_e33));
    vec3 _e41 = (_e37.xyz / vec3(_e37.w));
    vec2 _e48 = vec2(((_e41.x * 0.5) + 0.5), (0.5 - (_e41.y * 0.5)));
    if (any(lessThanEqual(_e48, vec2(0.0)))) {
        local = true;
    } else {
        local = any(greaterThanEqual(_e48, vec2(1.0)));
    }
    bool _e55 = local;
    if (_e55) {
        return 1.0;
    }
    y = -1;
    sum = 0.0;
    while(true) {
        int _e60 = y;
        if ((_e60 <= 1)) {
        } else {
            break;
        }
        x_1 = -1;
        while(true) {
            int _e62 = x_1;
            if ((_e62 <= 1)) {
            } else {
                break;
            }
            int _e64 = x_1;
            int _e66 = y;
            int _e72 = x_1;
            int _e75 = y;
            float _e80 = textureLod(_group_0_binding_1_fs, vec3((_e48 + (vec2(float(_e64), float(_e66)) * _e18.x)), clamp((_e41.z - _e18.z), 0.0, 1.0)), 0.0);
            float _e82 = sum;
            int _e84 = x_1;
            x_1 = (_e84 + 1);
            sum = (_e82 + (float(((2 - abs(_e72)) * (2 - abs(_e75)))) * _e80));
            continue;
        }
        int _e86 = y;
        y = (_e86 + 1);
        continue;
    }
    float _e88 = sum;
    return (_e88 / 16.0);
}

float visibilitySmith(float nDotL, float nDotV, float a) {
    float _e6 = (a * a);
    float _e8 = (1.0 - _e6);
    return (0.5 / max(((nDotL * sqrt((((nDotV * nDotV) * _e8) + _e6))) + (nDotV * sqrt((((nDotL * nDotL) * _e8) + _e6)))), 1e-5));
}

float distributionGgx(float nDotH, float a_1) {
    float _e5 = (a_1 * a_1);
    float _e9 = (((nDotH * nDotH) * (_e5 - 1.0)) + 1.0);
    return (_e5 / max(((3.1415927 * _e9) * _e9), 1e-7));
}

vec3 fresnelSchlick(vec3 f0_, float vDotH) {
    float _e5 = clamp((1.0 - vDotH), 0.0, 1.0);
    float _e6 = (_e5 * _e5);
    return (f0_ + ((vec3(1.0) - f0_) * ((_e6 * _e6) * _e5)));
}

vec3 reflectance(inout Surface s, vec3 l) {
    vec3 _e8 = s.normal;
    float _e10 = clamp(dot(_e8, l), 0.0, 1.0);
    if ((_e10 <= 0.0)) {
        return vec3(0.0, 0.0, 0.0);
    }
    vec3 _e13 = s.view;
    vec3 _e14 = (l + _e13);
    vec3 _e18 = (_e14 * inversesqrt(max(dot(_e14, _e14), 1e-12)));
    float _e20 = s.roughness;
    float _e21 = (_e20 * _e20);
    vec3 _e23 = s.f0_;
    vec3 _e26 = fresnelSchlick(_e23, clamp(dot(_e13, _e18), 0.0, 1.0));
    float _e29 = distributionGgx(clamp(dot(_e8, _e18), 0.0, 1.0), _e21);
    float _e31 = s.nDotV;
    float _e32 = visibilitySmith(_e10, _e31, _e21);
    vec3 _e36 = s.diffuse;
    vec3 _e43 = s.compensation;
    return (((((vec3(1.0) - _e26) * _e36) / vec3(3.1415927)) + ((_e26 * (_e29 * _e32)) * _e43)) * _e10);
}

vec3 multipleScattering(vec3 f0_1, vec2 ab) {
    return (vec3(1.0) + (f0_1 * ((1.0 / max((ab.x + ab.y), 0.1)) - 1.0)));
}

vec2 saturate_1(vec2 x_2) {
    return clamp(x_2, vec2(0.0, 0.0), vec2(1.0, 1.0));
}

vec2 environmentBrdf(float nDotV_1, float roughness_1) {
    vec4 _e7 = ((vec4(-1.0, -0.0275, -0.572, 0.022) * roughness_1) + vec4(1.0, 0.0425, 1.04, -0.04));
    vec2 _e19 = saturate_1(((vec2(-1.04, 1.04) * ((min((_e7.x * _e7.x), exp2((-9.28 * nDotV_1))) * _e7.x) + _e7.y)) + _e7.zw));
    return _e19;
}

vec2 transformUv(uint param_5, vec4 param_6) {
    vec2 local_1 = vec2(0.0);
    vec4 _e9 = _group_1_binding_0_fs.uv.data[param_5].row0_;
    if ((_e9.w > 0.5)) {
        local_1 = param_6.zw;
    } else {
        local_1 = param_6.xy;
    }
    vec2 _e15 = local_1;
    vec4 _e20 = _group_1_binding_0_fs.uv.data[param_5].row1_;
    vec2 _e22 = local_1;
    return vec2((dot(_e9.xy, _e15) + _e9.z), (dot(_e20.xy, _e22) + _e20.z));
}

vec3 shadeLit(inout Varyings i, vec3 base, float side) {
    vec3 radiance_1 = vec3(0.0);
    vec3 n = vec3(0.0);
    float local_2 = 0.0;
    Surface s_1 = Surface(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), 0.0, 0.0, vec3(0.0));
    Surface local_3 = Surface(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), 0.0, 0.0, vec3(0.0));
    uint k = 0u;
    vec3 l_1 = vec3(0.0);
    Surface local_4 = Surface(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), 0.0, 0.0, vec3(0.0));
    vec4 _e39 = _group_0_binding_0_fs.eye;
    vec3 _e42 = i.world;
    vec4 _e43 = _group_0_binding_0_fs.eye;
    vec3 _e47 = normalize((_e39.xyz - (_e42 * _e43.w)));
    vec3 _e49 = i.normal;
    float _e50 = dot(_e49, _e49);
    if ((_e50 > 1e-30)) {
        radiance_1 = (_e49 * (inversesqrt(_e50) * side));
    } else {
        radiance_1 = _e47;
    }
    vec4 _e56 = _group_1_binding_0_fs.params;
    if ((_e56.x > 0.5)) {
        vec4 _e60 = i.uv01_;
        vec2 _e61 = transformUv(2u, _e60);
        vec4 _e62 = texture(_group_1_binding_3_fs, vec2(_e61));
        vec4 _e68 = i.tangent;
        vec3 _e69 = _e68.xyz;
        vec3 _e70 = radiance_1;
        vec3 _e72 = radiance_1;
        vec3 _e74 = (_e69 - (_e72 * dot(_e70, _e69)));
        float _e75 = dot(_e74, _e74);
        if ((_e75 > 1e-12)) {
            vec3 _e78 = (_e74 * inversesqrt(_e75));
            vec4 _e80 = _group_3_binding_0_fs.params;
            if ((_e80.y < 0.0)) {
                local_2 = -(_e68.w);
            } else {
                local_2 = _e68.w;
            }
            vec3 _e86 = radiance_1;
            float _e88 = local_2;
            vec4 _e92 = _group_1_binding_0_fs.factors;
            vec4 _e94 = _group_1_binding_0_fs.factors;
            vec3 _e97 = (((_e62.xyz * 2.0) - vec3(1.0)) * vec3(_e92.z, _e94.z, 1.0));
            vec3 _e107 = radiance_1;
            n = normalize((((_e78 * (_e97.x * side)) + ((cross(_e86, _e78) * (_e88 * side)) * (_e97.y * side))) + (_e107 * max(_e97.z, 0.001))));
        } else {
            vec3 _e111 = radiance_1;
            n = _e111;
        }
    } else {
        vec3 _e112 = radiance_1;
        n = _e112;
    }
    vec4 _e114 = i.uv01_;
    vec2 _e115 = transformUv(1u, _e114);
    vec4 _e116 = texture(_group_1_binding_2_fs, vec2(_e115));
    vec4 _e118 = _group_1_binding_0_fs.factors;
    float _e122 = clamp((_e118.x * _e116.z), 0.0, 1.0);
    vec2 _e123 = transformUv(3u, _e114);
    vec4 _e124 = texture(_group_1_binding_4_fs, vec2(_e123));
    vec4 _e127 = _group_1_binding_0_fs.emissive;
    vec2 _e130 = transformUv(4u, _e114);
    vec4 _e131 = texture(_group_1_binding_5_fs, vec2(_e130));
    vec4 _e133 = _group_1_binding_0_fs.emissive;
    vec3 _e137 = n;
    s_1.normal = _e137;
    s_1.view = _e47;
    vec3 _e140 = n;
    float _e143 = max(abs(dot(_e140, _e47)), 0.0001);
    s_1.nDotV = _e143;
    vec4 _e145 = _group_1_binding_0_fs.factors;
    float _e149 = clamp((_e145.y * _e116.y), 0.045, 1.0);
    s_1.roughness = _e149;
    s_1.diffuse = (base * (1.0 - _e122));
    vec4 _e154 = _group_1_binding_0_fs.params;
    vec3 _e158 = mix(vec3(_e154.y), base, vec3(_e122));
    s_1.f0_ = _e158;
    vec2 _e159 = environmentBrdf(_e143, _e149);
    vec3 _e161 = multipleScattering(_e158, _e159);
    s_1.compensation = _e161;
    Surface _e162 = s_1;
    vec4 _e164 = _group_0_binding_0_fs.sunDirection;
    local_3 = _e162;
    vec3 _e166 = reflectance(local_3, _e164.xyz);
    vec4 _e168 = _group_0_binding_0_fs.sunColor;
    vec3 _e171 = radiance_1;
    float _e172 = sunVisibility(_e42, _e171);
    vec4 _e176 = _group_0_binding_0_fs.params;
    k = 0u;
    radiance_1 = ((_e131.xyz * _e133.xyz) + ((_e166 * _e168.xyz) * _e172));
    while(true) {
        uint _e180 = k;
        if ((_e180 < min(uint(_e176.y), 16u))) {
        } else {
            break;
        }
        uint _e182 = k;
        vec3 _e183 = illuminance(_e182, _e42, l_1);
        Surface _e184 = s_1;
        vec3 _e185 = l_1;
        local_4 = _e184;
        vec3 _e186 = reflectance(local_4, _e185);
        vec3 _e188 = radiance_1;
        uint _e190 = k;
        k = (_e190 + 1u);
        radiance_1 = (_e188 + (_e186 * _e183));
        continue;
    }
    vec4 _e193 = _group_0_binding_0_fs.skyColor;
    vec3 _e194 = _e193.xyz;
    vec4 _e196 = _group_0_binding_0_fs.horizonColor;
    vec3 _e197 = _e196.xyz;
    vec4 _e199 = _group_0_binding_0_fs.groundColor;
    vec3 _e200 = _e199.xyz;
    vec3 _e201 = s_1.f0_;
    vec3 _e207 = s_1.compensation;
    vec3 _e209 = min((((_e201 * _e159.x) + vec3(_e159.y)) * _e207), vec3(1.0, 1.0, 1.0));
    vec3 _e212 = s_1.diffuse;
    vec3 _e214 = n;
    vec3 _e215 = environment(_e194, _e197, _e200, _e214, 1.0);
    vec3 _e217 = s_1.view;
    vec3 _e219 = n;
    float _e221 = s_1.roughness;
    vec3 _e222 = environment(_e194, _e197, _e200, reflect(-(_e217), _e219), _e221);
    vec3 _e226 = radiance_1;
    return (_e226 + (((((vec3(1.0) - _e209) * _e212) * _e215) + (_e209 * _e222)) * mix(1.0, _e124.x, _e127.w)));
}

void fs_main_1() {
    float local_5 = 0.0;
    vec3 color = vec3(0.0);
    float local_6 = 0.0;
    Varyings local_7 = Varyings(vec4(0.0), vec3(0.0), vec3(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    bool local_8 = false;
    vec4 _e23 = i_u002e_uv01_1;
    vec2 _e24 = transformUv(0u, _e23);
    vec4 _e25 = texture(_group_1_binding_1_fs, vec2(_e24));
    vec4 _e27 = _group_1_binding_0_fs.baseColor;
    vec4 _e29 = i_u002e_color_1;
    vec4 _e30 = ((_e25 * _e27) * _e29);
    vec4 _e32 = _group_1_binding_0_fs.params;
    if ((_e32.z > 0.5)) {
        local_5 = _e30.w;
    } else {
        local_5 = 1.0;
    }
    vec3 _e36 = _e30.xyz;
    vec4 _e38 = _group_3_binding_0_fs.params;
    bool _e40 = (_e38.x > 0.5);
    if (_e40) {
        bool _e41 = global;
        if (_e41) {
            local_6 = 1.0;
        } else {
            local_6 = -1.0;
        }
        vec4 _e42 = global_1;
        vec3 _e43 = i_u002e_world_1;
        vec3 _e44 = i_u002e_normal_1;
        vec4 _e45 = i_u002e_tangent_1;
        vec4 _e46 = i_u002e_uv01_1;
        vec4 _e47 = i_u002e_color_1;
        local_7 = Varyings(_e42, _e43, _e44, _e45, _e46, _e47);
        float _e49 = local_6;
        vec3 _e50 = shadeLit(local_7, _e36, _e49);
        vec4 _e52 = _group_0_binding_0_fs.params;
        color = (_e50 * _e52.x);
    } else {
        color = _e36;
    }
    if (!(_e40)) {
        vec4 _e57 = _group_0_binding_0_fs.params;
        local_8 = (_e57.z > 0.5);
    } else {
        local_8 = false;
    }
    bool _e60 = local_8;
    if (_e60) {
        vec4 _e61 = _group_1_binding_0_fs.params;
        local_8 = (_e61.z < 0.5);
    } else {
        local_8 = false;
    }
    bool _e64 = local_8;
    if (_e64) {
        vec3 _e65 = color;
        vec3 _e66 = saturate(_e65);
        vec3 _e67 = acesHillInverse(_e66);
        color = _e67;
    }
    vec4 _e70 = _group_1_binding_0_fs.factors;
    if ((_e30.w < _e70.w)) {
        discard;
    }
    vec3 _e73 = color;
    vec3 _e74 = toTarget(_e73);
    float _e75 = local_5;
    entryPointParam_fs_main = vec4(_e74, _e75);
    return;
}

void main() {
    vec4 param = gl_FragCoord;
    vec3 i_u002e_world = _vs2fs_location0;
    vec3 i_u002e_normal = _vs2fs_location1;
    vec4 i_u002e_tangent = _vs2fs_location2;
    vec4 i_u002e_uv01_ = _vs2fs_location3;
    vec4 i_u002e_color = _vs2fs_location4;
    bool param_1 = gl_FrontFacing;
    global_1 = param;
    i_u002e_world_1 = i_u002e_world;
    i_u002e_normal_1 = i_u002e_normal;
    i_u002e_tangent_1 = i_u002e_tangent;
    i_u002e_uv01_1 = i_u002e_uv01_;
    i_u002e_color_1 = i_u002e_color;
    global = param_1;
    fs_main_1();
    vec4 _e15 = entryPointParam_fs_main;
    _fs2p_location0 = _e15;
    return;
}
