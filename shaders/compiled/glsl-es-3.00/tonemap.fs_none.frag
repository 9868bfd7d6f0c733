#version 300 es

precision highp float;
precision highp int;

struct Push_std430_ {
    vec4 params;
};
vec4 global = vec4(0.0);

uniform highp sampler2D _group_0_binding_0_fs;

layout(std140) uniform Push_std430_block_0Fragment { Push_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs_none = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

vec3 decodeSrgb(vec3 encoded) {
    return mix(pow(max(((encoded + vec3(0.055)) / vec3(1.055)), vec3(1e-8, 1e-8, 1e-8)), vec3(2.4, 2.4, 2.4)), (encoded / vec3(12.92)), lessThanEqual(encoded, vec3(0.04045)));
}

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
    vec3 _e17 = decodeSrgb(_e16);
    return vec4(_e17, alpha);
}

void fs_none_1() {
    vec4 _e5 = global;
    vec4 _e10 = texelFetch(_group_0_binding_0_fs, ivec3(ivec2(_e5.xy), 0).xy, 0);
    vec4 _e13 = _group_3_binding_0_fs.params;
    vec3 _e16 = saturate((_e10.xyz * _e13.x));
    vec4 _e18 = global;
    vec4 _e20 = finish(_e16, _e10.w, _e18.xy);
    entryPointParam_fs_none = _e20;
    return;
}

void main() {
    vec4 param = gl_FragCoord;
    global = param;
    fs_none_1();
    vec4 _e3 = entryPointParam_fs_none;
    _fs2p_location0 = _e3;
    return;
}
