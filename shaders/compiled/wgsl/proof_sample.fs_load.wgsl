struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

var<private> global: vec4<f32>;
@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
@group(0) @binding(0) 
var source: texture_2d<f32>;
var<private> entryPointParam_fs_load: vec4<f32>;

fn fs_load_1() {
    let _e4 = global;
    let _e8 = push.params;
    let _e10 = i32(_e8.x);
    let _e13 = textureLoad(source, vec3<i32>(vec2<i32>(_e4.xy), _e10).xy, _e10);
    entryPointParam_fs_load = _e13;
    return;
}

@fragment 
fn fs_load(@builtin(position) param: vec4<f32>) -> @location(0) vec4<f32> {
    global = param;
    fs_load_1();
    let _e3 = entryPointParam_fs_load;
    return _e3;
}
