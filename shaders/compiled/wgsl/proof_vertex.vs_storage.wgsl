struct StructuredBuffer {
    _member0_: array<vec4<f32>>,
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

var<private> global: i32;
var<private> global_1: i32;
@group(0) @binding(0) 
var<storage> first: StructuredBuffer;
@group(0) @binding(1) 
var<storage> second: StructuredBuffer;
@group(0) @binding(2) 
var<storage> third: StructuredBuffer;
@group(0) @binding(3) 
var<storage> fourth: StructuredBuffer;
@group(3) @binding(0) 
var<uniform> push_1: ProofPush_std430_;
var<private> global_2: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> entryPointParam_vs_storage_u002e_value: vec4<f32>;

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

fn vs_storage_1() {
    let _e9 = global;
    let _e12 = global_1;
    let _e14 = ((bitcast<u32>(_e9) / 6u) + bitcast<u32>(_e12));
    let _e17 = first._member0_[_e14];
    let _e21 = second._member0_[_e14];
    let _e25 = third._member0_[_e14];
    let _e29 = fourth._member0_[_e14];
    let _e32 = global;
    let _e34 = global_1;
    let _e36 = show(bitcast<u32>(_e32), bitcast<u32>(_e34), vec4<f32>(_e17.x, _e21.y, _e25.z, _e29.w));
    global_2 = _e36.position;
    entryPointParam_vs_storage_u002e_value = _e36.value;
    return;
}

@vertex 
fn vs_storage(@builtin(vertex_index) param: u32, @builtin(instance_index) param_1: u32) -> VertexOutput {
    global = i32(param);
    global_1 = i32(param_1);
    vs_storage_1();
    let _e8 = global_2;
    let _e9 = entryPointParam_vs_storage_u002e_value;
    return VertexOutput(_e8, _e9);
}
