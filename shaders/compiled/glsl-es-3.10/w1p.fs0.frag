#version 310 es

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
layout(std140, binding = 0) uniform Item_std140_block_0Fragment { Item_std140_ _group_0_binding_0_fs; };

layout(std140, binding = 1) uniform Push_std430_block_1Fragment { Push_std430_ _group_3_binding_0_fs; };

vec4 entryPointParam_fs0_ = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

vec4 shade(uint pipeline) {
    vec4 _e6 = _group_0_binding_0_fs.color;
    vec4 _e8 = _group_3_binding_0_fs.color;
    return ((_e6 + _e8) + vec4(0.0, 0.0, (float(pipeline) * 0.0627451), 0.0));
}

void fs0_1() {
    vec4 _e2 = shade(0u);
    entryPointParam_fs0_ = _e2;
    return;
}

void main() {
    fs0_1();
    vec4 _e1 = entryPointParam_fs0_;
    _fs2p_location0 = _e1;
    return;
}
