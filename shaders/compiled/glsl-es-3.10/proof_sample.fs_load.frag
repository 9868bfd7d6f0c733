#version 310 es

precision highp float;
precision highp int;

struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
vec4 global = vec4(0.0);

layout(std140, binding = 0) uniform ProofPush_std430_block_0Fragment { ProofPush_std430_ _group_3_binding_0_fs; };

layout(binding = 0) uniform highp sampler2D _group_0_binding_0_fs;

vec4 entryPointParam_fs_load = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

void fs_load_1() {
    vec4 _e4 = global;
    vec4 _e8 = _group_3_binding_0_fs.params;
    int _e10 = int(_e8.x);
    vec4 _e13 = texelFetch(_group_0_binding_0_fs, ivec3(ivec2(_e4.xy), _e10).xy, _e10);
    entryPointParam_fs_load = _e13;
    return;
}

void main() {
    vec4 param = gl_FragCoord;
    global = param;
    fs_load_1();
    vec4 _e3 = entryPointParam_fs_load;
    _fs2p_location0 = _e3;
    return;
}
