struct Corner {
    position: vec4<f32>,
}

struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

var<private> global: i32;
@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
var<private> global_1: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);

fn vs_corner_1() {
    var local: f32;
    var local_1: f32;
    var o: Corner;

    let _e12 = global;
    let _e15 = global;
    if ((bitcast<u32>(_e12) & 1u) != ((bitcast<u32>(_e15) >> bitcast<u32>(1i)) & 1u)) {
        let _e22 = push.rect;
        local = _e22.z;
    } else {
        let _e25 = push.rect;
        local = _e25.x;
    }
    let _e27 = global;
    if ((bitcast<u32>(_e27) & 2u) != 0u) {
        let _e32 = push.rect;
        local_1 = _e32.w;
    } else {
        let _e35 = push.rect;
        local_1 = _e35.y;
    }
    let _e38 = local;
    let _e39 = local_1;
    o.position = vec4<f32>(_e38, _e39, 0.5f, 1f);
    let _e41 = o;
    global_1 = _e41.position;
    return;
}

@vertex 
fn vs_corner(@builtin(vertex_index) param: u32) -> @builtin(position) vec4<f32> {
    global = i32(param);
    vs_corner_1();
    let _e4 = global_1;
    return _e4;
}
