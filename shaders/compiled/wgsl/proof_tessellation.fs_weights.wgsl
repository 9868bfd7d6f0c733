var<private> i_u002e_weights_1: vec3<f32>;
var<private> entryPointParam_fs_weights: vec4<f32>;

fn fs_weights_1() {
    let _e3 = i_u002e_weights_1;
    entryPointParam_fs_weights = vec4<f32>(_e3, 1f);
    return;
}

@fragment 
fn fs_weights(@location(0) i_u002e_weights: vec3<f32>) -> @location(0) vec4<f32> {
    i_u002e_weights_1 = i_u002e_weights;
    fs_weights_1();
    let _e3 = entryPointParam_fs_weights;
    return _e3;
}
