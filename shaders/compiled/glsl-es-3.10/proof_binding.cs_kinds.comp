#version 310 es

precision highp float;
precision highp int;

layout(local_size_x = 4, local_size_y = 1, local_size_z = 1) in;

struct Pair_std430_logical {
    vec4 a;
    vec4 b;
};
struct Pair_std430_ {
    vec4 a;
    vec4 b;
};
uvec3 global = uvec3(0u);

layout(std430, binding = 0) readonly buffer StructuredBuffer_block_0Compute {
    uint _member0_[];
} _group_0_binding_6_cs;

layout(std430, binding = 1) buffer RWStructuredBuffer_1_block_1Compute {
    uint _member0_[];
} _group_0_binding_7_cs;

layout(std430, binding = 2) readonly buffer StructuredBuffer_1_block_2Compute {
    Pair_std430_ _member0_[];
} _group_0_binding_8_cs;

layout(std430, binding = 3) buffer RWStructuredBuffer_block_3Compute {
    Pair_std430_ _member0_[];
} _group_0_binding_9_cs;


void cs_kinds_1() {
    Pair_std430_logical local = Pair_std430_logical(vec4(0.0), vec4(0.0));
    uvec3 _e9 = global;
    uint _e18 = _group_0_binding_6_cs._member0_[(uint(int((4u * (3u - _e9.x)))) / 4u)];
    uvec3 _e19 = global;
    uvec3 _e22 = global;
    uint _e30 = atomicOr(_group_0_binding_7_cs._member0_[(uint(int((4u * _e22.x))) / 4u)], 0u);
    atomicExchange(_group_0_binding_7_cs._member0_[((4u * _e19.x) / 4u)], (_e30 + _e18));
    uint _e37 = atomicAdd(_group_0_binding_7_cs._member0_[4u], _e18);
    uvec3 _e38 = global;
    vec4 _e44 = _group_0_binding_8_cs._member0_[_e38.x].a;
    local.a = _e44;
    vec4 _e47 = _group_0_binding_8_cs._member0_[_e38.x].b;
    local.b = _e47;
    uvec3 _e48 = global;
    _group_0_binding_9_cs._member0_[_e48.x].a = (_e44 + _e47);
    uvec3 _e54 = global;
    uvec3 _e59 = global;
    vec4 _e64 = _group_0_binding_9_cs._member0_[_e59.x].b;
    _group_0_binding_9_cs._member0_[_e54.x].b = ((_e64 * 2.0) + _e47);
    return;
}

void main() {
    uvec3 param = gl_GlobalInvocationID;
    global = param;
    cs_kinds_1();
}
