struct Push_std430_ {
    params: vec4<u32>,
}

struct StructuredBuffer {
    _member0_: array<u32>,
}

struct RWStructuredBuffer {
    _member0_: array<u32>,
}

@group(3) @binding(0) 
var<uniform> push: Push_std430_;
var<private> global: vec3<u32>;
@group(0) @binding(1) 
var<storage> input: StructuredBuffer;
@group(0) @binding(0) 
var<storage, read_write> words: RWStructuredBuffer;

fn cs_beyond_1() {
    let _e6 = push.params;
    let _e8 = global;
    let _e10 = push.params;
    let _e13 = (_e6.x + (_e8.x * _e10.y));
    let _e16 = input._member0_[_e13];
    let _e17 = push.params;
    if (_e16 == _e17.z) {
        let _e22 = push.params;
        words._member0_[0i] = _e22.z;
    }
    let _e26 = push.params;
    words._member0_[_e13] = _e26.w;
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn cs_beyond(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_beyond_1();
}
