struct Item_std140_ {
    offsetScale: vec4<f32>,
    color: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> item: Item_std140_;
var<private> position_1: vec2<f32>;
var<private> global: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);

fn vs_main_1() {
    let _e6 = item.offsetScale;
    let _e8 = position_1;
    let _e10 = item.offsetScale;
    global = vec4<f32>(((_e8 * _e6.zw) + _e10.xy), 0.5f, 1f);
    return;
}

@vertex 
fn vs_main(@location(0) position: vec2<f32>) -> @builtin(position) vec4<f32> {
    position_1 = position;
    vs_main_1();
    let _e3 = global;
    return _e3;
}
