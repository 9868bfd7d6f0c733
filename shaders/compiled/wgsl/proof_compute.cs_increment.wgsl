struct RWStructuredBuffer {
    _member0_: array<u32>,
}

var<private> global: vec3<u32>;
@group(0) @binding(0) 
var<storage, read_write> words: RWStructuredBuffer;

fn cs_increment_1() {
    let _e3 = global;
    let _e7 = words._member0_[_e3.x];
    words._member0_[_e3.x] = (_e7 + 1u);
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn cs_increment(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_increment_1();
}
