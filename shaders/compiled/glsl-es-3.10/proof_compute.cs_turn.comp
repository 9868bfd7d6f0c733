#version 310 es

precision highp float;
precision highp int;

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

struct Push_std430_ {
    uvec4 params;
};
uvec3 global = uvec3(0u);

shared uint shared_words[64];

uvec3 global_1 = uvec3(0u);

layout(std430, binding = 1) readonly buffer StructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_1_cs;

layout(std430, binding = 0) buffer RWStructuredBuffer_block_1Compute {
    uint _member0_[];
} _group_0_binding_0_cs;

layout(std140, binding = 0) uniform Push_std430_block_2Compute { Push_std430_ _group_3_binding_0_cs; };


void cs_turn_1() {
    uvec3 _e8 = global;
    uvec3 _e11 = global_1;
    uint _e15 = _group_0_binding_1_cs._member0_[_e11.x];
    shared_words[_e8.x] = _e15;
    memoryBarrierShared();
    barrier();
    uvec3 _e16 = global_1;
    uvec3 _e20 = global;
    uint _e24 = shared_words[(63u - _e20.x)];
    uvec4 _e26 = _group_3_binding_0_cs.params;
    atomicExchange(_group_0_binding_0_cs._member0_[_e16.x], (_e24 * _e26.x));
    uvec4 _e29 = _group_3_binding_0_cs.params;
    uint _e33 = atomicAdd(_group_0_binding_0_cs._member0_[_e29.y], 1u);
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    uvec3 param_1 = gl_LocalInvocationID;
    global_1 = param;
    global = param_1;
    cs_turn_1();
}
