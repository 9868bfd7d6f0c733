struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
@group(0) @binding(5) 
var cubes: texture_cube_array<f32>;
@group(0) @binding(1) 
var filtered: sampler;
var<private> entryPointParam_fs_cubes: vec4<f32>;

fn fs_cubes_1() {
    let _e6 = push.params;
    let _e13 = textureSampleLevel(cubes, filtered, vec3<f32>(_e6.x, _e6.y, _e6.z), i32(_e6.w), 0f);
    entryPointParam_fs_cubes = _e13;
    return;
}

@fragment 
fn fs_cubes() -> @location(0) vec4<f32> {
    fs_cubes_1();
    let _e1 = entryPointParam_fs_cubes;
    return _e1;
}
