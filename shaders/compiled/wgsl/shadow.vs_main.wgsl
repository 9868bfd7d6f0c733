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

var<private> position_2: vec3<f32>;
@group(0) @binding(0) 
var<uniform> frame: Frame_std140_;
@group(3) @binding(0) 
var<uniform> draw: Draw_std430_;
var<private> global: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);

fn project(position_1: vec3<f32>) -> vec4<f32> {
    let _e5 = frame.shadowViewProj;
    let _e8 = draw.model;
    return ((vec4<f32>(position_1, 1f) * transpose(_e8)) * transpose(_e5));
}

fn vs_main_1() {
    let _e2 = position_2;
    let _e3 = project(_e2);
    global = _e3;
    return;
}

@vertex 
fn vs_main(@location(0) position: vec3<f32>) -> @builtin(position) vec4<f32> {
    position_2 = position;
    vs_main_1();
    let _e3 = global;
    return _e3;
}
