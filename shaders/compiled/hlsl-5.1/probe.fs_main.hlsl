struct Push_std430_ {
    float4 color;
};

cbuffer push : register(b0, space3) { Push_std430_ push; }
static float4 entryPointParam_fs_main = (float4)0;

void fs_main_1()
{
    float4 _e3 = push.color;
    entryPointParam_fs_main = _e3;
    return;
}

float4 fs_main() : SV_Target0
{
    fs_main_1();
    float4 _e1 = entryPointParam_fs_main;
    return _e1;
}
