struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

var<private> i_u002e_uv_1: vec2<f32>;
@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
@group(0) @binding(0) 
var source: texture_2d<f32>;
@group(0) @binding(1) 
var filtered: sampler;
var<private> entryPointParam_fs_sample: vec4<f32>;

fn fs_sample_1() {
    let _e5 = i_u002e_uv_1;
    let _e7 = push.params;
    let _e10 = push.params;
    let _e13 = textureSample(source, filtered, ((_e5 * _e7.xy) + _e10.zw));
    entryPointParam_fs_sample = _e13;
    return;
}

@fragment 
fn fs_sample(@location(0) i_u002e_uv: vec2<f32>) -> @location(0) vec4<f32> {
    i_u002e_uv_1 = i_u002e_uv;
    fs_sample_1();
    let _e3 = entryPointParam_fs_sample;
    return _e3;
}
