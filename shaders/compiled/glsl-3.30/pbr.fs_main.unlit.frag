#version 330 core
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
vec4 i_u002e_uv01_1 = vec4(0.0);

layout(std140) uniform Material_std140_block_0Fragment { Material_std140_ _group_1_binding_0_fs; };

uniform sampler2D _group_1_binding_1_fs;

vec4 i_u002e_color_1 = vec4(0.0);

layout(std140) uniform Frame_std140_block_1Fragment { Frame_std140_ _group_0_binding_0_fs; };

vec4 entryPointParam_fs_main = vec4(0.0);

smooth in vec4 _vs2fs_location3;
smooth in vec4 _vs2fs_location4;
layout(location = 0) out vec4 _fs2p_location0;

vec3 toTarget(vec3 radiance) {
    return min(radiance, vec3(60000.0, 60000.0, 60000.0));
}

vec3 acesHillInverse(vec3 shown) {
    vec3 _e21 = clamp(vec3(dot(vec3(0.643038, 0.311187, 0.045775), shown), dot(vec3(0.059269, 0.931436, 0.009295), shown), dot(vec3(0.005962, 0.063929, 0.930118), shown)), vec3(0.0, 0.0, 0.0), vec3(0.998, 0.998, 0.998));
    vec3 _e24 = ((_e21 * 0.983729) - vec3(1.0));
    vec3 _e27 = ((_e21 * 0.432951) - vec3(0.0245786));
    vec3 _e40 = ((-(_e27) - sqrt(max(((_e27 * _e27) - ((_e24 * 4.0) * ((_e21 * 0.238081) + vec3(9.0537e-5)))), vec3(0.0, 0.0, 0.0)))) / (_e24 * 2.0));
    return vec3(dot(vec3(1.764741, -0.675778, -0.088963), _e40), dot(vec3(-0.147028, 1.160252, -0.013224), _e40), dot(vec3(-0.036337, -0.162436, 1.198773), _e40));
}

vec3 saturate(vec3 x) {
    return clamp(x, vec3(0.0, 0.0, 0.0), vec3(1.0, 1.0, 1.0));
}

vec2 transformUv(uint param, vec4 param_1) {
    vec2 local = vec2(0.0);
    vec4 _e9 = _group_1_binding_0_fs.uv.data[param].row0_;
    if ((_e9.w > 0.5)) {
        local = param_1.zw;
    } else {
        local = param_1.xy;
    }
    vec2 _e15 = local;
    vec4 _e20 = _group_1_binding_0_fs.uv.data[param].row1_;
    vec2 _e22 = local;
    return vec2((dot(_e9.xy, _e15) + _e9.z), (dot(_e20.xy, _e22) + _e20.z));
}

void fs_main_1() {
    float local_1 = 0.0;
    bool local_2 = false;
    vec3 color = vec3(0.0);
    vec4 _e14 = i_u002e_uv01_1;
    vec2 _e15 = transformUv(0u, _e14);
    vec4 _e16 = texture(_group_1_binding_1_fs, vec2(_e15));
    vec4 _e18 = _group_1_binding_0_fs.baseColor;
    vec4 _e20 = i_u002e_color_1;
    vec4 _e21 = ((_e16 * _e18) * _e20);
    vec4 _e23 = _group_1_binding_0_fs.params;
    if ((_e23.z > 0.5)) {
        local_1 = _e21.w;
    } else {
        local_1 = 1.0;
    }
    vec3 _e27 = _e21.xyz;
    vec4 _e29 = _group_0_binding_0_fs.params;
    if ((_e29.z > 0.5)) {
        vec4 _e32 = _group_1_binding_0_fs.params;
        local_2 = (_e32.z < 0.5);
    } else {
        local_2 = false;
    }
    bool _e35 = local_2;
    if (_e35) {
        vec3 _e36 = saturate(_e27);
        vec3 _e37 = acesHillInverse(_e36);
        color = _e37;
    } else {
        color = _e27;
    }
    vec3 _e38 = color;
    vec3 _e39 = toTarget(_e38);
    float _e40 = local_1;
    entryPointParam_fs_main = vec4(_e39, _e40);
    return;
}

void main() {
    vec4 i_u002e_uv01_ = _vs2fs_location3;
    vec4 i_u002e_color = _vs2fs_location4;
    i_u002e_uv01_1 = i_u002e_uv01_;
    i_u002e_color_1 = i_u002e_color;
    fs_main_1();
    vec4 _e5 = entryPointParam_fs_main;
    _fs2p_location0 = _e5;
    return;
}
