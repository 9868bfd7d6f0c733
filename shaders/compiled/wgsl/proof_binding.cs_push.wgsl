struct RWStructuredBuffer {
    _member0_: array<u32>,
}

struct _Array_std430_vector_uint_4_8_ {
    data: array<vec4<u32>, 8>,
}

struct Long_std430_ {
    words: _Array_std430_vector_uint_4_8_,
}

var<private> global: vec3<u32>;
@group(0) @binding(0) 
var<storage, read_write> result: RWStructuredBuffer;
@group(3) @binding(0) 
var<uniform> longPush: Long_std430_;

fn cs_push_1() {
    var c: u32;

    c = 0u;
    loop {
        let _e7 = c;
        if (_e7 < 4u) {
        } else {
            break;
        }
        let _e9 = global;
        let _e12 = c;
        let _e17 = global;
        let _e21 = c;
        let _e23 = longPush.words.data[_e17.x][_e21];
        result._member0_[((4u * _e9.x) + _e12)] = _e23;
        let _e24 = c;
        c = (_e24 + 1u);
        continue;
    }
    return;
}

@compute @workgroup_size(8, 1, 1) 
fn cs_push(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_push_1();
}
