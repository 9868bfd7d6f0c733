#version 450 core
#extension GL_ARB_shader_storage_buffer_object : require
uniform uint naga_vs_first_instance;

struct Flat {
    vec4 position;
    vec4 value;
};
struct ProofPush {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
struct ProofPlace {
    vec4 position;
    vec2 uv;
    uint column;
};
struct VertexOutput {
    vec4 member;
    vec4 member_1;
};
int global = 0;

int global_1 = 0;

layout(std430, binding = 0) readonly buffer StructuredBuffer_block_0Vertex {
    vec4 _member0_[];
} _group_0_binding_0_vs;

layout(std430, binding = 1) readonly buffer StructuredBuffer_block_1Vertex {
    vec4 _member0_[];
} _group_0_binding_1_vs;

layout(std430, binding = 2) readonly buffer StructuredBuffer_block_2Vertex {
    vec4 _member0_[];
} _group_0_binding_2_vs;

layout(std430, binding = 3) readonly buffer StructuredBuffer_block_3Vertex {
    vec4 _member0_[];
} _group_0_binding_3_vs;

layout(std140, binding = 0) uniform ProofPush_std430_block_4Vertex { ProofPush_std430_ _group_3_binding_0_vs; };

vec4 global_2 = vec4(0.0, 0.0, 0.0, 1.0);

vec4 entryPointParam_vs_storage_u002e_value = vec4(0.0);

layout(location = 0) flat out vec4 _vs2fs_location0;

ProofPlace proofPlace(inout ProofPush push, uint vertex, uint instance) {
    vec2 local[6] = vec2[6](vec2(0.0), vec2(0.0), vec2(0.0), vec2(0.0), vec2(0.0), vec2(0.0));
    ProofPlace o = ProofPlace(vec4(0.0), vec2(0.0), 0u);
    local = vec2[6](vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0));
    vec2 _e11 = local[(vertex % 6u)];
    uint _e14 = ((vertex / 6u) + instance);
    o.column = _e14;
    vec4 _e16 = push.rect;
    vec4 _e22 = push.depths;
    o.position = vec4((mix(_e16.xy, _e16.zw, _e11) + vec2((float(_e14) * _e22.z), 0.0)), mix(_e22.x, _e22.y, _e11.x), 1.0);
    o.uv = vec2(_e11.x, (1.0 - _e11.y));
    ProofPlace _e37 = o;
    return _e37;
}

Flat show(uint vertex_1, uint instance_1, vec4 value) {
    Flat o_1 = Flat(vec4(0.0), vec4(0.0));
    ProofPush local_1 = ProofPush(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    vec4 _e8 = _group_3_binding_0_vs.rect;
    vec4 _e10 = _group_3_binding_0_vs.depths;
    vec4 _e12 = _group_3_binding_0_vs.color;
    vec4 _e14 = _group_3_binding_0_vs.params;
    local_1 = ProofPush(_e8, _e10, _e12, _e14);
    ProofPlace _e16 = proofPlace(local_1, vertex_1, instance_1);
    o_1.position = _e16.position;
    o_1.value = value;
    Flat _e19 = o_1;
    return _e19;
}

void vs_storage_1() {
    int _e9 = global;
    int _e12 = global_1;
    uint _e14 = ((uint(_e9) / 6u) + uint(_e12));
    vec4 _e17 = _group_0_binding_0_vs._member0_[_e14];
    vec4 _e21 = _group_0_binding_1_vs._member0_[_e14];
    vec4 _e25 = _group_0_binding_2_vs._member0_[_e14];
    vec4 _e29 = _group_0_binding_3_vs._member0_[_e14];
    int _e32 = global;
    int _e34 = global_1;
    Flat _e36 = show(uint(_e32), uint(_e34), vec4(_e17.x, _e21.y, _e25.z, _e29.w));
    global_2 = _e36.position;
    entryPointParam_vs_storage_u002e_value = _e36.value;
    return;
}

void main() {
    uint param = uint(gl_VertexID);
    uint param_1 = (uint(gl_InstanceID) + naga_vs_first_instance);
    global = int(param);
    global_1 = int(param_1);
    vs_storage_1();
    vec4 _e8 = global_2;
    vec4 _e9 = entryPointParam_vs_storage_u002e_value;
    VertexOutput _tmp_return = VertexOutput(_e8, _e9);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    return;
}
