#version 450 core
#extension GL_ARB_compute_shader : require
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;

uvec3 global = uvec3(0u);

layout(binding = 0) uniform sampler3D _group_0_binding_0_cs;

layout(binding = 1) uniform sampler1D _group_0_binding_3_cs;

layout(binding = 0,rgba8) writeonly uniform image3D _group_0_binding_1_cs;


void cs_turn_1() {
    uvec3 _e9 = global;
    vec4 _e15 = textureLod(_group_0_binding_0_cs, vec3(((vec3(_e9.zyx) + vec3(0.5, 0.5, 1.0)) / vec3(4.0))), 0.0);
    uvec3 _e17 = global;
    vec4 _e20 = texelFetch(_group_0_binding_3_cs, int(_e17.x), 0);
    uvec3 _e23 = global;
    imageStore(_group_0_binding_1_cs, ivec3(_e23), vec4(_e15.xyz, _e20.x));
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_turn_1();
}
