struct Varyings {
    position: vec4<f32>,
    color: vec3<f32>,
}

struct VertexOutput {
    @builtin(position) member: vec4<f32>,
    @location(0) member_1: vec3<f32>,
}

var<private> global: i32;
var<private> global_1: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> entryPointParam_vs_main_u002e_color: vec3<f32>;

fn vs_main_1() {
    var o: Varyings;
    var local: array<vec2<f32>, 3>;
    var local_1: array<vec3<f32>, 3>;

    let _e12 = global;
    local = array<vec2<f32>, 3>(vec2<f32>(0f, 0.75f), vec2<f32>(-0.75f, -0.75f), vec2<f32>(0.75f, -0.75f));
    let _e16 = local[(bitcast<u32>(_e12) % 3u)];
    o.position = vec4<f32>(_e16, 0.5f, 1f);
    let _e19 = global;
    local_1 = array<vec3<f32>, 3>(vec3<f32>(1f, 0f, 0f), vec3<f32>(0f, 1f, 0f), vec3<f32>(0f, 0f, 1f));
    let _e23 = local_1[(bitcast<u32>(_e19) % 3u)];
    o.color = _e23;
    let _e24 = o;
    global_1 = _e24.position;
    entryPointParam_vs_main_u002e_color = _e24.color;
    return;
}

@vertex 
fn vs_main(@builtin(vertex_index) param: u32) -> VertexOutput {
    global = i32(param);
    vs_main_1();
    let _e5 = global_1;
    let _e6 = entryPointParam_vs_main_u002e_color;
    return VertexOutput(_e5, _e6);
}
