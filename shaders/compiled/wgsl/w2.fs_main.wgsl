var<private> global: vec4<f32>;
@group(0) @binding(0) 
var source: texture_2d<f32>;
var<private> entryPointParam_fs_main: vec4<f32>;

fn fs_main_1() {
    let _e5 = global;
    let _e10 = textureLoad(source, vec3<i32>(vec2<i32>(_e5.xy), 0i).xy, 0i);
    entryPointParam_fs_main = (_e10 + vec4(0.003921569f));
    return;
}

@fragment 
fn fs_main(@builtin(position) param: vec4<f32>) -> @location(0) vec4<f32> {
    global = param;
    fs_main_1();
    let _e3 = entryPointParam_fs_main;
    return _e3;
}
