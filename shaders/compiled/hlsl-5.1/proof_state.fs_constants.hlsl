static const int SHIFT = int(0);
static const bool SWAP = false;
static const float SCALE = 1.0;

static float4 entryPointParam_fs_constants = (float4)0;

void fs_constants_1()
{
    float4 local = (float4)0;

    float _e9 = (float(int(128)) / 255.0);
    if (SWAP) {
        local = float4(_e9, SCALE, 0.0, 1.0);
    } else {
        local = float4(SCALE, _e9, 0.0, 1.0);
    }
    float4 _e12 = local;
    entryPointParam_fs_constants = _e12;
    return;
}

float4 fs_constants() : SV_Target0
{
    fs_constants_1();
    float4 _e1 = entryPointParam_fs_constants;
    return _e1;
}
