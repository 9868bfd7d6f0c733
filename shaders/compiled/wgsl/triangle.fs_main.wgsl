var<private> i_u002e_color_1: vec3<f32>;
var<private> entryPointParam_fs_main: vec4<f32>;

fn fs_main_1() {
    let _e3 = i_u002e_color_1;
    entryPointParam_fs_main = vec4<f32>(_e3, 1f);
    return;
}

@fragment 
fn fs_main(@location(0) i_u002e_color: vec3<f32>) -> @location(0) vec4<f32> {
    i_u002e_color_1 = i_u002e_color;
    fs_main_1();
    let _e3 = entryPointParam_fs_main;
    return _e3;
}
