var<private> global: vec4<f32>;
@group(0) @binding(3) 
var depth: texture_depth_2d;
var<private> entryPointParam_fs_depth: vec4<f32>;

fn fs_depth_1() {
    let _e6 = global;
    let _e11 = textureLoad(depth, vec3<i32>(vec2<i32>(_e6.xy), 0i).xy, 0i);
    entryPointParam_fs_depth = vec4<f32>(vec4(_e11).x, 0f, 0f, 1f);
    return;
}

@fragment 
fn fs_depth(@builtin(position) param: vec4<f32>) -> @location(0) vec4<f32> {
    global = param;
    fs_depth_1();
    let _e3 = entryPointParam_fs_depth;
    return _e3;
}
