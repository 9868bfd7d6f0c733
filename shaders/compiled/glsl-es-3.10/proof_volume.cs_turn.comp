#version 310 es

precision highp float;
precision highp int;

layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;

uvec3 global = uvec3(0u);

layout(binding = 0) uniform highp sampler3D _group_0_binding_0_cs;

layout(binding = 1) uniform highp sampler2D _group_0_binding_3_cs;

layout(binding = 0,rgba8) writeonly uniform highp image3D _group_0_binding_1_cs;


void cs_turn_1() {
    uvec3 _e9 = global;
    vec4 _e15 = textureLod(_group_0_binding_0_cs, vec3(((vec3(_e9.zyx) + vec3(0.5, 0.5, 1.0)) / vec3(4.0))), 0.0);
    uvec3 _e17 = global;
    vec4 _e20 = texelFetch(_group_0_binding_3_cs, ivec2(int(_e17.x), 0), 0);
    uvec3 _e23 = global;
    imageStore(_group_0_binding_1_cs, ivec3(_e23), vec4(_e15.xyz, _e20.x));
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_turn_1();
}
