#version 450 core
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

uvec3 global = uvec3(0u);

layout(std430, binding = 0) buffer RWStructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_0_cs;

layout(std430, binding = 1) readonly buffer StructuredBuffer_block_1Compute {
    uint _member0_[];
} _group_0_binding_1_cs;


void cs_sum_1() {
    uvec3 _e7 = global;
    uvec3 _e12 = global;
    uint _e16 = _group_0_binding_1_cs._member0_[_e12.x];
    uint _e17 = subgroupAdd(_e16);
    _group_0_binding_0_cs._member0_[(4u * _e7.x)] = _e17;
    uvec3 _e18 = global;
    uvec3 _e24 = global;
    uint _e28 = _group_0_binding_1_cs._member0_[_e24.x];
    uint _e29 = subgroupMax(_e28);
    _group_0_binding_0_cs._member0_[((4u * _e18.x) + 1u)] = _e29;
    uvec3 _e30 = global;
    uint _e36 = subgroupAdd(1u);
    _group_0_binding_0_cs._member0_[((4u * _e30.x) + 2u)] = _e36;
    uvec3 _e37 = global;
    uvec3 _e43 = global;
    uint _e45 = subgroupBroadcastFirst(_e43.x);
    _group_0_binding_0_cs._member0_[((4u * _e37.x) + 3u)] = _e45;
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_sum_1();
}
