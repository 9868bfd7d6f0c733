#version 310 es

precision highp float;
precision highp int;

vec4 global = vec4(0.0);

layout(binding = 0) uniform highp sampler2D _group_0_binding_0_fs;

vec4 entryPointParam_fs_main = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

void fs_main_1() {
    vec4 _e5 = global;
    vec4 _e10 = texelFetch(_group_0_binding_0_fs, ivec3(ivec2(_e5.xy), 0).xy, 0);
    entryPointParam_fs_main = (_e10 + vec4(0.003921569));
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
