struct Varyings {
    position: vec4<f32>,
    world: vec3<f32>,
    normal: vec3<f32>,
    tangent: vec4<f32>,
    uv01_: vec4<f32>,
    color: vec4<f32>,
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

fn normalToWorld(draw: ptr<function, Draw>, n: vec3<f32>) -> vec3<f32> {
    let _e3 = (*draw).normal0_;
    let _e8 = (*draw).normal1_;
    let _e14 = (*draw).normal2_;
    return (((_e3.xyz * n.x) + (_e8.xyz * n.y)) + (_e14.xyz * n.z));
}

fn vs_main_1() {
    var o: Varyings;
    var local: Draw;

    let _e19 = draw_1.model;
    let _e20 = transpose(_e19);
    let _e21 = v_u002e_position_1;
    let _e23 = (vec4<f32>(_e21, 1f) * _e20);
    let _e26 = frame.viewProj;
    o.position = (_e23 * transpose(_e26));
    o.world = _e23.xyz;
    let _e33 = draw_1.normal0_;
    let _e35 = draw_1.normal1_;
    let _e37 = draw_1.normal2_;
    let _e39 = draw_1.params;
    let _e41 = v_u002e_normal_1;
    local = Draw(_e20, _e33, _e35, _e37, _e39);
    let _e42 = normalToWorld((&local), _e41);
    o.normal = _e42;
    let _e44 = v_u002e_tangent_1;
    let _e49 = v_u002e_tangent_1;
    o.tangent = vec4<f32>((vec4<f32>(_e44.xyz, 0f) * _e20).xyz, _e49.w);
    let _e53 = v_u002e_uv0_1;
    let _e54 = v_u002e_uv1_1;
    o.uv01_ = vec4<f32>(_e53, _e54);
    let _e57 = v_u002e_color_1;
    o.color = _e57;
    let _e58 = o;
    global = _e58.position;
    entryPointParam_vs_main_u002e_world = _e58.world;
    entryPointParam_vs_main_u002e_normal = _e58.normal;
    entryPointParam_vs_main_u002e_tangent = _e58.tangent;
    entryPointParam_vs_main_u002e_uv01_ = _e58.uv01_;
    entryPointParam_vs_main_u002e_color = _e58.color;
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
