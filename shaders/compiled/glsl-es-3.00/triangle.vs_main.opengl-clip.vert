#version 300 es

precision highp float;
precision highp int;

struct Varyings {
    vec4 position;
    vec3 color;
};
struct VertexOutput {
    vec4 member;
    vec3 member_1;
};
int global = 0;

vec4 global_1 = vec4(0.0, 0.0, 0.0, 1.0);

vec3 entryPointParam_vs_main_u002e_color = vec3(0.0);

smooth out vec3 _vs2fs_location0;

void vs_main_1() {
    Varyings o = Varyings(vec4(0.0), vec3(0.0));
    vec2 local[3] = vec2[3](vec2(0.0), vec2(0.0), vec2(0.0));
    vec3 local_1[3] = vec3[3](vec3(0.0), vec3(0.0), vec3(0.0));
    int _e12 = global;
    local = vec2[3](vec2(0.0, 0.75), vec2(-0.75, -0.75), vec2(0.75, -0.75));
    vec2 _e16 = local[(uint(_e12) % 3u)];
    o.position = vec4(_e16, 0.5, 1.0);
    int _e19 = global;
    local_1 = vec3[3](vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0));
    vec3 _e23 = local_1[(uint(_e19) % 3u)];
    o.color = _e23;
    Varyings _e24 = o;
    global_1 = _e24.position;
    entryPointParam_vs_main_u002e_color = _e24.color;
    return;
}

void main() {
    uint param = uint(gl_VertexID);
    global = int(param);
    vs_main_1();
    vec4 _e5 = global_1;
    vec3 _e6 = entryPointParam_vs_main_u002e_color;
    VertexOutput _tmp_return = VertexOutput(_e5, _e6);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    gl_Position.yz = vec2(-gl_Position.y, gl_Position.z * 2.0 - gl_Position.w);
    return;
}
