struct Varyings {
    position: vec4<f32>,
    world: vec3<f32>,
    normal: vec3<f32>,
    tangent: vec4<f32>,
    uv01_: vec4<f32>,
    color: vec4<f32>,
}

struct UvTransform_std140_ {
    row0_: vec4<f32>,
    row1_: vec4<f32>,
}

struct _Array_std140_UvTransform5_ {
    data: array<UvTransform_std140_, 5>,
}

struct Material_std140_ {
    baseColor: vec4<f32>,
    emissive: vec4<f32>,
    factors: vec4<f32>,
    params: vec4<f32>,
    uv: _Array_std140_UvTransform5_,
}

struct Draw_std430_ {
    model: mat4x4<f32>,
    normal0_: vec4<f32>,
    normal1_: vec4<f32>,
    normal2_: vec4<f32>,
    params: vec4<f32>,
}

struct Surface {
    normal: vec3<f32>,
    view: vec3<f32>,
    diffuse: vec3<f32>,
    f0_: vec3<f32>,
    roughness: f32,
    nDotV: f32,
    compensation: vec3<f32>,
}

struct Light_std140_ {
    positionKind: vec4<f32>,
    directionRange: vec4<f32>,
    color: vec4<f32>,
    spot: vec4<f32>,
}

struct _Array_std140_Light16_ {
    data: array<Light_std140_, 16>,
}

struct Frame_std140_ {
    viewProj: mat4x4<f32>,
    invViewProj: mat4x4<f32>,
    shadowViewProj: mat4x4<f32>,
    eye: vec4<f32>,
    sunDirection: vec4<f32>,
    sunColor: vec4<f32>,
    skyColor: vec4<f32>,
    horizonColor: vec4<f32>,
    groundColor: vec4<f32>,
    params: vec4<f32>,
    shadowParams: vec4<f32>,
    lights: _Array_std140_Light16_,
}

var<private> i_u002e_uv01_1: vec4<f32>;
@group(1) @binding(0) 
var<uniform> material: Material_std140_;
@group(1) @binding(1) 
var baseColorTexture: texture_2d<f32>;
@group(1) @binding(6) 
var baseColorSampler: sampler;
var<private> i_u002e_color_1: vec4<f32>;
@group(3) @binding(0) 
var<uniform> draw: Draw_std430_;
var<private> global: bool;
var<private> global_1: vec4<f32>;
var<private> i_u002e_world_1: vec3<f32>;
var<private> i_u002e_normal_1: vec3<f32>;
var<private> i_u002e_tangent_1: vec4<f32>;
@group(0) @binding(0) 
var<uniform> frame: Frame_std140_;
@group(1) @binding(3) 
var normalTexture: texture_2d<f32>;
@group(1) @binding(8) 
var normalSampler: sampler;
@group(1) @binding(2) 
var metallicRoughnessTexture: texture_2d<f32>;
@group(1) @binding(7) 
var metallicRoughnessSampler: sampler;
@group(1) @binding(4) 
var occlusionTexture: texture_2d<f32>;
@group(1) @binding(9) 
var occlusionSampler: sampler;
@group(1) @binding(5) 
var emissiveTexture: texture_2d<f32>;
@group(1) @binding(10) 
var emissiveSampler: sampler;
@group(0) @binding(1) 
var shadowMap: texture_depth_2d;
@group(0) @binding(2) 
var shadowSampler: sampler_comparison;
var<private> entryPointParam_fs_main: vec4<f32>;

fn toTarget(radiance: vec3<f32>) -> vec3<f32> {
    return min(radiance, vec3<f32>(60000f, 60000f, 60000f));
}

fn acesHillInverse(shown: vec3<f32>) -> vec3<f32> {
    let _e21 = clamp(vec3<f32>(dot(vec3<f32>(0.643038f, 0.311187f, 0.045775f), shown), dot(vec3<f32>(0.059269f, 0.931436f, 0.009295f), shown), dot(vec3<f32>(0.005962f, 0.063929f, 0.930118f), shown)), vec3<f32>(0f, 0f, 0f), vec3<f32>(0.998f, 0.998f, 0.998f));
    let _e24 = ((_e21 * 0.983729f) - vec3(1f));
    let _e27 = ((_e21 * 0.432951f) - vec3(0.0245786f));
    let _e40 = ((-(_e27) - sqrt(max(((_e27 * _e27) - ((_e24 * 4f) * ((_e21 * 0.238081f) + vec3(0.000090537f)))), vec3<f32>(0f, 0f, 0f)))) / (_e24 * 2f));
    return vec3<f32>(dot(vec3<f32>(1.764741f, -0.675778f, -0.088963f), _e40), dot(vec3<f32>(-0.147028f, 1.160252f, -0.013224f), _e40), dot(vec3<f32>(-0.036337f, -0.162436f, 1.198773f), _e40));
}

fn saturate_(x: vec3<f32>) -> vec3<f32> {
    return clamp(x, vec3<f32>(0f, 0f, 0f), vec3<f32>(1f, 1f, 1f));
}

fn environment(zenith: vec3<f32>, horizon: vec3<f32>, ground: vec3<f32>, d: vec3<f32>, roughness: f32) -> vec3<f32> {
    let _e12 = clamp(roughness, 0f, 1f);
    let _e13 = mix(0.03f, 1f, _e12);
    let _e15 = clamp(d.y, 0f, 1f);
    return mix(mix(ground, horizon, vec3(((pow((1f - clamp(-(d.y), 0f, 1f)), 9f) * (1f - _e12)) * 0.75f))), mix(zenith, horizon, vec3(mix(pow((1f - _e15), 5f), (1f - (0.65f * _e15)), _e12))), vec3(smoothstep(-(_e13), _e13, d.y)));
}

fn illuminance(param_2: u32, param_3: vec3<f32>, param_4: ptr<function, vec3<f32>>) -> vec3<f32> {
    var attenuation: f32;

    let _e14 = frame.lights.data[param_2].positionKind;
    if (_e14.w < 0.5f) {
        let _e18 = frame.lights.data[param_2].directionRange;
        (*param_4) = -(_e18.xyz);
        let _e22 = frame.lights.data[param_2].color;
        return _e22.xyz;
    }
    let _e25 = (_e14.xyz - param_3);
    let _e27 = max(dot(_e25, _e25), 0.000001f);
    (*param_4) = (_e25 * inverseSqrt(_e27));
    let _e30 = (1f / _e27);
    let _e32 = frame.lights.data[param_2].directionRange;
    if (_e32.w > 0f) {
        let _e36 = (_e27 / (_e32.w * _e32.w));
        attenuation = (_e30 * clamp((1f - (_e36 * _e36)), 0f, 1f));
    } else {
        attenuation = _e30;
    }
    if (_e14.w > 1.5f) {
        let _e43 = (*param_4);
        let _e47 = frame.lights.data[param_2].spot;
        let _e52 = clamp(((dot(_e32.xyz, -(_e43)) * _e47.x) + _e47.y), 0f, 1f);
        let _e54 = attenuation;
        attenuation = (_e54 * (_e52 * _e52));
    }
    let _e57 = frame.lights.data[param_2].color;
    let _e59 = attenuation;
    return (_e57.xyz * _e59);
}

fn sunVisibility(position: vec3<f32>, geometricNormal: vec3<f32>) -> f32 {
    var local: bool;
    var y: i32;
    var sum: f32;
    var x_1: i32;

    let _e18 = frame.shadowParams;
    if (_e18.w <= 0f) {
        return 1f;
    }
    let _e22 = frame.sunDirection;
    let _e25 = clamp(dot(geometricNormal, _e22.xyz), 0f, 1f);
    let _e33 = frame.shadowViewProj;
    let _e37 = (vec4<f32>((position + (geometricNormal * (_e18.y * sqrt((1f - (_e25 * _e25)))))), 1f) * transpose(_e33));
    let _e41 = (_e37.xyz / vec3(_e37.w));
    let _e48 = vec2<f32>(((_e41.x * 0.5f) + 0.5f), (0.5f - (_e41.y * 0.5f)));
    if any((_e48 <= vec2(0f))) {
        local = true;
    } else {
        local = any((_e48 >= vec2(1f)));
    }
    let _e55 = local;
    if _e55 {
        return 1f;
    }
    y = -1i;
    sum = 0f;
    loop {
        let _e60 = y;
        if (_e60 <= 1i) {
        } else {
            break;
        }
        x_1 = -1i;
        loop {
            let _e62 = x_1;
            if (_e62 <= 1i) {
            } else {
                break;
            }
            let _e64 = x_1;
            let _e66 = y;
            let _e72 = x_1;
            let _e75 = y;
            let _e80 = textureSampleCompareLevel(shadowMap, shadowSampler, (_e48 + (vec2<f32>(f32(_e64), f32(_e66)) * _e18.x)), clamp((_e41.z - _e18.z), 0f, 1f));
            let _e82 = sum;
            let _e84 = x_1;
            x_1 = (_e84 + 1i);
            sum = (_e82 + (f32(((2i - abs(_e72)) * (2i - abs(_e75)))) * _e80));
            continue;
        }
        let _e86 = y;
        y = (_e86 + 1i);
        continue;
    }
    let _e88 = sum;
    return (_e88 / 16f);
}

fn visibilitySmith(nDotL: f32, nDotV: f32, a: f32) -> f32 {
    let _e6 = (a * a);
    let _e8 = (1f - _e6);
    return (0.5f / max(((nDotL * sqrt((((nDotV * nDotV) * _e8) + _e6))) + (nDotV * sqrt((((nDotL * nDotL) * _e8) + _e6)))), 0.00001f));
}

fn distributionGgx(nDotH: f32, a_1: f32) -> f32 {
    let _e5 = (a_1 * a_1);
    let _e9 = (((nDotH * nDotH) * (_e5 - 1f)) + 1f);
    return (_e5 / max(((3.1415927f * _e9) * _e9), 0.0000001f));
}

fn fresnelSchlick(f0_: vec3<f32>, vDotH: f32) -> vec3<f32> {
    let _e5 = clamp((1f - vDotH), 0f, 1f);
    let _e6 = (_e5 * _e5);
    return (f0_ + ((vec3(1f) - f0_) * ((_e6 * _e6) * _e5)));
}

fn reflectance(s: ptr<function, Surface>, l: vec3<f32>) -> vec3<f32> {
    let _e8 = (*s).normal;
    let _e10 = clamp(dot(_e8, l), 0f, 1f);
    if (_e10 <= 0f) {
        return vec3<f32>(0f, 0f, 0f);
    }
    let _e13 = (*s).view;
    let _e14 = (l + _e13);
    let _e18 = (_e14 * inverseSqrt(max(dot(_e14, _e14), 0.000000000001f)));
    let _e20 = (*s).roughness;
    let _e21 = (_e20 * _e20);
    let _e23 = (*s).f0_;
    let _e26 = fresnelSchlick(_e23, clamp(dot(_e13, _e18), 0f, 1f));
    let _e29 = distributionGgx(clamp(dot(_e8, _e18), 0f, 1f), _e21);
    let _e31 = (*s).nDotV;
    let _e32 = visibilitySmith(_e10, _e31, _e21);
    let _e36 = (*s).diffuse;
    let _e43 = (*s).compensation;
    return (((((vec3(1f) - _e26) * _e36) / vec3(3.1415927f)) + ((_e26 * (_e29 * _e32)) * _e43)) * _e10);
}

fn multipleScattering(f0_1: vec3<f32>, ab: vec2<f32>) -> vec3<f32> {
    return (vec3(1f) + (f0_1 * ((1f / max((ab.x + ab.y), 0.1f)) - 1f)));
}

fn saturate_1(x_2: vec2<f32>) -> vec2<f32> {
    return clamp(x_2, vec2<f32>(0f, 0f), vec2<f32>(1f, 1f));
}

fn environmentBrdf(nDotV_1: f32, roughness_1: f32) -> vec2<f32> {
    let _e7 = ((vec4<f32>(-1f, -0.0275f, -0.572f, 0.022f) * roughness_1) + vec4<f32>(1f, 0.0425f, 1.04f, -0.04f));
    let _e19 = saturate_1(((vec2<f32>(-1.04f, 1.04f) * ((min((_e7.x * _e7.x), exp2((-9.28f * nDotV_1))) * _e7.x) + _e7.y)) + _e7.zw));
    return _e19;
}

fn transformUv(param_5: u32, param_6: vec4<f32>) -> vec2<f32> {
    var local_1: vec2<f32>;

    let _e9 = material.uv.data[param_5].row0_;
    if (_e9.w > 0.5f) {
        local_1 = param_6.zw;
    } else {
        local_1 = param_6.xy;
    }
    let _e15 = local_1;
    let _e20 = material.uv.data[param_5].row1_;
    let _e22 = local_1;
    return vec2<f32>((dot(_e9.xy, _e15) + _e9.z), (dot(_e20.xy, _e22) + _e20.z));
}

fn shadeLit(i: ptr<function, Varyings>, base: vec3<f32>, side: f32) -> vec3<f32> {
    var radiance_1: vec3<f32>;
    var n: vec3<f32>;
    var local_2: f32;
    var s_1: Surface;
    var local_3: Surface;
    var k: u32;
    var l_1: vec3<f32>;
    var local_4: Surface;

    let _e39 = frame.eye;
    let _e42 = (*i).world;
    let _e43 = frame.eye;
    let _e47 = normalize((_e39.xyz - (_e42 * _e43.w)));
    let _e49 = (*i).normal;
    let _e50 = dot(_e49, _e49);
    if (_e50 > 0.000000000000000000000000000001f) {
        radiance_1 = (_e49 * (inverseSqrt(_e50) * side));
    } else {
        radiance_1 = _e47;
    }
    let _e56 = material.params;
    if (_e56.x > 0.5f) {
        let _e60 = (*i).uv01_;
        let _e61 = transformUv(2u, _e60);
        let _e62 = textureSample(normalTexture, normalSampler, _e61);
        let _e68 = (*i).tangent;
        let _e69 = _e68.xyz;
        let _e70 = radiance_1;
        let _e72 = radiance_1;
        let _e74 = (_e69 - (_e72 * dot(_e70, _e69)));
        let _e75 = dot(_e74, _e74);
        if (_e75 > 0.000000000001f) {
            let _e78 = (_e74 * inverseSqrt(_e75));
            let _e80 = draw.params;
            if (_e80.y < 0f) {
                local_2 = -(_e68.w);
            } else {
                local_2 = _e68.w;
            }
            let _e86 = radiance_1;
            let _e88 = local_2;
            let _e92 = material.factors;
            let _e94 = material.factors;
            let _e97 = (((_e62.xyz * 2f) - vec3(1f)) * vec3<f32>(_e92.z, _e94.z, 1f));
            let _e107 = radiance_1;
            n = normalize((((_e78 * (_e97.x * side)) + ((cross(_e86, _e78) * (_e88 * side)) * (_e97.y * side))) + (_e107 * max(_e97.z, 0.001f))));
        } else {
            let _e111 = radiance_1;
            n = _e111;
        }
    } else {
        let _e112 = radiance_1;
        n = _e112;
    }
    let _e114 = (*i).uv01_;
    let _e115 = transformUv(1u, _e114);
    let _e116 = textureSample(metallicRoughnessTexture, metallicRoughnessSampler, _e115);
    let _e118 = material.factors;
    let _e122 = clamp((_e118.x * _e116.z), 0f, 1f);
    let _e123 = transformUv(3u, _e114);
    let _e124 = textureSample(occlusionTexture, occlusionSampler, _e123);
    let _e127 = material.emissive;
    let _e130 = transformUv(4u, _e114);
    let _e131 = textureSample(emissiveTexture, emissiveSampler, _e130);
    let _e133 = material.emissive;
    let _e137 = n;
    s_1.normal = _e137;
    s_1.view = _e47;
    let _e140 = n;
    let _e143 = max(abs(dot(_e140, _e47)), 0.0001f);
    s_1.nDotV = _e143;
    let _e145 = material.factors;
    let _e149 = clamp((_e145.y * _e116.y), 0.045f, 1f);
    s_1.roughness = _e149;
    s_1.diffuse = (base * (1f - _e122));
    let _e154 = material.params;
    let _e158 = mix(vec3(_e154.y), base, vec3(_e122));
    s_1.f0_ = _e158;
    let _e159 = environmentBrdf(_e143, _e149);
    let _e161 = multipleScattering(_e158, _e159);
    s_1.compensation = _e161;
    let _e162 = s_1;
    let _e164 = frame.sunDirection;
    local_3 = _e162;
    let _e166 = reflectance((&local_3), _e164.xyz);
    let _e168 = frame.sunColor;
    let _e171 = radiance_1;
    let _e172 = sunVisibility(_e42, _e171);
    let _e176 = frame.params;
    k = 0u;
    radiance_1 = ((_e131.xyz * _e133.xyz) + ((_e166 * _e168.xyz) * _e172));
    loop {
        let _e180 = k;
        if (_e180 < min(u32(_e176.y), 16u)) {
        } else {
            break;
        }
        let _e182 = k;
        let _e183 = illuminance(_e182, _e42, (&l_1));
        let _e184 = s_1;
        let _e185 = l_1;
        local_4 = _e184;
        let _e186 = reflectance((&local_4), _e185);
        let _e188 = radiance_1;
        let _e190 = k;
        k = (_e190 + 1u);
        radiance_1 = (_e188 + (_e186 * _e183));
        continue;
    }
    let _e193 = frame.skyColor;
    let _e194 = _e193.xyz;
    let _e196 = frame.horizonColor;
    let _e197 = _e196.xyz;
    let _e199 = frame.groundColor;
    let _e200 = _e199.xyz;
    let _e201 = s_1.f0_;
    let _e207 = s_1.compensation;
    let _e209 = min((((_e201 * _e159.x) + vec3(_e159.y)) * _e207), vec3<f32>(1f, 1f, 1f));
    let _e212 = s_1.diffuse;
    let _e214 = n;
    let _e215 = environment(_e194, _e197, _e200, _e214, 1f);
    let _e217 = s_1.view;
    let _e219 = n;
    let _e221 = s_1.roughness;
    let _e222 = environment(_e194, _e197, _e200, reflect(-(_e217), _e219), _e221);
    let _e226 = radiance_1;
    return (_e226 + (((((vec3(1f) - _e209) * _e212) * _e215) + (_e209 * _e222)) * mix(1f, _e124.x, _e127.w)));
}

fn fs_main_1() {
    var local_5: f32;
    var color: vec3<f32>;
    var local_6: f32;
    var local_7: Varyings;
    var local_8: bool;

    let _e23 = i_u002e_uv01_1;
    let _e24 = transformUv(0u, _e23);
    let _e25 = textureSample(baseColorTexture, baseColorSampler, _e24);
    let _e27 = material.baseColor;
    let _e29 = i_u002e_color_1;
    let _e30 = ((_e25 * _e27) * _e29);
    let _e32 = material.params;
    if (_e32.z > 0.5f) {
        local_5 = _e30.w;
    } else {
        local_5 = 1f;
    }
    let _e36 = _e30.xyz;
    let _e38 = draw.params;
    let _e40 = (_e38.x > 0.5f);
    if _e40 {
        let _e41 = global;
        if _e41 {
            local_6 = 1f;
        } else {
            local_6 = -1f;
        }
        let _e42 = global_1;
        let _e43 = i_u002e_world_1;
        let _e44 = i_u002e_normal_1;
        let _e45 = i_u002e_tangent_1;
        let _e46 = i_u002e_uv01_1;
        let _e47 = i_u002e_color_1;
        local_7 = Varyings(_e42, _e43, _e44, _e45, _e46, _e47);
        let _e49 = local_6;
        let _e50 = shadeLit((&local_7), _e36, _e49);
        let _e52 = frame.params;
        color = (_e50 * _e52.x);
    } else {
        color = _e36;
    }
    if !(_e40) {
        let _e57 = frame.params;
        local_8 = (_e57.z > 0.5f);
    } else {
        local_8 = false;
    }
    let _e60 = local_8;
    if _e60 {
        let _e61 = material.params;
        local_8 = (_e61.z < 0.5f);
    } else {
        local_8 = false;
    }
    let _e64 = local_8;
    if _e64 {
        let _e65 = color;
        let _e66 = saturate_(_e65);
        let _e67 = acesHillInverse(_e66);
        color = _e67;
    }
    let _e70 = material.factors;
    if (_e30.w < _e70.w) {
        discard;
    }
    let _e73 = color;
    let _e74 = toTarget(_e73);
    let _e75 = local_5;
    entryPointParam_fs_main = vec4<f32>(_e74, _e75);
    return;
}

@fragment 
fn fs_main(@builtin(position) param: vec4<f32>, @location(0) i_u002e_world: vec3<f32>, @location(1) i_u002e_normal: vec3<f32>, @location(2) i_u002e_tangent: vec4<f32>, @location(3) i_u002e_uv01_: vec4<f32>, @location(4) i_u002e_color: vec4<f32>, @builtin(front_facing) param_1: bool) -> @location(0) vec4<f32> {
    global_1 = param;
    i_u002e_world_1 = i_u002e_world;
    i_u002e_normal_1 = i_u002e_normal;
    i_u002e_tangent_1 = i_u002e_tangent;
    i_u002e_uv01_1 = i_u002e_uv01_;
    i_u002e_color_1 = i_u002e_color;
    global = param_1;
    fs_main_1();
    let _e15 = entryPointParam_fs_main;
    return _e15;
}
