enable subgroups;
struct StructuredBuffer {
    _member0_: array<u32>,
}

struct RWStructuredBuffer {
    _member0_: array<u32>,
}

var<private> global: vec3<u32>;
@group(0) @binding(1) 
var<storage> input: StructuredBuffer;
var<private> global_1: u32;
@group(0) @binding(0) 
var<storage, read_write> words: RWStructuredBuffer;
var<private> global_2: u32;

fn cs_ballot_1() {
    var local: vec4<u32>;
    var local_1: i32;

    let _e14 = global;
    let _e18 = input._member0_[_e14.x];
    let _e20 = ((_e18 & 1u) == 1u);
    let _e21 = subgroupBallot(_e20);
    local = _e21;
    let _e33 = global_1;
    let _e36 = local[(_e33 / 32u)];
    let _e41 = global;
    words._member0_[(4u * _e41.x)] = (((countOneBits(_e21.x) + countOneBits(_e21.y)) + countOneBits(_e21.z)) + countOneBits(_e21.w));
    let _e46 = global;
    words._member0_[((4u * _e46.x) + 1u)] = ((_e36 >> bitcast<u32>((_e33 % 32u))) & 1u);
    let _e52 = global;
    let _e58 = subgroupAny(_e20);
    if _e58 {
        local_1 = 1i;
    } else {
        local_1 = 0i;
    }
    let _e59 = local_1;
    words._member0_[((4u * _e52.x) + 2u)] = bitcast<u32>(_e59);
    let _e61 = global;
    let _e67 = global_2;
    words._member0_[((4u * _e61.x) + 3u)] = _e67;
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn cs_ballot(@builtin(subgroup_size) param: u32, @builtin(subgroup_invocation_id) param_1: u32, @builtin(global_invocation_id) param_2: vec3<u32>) {
    global_2 = param;
    global_1 = param_1;
    global = param_2;
    cs_ballot_1();
}
