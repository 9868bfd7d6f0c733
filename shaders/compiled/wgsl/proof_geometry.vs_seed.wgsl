struct Seed {
    position: vec4<f32>,
    column: u32,
}

struct VertexOutput {
    @builtin(position) member: vec4<f32>,
    @location(0) @interpolate(flat) member_1: u32,
}

var<private> global: i32;
var<private> global_1: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);
var<private> entryPointParam_vs_seed_u002e_column: u32;

fn vs_seed_1() {
    var o: Seed;

    o.position = vec4<f32>(0f, 0f, 0f, 1f);
    let _e7 = global;
    o.column = bitcast<u32>(_e7);
    let _e9 = o;
    global_1 = _e9.position;
    entryPointParam_vs_seed_u002e_column = _e9.column;
    return;
}

@vertex 
fn vs_seed(@builtin(vertex_index) param: u32) -> VertexOutput {
    global = i32(param);
    vs_seed_1();
    let _e5 = global_1;
    let _e6 = entryPointParam_vs_seed_u002e_column;
    return VertexOutput(_e5, _e6);
}
