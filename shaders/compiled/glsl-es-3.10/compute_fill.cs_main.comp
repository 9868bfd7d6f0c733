#version 310 es

precision highp float;
precision highp int;

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

struct Push_std430_ {
    uvec4 params;
};
uvec3 global = uvec3(0u);

layout(std140, binding = 0) uniform Push_std430_block_0Compute { Push_std430_ _group_3_binding_0_cs; };

layout(std430, binding = 0) buffer RWStructuredBuffer_block_1Compute {
    uint _member0_[];
} _group_0_binding_0_cs;


void cs_main_1() {
    uvec3 _e4 = global;
    uvec4 _e7 = _group_3_binding_0_cs.params;
    if ((_e4.x < _e7.y)) {
        uvec3 _e10 = global;
        uvec3 _e14 = global;
        uvec4 _e16 = _group_3_binding_0_cs.params;
        _group_0_binding_0_cs._member0_[_e10.x] = ((_e14.x * _e16.x) + 1u);
    }
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_main_1();
}
