var<private> i_u002e_uv_1: vec2<f32>;
var<private> entryPointParam_fs_alpha: vec4<f32>;

fn fs_alpha_1() {
    let _e3 = i_u002e_uv_1;
    entryPointParam_fs_alpha = vec4<f32>(1f, 1f, 1f, _e3.x);
    return;
}

@fragment 
fn fs_alpha(@location(0) i_u002e_uv: vec2<f32>) -> @location(0) vec4<f32> {
    i_u002e_uv_1 = i_u002e_uv;
    fs_alpha_1();
    let _e3 = entryPointParam_fs_alpha;
    return _e3;
}
