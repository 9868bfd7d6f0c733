#version 450 core
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

uvec3 global = uvec3(0u);

layout(std430, binding = 1) readonly buffer StructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_1_cs;

layout(std430, binding = 0) buffer RWStructuredBuffer_block_1Compute {
    uint _member0_[];
} _group_0_binding_0_cs;


void cs_float64_1() {
    uvec3 _e5 = global;
    uint _e10 = _group_0_binding_1_cs._member0_[(2u * _e5.x)];
    double _e12 = double(uintBitsToFloat(_e10));
    uvec3 _e13 = global;
    uint _e19 = _group_0_binding_1_cs._member0_[((2u * _e13.x) + 1u)];
    uvec3 _e22 = global;
    _group_0_binding_0_cs._member0_[_e22.x] = floatBitsToUint(float(((_e12 + double(uintBitsToFloat(_e19))) - _e12)));
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_float64_1();
}
