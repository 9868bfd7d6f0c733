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
        switch 0i {
            default: {
                let _e8 = c;
                if (_e8 < 4u) {
                } else {
                    break;
                }
                let _e10 = global;
                let _e13 = c;
                let _e18 = global;
                let _e22 = c;
                let _e24 = longPush.words.data[_e18.x][_e22];
                result._member0_[((4u * _e10.x) + _e13)] = _e24;
                break;
            }
        }
        let _e25 = c;
        c = (_e25 + 1u);
        continue;
    }
    return;
}

@compute @workgroup_size(8, 1, 1) 
fn cs_push(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_push_1();
}
