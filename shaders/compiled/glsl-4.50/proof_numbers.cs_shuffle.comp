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

uint global = 0u;

uvec3 global_1 = uvec3(0u);

layout(std430, binding = 0) buffer RWStructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_0_cs;

layout(std430, binding = 1) readonly buffer StructuredBuffer_block_1Compute {
    uint _member0_[];
} _group_0_binding_1_cs;


uint WaveReadLaneAt(uint value, int lane) {
    uint _e3 = subgroupShuffle(value, uint(lane));
    return _e3;
}

void cs_shuffle_1() {
    uint _e8 = global;
    uint _e9 = subgroupAdd(1u);
    uint _e10 = (_e9 - 1u);
    uvec3 _e11 = global_1;
    uvec3 _e16 = global_1;
    uint _e20 = _group_0_binding_1_cs._member0_[_e16.x];
    uint _e23 = WaveReadLaneAt(_e20, int((_e8 ^ 1u)));
    _group_0_binding_0_cs._member0_[(4u * _e11.x)] = _e23;
    uvec3 _e24 = global_1;
    uvec3 _e30 = global_1;
    uint _e34 = _group_0_binding_1_cs._member0_[_e30.x];
    uint _e37 = WaveReadLaneAt(_e34, int((_e10 - _e8)));
    _group_0_binding_0_cs._member0_[((4u * _e24.x) + 1u)] = _e37;
    uvec3 _e38 = global_1;
    _group_0_binding_0_cs._member0_[((4u * _e38.x) + 2u)] = (_e10 + 1u);
    uvec3 _e45 = global_1;
    _group_0_binding_0_cs._member0_[((4u * _e45.x) + 3u)] = _e8;
    return;
}

void main() {
    uint param = gl_SubgroupInvocationID;
    uvec3 param_1 = gl_GlobalInvocationID;
    global = param;
    global_1 = param_1;
    cs_shuffle_1();
}
