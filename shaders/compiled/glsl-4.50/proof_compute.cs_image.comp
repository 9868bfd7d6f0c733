#version 450 core
#extension GL_ARB_compute_shader : require
layout(local_size_x = 8, local_size_y = 8, local_size_z = 1) in;

uvec3 global = uvec3(0u);

layout(binding = 0) uniform sampler2D _group_0_binding_3_cs;

layout(binding = 0,rgba16f) writeonly uniform image2D _group_0_binding_2_cs;


void cs_image_1() {
    uvec3 _e7 = global;
    uvec3 _e9 = global;
    vec4 _e14 = texelFetch(_group_0_binding_3_cs, ivec3(ivec2(_e9.xy), 0).xy, 0);
    uvec3 _e16 = global;
    uvec3 _e19 = global;
    imageStore(_group_0_binding_2_cs, ivec2(_e7.xy), ((_e14 * 4.0) + vec4(float(_e16.x), float(_e19.y), 0.0, -8.0)));
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_image_1();
}
