#version 310 es

precision highp float;
precision highp int;

struct Points {
    vec4 position;
    float size;
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
    float member_1;
};
layout(std140, binding = 0) uniform ProofPush_std430_block_0Vertex { ProofPush_std430_ _group_3_binding_0_vs; };

int global = 0;

vec4 global_1 = vec4(0.0, 0.0, 0.0, 1.0);

float global_2 = 1.0;


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

void vs_points_1() {
    Points o_1 = Points(vec4(0.0), 0.0);
    ProofPush local_1 = ProofPush(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    vec4 _e10 = _group_3_binding_0_vs.rect;
    vec4 _e12 = _group_3_binding_0_vs.depths;
    vec4 _e14 = _group_3_binding_0_vs.color;
    vec4 _e16 = _group_3_binding_0_vs.params;
    int _e18 = global;
    local_1 = ProofPush(_e10, _e12, _e14, _e16);
    ProofPlace _e20 = proofPlace(local_1, uint(_e18), 0u);
    o_1.position = _e20.position;
    o_1.size = 1.0;
    Points _e23 = o_1;
    global_1 = _e23.position;
    global_2 = _e23.size;
    return;
}

void main() {
    uint param = uint(gl_VertexID);
    global = int(param);
    vs_points_1();
    vec4 _e5 = global_1;
    float _e6 = global_2;
    VertexOutput _tmp_return = VertexOutput(_e5, _e6);
    gl_Position = _tmp_return.member;
    gl_PointSize = _tmp_return.member_1;
    gl_Position.yz = vec2(-gl_Position.y, gl_Position.z * 2.0 - gl_Position.w);
    return;
}
