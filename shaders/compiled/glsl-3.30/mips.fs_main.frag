#version 330 core
uniform sampler2D _group_0_binding_0_fs;

vec2 i_u002e_uv_1 = vec2(0.0);

vec4 entryPointParam_fs_main = vec4(0.0);

smooth in vec2 _vs2fs_location0;
layout(location = 0) out vec4 _fs2p_location0;

void fs_main_1() {
    uint width = 0u;
    uint height = 0u;
    uvec2 _e11 = uvec2(textureSize(_group_0_binding_0_fs, 0).xy);
    width = _e11.x;
    height = _e11.y;
    uint _e14 = width;
    uint _e15 = height;
    vec2 _e22 = (vec2(0.25) / max(vec2((uvec2(_e14, _e15) / uvec2(2u))), vec2(1.0, 1.0)));
    vec2 _e23 = i_u002e_uv_1;
    float _e25 = -(_e22.x);
    float _e27 = -(_e22.y);
    vec4 _e30 = textureLod(_group_0_binding_0_fs, vec2((_e23 + vec2(_e25, _e27))), 0.0);
    vec2 _e31 = i_u002e_uv_1;
    vec4 _e34 = textureLod(_group_0_binding_0_fs, vec2((_e31 + vec2(_e22.x, _e27))), 0.0);
    vec2 _e35 = i_u002e_uv_1;
    vec4 _e38 = textureLod(_group_0_binding_0_fs, vec2((_e35 + vec2(_e25, _e22.y))), 0.0);
    vec2 _e39 = i_u002e_uv_1;
    vec4 _e42 = textureLod(_group_0_binding_0_fs, vec2((_e39 + vec2(_e22.x, _e22.y))), 0.0);
    entryPointParam_fs_main = ((((_e30 + _e34) + _e38) + _e42) * 0.25);
    return;
}

void main() {
    vec2 i_u002e_uv = _vs2fs_location0;
    i_u002e_uv_1 = i_u002e_uv;
    fs_main_1();
    vec4 _e3 = entryPointParam_fs_main;
    _fs2p_location0 = _e3;
    return;
}
