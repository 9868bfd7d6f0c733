struct RWStructuredBuffer {
    _member0_: array<u32>,
}

struct Push_std430_ {
    params: vec4<u32>,
}

struct StructuredBuffer {
    _member0_: array<u32>,
}

var<private> global: vec3<u32>;
@group(0) @binding(0) 
var<storage, read_write> words: RWStructuredBuffer;
@group(3) @binding(0) 
var<uniform> push: Push_std430_;
@group(0) @binding(1) 
var<storage> input: StructuredBuffer;

fn cs_add_1() {
    let _e5 = global;
    let _e10 = push.params;
    let _e13 = global;
    let _e18 = input._member0_[((_e10.y - 1u) - _e13.x)];
    words._member0_[_e5.x] = (_e18 + 1u);
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn cs_add(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_add_1();
}
