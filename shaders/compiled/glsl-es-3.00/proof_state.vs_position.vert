#version 300 es

precision highp float;
precision highp int;

vec2 at_1 = vec2(0.0);

vec4 global = vec4(0.0, 0.0, 0.0, 1.0);

layout(location = 0) in vec2 _p2vs_location0;

void vs_position_1() {
    vec2 _e4 = at_1;
    global = vec4(_e4, 0.5, 1.0);
    return;
}

void main() {
    vec2 at = _p2vs_location0;
    at_1 = at;
    vs_position_1();
    vec4 _e3 = global;
    gl_Position = _e3;
    return;
}
