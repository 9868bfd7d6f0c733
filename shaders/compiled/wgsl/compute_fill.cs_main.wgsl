struct Push_std430_ {
    params: vec4<u32>,
}

struct RWStructuredBuffer {
    _member0_: array<u32>,
}

var<private> global: vec3<u32>;
@group(3) @binding(0) 
var<uniform> push: Push_std430_;
@group(0) @binding(0) 
var<storage, read_write> words: RWStructuredBuffer;

fn cs_main_1() {
    let _e4 = global;
    let _e7 = push.params;
    if (_e4.x < _e7.y) {
        let _e10 = global;
        let _e14 = global;
        let _e16 = push.params;
        words._member0_[_e10.x] = ((_e14.x * _e16.x) + 1u);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn cs_main(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_main_1();
}
