#version 450 core
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

uvec3 global = uvec3(0u);

layout(std430, binding = 0) buffer RWStructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_0_cs;


void cs_increment_1() {
    uvec3 _e3 = global;
    uint _e7 = _group_0_binding_0_cs._member0_[_e3.x];
    _group_0_binding_0_cs._member0_[_e3.x] = (_e7 + 1u);
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_increment_1();
}
