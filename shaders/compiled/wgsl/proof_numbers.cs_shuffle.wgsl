enable subgroups;
struct RWStructuredBuffer {
    _member0_: array<u32>,
}

struct StructuredBuffer {
    _member0_: array<u32>,
}

var<private> global: u32;
var<private> global_1: vec3<u32>;
@group(0) @binding(0) 
var<storage, read_write> words: RWStructuredBuffer;
@group(0) @binding(1) 
var<storage> input: StructuredBuffer;

fn WaveReadLaneAt(value: u32, lane: i32) -> u32 {
    let _e3 = subgroupShuffle(value, bitcast<u32>(lane));
    return _e3;
}

fn cs_shuffle_1() {
    let _e8 = global;
    let _e9 = subgroupAdd(1u);
    let _e10 = (_e9 - 1u);
    let _e11 = global_1;
    let _e16 = global_1;
    let _e20 = input._member0_[_e16.x];
    let _e23 = WaveReadLaneAt(_e20, bitcast<i32>((_e8 ^ 1u)));
    words._member0_[(4u * _e11.x)] = _e23;
    let _e24 = global_1;
    let _e30 = global_1;
    let _e34 = input._member0_[_e30.x];
    let _e37 = WaveReadLaneAt(_e34, bitcast<i32>((_e10 - _e8)));
    words._member0_[((4u * _e24.x) + 1u)] = _e37;
    let _e38 = global_1;
    words._member0_[((4u * _e38.x) + 2u)] = (_e10 + 1u);
    let _e45 = global_1;
    words._member0_[((4u * _e45.x) + 3u)] = _e8;
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn cs_shuffle(@builtin(subgroup_invocation_id) param: u32, @builtin(global_invocation_id) param_1: vec3<u32>) {
    global = param;
    global_1 = param_1;
    cs_shuffle_1();
}
