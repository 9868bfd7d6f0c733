struct TwoTargets {
    a: vec4<f32>,
    b: vec4<f32>,
}

struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

struct FragmentOutput {
    @location(0) member: vec4<f32>,
    @location(1) member_1: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
var<private> entryPointParam_fs_two_u002e_a: vec4<f32>;
var<private> entryPointParam_fs_two_u002e_b: vec4<f32>;

fn fs_two_1() {
    var o: TwoTargets;

    let _e6 = push.color;
    o.a = _e6;
    let _e8 = push.color;
    o.b = _e8;
    let _e9 = o;
    entryPointParam_fs_two_u002e_a = _e9.a;
    entryPointParam_fs_two_u002e_b = _e9.b;
    return;
}

@fragment 
fn fs_two() -> FragmentOutput {
    fs_two_1();
    let _e2 = entryPointParam_fs_two_u002e_a;
    let _e3 = entryPointParam_fs_two_u002e_b;
    return FragmentOutput(_e2, _e3);
}
