#version 330 core
struct Item_std140_ {
    vec4 offsetScale;
    vec4 color;
};
layout(std140) uniform Item_std140_block_0Fragment { Item_std140_ _group_0_binding_0_fs; };

vec4 entryPointParam_fs1_ = vec4(0.0);

layout(location = 0) out vec4 _fs2p_location0;

vec4 shade(uint pipeline) {
    vec4 _e5 = _group_0_binding_0_fs.color;
    return (_e5 + vec4(0.0, 0.0, (float(pipeline) * 0.0627451), 0.0));
}

void fs1_1() {
    vec4 _e2 = shade(1u);
    entryPointParam_fs1_ = _e2;
    return;
}

void main() {
    fs1_1();
    vec4 _e1 = entryPointParam_fs1_;
    _fs2p_location0 = _e1;
    return;
}
