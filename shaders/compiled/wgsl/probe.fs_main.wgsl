struct Push_std430_ {
    color: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> push: Push_std430_;
var<private> entryPointParam_fs_main: vec4<f32>;

fn fs_main_1() {
    let _e3 = push.color;
    entryPointParam_fs_main = _e3;
    return;
}

@fragment 
fn fs_main() -> @location(0) vec4<f32> {
    fs_main_1();
    let _e1 = entryPointParam_fs_main;
    return _e1;
}
