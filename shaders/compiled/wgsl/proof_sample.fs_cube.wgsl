struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
@group(0) @binding(4) 
var cube: texture_cube<f32>;
@group(0) @binding(1) 
var filtered: sampler;
var<private> entryPointParam_fs_cube: vec4<f32>;

fn fs_cube_1() {
    let _e6 = push.params;
    let _e8 = textureSampleLevel(cube, filtered, _e6.xyz, 0f);
    entryPointParam_fs_cube = _e8;
    return;
}

@fragment 
fn fs_cube() -> @location(0) vec4<f32> {
    fs_cube_1();
    let _e1 = entryPointParam_fs_cube;
    return _e1;
}
