var<private> i_u002e_uv_1: vec2<f32>;
var<private> entryPointParam_fs_at_pixel: vec4<f32>;

fn halves(uv: vec2<f32>) -> vec4<f32> {
    return vec4<f32>(step(0.5f, uv.x), step(0.5f, uv.y), 0f, 1f);
}

fn fs_at_pixel_1() {
    let _e2 = i_u002e_uv_1;
    let _e3 = halves(_e2);
    entryPointParam_fs_at_pixel = _e3;
    return;
}

@fragment 
fn fs_at_pixel(@location(0) i_u002e_uv: vec2<f32>) -> @location(0) vec4<f32> {
    i_u002e_uv_1 = i_u002e_uv;
    fs_at_pixel_1();
    let _e3 = entryPointParam_fs_at_pixel;
    return _e3;
}
