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

layout(std430, binding = 1) readonly buffer StructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_1_cs;

uint global_1 = 0u;

layout(std430, binding = 0) buffer RWStructuredBuffer_block_1Compute {
    uint _member0_[];
} _group_0_binding_0_cs;

uint global_2 = 0u;


void cs_ballot_1() {
    uvec4 local = uvec4(0u);
    int local_1 = 0;
    uvec3 _e14 = global;
    uint _e18 = _group_0_binding_1_cs._member0_[_e14.x];
    bool _e20 = ((_e18 & 1u) == 1u);
    uvec4 _e21 = subgroupBallot(_e20);
    local = _e21;
    uint _e33 = global_1;
    uint _e36 = local[(_e33 / 32u)];
    uvec3 _e41 = global;
    _group_0_binding_0_cs._member0_[(4u * _e41.x)] = (((uint(bitCount(_e21.x)) + uint(bitCount(_e21.y))) + uint(bitCount(_e21.z))) + uint(bitCount(_e21.w)));
    uvec3 _e46 = global;
    _group_0_binding_0_cs._member0_[((4u * _e46.x) + 1u)] = ((_e36 >> (_e33 % 32u)) & 1u);
    uvec3 _e52 = global;
    bool _e58 = subgroupAny(_e20);
    if (_e58) {
        local_1 = 1;
    } else {
        local_1 = 0;
    }
    int _e59 = local_1;
    _group_0_binding_0_cs._member0_[((4u * _e52.x) + 2u)] = uint(_e59);
    uvec3 _e61 = global;
    uint _e67 = global_2;
    _group_0_binding_0_cs._member0_[((4u * _e61.x) + 3u)] = _e67;
    return;
}

void main() {
    uint param = gl_SubgroupSize;
    uint param_1 = gl_SubgroupInvocationID;
    uvec3 param_2 = gl_GlobalInvocationID;
    global_2 = param;
    global_1 = param_1;
    global = param_2;
    cs_ballot_1();
}
