#version 330 core
struct Push_std430_ {
    vec4 params;
};
vec4 global = vec4(0.0);

uniform sampler2D _group_0_binding_0_fs;

layout(std140) uniform Push_std430_block_0Fragment { Push_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs_main = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

vec3 saturate(vec3 x) {
    return clamp(x, vec3(0.0, 0.0, 0.0), vec3(1.0, 1.0, 1.0));
}

vec3 encodeSrgb(vec3 linear) {
    return mix(((pow(max(linear, vec3(1e-8, 1e-8, 1e-8)), vec3(0.41666666, 0.41666666, 0.41666666)) * 1.055) - vec3(0.055)), (linear * 12.92), lessThanEqual(linear, vec3(0.0031308)));
}

float interleavedGradientNoise(vec2 pixel) {
    return fract((52.982918 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))));
}

vec4 finish(vec3 color, float alpha, vec2 position) {
    float _e6 = interleavedGradientNoise(position);
    vec4 _e9 = _group_3_binding_0_fs.params;
    vec3 _e13 = encodeSrgb(color);
    vec3 _e16 = saturate((_e13 + vec3((((_e6 - 0.5) * _e9.y) / 255.0))));
    return vec4(_e16, alpha);
}

vec3 acesHill(vec3 color_1) {
    vec3 _e17 = max(vec3(dot(vec3(0.59719, 0.35458, 0.04823), color_1), dot(vec3(0.076, 0.90834, 0.01566), color_1), dot(vec3(0.0284, 0.13383, 0.83777), color_1)), vec3(0.0, 0.0, 0.0));
    vec3 _e29 = (((_e17 * (_e17 + vec3(0.0245786))) - vec3(9.0537e-5)) / ((_e17 * ((_e17 * 0.983729) + vec3(0.432951))) + vec3(0.238081)));
    vec3 _e34 = saturate(vec3(dot(vec3(1.60475, -0.53108, -0.07367), _e29), dot(vec3(-0.10208, 1.10813, -0.00605), _e29), dot(vec3(-0.00327, -0.07276, 1.07602), _e29)));
    return _e34;
}

void fs_main_1() {
    vec4 _e5 = global;
    vec4 _e10 = texelFetch(_group_0_binding_0_fs, ivec3(ivec2(_e5.xy), 0).xy, 0);
    vec4 _e13 = _group_3_binding_0_fs.params;
    vec3 _e16 = acesHill((_e10.xyz * _e13.x));
    vec4 _e18 = global;
    vec4 _e20 = finish(_e16, _e10.w, _e18.xy);
    entryPointParam_fs_main = _e20;
    return;
}

void main() {
    vec4 param = gl_FragCoord;
    global = param;
    fs_main_1();
    vec4 _e3 = entryPointParam_fs_main;
    _fs2p_location0 = _e3;
    return;
}
