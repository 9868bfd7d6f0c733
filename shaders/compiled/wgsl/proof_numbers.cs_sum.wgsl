enable subgroups;
struct RWStructuredBuffer {
    _member0_: array<u32>,
}

struct StructuredBuffer {
    _member0_: array<u32>,
}

var<private> global: vec3<u32>;
@group(0) @binding(0) 
var<storage, read_write> words: RWStructuredBuffer;
@group(0) @binding(1) 
var<storage> input: StructuredBuffer;

fn cs_sum_1() {
    let _e7 = global;
    let _e12 = global;
    let _e16 = input._member0_[_e12.x];
    let _e17 = subgroupAdd(_e16);
    words._member0_[(4u * _e7.x)] = _e17;
    let _e18 = global;
    let _e24 = global;
    let _e28 = input._member0_[_e24.x];
    let _e29 = subgroupMax(_e28);
    words._member0_[((4u * _e18.x) + 1u)] = _e29;
    let _e30 = global;
    let _e36 = subgroupAdd(1u);
    words._member0_[((4u * _e30.x) + 2u)] = _e36;
    let _e37 = global;
    let _e43 = global;
    let _e45 = subgroupBroadcastFirst(_e43.x);
    words._member0_[((4u * _e37.x) + 3u)] = _e45;
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn cs_sum(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_sum_1();
}
