#version 300 es

precision highp float;
precision highp int;

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
layout(std140) uniform ProofPush_std430_block_0Vertex { ProofPush_std430_ _group_3_binding_0_vs; };

int global = 0;

vec4 global_1 = vec4(0.0, 0.0, 0.0, 1.0);


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

void vs_quad_1() {
    ProofPush local_1 = ProofPush(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    vec4 _e6 = _group_3_binding_0_vs.rect;
    vec4 _e8 = _group_3_binding_0_vs.depths;
    vec4 _e10 = _group_3_binding_0_vs.color;
    vec4 _e12 = _group_3_binding_0_vs.params;
    int _e14 = global;
    local_1 = ProofPush(_e6, _e8, _e10, _e12);
    ProofPlace _e16 = proofPlace(local_1, uint(_e14), 0u);
    global_1 = _e16.position;
    return;
}

void main() {
    uint param = uint(gl_VertexID);
    global = int(param);
    vs_quad_1();
    vec4 _e4 = global_1;
    gl_Position = _e4;
    gl_Position.yz = vec2(-gl_Position.y, gl_Position.z * 2.0 - gl_Position.w);
    return;
}
