#version 300 es

precision highp float;
precision highp int;

uniform uint naga_vs_first_instance;

struct Valued {
    vec4 position;
    vec4 color;
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
layout(std140) uniform ProofPush_std430_block_0Vertex { ProofPush_std430_ _group_3_binding_0_vs; };

int global = 0;

int global_1 = 0;

vec4 value_1 = vec4(0.0);

vec4 global_2 = vec4(0.0, 0.0, 0.0, 1.0);

vec4 entryPointParam_vs_stepped_u002e_color = vec4(0.0);

layout(location = 0) in vec4 _p2vs_location0;
flat out vec4 _vs2fs_location0;

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

void vs_stepped_1() {
    Valued o_1 = Valued(vec4(0.0), vec4(0.0));
    ProofPush local_1 = ProofPush(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    vec4 _e10 = _group_3_binding_0_vs.rect;
    vec4 _e12 = _group_3_binding_0_vs.depths;
    vec4 _e14 = _group_3_binding_0_vs.color;
    vec4 _e16 = _group_3_binding_0_vs.params;
    int _e18 = global;
    int _e20 = global_1;
    local_1 = ProofPush(_e10, _e12, _e14, _e16);
    ProofPlace _e22 = proofPlace(local_1, uint(_e18), uint(_e20));
    o_1.position = _e22.position;
    vec4 _e25 = value_1;
    o_1.color = _e25;
    Valued _e26 = o_1;
    global_2 = _e26.position;
    entryPointParam_vs_stepped_u002e_color = _e26.color;
    return;
}

void main() {
    vec4 value = _p2vs_location0;
    uint param = uint(gl_VertexID);
    uint param_1 = (uint(gl_InstanceID) + naga_vs_first_instance);
    value_1 = value;
    global = int(param);
    global_1 = int(param_1);
    vs_stepped_1();
    vec4 _e10 = global_2;
    vec4 _e11 = entryPointParam_vs_stepped_u002e_color;
    VertexOutput _tmp_return = VertexOutput(_e10, _e11);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    return;
}
