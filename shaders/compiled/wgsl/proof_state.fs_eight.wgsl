struct EightColors {
    a: vec4<f32>,
    b: vec4<f32>,
    c: vec4<f32>,
    d: vec4<f32>,
    e: vec4<f32>,
    f: vec4<f32>,
    g: vec4<f32>,
    h: vec4<f32>,
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
    @location(4) member_4: vec4<f32>,
    @location(5) member_5: vec4<f32>,
    @location(6) member_6: vec4<f32>,
    @location(7) member_7: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
var<private> entryPointParam_fs_eight_u002e_a: vec4<f32>;
var<private> entryPointParam_fs_eight_u002e_b: vec4<f32>;
var<private> entryPointParam_fs_eight_u002e_c: vec4<f32>;
var<private> entryPointParam_fs_eight_u002e_d: vec4<f32>;
var<private> entryPointParam_fs_eight_u002e_e: vec4<f32>;
var<private> entryPointParam_fs_eight_u002e_f: vec4<f32>;
var<private> entryPointParam_fs_eight_u002e_g: vec4<f32>;
var<private> entryPointParam_fs_eight_u002e_h: vec4<f32>;

fn fs_eight_1() {
    var o: EightColors;

    let _e19 = push.color;
    o.h = _e19;
    o.g = _e19;
    o.f = _e19;
    o.e = _e19;
    o.d = _e19;
    o.c = _e19;
    o.b = _e19;
    o.a = _e19;
    let _e20 = o;
    entryPointParam_fs_eight_u002e_a = _e20.a;
    entryPointParam_fs_eight_u002e_b = _e20.b;
    entryPointParam_fs_eight_u002e_c = _e20.c;
    entryPointParam_fs_eight_u002e_d = _e20.d;
    entryPointParam_fs_eight_u002e_e = _e20.e;
    entryPointParam_fs_eight_u002e_f = _e20.f;
    entryPointParam_fs_eight_u002e_g = _e20.g;
    entryPointParam_fs_eight_u002e_h = _e20.h;
    return;
}

@fragment 
fn fs_eight() -> FragmentOutput {
    fs_eight_1();
    let _e8 = entryPointParam_fs_eight_u002e_a;
    let _e9 = entryPointParam_fs_eight_u002e_b;
    let _e10 = entryPointParam_fs_eight_u002e_c;
    let _e11 = entryPointParam_fs_eight_u002e_d;
    let _e12 = entryPointParam_fs_eight_u002e_e;
    let _e13 = entryPointParam_fs_eight_u002e_f;
    let _e14 = entryPointParam_fs_eight_u002e_g;
    let _e15 = entryPointParam_fs_eight_u002e_h;
    return FragmentOutput(_e8, _e9, _e10, _e11, _e12, _e13, _e14, _e15);
}
