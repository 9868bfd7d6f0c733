#version 450 core
struct UvTransform_std140_ {
    vec4 row0_;
    vec4 row1_;
};
struct _Array_std140_UvTransform5_ {
    UvTransform_std140_ data[5];
};
struct Material_std140_ {
    vec4 baseColor;
    vec4 emissive;
    vec4 factors;
    vec4 params;
    _Array_std140_UvTransform5_ uv;
};
float i_u002e_alpha_1 = 0.0;

vec2 i_u002e_uv_1 = vec2(0.0);

layout(binding = 0) uniform sampler2D _group_1_binding_1_fs;

layout(std140, binding = 0) uniform Material_std140_block_0Fragment { Material_std140_ _group_1_binding_0_fs; };

layout(location = 0) smooth in vec2 _vs2fs_location0;
layout(location = 1) smooth in float _vs2fs_location1;

void fs_mask_1() {
    float _e5 = i_u002e_alpha_1;
    vec2 _e6 = i_u002e_uv_1;
    vec4 _e7 = texture(_group_1_binding_1_fs, vec2(_e6));
    vec4 _e11 = _group_1_binding_0_fs.factors;
    if (((_e5 * _e7.w) < _e11.w)) {
        discard;
    }
    return;
}

void main() {
    vec2 i_u002e_uv = _vs2fs_location0;
    float i_u002e_alpha = _vs2fs_location1;
    i_u002e_uv_1 = i_u002e_uv;
    i_u002e_alpha_1 = i_u002e_alpha;
    fs_mask_1();
}
