#version 450 core
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
vec4 v_u002e_a0_1 = vec4(0.0);

vec4 v_u002e_a1_1 = vec4(0.0);

vec4 v_u002e_a2_1 = vec4(0.0);

vec4 v_u002e_a3_1 = vec4(0.0);

vec4 v_u002e_a4_1 = vec4(0.0);

vec4 v_u002e_a5_1 = vec4(0.0);

vec4 v_u002e_a6_1 = vec4(0.0);

vec4 v_u002e_a7_1 = vec4(0.0);

vec4 v_u002e_a8_1 = vec4(0.0);

vec4 v_u002e_a9_1 = vec4(0.0);

vec4 v_u002e_a10_1 = vec4(0.0);

vec4 v_u002e_a11_1 = vec4(0.0);

vec4 v_u002e_a12_1 = vec4(0.0);

vec4 v_u002e_a13_1 = vec4(0.0);

vec4 v_u002e_a14_1 = vec4(0.0);

vec4 v_u002e_a15_1 = vec4(0.0);

layout(std140, binding = 0) uniform ProofPush_std430_block_0Vertex { ProofPush_std430_ _group_3_binding_0_vs; };

int global = 0;

int global_1 = 0;

vec4 global_2 = vec4(0.0, 0.0, 0.0, 1.0);

vec4 entryPointParam_vs_floats_u002e_value = vec4(0.0);

layout(location = 0) in vec4 _p2vs_location0;
layout(location = 1) in vec4 _p2vs_location1;
layout(location = 2) in vec4 _p2vs_location2;
layout(location = 3) in vec4 _p2vs_location3;
layout(location = 4) in vec4 _p2vs_location4;
layout(location = 5) in vec4 _p2vs_location5;
layout(location = 6) in vec4 _p2vs_location6;
layout(location = 7) in vec4 _p2vs_location7;
layout(location = 8) in vec4 _p2vs_location8;
layout(location = 9) in vec4 _p2vs_location9;
layout(location = 10) in vec4 _p2vs_location10;
layout(location = 11) in vec4 _p2vs_location11;
layout(location = 12) in vec4 _p2vs_location12;
layout(location = 13) in vec4 _p2vs_location13;
layout(location = 14) in vec4 _p2vs_location14;
layout(location = 15) in vec4 _p2vs_location15;
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

void vs_floats_1() {
    vec4 local_2[16] = vec4[16](vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    vec4 _e23 = v_u002e_a0_1;
    vec4 _e24 = v_u002e_a1_1;
    vec4 _e25 = v_u002e_a2_1;
    vec4 _e26 = v_u002e_a3_1;
    vec4 _e27 = v_u002e_a4_1;
    vec4 _e28 = v_u002e_a5_1;
    vec4 _e29 = v_u002e_a6_1;
    vec4 _e30 = v_u002e_a7_1;
    vec4 _e31 = v_u002e_a8_1;
    vec4 _e32 = v_u002e_a9_1;
    vec4 _e33 = v_u002e_a10_1;
    vec4 _e34 = v_u002e_a11_1;
    vec4 _e35 = v_u002e_a12_1;
    vec4 _e36 = v_u002e_a13_1;
    vec4 _e37 = v_u002e_a14_1;
    vec4 _e38 = v_u002e_a15_1;
    local_2 = vec4[16](_e23, _e24, _e25, _e26, _e27, _e28, _e29, _e30, _e31, _e32, _e33, _e34, _e35, _e36, _e37, _e38);
    vec4 _e41 = _group_3_binding_0_vs.params;
    vec4 _e46 = local_2[(uint(_e41.x) % 16u)];
    int _e47 = global;
    int _e49 = global_1;
    Flat _e51 = show(uint(_e47), uint(_e49), _e46);
    global_2 = _e51.position;
    entryPointParam_vs_floats_u002e_value = _e51.value;
    return;
}

void main() {
    vec4 v_u002e_a0_ = _p2vs_location0;
    vec4 v_u002e_a1_ = _p2vs_location1;
    vec4 v_u002e_a2_ = _p2vs_location2;
    vec4 v_u002e_a3_ = _p2vs_location3;
    vec4 v_u002e_a4_ = _p2vs_location4;
    vec4 v_u002e_a5_ = _p2vs_location5;
    vec4 v_u002e_a6_ = _p2vs_location6;
    vec4 v_u002e_a7_ = _p2vs_location7;
    vec4 v_u002e_a8_ = _p2vs_location8;
    vec4 v_u002e_a9_ = _p2vs_location9;
    vec4 v_u002e_a10_ = _p2vs_location10;
    vec4 v_u002e_a11_ = _p2vs_location11;
    vec4 v_u002e_a12_ = _p2vs_location12;
    vec4 v_u002e_a13_ = _p2vs_location13;
    vec4 v_u002e_a14_ = _p2vs_location14;
    vec4 v_u002e_a15_ = _p2vs_location15;
    uint param = uint(gl_VertexID);
    uint param_1 = (uint(gl_InstanceID) + naga_vs_first_instance);
    v_u002e_a0_1 = v_u002e_a0_;
    v_u002e_a1_1 = v_u002e_a1_;
    v_u002e_a2_1 = v_u002e_a2_;
    v_u002e_a3_1 = v_u002e_a3_;
    v_u002e_a4_1 = v_u002e_a4_;
    v_u002e_a5_1 = v_u002e_a5_;
    v_u002e_a6_1 = v_u002e_a6_;
    v_u002e_a7_1 = v_u002e_a7_;
    v_u002e_a8_1 = v_u002e_a8_;
    v_u002e_a9_1 = v_u002e_a9_;
    v_u002e_a10_1 = v_u002e_a10_;
    v_u002e_a11_1 = v_u002e_a11_;
    v_u002e_a12_1 = v_u002e_a12_;
    v_u002e_a13_1 = v_u002e_a13_;
    v_u002e_a14_1 = v_u002e_a14_;
    v_u002e_a15_1 = v_u002e_a15_;
    global = int(param);
    global_1 = int(param_1);
    vs_floats_1();
    vec4 _e40 = global_2;
    vec4 _e41 = entryPointParam_vs_floats_u002e_value;
    VertexOutput _tmp_return = VertexOutput(_e40, _e41);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    return;
}
