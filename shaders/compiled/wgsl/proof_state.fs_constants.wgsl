const SHIFT: i32 = 0i;
const SWAP: bool = false;
const SCALE: f32 = 1f;

var<private> entryPointParam_fs_constants: vec4<f32>;

fn fs_constants_1() {
    var local: vec4<f32>;

    let _e9 = (f32(128i) / 255f);
    if SWAP {
        local = vec4<f32>(_e9, SCALE, 0f, 1f);
    } else {
        local = vec4<f32>(SCALE, _e9, 0f, 1f);
    }
    let _e12 = local;
    entryPointParam_fs_constants = _e12;
    return;
}

@fragment 
fn fs_constants() -> @location(0) vec4<f32> {
    fs_constants_1();
    let _e1 = entryPointParam_fs_constants;
    return _e1;
}
