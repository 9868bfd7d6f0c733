#version 330 core
struct Varyings {
    vec4 position;
    vec2 ndc;
};
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

vec2 entryPointParam_vs_main_u002e_ndc = vec2(0.0);

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
    Varyings o_1 = Varyings(vec4(0.0), vec2(0.0));
    int _e6 = global;
    Fullscreen _e8 = fullscreenTriangle(uint(_e6), 0.0);
    o_1.position = _e8.position;
    o_1.ndc = _e8.position.xy;
    Varyings _e12 = o_1;
    global_1 = _e12.position;
    entryPointParam_vs_main_u002e_ndc = _e12.ndc;
    return;
}

void main() {
    uint param = uint(gl_VertexID);
    global = int(param);
    vs_main_1();
    vec4 _e5 = global_1;
    vec2 _e6 = entryPointParam_vs_main_u002e_ndc;
    VertexOutput _tmp_return = VertexOutput(_e5, _e6);
    gl_Position = _tmp_return.member;
    _vs2fs_location0 = _tmp_return.member_1;
    return;
}
