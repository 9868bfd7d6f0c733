struct RWStructuredBuffer {
    _member0_: array<u32>,
}

@id(1) override FACTOR: u32 = 1u;
@id(0) override FIRST: u32 = 4u;

var<private> global: vec3<u32>;
@group(0) @binding(0) 
var<storage, read_write> result: RWStructuredBuffer;

fn cs_constants_1() {
    let _e4 = global;
    let _e8 = global;
    result._member0_[_e4.x] = ((_e8.x * FACTOR) + FIRST);
    return;
}

@compute @workgroup_size(4, 1, 1) 
fn cs_constants(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_constants_1();
}
