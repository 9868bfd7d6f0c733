#version 310 es

precision highp float;
precision highp int;

uniform uint naga_vs_first_instance;

struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
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
struct ProofPlace {
    vec4 position;
    vec2 uv;
    uint column;
};
struct VertexOutput {
    vec4 member;
    vec4 member_1;
};
uvec4 v_u002e_u0_1 = uvec4(0u);

uvec4 v_u002e_u1_1 = uvec4(0u);

uvec4 v_u002e_u2_1 = uvec4(0u);

uvec4 v_u002e_u3_1 = uvec4(0u);

uvec4 v_u002e_u4_1 = uvec4(0u);

uvec4 v_u002e_u5_1 = uvec4(0u);

uvec4 v_u002e_u6_1 = uvec4(0u);

uvec4 v_u002e_u7_1 = uvec4(0u);

ivec4 v_u002e_s0_1 = ivec4(0);

ivec4 v_u002e_s1_1 = ivec4(0);

ivec4 v_u002e_s2_1 = ivec4(0);

ivec4 v_u002e_s3_1 = ivec4(0);

ivec4 v_u002e_s4_1 = ivec4(0);

ivec4 v_u002e_s5_1 = ivec4(0);

ivec4 v_u002e_s6_1 = ivec4(0);

ivec4 v_u002e_s7_1 = ivec4(0);

layout(std140, binding = 0) uniform ProofPush_std430_block_0Vertex { ProofPush_std430_ _group_3_binding_0_vs; };

int global = 0;

int global_1 = 0;

vec4 global_2 = vec4(0.0, 0.0, 0.0, 1.0);

vec4 entryPointParam_vs_integers_u002e_value = vec4(0.0);

layout(location = 0) in uvec4 _p2vs_location0;
layout(location = 1) in uvec4 _p2vs_location1;
layout(location = 2) in uvec4 _p2vs_location2;
layout(location = 3) in uvec4 _p2vs_location3;
layout(location = 4) in uvec4 _p2vs_location4;
layout(location = 5) in uvec4 _p2vs_location5;
layout(location = 6) in uvec4 _p2vs_location6;
layout(location = 7) in uvec4 _p2vs_location7;
layout(location = 8) in ivec4 _p2vs_location8;
layout(location = 9) in ivec4 _p2vs_location9;
layout(location = 10) in ivec4 _p2vs_location10;
layout(location = 11) in ivec4 _p2vs_location11;
layout(location = 12) in ivec4 _p2vs_location12;
layout(location = 13) in ivec4 _p2vs_location13;
layout(location = 14) in ivec4 _p2vs_location14;
layout(location = 15) in ivec4 _p2vs_location15;
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

void vs_integers_1() {
    vec4 local_2[16] = vec4[16](vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    uvec4 _e23 = v_u002e_u0_1;
    uvec4 _e25 = v_u002e_u1_1;
    uvec4 _e27 = v_u002e_u2_1;
    uvec4 _e29 = v_u002e_u3_1;
    uvec4 _e31 = v_u002e_u4_1;
    uvec4 _e33 = v_u002e_u5_1;
    uvec4 _e35 = v_u002e_u6_1;
    uvec4 _e37 = v_u002e_u7_1;
    ivec4 _e39 = v_u002e_s0_1;
    ivec4 _e41 = v_u002e_s1_1;
    ivec4 _e43 = v_u002e_s2_1;
    ivec4 _e45 = v_u002e_s3_1;
    ivec4 _e47 = v_u002e_s4_1;
    ivec4 _e49 = v_u002e_s5_1;
    ivec4 _e51 = v_u002e_s6_1;
    ivec4 _e53 = v_u002e_s7_1;
    local_2 = vec4[16](vec4(_e23), vec4(_e25), vec4(_e27), vec4(_e29), vec4(_e31), vec4(_e33), vec4(_e35), vec4(_e37), vec4(_e39), vec4(_e41), vec4(_e43), vec4(_e45), vec4(_e47), vec4(_e49), vec4(_e51), vec4(_e53));
    vec4 _e57 = _group_3_binding_0_vs.params;
    vec4 _e62 = local_2[(uint(_e57.x) % 16u)];
    int _e63 = global;
    int _e65 = global_1;
    Flat _e67 = show(uint(_e63), uint(_e65), _e62);
    global_2 = _e67.position;
    entryPointParam_vs_integers_u002e_value = _e67.value;
    return;
}

void main() {
    uvec4 v_u002e_u0_ = _p2vs_location0;
    uvec4 v_u002e_u1_ = _p2vs_location1;
    uvec4 v_u002e_u2_ = _p2vs_location2;
    uvec4 v_u002e_u3_ = _p2vs_location3;
    uvec4 v_u002e_u4_ = _p2vs_location4;
    uvec4 v_u002e_u5_ = _p2vs_location5;
    uvec4 v_u002e_u6_ = _p2vs_location6;
    uvec4 v_u002e_u7_ = _p2vs_location7;
    ivec4 v_u002e_s0_ = _p2vs_location8;
    ivec4 v_u002e_s1_ = _p2vs_location9;
    ivec4 v_u002e_s2_ = _p2vs_location10;
    ivec4 v_u002e_s3_ = _p2vs_location11;
    ivec4 v_u002e_s4_ = _p2vs_location12;
    ivec4 v_u002e_s5_ = _p2vs_location13;
    ivec4 v_u002e_s6_ = _p2vs_location14;
    ivec4 v_u002e_s7_ = _p2vs_location15;
    uint param = uint(gl_VertexID);
    uint param_1 = (uint(gl_InstanceID) + naga_vs_first_instance);
    v_u002e_u0_1 = v_u002e_u0_;
    v_u002e_u1_1 = v_u002e_u1_;
    v_u002e_u2_1 = v_u002e_u2_;
    v_u002e_u3_1 = v_u002e_u3_;
    v_u002e_u4_1 = v_u002e_u4_;
    v_u002e_u5_1 = v_u002e_u5_;
    v_u002e_u6_1 = v_u002e_u6_;
    v_u002e_u7_1 = v_u002e_u7_;
    v_u002e_s0_1 = v_u002e_s0_;
    v_u002e_s1_1 = v_u002e_s1_;
    v_u002e_s2_1 = v_u002e_s2_;
    v_u002e_s3_1 = v_u002e_s3_;
    v_u002e_s4_1 = v_u002e_s4_;
    v_u002e_s5_1 = v_u002e_s5_;
    v_u002e_s6_1 = v_u002e_s6_;
    v_u002e_s7_1 = v_u002e_s7_;
    global = int(param);
    global_1 = int(param_1);
    vs_integers_1();
    vec4 _e40 = global_2;
    vec4 _e41 = entryPointParam_vs_integers_u002e_value;
    VertexOutput _tmp_return = VertexOutput(_e40, _e41);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    return;
}
