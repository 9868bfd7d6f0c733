#version 300 es

precision highp float;
precision highp int;

struct Light_std140_ {
    vec4 positionKind;
    vec4 directionRange;
    vec4 color;
    vec4 spot;
};
struct _Array_std140_Light16_ {
    Light_std140_ data[16];
};
struct Frame_std140_ {
    mat4x4 viewProj;
    mat4x4 invViewProj;
    mat4x4 shadowViewProj;
    vec4 eye;
    vec4 sunDirection;
    vec4 sunColor;
    vec4 skyColor;
    vec4 horizonColor;
    vec4 groundColor;
    vec4 params;
    vec4 shadowParams;
    _Array_std140_Light16_ lights;
};
layout(std140) uniform Frame_std140_block_0Fragment { Frame_std140_ _group_0_binding_0_fs; };

vec2 i_u002e_ndc_1 = vec2(0.0);

vec4 entryPointParam_fs_main = vec4(0.0);

smooth in vec2 _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

vec3 toTarget(vec3 radiance) {
    return min(radiance, vec3(60000.0, 60000.0, 60000.0));
}

vec3 environment(vec3 zenith, vec3 horizon, vec3 ground, vec3 d, float roughness) {
    float _e12 = clamp(roughness, 0.0, 1.0);
    float _e13 = mix(0.03, 1.0, _e12);
    float _e15 = clamp(d.y, 0.0, 1.0);
    return mix(mix(ground, horizon, vec3(((pow((1.0 - clamp(-(d.y), 0.0, 1.0)), 9.0) * (1.0 - _e12)) * 0.75))), mix(zenith, horizon, vec3(mix(pow((1.0 - _e15), 5.0), (1.0 - (0.65 * _e15)), _e12))), vec3(smoothstep(-(_e13), _e13, d.y)));
}

void fs_main_1() {
    mat4x4 _e8 = _group_0_binding_0_fs.invViewProj;
    mat4x4 _e9 = transpose(_e8);
    vec2 _e10 = i_u002e_ndc_1;
    vec4 _e12 = (vec4(_e10, 1.0, 1.0) * _e9);
    vec2 _e13 = i_u002e_ndc_1;
    vec4 _e15 = (vec4(_e13, 0.0, 1.0) * _e9);
    vec3 _e23 = normalize(((_e15.xyz * _e12.w) - (_e12.xyz * _e15.w)));
    vec4 _e25 = _group_0_binding_0_fs.sunDirection;
    vec4 _e28 = _group_0_binding_0_fs.sunDirection;
    vec4 _e35 = _group_0_binding_0_fs.skyColor;
    vec4 _e38 = _group_0_binding_0_fs.horizonColor;
    vec4 _e41 = _group_0_binding_0_fs.groundColor;
    vec3 _e43 = environment(_e35.xyz, _e38.xyz, _e41.xyz, _e23, 0.0);
    vec4 _e45 = _group_0_binding_0_fs.sunColor;
    vec4 _e47 = _group_0_binding_0_fs.sunColor;
    vec4 _e53 = _group_0_binding_0_fs.params;
    vec3 _e56 = toTarget(((_e43 + ((_e45.xyz * _e47.w) * smoothstep(_e28.w, max(mix(_e28.w, 1.0, 0.1), (_e28.w + 1e-6)), dot(_e23, _e25.xyz)))) * _e53.x));
    entryPointParam_fs_main = vec4(_e56, 1.0);
    return;
}

void main() {
    vec2 i_u002e_ndc = _vs2fs_location0;
    i_u002e_ndc_1 = i_u002e_ndc;
    fs_main_1();
    vec4 _e3 = entryPointParam_fs_main;
    _fs2p_location0 = _e3;
    return;
}
