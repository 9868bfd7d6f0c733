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


void fs_value_1(
    thread metal::float4& i_u002e_value_1,
    thread metal::float4& entryPointParam_fs_value
) {
    metal::float4 _e2 = i_u002e_value_1;
    entryPointParam_fs_value = _e2;
    return;
}

struct fs_valueInput {
    metal::float4 i_u002e_value [[user(loc0), flat]];
};
struct fs_valueOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_valueOutput fs_value(
  fs_valueInput varyings [[stage_in]]
) {
    metal::float4 i_u002e_value_1 = {};
    metal::float4 entryPointParam_fs_value = {};
    const auto i_u002e_value = varyings.i_u002e_value;
    i_u002e_value_1 = i_u002e_value;
    fs_value_1(i_u002e_value_1, entryPointParam_fs_value);
    metal::float4 _e3 = entryPointParam_fs_value;
    return fs_valueOutput { _e3 };
}
