struct Fullscreen {
    position: vec4<f32>,
    uv: vec2<f32>,
}

var<private> global: i32;
var<private> global_1: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);

fn fullscreenTriangle(vertex: u32, depth: f32) -> Fullscreen {
    var o: Fullscreen;

    let _e10 = f32(((vertex << bitcast<u32>(1i)) & 2u));
    let _e12 = f32((vertex & 2u));
    o.position = vec4<f32>(((vec2<f32>(_e10, _e12) * 2f) - vec2(1f)), depth, 1f);
    o.uv = vec2<f32>(_e10, (1f - _e12));
    let _e22 = o;
    return _e22;
}

fn vs_main_1() {
    let _e3 = global;
    let _e5 = fullscreenTriangle(bitcast<u32>(_e3), 0.5f);
    global_1 = _e5.position;
    return;
}

@vertex 
fn vs_main(@builtin(vertex_index) param: u32) -> @builtin(position) vec4<f32> {
    global = i32(param);
    vs_main_1();
    let _e4 = global_1;
    return _e4;
}
