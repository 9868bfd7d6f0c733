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

var<private> v_u002e_u0_1: vec4<u32>;
var<private> v_u002e_u1_1: vec4<u32>;
var<private> v_u002e_u2_1: vec4<u32>;
var<private> v_u002e_u3_1: vec4<u32>;
var<private> v_u002e_u4_1: vec4<u32>;
var<private> v_u002e_u5_1: vec4<u32>;
var<private> v_u002e_u6_1: vec4<u32>;
var<private> v_u002e_u7_1: vec4<u32>;
var<private> v_u002e_s0_1: vec4<i32>;
var<private> v_u002e_s1_1: vec4<i32>;
var<private> v_u002e_s2_1: vec4<i32>;
var<private> v_u002e_s3_1: vec4<i32>;
var<private> v_u002e_s4_1: vec4<i32>;
var<private> v_u002e_s5_1: vec4<i32>;
var<private> v_u002e_s6_1: vec4<i32>;
var<private> v_u002e_s7_1: vec4<i32>;
@group(3) @binding(0) 
var<uniform> push_1: ProofPush_std430_;
var<private> global: i32;
var<private> global_1: i32;
var<private> global_2: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> entryPointParam_vs_integers_u002e_value: vec4<f32>;

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

fn vs_integers_1() {
    var local_2: array<vec4<f32>, 16>;

    let _e23 = v_u002e_u0_1;
    let _e25 = v_u002e_u1_1;
    let _e27 = v_u002e_u2_1;
    let _e29 = v_u002e_u3_1;
    let _e31 = v_u002e_u4_1;
    let _e33 = v_u002e_u5_1;
    let _e35 = v_u002e_u6_1;
    let _e37 = v_u002e_u7_1;
    let _e39 = v_u002e_s0_1;
    let _e41 = v_u002e_s1_1;
    let _e43 = v_u002e_s2_1;
    let _e45 = v_u002e_s3_1;
    let _e47 = v_u002e_s4_1;
    let _e49 = v_u002e_s5_1;
    let _e51 = v_u002e_s6_1;
    let _e53 = v_u002e_s7_1;
    local_2 = array<vec4<f32>, 16>(vec4<f32>(_e23), vec4<f32>(_e25), vec4<f32>(_e27), vec4<f32>(_e29), vec4<f32>(_e31), vec4<f32>(_e33), vec4<f32>(_e35), vec4<f32>(_e37), vec4<f32>(_e39), vec4<f32>(_e41), vec4<f32>(_e43), vec4<f32>(_e45), vec4<f32>(_e47), vec4<f32>(_e49), vec4<f32>(_e51), vec4<f32>(_e53));
    let _e57 = push_1.params;
    let _e62 = local_2[(u32(_e57.x) % 16u)];
    let _e63 = global;
    let _e65 = global_1;
    let _e67 = show(bitcast<u32>(_e63), bitcast<u32>(_e65), _e62);
    global_2 = _e67.position;
    entryPointParam_vs_integers_u002e_value = _e67.value;
    return;
}

@vertex 
fn vs_integers(@location(0) v_u002e_u0_: vec4<u32>, @location(1) v_u002e_u1_: vec4<u32>, @location(2) v_u002e_u2_: vec4<u32>, @location(3) v_u002e_u3_: vec4<u32>, @location(4) v_u002e_u4_: vec4<u32>, @location(5) v_u002e_u5_: vec4<u32>, @location(6) v_u002e_u6_: vec4<u32>, @location(7) v_u002e_u7_: vec4<u32>, @location(8) v_u002e_s0_: vec4<i32>, @location(9) v_u002e_s1_: vec4<i32>, @location(10) v_u002e_s2_: vec4<i32>, @location(11) v_u002e_s3_: vec4<i32>, @location(12) v_u002e_s4_: vec4<i32>, @location(13) v_u002e_s5_: vec4<i32>, @location(14) v_u002e_s6_: vec4<i32>, @location(15) v_u002e_s7_: vec4<i32>, @builtin(vertex_index) param: u32, @builtin(instance_index) param_1: u32) -> VertexOutput {
    v_u002e_u0_1 = v_u002e_u0_;
    v_u002e_u1_1 = v_u002e_u1_;
    v_u002e_u2_1 = v_u002e_u2_;
    v_u002e_u3_1 = v_u002e_u3_;
    v_u002e_u4_1 = v_u002e_u4_;
    v_u002e_u5_1 = v_u002e_u5_;
    v_u002e_u6_1 = v_u002e_u6_;
    v_u002e_u7_1 = v_u002e_u7_;
    v_u002e_s0_1 = v_u002e_s0_;
    v_u002e_s1_1 = v_u002e_s1_;
    v_u002e_s2_1 = v_u002e_s2_;
    v_u002e_s3_1 = v_u002e_s3_;
    v_u002e_s4_1 = v_u002e_s4_;
    v_u002e_s5_1 = v_u002e_s5_;
    v_u002e_s6_1 = v_u002e_s6_;
    v_u002e_s7_1 = v_u002e_s7_;
    global = i32(param);
    global_1 = i32(param_1);
    vs_integers_1();
    let _e40 = global_2;
    let _e41 = entryPointParam_vs_integers_u002e_value;
    return VertexOutput(_e40, _e41);
}
