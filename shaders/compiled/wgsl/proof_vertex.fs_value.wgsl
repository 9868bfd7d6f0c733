var<private> i_u002e_value_1: vec4<f32>;
var<private> entryPointParam_fs_value: vec4<f32>;

fn fs_value_1() {
    let _e2 = i_u002e_value_1;
    entryPointParam_fs_value = _e2;
    return;
}

@fragment 
fn fs_value(@location(0) @interpolate(flat) i_u002e_value: vec4<f32>) -> @location(0) vec4<f32> {
    i_u002e_value_1 = i_u002e_value;
    fs_value_1();
    let _e3 = entryPointParam_fs_value;
    return _e3;
}
