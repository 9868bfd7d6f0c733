#version 310 es

precision highp float;
precision highp int;

struct Item_std140_ {
    vec4 offsetScale;
    vec4 color;
};
layout(std140, binding = 0) uniform Item_std140_block_0Vertex { Item_std140_ _group_0_binding_0_vs; };

vec2 position_1 = vec2(0.0);

vec4 global = vec4(0.0, 0.0, 0.0, 1.0);

layout(location = 0) in vec2 _p2vs_location0;

void vs_main_1() {
    vec4 _e6 = _group_0_binding_0_vs.offsetScale;
    vec2 _e8 = position_1;
    vec4 _e10 = _group_0_binding_0_vs.offsetScale;
    global = vec4(((_e8 * _e6.zw) + _e10.xy), 0.5, 1.0);
    return;
}

void main() {
    vec2 position = _p2vs_location0;
    position_1 = position;
    vs_main_1();
    vec4 _e3 = global;
    gl_Position = _e3;
    return;
}
