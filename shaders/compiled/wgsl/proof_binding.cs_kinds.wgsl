struct Pair_std430_logical {
    a: vec4<f32>,
    b: vec4<f32>,
}

struct StructuredBuffer {
    _member0_: array<u32>,
}

struct Pair_std430_ {
    a: vec4<f32>,
    b: vec4<f32>,
}

struct StructuredBuffer_1 {
    _member0_: array<Pair_std430_>,
}

struct RWStructuredBuffer {
    _member0_: array<Pair_std430_>,
}

struct RWStructuredBuffer_1 {
    _member0_: array<atomic<u32>>,
}

var<private> global: vec3<u32>;
@group(0) @binding(6) 
var<storage> rawInput: StructuredBuffer;
@group(0) @binding(7) 
var<storage, read_write> rawOutput: RWStructuredBuffer_1;
@group(0) @binding(8) 
var<storage> pairs: StructuredBuffer_1;
@group(0) @binding(9) 
var<storage, read_write> sums: RWStructuredBuffer;

fn cs_kinds_1() {
    var local: Pair_std430_logical;

    let _e9 = global;
    let _e18 = rawInput._member0_[(bitcast<u32>(bitcast<i32>((4u * (3u - _e9.x)))) / 4u)];
    let _e19 = global;
    let _e22 = global;
    let _e30 = atomicLoad((&rawOutput._member0_[(bitcast<u32>(bitcast<i32>((4u * _e22.x))) / 4u)]));
    atomicStore((&rawOutput._member0_[((4u * _e19.x) / 4u)]), (_e30 + _e18));
    let _e37 = atomicAdd((&rawOutput._member0_[4u]), _e18);
    let _e38 = global;
    let _e44 = pairs._member0_[_e38.x].a;
    local.a = _e44;
    let _e47 = pairs._member0_[_e38.x].b;
    local.b = _e47;
    let _e48 = global;
    sums._member0_[_e48.x].a = (_e44 + _e47);
    let _e54 = global;
    let _e59 = global;
    let _e64 = sums._member0_[_e59.x].b;
    sums._member0_[_e54.x].b = ((_e64 * 2f) + _e47);
    return;
}

@compute @workgroup_size(4, 1, 1) 
fn cs_kinds(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_kinds_1();
}
