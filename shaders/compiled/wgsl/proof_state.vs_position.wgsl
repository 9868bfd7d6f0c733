var<private> at_1: vec2<f32>;
var<private> global: vec4<f32> = vec4<f32>(0f, 0f, 0f, 1f);

fn vs_position_1() {
    let _e4 = at_1;
    global = vec4<f32>(_e4, 0.5f, 1f);
    return;
}

@vertex 
fn vs_position(@location(0) at: vec2<f32>) -> @builtin(position) vec4<f32> {
    at_1 = at;
    vs_position_1();
    let _e3 = global;
    return _e3;
}
