var<private> i_u002e_color_1: vec4<f32>;
var<private> entryPointParam_fs_valued: vec4<f32>;

fn fs_valued_1() {
    let _e2 = i_u002e_color_1;
    entryPointParam_fs_valued = _e2;
    return;
}

@fragment 
fn fs_valued(@location(0) @interpolate(flat) i_u002e_color: vec4<f32>) -> @location(0) vec4<f32> {
    i_u002e_color_1 = i_u002e_color;
    fs_valued_1();
    let _e3 = entryPointParam_fs_valued;
    return _e3;
}
