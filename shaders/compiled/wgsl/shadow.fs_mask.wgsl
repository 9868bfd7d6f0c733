struct UvTransform_std140_ {
    row0_: vec4<f32>,
    row1_: vec4<f32>,
}

struct _Array_std140_UvTransform5_ {
    data: array<UvTransform_std140_, 5>,
}

struct Material_std140_ {
    baseColor: vec4<f32>,
    emissive: vec4<f32>,
    factors: vec4<f32>,
    params: vec4<f32>,
    uv: _Array_std140_UvTransform5_,
}

var<private> i_u002e_alpha_1: f32;
var<private> i_u002e_uv_1: vec2<f32>;
@group(1) @binding(1) 
var baseColorTexture: texture_2d<f32>;
@group(1) @binding(6) 
var baseColorSampler: sampler;
@group(1) @binding(0) 
var<uniform> material: Material_std140_;

fn fs_mask_1() {
    let _e5 = i_u002e_alpha_1;
    let _e6 = i_u002e_uv_1;
    let _e7 = textureSample(baseColorTexture, baseColorSampler, _e6);
    let _e11 = material.factors;
    if ((_e5 * _e7.w) < _e11.w) {
        discard;
    }
    return;
}

@fragment 
fn fs_mask(@location(0) i_u002e_uv: vec2<f32>, @location(1) i_u002e_alpha: f32) {
    i_u002e_uv_1 = i_u002e_uv;
    i_u002e_alpha_1 = i_u002e_alpha;
    fs_mask_1();
}
