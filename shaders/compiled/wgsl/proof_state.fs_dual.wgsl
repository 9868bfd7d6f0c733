enable dual_source_blending;

struct TwoColors {
    first: vec4<f32>,
    second: vec4<f32>,
}

struct ProofPush_std430_ {
    rect: vec4<f32>,
    depths: vec4<f32>,
    color: vec4<f32>,
    params: vec4<f32>,
}

struct FragmentOutput {
    @location(0) @blend_src(0) member: vec4<f32>,
    @location(0) @blend_src(1) member_1: vec4<f32>,
}

@group(3) @binding(0) 
var<uniform> push: ProofPush_std430_;
var<private> entryPointParam_fs_dual_u002e_first: vec4<f32>;
var<private> entryPointParam_fs_dual_u002e_second: vec4<f32>;

fn fs_dual_1() {
    var o: TwoColors;

    let _e6 = push.color;
    o.first = _e6;
    let _e9 = push.params;
    o.second = _e9;
    let _e10 = o;
    entryPointParam_fs_dual_u002e_first = _e10.first;
    entryPointParam_fs_dual_u002e_second = _e10.second;
    return;
}

@fragment 
fn fs_dual() -> FragmentOutput {
    fs_dual_1();
    let _e2 = entryPointParam_fs_dual_u002e_first;
    let _e3 = entryPointParam_fs_dual_u002e_second;
    return FragmentOutput(_e2, _e3);
}
