#version 310 es

precision highp float;
precision highp int;

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

struct Push_std430_ {
    uvec4 params;
};
layout(std140, binding = 0) uniform Push_std430_block_0Compute { Push_std430_ _group_3_binding_0_cs; };

uvec3 global = uvec3(0u);

layout(std430, binding = 1) readonly buffer StructuredBuffer_block_1Compute {
    uint _member0_[];
} _group_0_binding_1_cs;

layout(std430, binding = 0) buffer RWStructuredBuffer_block_2Compute {
    uint _member0_[];
} _group_0_binding_0_cs;


void cs_beyond_1() {
    uvec4 _e6 = _group_3_binding_0_cs.params;
    uvec3 _e8 = global;
    uvec4 _e10 = _group_3_binding_0_cs.params;
    uint _e13 = (_e6.x + (_e8.x * _e10.y));
    uint _e16 = _group_0_binding_1_cs._member0_[_e13];
    uvec4 _e17 = _group_3_binding_0_cs.params;
    if ((_e16 == _e17.z)) {
        uvec4 _e22 = _group_3_binding_0_cs.params;
        _group_0_binding_0_cs._member0_[0] = _e22.z;
    }
    uvec4 _e26 = _group_3_binding_0_cs.params;
    _group_0_binding_0_cs._member0_[_e13] = _e26.w;
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_beyond_1();
}
