#version 310 es

precision highp float;
precision highp int;

layout(local_size_x = 4, local_size_y = 1, local_size_z = 1) in;

const uint FACTOR = 1u;
const uint FIRST = 4u;

uvec3 global = uvec3(0u);

layout(std430, binding = 0) buffer RWStructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_0_cs;


void cs_constants_1() {
    uvec3 _e4 = global;
    uvec3 _e8 = global;
    _group_0_binding_0_cs._member0_[_e4.x] = ((_e8.x * FACTOR) + FIRST);
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_constants_1();
}
