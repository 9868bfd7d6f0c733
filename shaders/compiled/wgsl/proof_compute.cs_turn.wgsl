struct StructuredBuffer {
    _member0_: array<u32>,
}

struct Push_std430_ {
    params: vec4<u32>,
}

struct RWStructuredBuffer {
    _member0_: array<atomic<u32>>,
}

var<private> global: vec3<u32>;
var<workgroup> shared_words: array<u32, 64>;
var<private> global_1: vec3<u32>;
@group(0) @binding(1) 
var<storage> input: StructuredBuffer;
@group(0) @binding(0) 
var<storage, read_write> words: RWStructuredBuffer;
@group(3) @binding(0) 
var<uniform> push: Push_std430_;

fn cs_turn_1() {
    let _e8 = global;
    let _e11 = global_1;
    let _e15 = input._member0_[_e11.x];
    shared_words[_e8.x] = _e15;
    workgroupBarrier();
    let _e16 = global_1;
    let _e20 = global;
    let _e24 = shared_words[(63u - _e20.x)];
    let _e26 = push.params;
    atomicStore((&words._member0_[_e16.x]), (_e24 * _e26.x));
    let _e29 = push.params;
    let _e33 = atomicAdd((&words._member0_[_e29.y]), 1u);
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn cs_turn(@builtin(global_invocation_id) param: vec3<u32>, @builtin(local_invocation_id) param_1: vec3<u32>) {
    global_1 = param;
    global = param_1;
    cs_turn_1();
}
