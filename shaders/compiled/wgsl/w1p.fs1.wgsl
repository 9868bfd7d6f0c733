struct Item_std140_ {
    offsetScale: vec4<f32>,
    color: vec4<f32>,
}

struct Push_std430_ {
    color: vec4<f32>,
    offset: vec4<f32>,
    unused0_: vec4<f32>,
    unused1_: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> item: Item_std140_;
@group(3) @binding(0) 
var<uniform> push: Push_std430_;
var<private> entryPointParam_fs1_: vec4<f32>;

fn shade(pipeline: u32) -> vec4<f32> {
    let _e6 = item.color;
    let _e8 = push.color;
    return ((_e6 + _e8) + vec4<f32>(0f, 0f, (f32(pipeline) * 0.0627451f), 0f));
}

fn fs1_1() {
    let _e2 = shade(1u);
    entryPointParam_fs1_ = _e2;
    return;
}

@fragment 
fn fs1_() -> @location(0) vec4<f32> {
    fs1_1();
    let _e1 = entryPointParam_fs1_;
    return _e1;
}
