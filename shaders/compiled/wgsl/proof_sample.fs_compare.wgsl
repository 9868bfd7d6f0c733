struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

var<private> i_u002e_uv_1: vec2<f32>;
@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
@group(0) @binding(3) 
var depth: texture_depth_2d;
@group(0) @binding(2) 
var compared: sampler_comparison;
var<private> entryPointParam_fs_compare: vec4<f32>;

fn fs_compare_1() {
    let _e7 = i_u002e_uv_1;
    let _e9 = push.params;
    let _e11 = textureSampleCompareLevel(depth, compared, _e7, _e9.x);
    entryPointParam_fs_compare = vec4<f32>(_e11, 0f, 0f, 1f);
    return;
}

@fragment 
fn fs_compare(@location(0) i_u002e_uv: vec2<f32>) -> @location(0) vec4<f32> {
    i_u002e_uv_1 = i_u002e_uv;
    fs_compare_1();
    let _e3 = entryPointParam_fs_compare;
    return _e3;
}
