#version 300 es

precision highp float;
precision highp int;

struct Item_std140_ {
    vec4 offsetScale;
    vec4 color;
};
struct Push_std430_ {
    vec4 color;
    vec4 offset;
    vec4 unused0_;
    vec4 unused1_;
};
layout(std140) uniform Item_std140_block_0Vertex { Item_std140_ _group_0_binding_0_vs; };

vec2 position_1 = vec2(0.0);

layout(std140) uniform Push_std430_block_1Vertex { Push_std430_ _group_3_binding_0_vs; };

vec4 global = vec4(0.0, 0.0, 0.0, 1.0);

layout(location = 0) in vec2 _p2vs_location0;

void vs_main_1() {
    vec4 _e7 = _group_0_binding_0_vs.offsetScale;
    vec2 _e9 = position_1;
    vec4 _e11 = _group_0_binding_0_vs.offsetScale;
    vec4 _e15 = _group_3_binding_0_vs.offset;
    global = vec4((((_e9 * _e7.zw) + _e11.xy) + _e15.xy), 0.5, 1.0);
    return;
}

void main() {
    vec2 position = _p2vs_location0;
    position_1 = position;
    vs_main_1();
    vec4 _e3 = global;
    gl_Position = _e3;
    gl_Position.yz = vec2(-gl_Position.y, gl_Position.z * 2.0 - gl_Position.w);
    return;
}
