#version 310 es

precision highp float;
precision highp int;

layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;

uvec3 global = uvec3(0u);

layout(binding = 0,rgba8) writeonly uniform highp image3D _group_0_binding_1_cs;


void cs_store_1() {
    uvec3 _e4 = global;
    uvec3 _e10 = global;
    imageStore(_group_0_binding_1_cs, ivec3(_e10), (vec4((vec3(_e4) * 51.0), 255.0) / vec4(255.0)));
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_store_1();
}
