enable f16;
struct StructuredBuffer {
    _member0_: array<u32>,
}

struct RWStructuredBuffer {
    _member0_: array<u32>,
}

var<private> global: vec3<u32>;
@group(0) @binding(1) 
var<storage> input: StructuredBuffer;
@group(0) @binding(0) 
var<storage, read_write> words: RWStructuredBuffer;

fn cs_float16_1() {
    let _e5 = global;
    let _e10 = input._member0_[(2u * _e5.x)];
    let _e13 = global;
    let _e19 = input._member0_[((2u * _e13.x) + 1u)];
    let _e22 = global;
    words._member0_[_e22.x] = bitcast<u32>(f32((f16(bitcast<f32>(_e10)) + f16(bitcast<f32>(_e19)))));
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn cs_float16_(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_float16_1();
}
