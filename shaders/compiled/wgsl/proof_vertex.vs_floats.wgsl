struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

struct Flat {
    position: vec4<f32>,
    value: vec4<f32>,
}

struct ProofPush {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

struct ProofPlace {
    position: vec4<f32>,
    uv: vec2<f32>,
    column: u32,
}

struct VertexOutput {
    @builtin(position) member: vec4<f32>,
    @location(0) @interpolate(flat) member_1: vec4<f32>,
}

var<private> v_u002e_a0_1: vec4<f32>;
var<private> v_u002e_a1_1: vec4<f32>;
var<private> v_u002e_a2_1: vec4<f32>;
var<private> v_u002e_a3_1: vec4<f32>;
var<private> v_u002e_a4_1: vec4<f32>;
var<private> v_u002e_a5_1: vec4<f32>;
var<private> v_u002e_a6_1: vec4<f32>;
var<private> v_u002e_a7_1: vec4<f32>;
var<private> v_u002e_a8_1: vec4<f32>;
var<private> v_u002e_a9_1: vec4<f32>;
var<private> v_u002e_a10_1: vec4<f32>;
var<private> v_u002e_a11_1: vec4<f32>;
var<private> v_u002e_a12_1: vec4<f32>;
var<private> v_u002e_a13_1: vec4<f32>;
var<private> v_u002e_a14_1: vec4<f32>;
var<private> v_u002e_a15_1: vec4<f32>;
@group(3) @binding(0) 
var<uniform> push_1: ProofPush_std430_;
var<private> global: i32;
var<private> global_1: i32;
var<private> global_2: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> entryPointParam_vs_floats_u002e_value: vec4<f32>;

fn proofPlace(push: ptr<function, ProofPush>, vertex: u32, instance: u32) -> ProofPlace {
    var local: array<vec2<f32>, 6>;
    var o: ProofPlace;

    local = array<vec2<f32>, 6>(vec2<f32>(0f, 0f), vec2<f32>(1f, 0f), vec2<f32>(1f, 1f), vec2<f32>(0f, 0f), vec2<f32>(1f, 1f), vec2<f32>(0f, 1f));
    let _e11 = local[(vertex % 6u)];
    let _e14 = ((vertex / 6u) + instance);
    o.column = _e14;
    let _e16 = (*push).rect;
    let _e22 = (*push).depths;
    o.position = vec4<f32>((mix(_e16.xy, _e16.zw, _e11) + vec2<f32>((f32(_e14) * _e22.z), 0f)), mix(_e22.x, _e22.y, _e11.x), 1f);
    o.uv = vec2<f32>(_e11.x, (1f - _e11.y));
    let _e37 = o;
    return _e37;
}

fn show(vertex_1: u32, instance_1: u32, value: vec4<f32>) -> Flat {
    var o_1: Flat;
    var local_1: ProofPush;

    let _e8 = push_1.rect;
    let _e10 = push_1.depths;
    let _e12 = push_1.color;
    let _e14 = push_1.params;
    local_1 = ProofPush(_e8, _e10, _e12, _e14);
    let _e16 = proofPlace((&local_1), vertex_1, instance_1);
    o_1.position = _e16.position;
    o_1.value = value;
    let _e19 = o_1;
    return _e19;
}

fn vs_floats_1() {
    var local_2: array<vec4<f32>, 16>;

    let _e23 = v_u002e_a0_1;
    let _e24 = v_u002e_a1_1;
    let _e25 = v_u002e_a2_1;
    let _e26 = v_u002e_a3_1;
    let _e27 = v_u002e_a4_1;
    let _e28 = v_u002e_a5_1;
    let _e29 = v_u002e_a6_1;
    let _e30 = v_u002e_a7_1;
    let _e31 = v_u002e_a8_1;
    let _e32 = v_u002e_a9_1;
    let _e33 = v_u002e_a10_1;
    let _e34 = v_u002e_a11_1;
    let _e35 = v_u002e_a12_1;
    let _e36 = v_u002e_a13_1;
    let _e37 = v_u002e_a14_1;
    let _e38 = v_u002e_a15_1;
    local_2 = array<vec4<f32>, 16>(_e23, _e24, _e25, _e26, _e27, _e28, _e29, _e30, _e31, _e32, _e33, _e34, _e35, _e36, _e37, _e38);
    let _e41 = push_1.params;
    let _e46 = local_2[(u32(_e41.x) % 16u)];
    let _e47 = global;
    let _e49 = global_1;
    let _e51 = show(bitcast<u32>(_e47), bitcast<u32>(_e49), _e46);
    global_2 = _e51.position;
    entryPointParam_vs_floats_u002e_value = _e51.value;
    return;
}

@vertex 
fn vs_floats(@location(0) v_u002e_a0_: vec4<f32>, @location(1) v_u002e_a1_: vec4<f32>, @location(2) v_u002e_a2_: vec4<f32>, @location(3) v_u002e_a3_: vec4<f32>, @location(4) v_u002e_a4_: vec4<f32>, @location(5) v_u002e_a5_: vec4<f32>, @location(6) v_u002e_a6_: vec4<f32>, @location(7) v_u002e_a7_: vec4<f32>, @location(8) v_u002e_a8_: vec4<f32>, @location(9) v_u002e_a9_: vec4<f32>, @location(10) v_u002e_a10_: vec4<f32>, @location(11) v_u002e_a11_: vec4<f32>, @location(12) v_u002e_a12_: vec4<f32>, @location(13) v_u002e_a13_: vec4<f32>, @location(14) v_u002e_a14_: vec4<f32>, @location(15) v_u002e_a15_: vec4<f32>, @builtin(vertex_index) param: u32, @builtin(instance_index) param_1: u32) -> VertexOutput {
    v_u002e_a0_1 = v_u002e_a0_;
    v_u002e_a1_1 = v_u002e_a1_;
    v_u002e_a2_1 = v_u002e_a2_;
    v_u002e_a3_1 = v_u002e_a3_;
    v_u002e_a4_1 = v_u002e_a4_;
    v_u002e_a5_1 = v_u002e_a5_;
    v_u002e_a6_1 = v_u002e_a6_;
    v_u002e_a7_1 = v_u002e_a7_;
    v_u002e_a8_1 = v_u002e_a8_;
    v_u002e_a9_1 = v_u002e_a9_;
    v_u002e_a10_1 = v_u002e_a10_;
    v_u002e_a11_1 = v_u002e_a11_;
    v_u002e_a12_1 = v_u002e_a12_;
    v_u002e_a13_1 = v_u002e_a13_;
    v_u002e_a14_1 = v_u002e_a14_;
    v_u002e_a15_1 = v_u002e_a15_;
    global = i32(param);
    global_1 = i32(param_1);
    vs_floats_1();
    let _e40 = global_2;
    let _e41 = entryPointParam_vs_floats_u002e_value;
    return VertexOutput(_e40, _e41);
}
