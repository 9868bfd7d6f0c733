#version 310 es

precision highp float;
precision highp int;

layout(local_size_x = 8, local_size_y = 1, local_size_z = 1) in;

struct _Array_std430_vector_uint_4_8_ {
    uvec4 data[8];
};
struct Long_std430_ {
    _Array_std430_vector_uint_4_8_ words;
};
uvec3 global = uvec3(0u);

layout(std430, binding = 0) buffer RWStructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_0_cs;

layout(std140, binding = 0) uniform Long_std430_block_1Compute { Long_std430_ _group_3_binding_0_cs; };


void cs_push_1() {
    uint c = 0u;
    c = 0u;
    while(true) {
        uint _e7 = c;
        if ((_e7 < 4u)) {
        } else {
            break;
        }
        uvec3 _e9 = global;
        uint _e12 = c;
        uvec3 _e17 = global;
        uint _e21 = c;
        uint _e23 = _group_3_binding_0_cs.words.data[_e17.x][_e21];
        _group_0_binding_0_cs._member0_[((4u * _e9.x) + _e12)] = _e23;
        uint _e24 = c;
        c = (_e24 + 1u);
        continue;
    }
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_push_1();
}
