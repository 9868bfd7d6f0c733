struct Push_std430_ {
    slice: u32,
}

@group(0) @binding(0) 
var entryPointParams_u002e_source: texture_3d<f32>;
var<private> global: vec4<f32>;
@group(3) @binding(0) 
var<uniform> push: Push_std430_;
var<private> entryPointParam_fs_volume: vec4<f32>;

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

fn fs_volume_1() {
    var width: u32;
    var height: u32;
    var depth: u32;
    var local_1: vec3<f32>;
    var local_2: vec3<f32>;
    var local_3: vec3<f32>;
    var z: u32;
    var sum: vec4<f32>;
    var y: u32;
    var x: u32;
    var sum_1: vec4<f32>;

    let _e20 = textureDimensions(entryPointParams_u002e_source, 0i);
    width = _e20.x;
    height = _e20.y;
    depth = _e20.z;
    let _e24 = global;
    let _e28 = push.slice;
    let _e29 = vec3<u32>(vec2<u32>(_e24.xy), _e28);
    let _e31 = width;
    let _e32 = weights(_e29.x, _e31);
    local_1 = _e32;
    let _e34 = height;
    let _e35 = weights(_e29.y, _e34);
    local_2 = _e35;
    let _e37 = depth;
    let _e38 = weights(_e29.z, _e37);
    local_3 = _e38;
    z = 0u;
    sum = vec4<f32>(0f, 0f, 0f, 0f);
    loop {
        let _e39 = depth;
        let _e40 = taps(_e39);
        let _e41 = z;
        if (_e41 < _e40) {
        } else {
            break;
        }
        y = 0u;
        loop {
            let _e43 = height;
            let _e44 = taps(_e43);
            let _e45 = y;
            if (_e45 < _e44) {
            } else {
                break;
            }
            let _e47 = sum;
            x = 0u;
            sum_1 = _e47;
            loop {
                let _e48 = width;
                let _e49 = taps(_e48);
                let _e50 = x;
                if (_e50 < _e49) {
                } else {
                    break;
                }
                let _e54 = z;
                let _e55 = y;
                let _e56 = x;
                let _e62 = textureLoad(entryPointParams_u002e_source, vec4<i32>(bitcast<vec3<i32>>(((_e29 * vec3(2u)) + vec3<u32>(_e56, _e55, _e54))), 0i).xyz, 0i);
                let _e63 = x;
                let _e65 = local_1[_e63];
                let _e66 = y;
                let _e68 = local_2[_e66];
                let _e70 = z;
                let _e72 = local_3[_e70];
                let _e75 = sum_1;
                let _e77 = x;
                x = (_e77 + 1u);
                sum_1 = (_e75 + (_e62 * ((_e65 * _e68) * _e72)));
                continue;
            }
            let _e79 = y;
            y = (_e79 + 1u);
            let _e81 = sum_1;
            sum = _e81;
            continue;
        }
        let _e82 = z;
        z = (_e82 + 1u);
        continue;
    }
    let _e84 = sum;
    entryPointParam_fs_volume = _e84;
    return;
}

@fragment 
fn fs_volume(@builtin(position) param: vec4<f32>) -> @location(0) vec4<f32> {
    global = param;
    fs_volume_1();
    let _e3 = entryPointParam_fs_volume;
    return _e3;
}
