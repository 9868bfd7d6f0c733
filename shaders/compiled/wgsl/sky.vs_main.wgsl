struct Varyings {
    position: vec4<f32>,
    ndc: vec2<f32>,
}

struct Fullscreen {
    position: vec4<f32>,
    uv: vec2<f32>,
}

struct VertexOutput {
    @builtin(position) member: vec4<f32>,
    @location(0) member_1: vec2<f32>,
}

var<private> global: i32;
var<private> global_1: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> entryPointParam_vs_main_u002e_ndc: vec2<f32>;

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
    var o_1: Varyings;

    let _e6 = global;
    let _e8 = fullscreenTriangle(bitcast<u32>(_e6), 0f);
    o_1.position = _e8.position;
    o_1.ndc = _e8.position.xy;
    let _e12 = o_1;
    global_1 = _e12.position;
    entryPointParam_vs_main_u002e_ndc = _e12.ndc;
    return;
}

@vertex 
fn vs_main(@builtin(vertex_index) param: u32) -> VertexOutput {
    global = i32(param);
    vs_main_1();
    let _e5 = global_1;
    let _e6 = entryPointParam_vs_main_u002e_ndc;
    return VertexOutput(_e5, _e6);
}
