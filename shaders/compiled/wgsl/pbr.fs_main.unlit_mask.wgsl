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
@group(0) @binding(0) 
var<uniform> frame: Frame_std140_;
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

fn transformUv(param: u32, param_1: vec4<f32>) -> vec2<f32> {
    var local: vec2<f32>;

    let _e9 = material.uv.data[param].row0_;
    if (_e9.w > 0.5f) {
        local = param_1.zw;
    } else {
        local = param_1.xy;
    }
    let _e15 = local;
    let _e20 = material.uv.data[param].row1_;
    let _e22 = local;
    return vec2<f32>((dot(_e9.xy, _e15) + _e9.z), (dot(_e20.xy, _e22) + _e20.z));
}

fn fs_main_1() {
    var local_1: f32;
    var local_2: bool;
    var color: vec3<f32>;

    let _e14 = i_u002e_uv01_1;
    let _e15 = transformUv(0u, _e14);
    let _e16 = textureSample(baseColorTexture, baseColorSampler, _e15);
    let _e18 = material.baseColor;
    let _e20 = i_u002e_color_1;
    let _e21 = ((_e16 * _e18) * _e20);
    let _e23 = material.params;
    if (_e23.z > 0.5f) {
        local_1 = _e21.w;
    } else {
        local_1 = 1f;
    }
    let _e27 = _e21.xyz;
    let _e29 = frame.params;
    if (_e29.z > 0.5f) {
        let _e32 = material.params;
        local_2 = (_e32.z < 0.5f);
    } else {
        local_2 = false;
    }
    let _e35 = local_2;
    if _e35 {
        let _e36 = saturate_(_e27);
        let _e37 = acesHillInverse(_e36);
        color = _e37;
    } else {
        color = _e27;
    }
    let _e40 = material.factors;
    if (_e21.w < _e40.w) {
        discard;
    }
    let _e43 = color;
    let _e44 = toTarget(_e43);
    let _e45 = local_1;
    entryPointParam_fs_main = vec4<f32>(_e44, _e45);
    return;
}

@fragment 
fn fs_main(@location(3) i_u002e_uv01_: vec4<f32>, @location(4) i_u002e_color: vec4<f32>) -> @location(0) vec4<f32> {
    i_u002e_uv01_1 = i_u002e_uv01_;
    i_u002e_color_1 = i_u002e_color;
    fs_main_1();
    let _e5 = entryPointParam_fs_main;
    return _e5;
}
