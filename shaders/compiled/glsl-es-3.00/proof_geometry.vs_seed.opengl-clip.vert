#version 300 es

precision highp float;
precision highp int;

struct Seed {
    vec4 position;
    uint column;
};
struct VertexOutput {
    vec4 member;
    uint member_1;
};
int global = 0;

vec4 global_1 = vec4(0.0, 0.0, 0.0, 1.0);

uint entryPointParam_vs_seed_u002e_column = 0u;

flat out uint _vs2fs_location0;

void vs_seed_1() {
    Seed o = Seed(vec4(0.0), 0u);
    o.position = vec4(0.0, 0.0, 0.0, 1.0);
    int _e7 = global;
    o.column = uint(_e7);
    Seed _e9 = o;
    global_1 = _e9.position;
    entryPointParam_vs_seed_u002e_column = _e9.column;
    return;
}

void main() {
    uint param = uint(gl_VertexID);
    global = int(param);
    vs_seed_1();
    vec4 _e5 = global_1;
    uint _e6 = entryPointParam_vs_seed_u002e_column;
    VertexOutput _tmp_return = VertexOutput(_e5, _e6);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    gl_Position.yz = vec2(-gl_Position.y, gl_Position.z * 2.0 - gl_Position.w);
    return;
}
