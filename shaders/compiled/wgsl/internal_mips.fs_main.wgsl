@group(0) @binding(0) 
var entryPointParams_u002e_source: texture_2d<f32>;
var<private> global: vec4<f32>;
var<private> entryPointParam_fs_main: vec4<f32>;

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

fn fs_main_1() {
    var width: u32;
    var height: u32;
    var local_1: vec3<f32>;
    var local_2: vec3<f32>;
    var y: u32;
    var sum: vec4<f32>;
    var x: u32;

    let _e15 = textureDimensions(entryPointParams_u002e_source, 0i);
    width = _e15.x;
    height = _e15.y;
    let _e18 = global;
    let _e20 = vec2<u32>(_e18.xy);
    let _e22 = width;
    let _e23 = weights(_e20.x, _e22);
    local_1 = _e23;
    let _e25 = height;
    let _e26 = weights(_e20.y, _e25);
    local_2 = _e26;
    y = 0u;
    sum = vec4<f32>(0f, 0f, 0f, 0f);
    loop {
        let _e27 = height;
        let _e28 = taps(_e27);
        let _e29 = y;
        if (_e29 < _e28) {
        } else {
            break;
        }
        x = 0u;
        loop {
            let _e31 = width;
            let _e32 = taps(_e31);
            let _e33 = x;
            if (_e33 < _e32) {
            } else {
                break;
            }
            let _e37 = y;
            let _e38 = x;
            let _e44 = textureLoad(entryPointParams_u002e_source, vec3<i32>(bitcast<vec2<i32>>(((_e20 * vec2(2u)) + vec2<u32>(_e38, _e37))), 0i).xy, 0i);
            let _e45 = x;
            let _e47 = local_1[_e45];
            let _e48 = y;
            let _e50 = local_2[_e48];
            let _e53 = sum;
            let _e55 = x;
            x = (_e55 + 1u);
            sum = (_e53 + (_e44 * (_e47 * _e50)));
            continue;
        }
        let _e57 = y;
        y = (_e57 + 1u);
        continue;
    }
    let _e59 = sum;
    entryPointParam_fs_main = _e59;
    return;
}

@fragment 
fn fs_main(@builtin(position) param: vec4<f32>) -> @location(0) vec4<f32> {
    global = param;
    fs_main_1();
    let _e3 = entryPointParam_fs_main;
    return _e3;
}
