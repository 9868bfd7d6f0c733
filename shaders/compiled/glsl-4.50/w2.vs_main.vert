#version 450 core
struct Fullscreen {
    vec4 position;
    vec2 uv;
};
int global = 0;

vec4 global_1 = vec4(0.0, 0.0, 0.0, 1.0);


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
    int _e3 = global;
    Fullscreen _e5 = fullscreenTriangle(uint(_e3), 0.5);
    global_1 = _e5.position;
    return;
}

void main() {
    uint param = uint(gl_VertexID);
    global = int(param);
    vs_main_1();
    vec4 _e4 = global_1;
    gl_Position = _e4;
    return;
}
