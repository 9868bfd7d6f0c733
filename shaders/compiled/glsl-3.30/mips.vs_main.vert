#version 330 core
struct Fullscreen {
    vec4 position;
    vec2 uv;
};
struct VertexOutput {
    vec4 member;
    vec2 member_1;
};
int global = 0;

vec4 global_1 = vec4(0.0, 0.0, 0.0, 1.0);

vec2 entryPointParam_vs_main_u002e_uv = vec2(0.0);

smooth out vec2 _vs2fs_location0;

Fullscreen fullscreenTriangle(uint vertex, float depth) {
    Fullscreen o = Fullscreen(vec4(0.0), vec2(0.0));
    float _e10 = float(((vertex << uint(1)) & 2u));
    float _e12 = float((vertex & 2u));
    o.position = vec4(((vec2(_e10, _e12) * 2.0) - vec2(1.0)), depth, 1.0);
    o.uv = vec2(_e10, (1.0 - _e12));
    Fullscreen _e22 = o;
    return _e22;
}

void vs_main_1() {
    int _e4 = global;
    Fullscreen _e6 = fullscreenTriangle(uint(_e4), 0.5);
    global_1 = _e6.position;
    entryPointParam_vs_main_u002e_uv = _e6.uv;
    return;
}

void main() {
    uint param = uint(gl_VertexID);
    global = int(param);
    vs_main_1();
    vec4 _e5 = global_1;
    vec2 _e6 = entryPointParam_vs_main_u002e_uv;
    VertexOutput _tmp_return = VertexOutput(_e5, _e6);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    return;
}
