enable clip_distances;

struct Clipped {
    position: vec4<f32>,
    distance: f32,
}

struct ProofPush {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

struct ProofPush_std430_ {
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
    @builtin(clip_distances) member_1: array<f32, 1>,
}

@group(3) @binding(0) 
var<uniform> push_1: ProofPush_std430_;
var<private> global: i32;
var<private> global_1: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> global_2: array<f32, 1> = array<f32, 1>();

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

fn vs_clip_1() {
    var o_1: Clipped;
    var local_1: ProofPush;

    let _e10 = push_1.rect;
    let _e12 = push_1.depths;
    let _e14 = push_1.color;
    let _e16 = push_1.params;
    let _e18 = global;
    local_1 = ProofPush(_e10, _e12, _e14, _e16);
    let _e20 = proofPlace((&local_1), bitcast<u32>(_e18), 0u);
    o_1.position = _e20.position;
    let _e24 = push_1.params;
    o_1.distance = (_e20.position.x - _e24.x);
    let _e27 = o_1;
    global_1 = _e27.position;
    global_2[0i] = _e27.distance;
    return;
}

@vertex 
fn vs_clip(@builtin(vertex_index) param: u32) -> VertexOutput {
    global = i32(param);
    vs_clip_1();
    let _e5 = global_1;
    let _e6 = global_2;
    return VertexOutput(_e5, _e6);
}
