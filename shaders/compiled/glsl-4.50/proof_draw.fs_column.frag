#version 450 core
uint i_u002e_column_1 = 0u;

vec4 entryPointParam_fs_column = vec4(0.0);

layout(location = 0) flat in uint _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

void fs_column_1() {
    uint _e6 = i_u002e_column_1;
    entryPointParam_fs_column = vec4((float((_e6 + 1u)) / 255.0), 0.0, 0.0, 1.0);
    return;
}

void main() {
    uint i_u002e_column = _vs2fs_location0;
    i_u002e_column_1 = i_u002e_column;
    fs_column_1();
    vec4 _e3 = entryPointParam_fs_column;
    _fs2p_location0 = _e3;
    return;
}
