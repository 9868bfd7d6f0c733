struct Varyings {
    position: vec4<f32>,
    world: vec3<f32>,
    normal: vec3<f32>,
    tangent: vec4<f32>,
    uv01_: vec4<f32>,
    color: vec4<f32>,
    size: f32,
}

struct Draw {
    model: mat4x4<f32>,
    normal0_: vec4<f32>,
    normal1_: vec4<f32>,
    normal2_: vec4<f32>,
    params: vec4<f32>,
}

struct Draw_std430_ {
    model: mat4x4<f32>,
    normal0_: vec4<f32>,
    normal1_: vec4<f32>,
    normal2_: vec4<f32>,
    params: vec4<f32>,
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

struct VertexOutput {
    @builtin(position) member: vec4<f32>,
    @location(0) member_1: vec3<f32>,
    @location(1) member_2: vec3<f32>,
    @location(2) member_3: vec4<f32>,
    @location(3) member_4: vec4<f32>,
    @location(4) member_5: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> draw_1: Draw_std430_;
var<private> v_u002e_position_1: vec3<f32>;
@group(0) @binding(0) 
var<uniform> frame: Frame_std140_;
var<private> v_u002e_normal_1: vec3<f32>;
var<private> v_u002e_tangent_1: vec4<f32>;
var<private> v_u002e_uv0_1: vec2<f32>;
var<private> v_u002e_uv1_1: vec2<f32>;
var<private> v_u002e_color_1: vec4<f32>;
var<private> global: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> entryPointParam_vs_main_u002e_world: vec3<f32>;
var<private> entryPointParam_vs_main_u002e_normal: vec3<f32>;
var<private> entryPointParam_vs_main_u002e_tangent: vec4<f32>;
var<private> entryPointParam_vs_main_u002e_uv01_: vec4<f32>;
var<private> entryPointParam_vs_main_u002e_color: vec4<f32>;
var<private> global_1: f32;

fn normalToWorld(draw: ptr<function, Draw>, n: vec3<f32>) -> vec3<f32> {
    let _e3 = (*draw).normal0_;
    let _e8 = (*draw).normal1_;
    let _e14 = (*draw).normal2_;
    return (((_e3.xyz * n.x) + (_e8.xyz * n.y)) + (_e14.xyz * n.z));
}

fn vs_main_1() {
    var o: Varyings;
    var local: Draw;

    let _e20 = draw_1.model;
    let _e21 = transpose(_e20);
    let _e22 = v_u002e_position_1;
    let _e24 = (vec4<f32>(_e22, 1f) * _e21);
    let _e27 = frame.viewProj;
    o.position = (_e24 * transpose(_e27));
    o.world = _e24.xyz;
    let _e34 = draw_1.normal0_;
    let _e36 = draw_1.normal1_;
    let _e38 = draw_1.normal2_;
    let _e40 = draw_1.params;
    let _e42 = v_u002e_normal_1;
    local = Draw(_e21, _e34, _e36, _e38, _e40);
    let _e43 = normalToWorld((&local), _e42);
    o.normal = _e43;
    let _e45 = v_u002e_tangent_1;
    let _e50 = v_u002e_tangent_1;
    o.tangent = vec4<f32>((vec4<f32>(_e45.xyz, 0f) * _e21).xyz, _e50.w);
    let _e54 = v_u002e_uv0_1;
    let _e55 = v_u002e_uv1_1;
    o.uv01_ = vec4<f32>(_e54, _e55);
    let _e58 = v_u002e_color_1;
    o.color = _e58;
    o.size = 1f;
    let _e60 = o;
    global = _e60.position;
    entryPointParam_vs_main_u002e_world = _e60.world;
    entryPointParam_vs_main_u002e_normal = _e60.normal;
    entryPointParam_vs_main_u002e_tangent = _e60.tangent;
    entryPointParam_vs_main_u002e_uv01_ = _e60.uv01_;
    entryPointParam_vs_main_u002e_color = _e60.color;
    global_1 = _e60.size;
    return;
}

@vertex 
fn vs_main(@location(0) v_u002e_position: vec3<f32>, @location(1) v_u002e_normal: vec3<f32>, @location(2) v_u002e_tangent: vec4<f32>, @location(3) v_u002e_uv0_: vec2<f32>, @location(4) v_u002e_uv1_: vec2<f32>, @location(5) v_u002e_color: vec4<f32>) -> VertexOutput {
    v_u002e_position_1 = v_u002e_position;
    v_u002e_normal_1 = v_u002e_normal;
    v_u002e_tangent_1 = v_u002e_tangent;
    v_u002e_uv0_1 = v_u002e_uv0_;
    v_u002e_uv1_1 = v_u002e_uv1_;
    v_u002e_color_1 = v_u002e_color;
    vs_main_1();
    let _e18 = global;
    let _e19 = entryPointParam_vs_main_u002e_world;
    let _e20 = entryPointParam_vs_main_u002e_normal;
    let _e21 = entryPointParam_vs_main_u002e_tangent;
    let _e22 = entryPointParam_vs_main_u002e_uv01_;
    let _e23 = entryPointParam_vs_main_u002e_color;
    return VertexOutput(_e18, _e19, _e20, _e21, _e22, _e23);
}
