struct Push_std430_ {
    params: vec4<f32>,
}

var<private> global: vec4<f32>;
@group(0) @binding(0) 
var hdr: texture_2d<f32>;
@group(3) @binding(0) 
var<uniform> push: Push_std430_;
var<private> entryPointParam_fs_none: vec4<f32>;

fn saturate_(x: vec3<f32>) -> vec3<f32> {
    return clamp(x, vec3<f32>(0f, 0f, 0f), vec3<f32>(1f, 1f, 1f));
}

fn encodeSrgb(linear: vec3<f32>) -> vec3<f32> {
    return select(((pow(max(linear, vec3<f32>(0.00000001f, 0.00000001f, 0.00000001f)), vec3<f32>(0.41666666f, 0.41666666f, 0.41666666f)) * 1.055f) - vec3(0.055f)), (linear * 12.92f), (linear <= vec3(0.0031308f)));
}

fn interleavedGradientNoise(pixel: vec2<f32>) -> f32 {
    return fract((52.982918f * fract(dot(pixel, vec2<f32>(0.06711056f, 0.00583715f)))));
}

fn finish(color: vec3<f32>, alpha: f32, position: vec2<f32>) -> vec4<f32> {
    let _e6 = interleavedGradientNoise(position);
    let _e9 = push.params;
    let _e13 = encodeSrgb(color);
    let _e16 = saturate_((_e13 + vec3((((_e6 - 0.5f) * _e9.y) / 255f))));
    return vec4<f32>(_e16, alpha);
}

fn fs_none_1() {
    let _e5 = global;
    let _e10 = textureLoad(hdr, vec3<i32>(vec2<i32>(_e5.xy), 0i).xy, 0i);
    let _e13 = push.params;
    let _e16 = saturate_((_e10.xyz * _e13.x));
    let _e18 = global;
    let _e20 = finish(_e16, _e10.w, _e18.xy);
    entryPointParam_fs_none = _e20;
    return;
}

@fragment 
fn fs_none(@builtin(position) param: vec4<f32>) -> @location(0) vec4<f32> {
    global = param;
    fs_none_1();
    let _e3 = entryPointParam_fs_none;
    return _e3;
}
