#version 450 core
vec4 global = vec4(0.0);

layout(binding = 0) uniform sampler2D _group_0_binding_3_fs;

vec4 entryPointParam_fs_depth = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

void fs_depth_1() {
    vec4 _e6 = global;
    vec4 _e11 = texelFetch(_group_0_binding_3_fs, ivec3(ivec2(_e6.xy), 0).xy, 0);
    entryPointParam_fs_depth = vec4(_e11.x, 0.0, 0.0, 1.0);
    return;
}

void main() {
    vec4 param = gl_FragCoord;
    global = param;
    fs_depth_1();
    vec4 _e3 = entryPointParam_fs_depth;
    _fs2p_location0 = _e3;
    return;
}
