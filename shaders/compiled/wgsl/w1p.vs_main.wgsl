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
var<private> position_1: vec2<f32>;
@group(3) @binding(0) 
var<uniform> push: Push_std430_;
var<private> global: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);

fn vs_main_1() {
    let _e7 = item.offsetScale;
    let _e9 = position_1;
    let _e11 = item.offsetScale;
    let _e15 = push.offset;
    global = vec4<f32>((((_e9 * _e7.zw) + _e11.xy) + _e15.xy), 0.5f, 1f);
    return;
}

@vertex 
fn vs_main(@location(0) position: vec2<f32>) -> @builtin(position) vec4<f32> {
    position_1 = position;
    vs_main_1();
    let _e3 = global;
    return _e3;
}
