struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
var<private> entryPointParam_fs_color: vec4<f32>;

fn fs_color_1() {
    let _e3 = push.color;
    entryPointParam_fs_color = _e3;
    return;
}

@fragment 
fn fs_color() -> @location(0) vec4<f32> {
    fs_color_1();
    let _e1 = entryPointParam_fs_color;
    return _e1;
}
