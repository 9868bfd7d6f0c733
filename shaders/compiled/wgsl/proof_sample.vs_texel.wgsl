struct ProofPush {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

struct Shown {
    position: vec4<f32>,
    color: vec4<f32>,
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
    @location(0) @interpolate(flat) member_1: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> push_1: ProofPush_std430_;
var<private> global: i32;
var<private> global_1: i32;
@group(0) @binding(0) 
var source: texture_2d<f32>;
var<private> global_2: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> entryPointParam_vs_texel_u002e_color: vec4<f32>;

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

fn vs_texel_1() {
    var local_1: ProofPush;
    var o_1: Shown;

    let _e10 = push_1.rect;
    let _e12 = push_1.depths;
    let _e14 = push_1.color;
    let _e16 = push_1.params;
    let _e18 = global;
    let _e20 = global_1;
    local_1 = ProofPush(_e10, _e12, _e14, _e16);
    let _e22 = proofPlace((&local_1), bitcast<u32>(_e18), bitcast<u32>(_e20));
    o_1.position = _e22.position;
    let _e29 = textureLoad(source, vec2<i32>(bitcast<i32>(_e22.column), 0i), 0i);
    o_1.color = _e29;
    let _e30 = o_1;
    global_2 = _e30.position;
    entryPointParam_vs_texel_u002e_color = _e30.color;
    return;
}

@vertex 
fn vs_texel(@builtin(vertex_index) param: u32, @builtin(instance_index) param_1: u32) -> VertexOutput {
    global = i32(param);
    global_1 = i32(param_1);
    vs_texel_1();
    let _e8 = global_2;
    let _e9 = entryPointParam_vs_texel_u002e_color;
    return VertexOutput(_e8, _e9);
}
