struct Masked {
    position: vec4<f32>,
    uv: vec2<f32>,
    alpha: f32,
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

struct Draw_std430_ {
    model: mat4x4<f32>,
    normal0_: vec4<f32>,
    normal1_: vec4<f32>,
    normal2_: vec4<f32>,
    params: vec4<f32>,
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

struct VertexOutput {
    @builtin(position) member: vec4<f32>,
    @location(0) member_1: vec2<f32>,
    @location(1) member_2: f32,
}

var<private> v_u002e_position_1: vec3<f32>;
@group(0) @binding(0) 
var<uniform> frame: Frame_std140_;
@group(3) @binding(0) 
var<uniform> draw: Draw_std430_;
var<private> v_u002e_uv0_1: vec2<f32>;
var<private> v_u002e_uv1_1: vec2<f32>;
@group(1) @binding(0) 
var<uniform> material: Material_std140_;
var<private> v_u002e_color_1: vec4<f32>;
var<private> global: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> entryPointParam_vs_mask_u002e_uv: vec2<f32>;
var<private> entryPointParam_vs_mask_u002e_alpha: f32;

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

fn project(position: vec3<f32>) -> vec4<f32> {
    let _e5 = frame.shadowViewProj;
    let _e8 = draw.model;
    return ((vec4<f32>(position, 1f) * transpose(_e8)) * transpose(_e5));
}

fn vs_mask_1() {
    var o: Masked;

    let _e11 = v_u002e_position_1;
    let _e12 = project(_e11);
    o.position = _e12;
    let _e14 = v_u002e_uv0_1;
    let _e15 = v_u002e_uv1_1;
    let _e17 = transformUv(0u, vec4<f32>(_e14, _e15));
    o.uv = _e17;
    let _e20 = material.baseColor;
    let _e22 = v_u002e_color_1;
    o.alpha = (_e20.w * _e22.w);
    let _e25 = o;
    global = _e25.position;
    entryPointParam_vs_mask_u002e_uv = _e25.uv;
    entryPointParam_vs_mask_u002e_alpha = _e25.alpha;
    return;
}

@vertex 
fn vs_mask(@location(0) v_u002e_position: vec3<f32>, @location(3) v_u002e_uv0_: vec2<f32>, @location(4) v_u002e_uv1_: vec2<f32>, @location(5) v_u002e_color: vec4<f32>) -> VertexOutput {
    v_u002e_position_1 = v_u002e_position;
    v_u002e_uv0_1 = v_u002e_uv0_;
    v_u002e_uv1_1 = v_u002e_uv1_;
    v_u002e_color_1 = v_u002e_color;
    vs_mask_1();
    let _e11 = global;
    let _e12 = entryPointParam_vs_mask_u002e_uv;
    let _e13 = entryPointParam_vs_mask_u002e_alpha;
    return VertexOutput(_e11, _e12, _e13);
}
