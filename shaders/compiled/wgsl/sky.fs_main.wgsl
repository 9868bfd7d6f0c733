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

@group(0) @binding(0) 
var<uniform> frame: Frame_std140_;
var<private> i_u002e_ndc_1: vec2<f32>;
var<private> entryPointParam_fs_main: vec4<f32>;

fn toTarget(radiance: vec3<f32>) -> vec3<f32> {
    return min(radiance, vec3<f32>(60000f, 60000f, 60000f));
}

fn environment(zenith: vec3<f32>, horizon: vec3<f32>, ground: vec3<f32>, d: vec3<f32>, roughness: f32) -> vec3<f32> {
    let _e12 = clamp(roughness, 0f, 1f);
    let _e13 = mix(0.03f, 1f, _e12);
    let _e15 = clamp(d.y, 0f, 1f);
    return mix(mix(ground, horizon, vec3(((pow((1f - clamp(-(d.y), 0f, 1f)), 9f) * (1f - _e12)) * 0.75f))), mix(zenith, horizon, vec3(mix(pow((1f - _e15), 5f), (1f - (0.65f * _e15)), _e12))), vec3(smoothstep(-(_e13), _e13, d.y)));
}

fn fs_main_1() {
    let _e8 = frame.invViewProj;
    let _e9 = transpose(_e8);
    let _e10 = i_u002e_ndc_1;
    let _e12 = (vec4<f32>(_e10, 1f, 1f) * _e9);
    let _e13 = i_u002e_ndc_1;
    let _e15 = (vec4<f32>(_e13, 0f, 1f) * _e9);
    let _e23 = normalize(((_e15.xyz * _e12.w) - (_e12.xyz * _e15.w)));
    let _e25 = frame.sunDirection;
    let _e28 = frame.sunDirection;
    let _e35 = frame.skyColor;
    let _e38 = frame.horizonColor;
    let _e41 = frame.groundColor;
    let _e43 = environment(_e35.xyz, _e38.xyz, _e41.xyz, _e23, 0f);
    let _e45 = frame.sunColor;
    let _e47 = frame.sunColor;
    let _e53 = frame.params;
    let _e56 = toTarget(((_e43 + ((_e45.xyz * _e47.w) * smoothstep(_e28.w, max(mix(_e28.w, 1f, 0.1f), (_e28.w + 0.000001f)), dot(_e23, _e25.xyz)))) * _e53.x));
    entryPointParam_fs_main = vec4<f32>(_e56, 1f);
    return;
}

@fragment 
fn fs_main(@location(0) i_u002e_ndc: vec2<f32>) -> @location(0) vec4<f32> {
    i_u002e_ndc_1 = i_u002e_ndc;
    fs_main_1();
    let _e3 = entryPointParam_fs_main;
    return _e3;
}
