#version 450 core
vec2 i_u002e_uv_1 = vec2(0.0);

int global = 0;

vec4 entryPointParam_fs_at_sample = vec4(0.0);

layout(location = 0) smooth sample in vec2 _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

vec4 halves(vec2 uv) {
    return vec4(step(0.5, uv.x), step(0.5, uv.y), 0.0, 1.0);
}

void fs_at_sample_1() {
    vec2 _e5 = i_u002e_uv_1;
    vec4 _e6 = halves(_e5);
    int _e7 = global;
    entryPointParam_fs_at_sample = (_e6 + vec4(0.0, 0.0, (float(uint(_e7)) / 3.0), 0.0));
    return;
}

void main() {
    vec2 i_u002e_uv = _vs2fs_location0;
    uint param = gl_SampleID;
    i_u002e_uv_1 = i_u002e_uv;
    global = int(param);
    fs_at_sample_1();
    vec4 _e6 = entryPointParam_fs_at_sample;
    _fs2p_location0 = _e6;
    return;
}
