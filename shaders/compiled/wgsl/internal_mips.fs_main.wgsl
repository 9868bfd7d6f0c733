@group(0) @binding(0) 
var source: texture_2d<f32>;
var<private> global: vec4<f32>;
var<private> entryPointParam_fs_main: vec4<f32>;

fn weights(at: u32, size: u32) -> vec3<f32> {
    if (size == 1u) {
        return vec3<f32>(1f, 0f, 0f);
    }
    if ((size & 1u) == 0u) {
        return vec3<f32>(0.5f, 0.5f, 0f);
    }
    let _e12 = f32((size / 2u));
    let _e13 = f32(at);
    return (vec3<f32>((_e12 - _e13), _e12, (_e13 + 1f)) / vec3(f32(size)));
}

fn fs_main_1() {
    var width: u32;
    var height: u32;
    var local: vec3<f32>;
    var local_1: vec3<f32>;
    var y: u32;
    var sum: vec4<f32>;
    var x: u32;

    let _e16 = textureDimensions(source, 0i);
    width = _e16.x;
    height = _e16.y;
    let _e19 = global;
    let _e21 = vec2<u32>(_e19.xy);
    let _e23 = width;
    let _e24 = weights(_e21.x, _e23);
    local = _e24;
    let _e26 = height;
    let _e27 = weights(_e21.y, _e26);
    local_1 = _e27;
    let _e28 = width;
    let _e29 = height;
    y = 0u;
    sum = vec4<f32>(0f, 0f, 0f, 0f);
    loop {
        let _e33 = y;
        if (_e33 < 3u) {
        } else {
            break;
        }
        x = 0u;
        loop {
            let _e35 = x;
            if (_e35 < 3u) {
            } else {
                break;
            }
            let _e39 = y;
            let _e40 = x;
            let _e47 = textureLoad(source, vec3<i32>(bitcast<vec2<i32>>(min(((_e21 * vec2(2u)) + vec2<u32>(_e40, _e39)), (vec2<u32>(_e28, _e29) - vec2(1u)))), 0i).xy, 0i);
            let _e48 = x;
            let _e50 = local[_e48];
            let _e51 = y;
            let _e53 = local_1[_e51];
            let _e56 = sum;
            let _e58 = x;
            x = (_e58 + 1u);
            sum = (_e56 + (_e47 * (_e50 * _e53)));
            continue;
        }
        let _e60 = y;
        y = (_e60 + 1u);
        continue;
    }
    let _e62 = sum;
    entryPointParam_fs_main = _e62;
    return;
}

@fragment 
fn fs_main(@builtin(position) param: vec4<f32>) -> @location(0) vec4<f32> {
    global = param;
    fs_main_1();
    let _e3 = entryPointParam_fs_main;
    return _e3;
}
