var<private> i_u002e_uv_1: vec2<f32>;
var<private> global: i32;
var<private> entryPointParam_fs_at_sample: vec4<f32>;

fn halves(uv: vec2<f32>) -> vec4<f32> {
    return vec4<f32>(step(0.5f, uv.x), step(0.5f, uv.y), 0f, 1f);
}

fn fs_at_sample_1() {
    let _e5 = i_u002e_uv_1;
    let _e6 = halves(_e5);
    let _e7 = global;
    entryPointParam_fs_at_sample = (_e6 + vec4<f32>(0f, 0f, (f32(bitcast<u32>(_e7)) / 3f), 0f));
    return;
}

@fragment 
fn fs_at_sample(@location(0) @interpolate(perspective, sample) i_u002e_uv: vec2<f32>, @builtin(sample_index) param: u32) -> @location(0) vec4<f32> {
    i_u002e_uv_1 = i_u002e_uv;
    global = i32(param);
    fs_at_sample_1();
    let _e6 = entryPointParam_fs_at_sample;
    return _e6;
}
