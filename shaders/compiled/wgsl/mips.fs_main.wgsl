@group(0) @binding(0) 
var source: texture_2d<f32>;
var<private> i_u002e_uv_1: vec2<f32>;
@group(0) @binding(1) 
var linearClamp: sampler;
var<private> entryPointParam_fs_main: vec4<f32>;

fn fs_main_1() {
    var width: u32;
    var height: u32;

    let _e11 = textureDimensions(source, 0i);
    width = _e11.x;
    height = _e11.y;
    let _e14 = width;
    let _e15 = height;
    let _e22 = (vec2(0.25f) / max(vec2<f32>((vec2<u32>(_e14, _e15) / vec2(2u))), vec2<f32>(1f, 1f)));
    let _e23 = i_u002e_uv_1;
    let _e25 = -(_e22.x);
    let _e27 = -(_e22.y);
    let _e30 = textureSampleLevel(source, linearClamp, (_e23 + vec2<f32>(_e25, _e27)), 0f);
    let _e31 = i_u002e_uv_1;
    let _e34 = textureSampleLevel(source, linearClamp, (_e31 + vec2<f32>(_e22.x, _e27)), 0f);
    let _e35 = i_u002e_uv_1;
    let _e38 = textureSampleLevel(source, linearClamp, (_e35 + vec2<f32>(_e25, _e22.y)), 0f);
    let _e39 = i_u002e_uv_1;
    let _e42 = textureSampleLevel(source, linearClamp, (_e39 + vec2<f32>(_e22.x, _e22.y)), 0f);
    entryPointParam_fs_main = ((((_e30 + _e34) + _e38) + _e42) * 0.25f);
    return;
}

@fragment 
fn fs_main(@location(0) i_u002e_uv: vec2<f32>) -> @location(0) vec4<f32> {
    i_u002e_uv_1 = i_u002e_uv;
    fs_main_1();
    let _e3 = entryPointParam_fs_main;
    return _e3;
}
