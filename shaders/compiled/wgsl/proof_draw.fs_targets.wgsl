struct Targets {
    a: vec4<f32>,
    b: vec4<f32>,
    c: vec4<f32>,
    d: vec4<f32>,
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
    @location(2) member_2: vec4<f32>,
    @location(3) member_3: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
var<private> entryPointParam_fs_targets_u002e_a: vec4<f32>;
var<private> entryPointParam_fs_targets_u002e_b: vec4<f32>;
var<private> entryPointParam_fs_targets_u002e_c: vec4<f32>;
var<private> entryPointParam_fs_targets_u002e_d: vec4<f32>;

fn fs_targets_1() {
    var o: Targets;

    let _e8 = push.color;
    o.a = _e8;
    let _e10 = push.color;
    o.b = _e10.yzwx;
    let _e13 = push.color;
    o.c = _e13.zwxy;
    let _e16 = push.color;
    o.d = _e16.wxyz;
    let _e18 = o;
    entryPointParam_fs_targets_u002e_a = _e18.a;
    entryPointParam_fs_targets_u002e_b = _e18.b;
    entryPointParam_fs_targets_u002e_c = _e18.c;
    entryPointParam_fs_targets_u002e_d = _e18.d;
    return;
}

@fragment 
fn fs_targets() -> FragmentOutput {
    fs_targets_1();
    let _e4 = entryPointParam_fs_targets_u002e_a;
    let _e5 = entryPointParam_fs_targets_u002e_b;
    let _e6 = entryPointParam_fs_targets_u002e_c;
    let _e7 = entryPointParam_fs_targets_u002e_d;
    return FragmentOutput(_e4, _e5, _e6, _e7);
}
