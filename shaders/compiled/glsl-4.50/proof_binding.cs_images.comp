#version 450 core
#extension GL_ARB_compute_shader : require
layout(local_size_x = 4, local_size_y = 4, local_size_z = 1) in;

uvec3 global = uvec3(0u);

layout(binding = 0,r32ui) readonly uniform uimage2D _group_0_binding_10_cs;

layout(binding = 1,r32ui) writeonly uniform uimage2D _group_0_binding_11_cs;

layout(binding = 2,r32ui) uniform uimage2D _group_0_binding_12_cs;


void cs_images_1() {
    uvec3 _e6 = global;
    uvec4 _e9 = imageLoad(_group_0_binding_10_cs, ivec2(_e6.xy));
    uvec3 _e11 = global;
    imageStore(_group_0_binding_11_cs, ivec2(_e11.yx), uvec4((_e9.x + 1u)));
    uvec3 _e15 = global;
    uvec3 _e17 = global;
    uvec4 _e20 = imageLoad(_group_0_binding_12_cs, ivec2(_e17.xy));
    imageStore(_group_0_binding_12_cs, ivec2(_e15.xy), uvec4(((_e20.x * 3u) + _e9.x)));
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_images_1();
}
