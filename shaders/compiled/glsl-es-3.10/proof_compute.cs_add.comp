#version 310 es

precision highp float;
precision highp int;

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

struct Push_std430_ {
    uvec4 params;
};
uvec3 global = uvec3(0u);

layout(std430, binding = 0) buffer RWStructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_0_cs;

layout(std140, binding = 0) uniform Push_std430_block_1Compute { Push_std430_ _group_3_binding_0_cs; };

layout(std430, binding = 1) readonly buffer StructuredBuffer_block_2Compute {
    uint _member0_[];
} _group_0_binding_1_cs;


void cs_add_1() {
    uvec3 _e5 = global;
    uvec4 _e10 = _group_3_binding_0_cs.params;
    uvec3 _e13 = global;
    uint _e18 = _group_0_binding_1_cs._member0_[((_e10.y - 1u) - _e13.x)];
    _group_0_binding_0_cs._member0_[_e5.x] = (_e18 + 1u);
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_add_1();
}
