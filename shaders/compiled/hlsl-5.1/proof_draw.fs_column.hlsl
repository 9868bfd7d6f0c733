static uint i_u002e_column_1 = (uint)0;
static float4 entryPointParam_fs_column = (float4)0;

struct FragmentInput_fs_column {
    nointerpolation uint i_u002e_column_2 : LOC0;
};

void fs_column_1()
{
    uint _e6 = i_u002e_column_1;
    entryPointParam_fs_column = float4((float((_e6 + 1u)) / 255.0), 0.0, 0.0, 1.0);
    return;
}

float4 fs_column(FragmentInput_fs_column fragmentinput_fs_column) : SV_Target0
{
    uint i_u002e_column = fragmentinput_fs_column.i_u002e_column_2;
    i_u002e_column_1 = i_u002e_column;
    fs_column_1();
    float4 _e3 = entryPointParam_fs_column;
    return _e3;
}
