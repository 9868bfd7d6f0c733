@group(0) @binding(0) 
var entryPointParams_u002e_source: texture_1d<f32>;
var<private> global: vec4<f32>;
var<private> entryPointParam_fs_line: vec4<f32>;

fn taps(size: u32) -> u32 {
    var local: u32;

    if (size == 1u) {
        local = 1u;
    } else {
        local = (2u + (size & 1u));
    }
    let _e7 = local;
    return _e7;
}

fn weights(at: u32, size_1: u32) -> vec3<f32> {
    if (size_1 == 1u) {
        return vec3<f32>(1f, 0f, 0f);
    }
    if ((size_1 & 1u) == 0u) {
        return vec3<f32>(0.5f, 0.5f, 0f);
    }
    let _e12 = f32((size_1 / 2u));
    let _e13 = f32(at);
    return (vec3<f32>((_e12 - _e13), _e12, (_e13 + 1f)) / vec3(f32(size_1)));
}

fn fs_line_1() {
    var width: u32;
    var local_1: vec3<f32>;
    var x: u32;
    var sum: vec4<f32>;

    let _e12 = textureDimensions(entryPointParams_u002e_source, 0i);
    width = _e12;
    let _e13 = global;
    let _e15 = u32(_e13.x);
    let _e16 = width;
    let _e17 = weights(_e15, _e16);
    local_1 = _e17;
    x = 0u;
    sum = vec4<f32>(0f, 0f, 0f, 0f);
    loop {
        let _e18 = width;
        let _e19 = taps(_e18);
        let _e20 = x;
        if (_e20 < _e19) {
        } else {
            break;
        }
        let _e23 = x;
        let _e26 = textureLoad(entryPointParams_u002e_source, bitcast<i32>(((_e15 * 2u) + _e23)), 0i);
        let _e27 = x;
        let _e29 = local_1[_e27];
        let _e31 = sum;
        let _e33 = x;
        x = (_e33 + 1u);
        sum = (_e31 + (_e26 * _e29));
        continue;
    }
    let _e35 = sum;
    entryPointParam_fs_line = _e35;
    return;
}

@fragment 
fn fs_line(@builtin(position) param: vec4<f32>) -> @location(0) vec4<f32> {
    global = param;
    fs_line_1();
    let _e3 = entryPointParam_fs_line;
    return _e3;
}
