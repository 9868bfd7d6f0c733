// language: metal2.1
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;
struct DefaultConstructible {
    template<typename T>
    operator T() && {
        return T {};
    }
};


void fs_column_1(
    thread uint& i_u002e_column_1,
    thread metal::float4& entryPointParam_fs_column
) {
    uint _e6 = i_u002e_column_1;
    entryPointParam_fs_column = metal::float4(static_cast<float>(_e6 + 1u) / 255.0, 0.0, 0.0, 1.0);
    return;
}

struct fs_columnInput {
    uint i_u002e_column [[user(loc0), flat]];
};
struct fs_columnOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_columnOutput fs_column(
  fs_columnInput varyings [[stage_in]]
) {
    uint i_u002e_column_1 = {};
    metal::float4 entryPointParam_fs_column = {};
    const auto i_u002e_column = varyings.i_u002e_column;
    i_u002e_column_1 = i_u002e_column;
    fs_column_1(i_u002e_column_1, entryPointParam_fs_column);
    metal::float4 _e3 = entryPointParam_fs_column;
    return fs_columnOutput { _e3 };
}
