#version 450 core
#extension GL_ARB_compute_shader : require
layout(local_size_x = 8, local_size_y = 8, local_size_z = 1) in;

uvec3 global = uvec3(0u);

layout(binding = 0,rg16f) writeonly uniform image2D _group_0_binding_1_cs;


void cs_extended_1() {
    uvec3 _e4 = global;
    uvec3 _e6 = global;
    uvec3 _e10 = global;
    imageStore(_group_0_binding_1_cs, ivec2(_e4.xy), vec4(-(float(_e6.x)), (float(_e10.y) * 1000.0), 0.0, 0.0));
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_extended_1();
}
