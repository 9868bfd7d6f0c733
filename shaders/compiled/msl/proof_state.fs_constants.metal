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

constant int SHIFT = 0;
constant bool SWAP = false;
constant float SCALE = 1.0;

void fs_constants_1(
    thread metal::float4& entryPointParam_fs_constants
) {
    metal::float4 local = {};
    float _e9 = static_cast<float>(128) / 255.0;
    if (SWAP) {
        local = metal::float4(_e9, SCALE, 0.0, 1.0);
    } else {
        local = metal::float4(SCALE, _e9, 0.0, 1.0);
    }
    metal::float4 _e12 = local;
    entryPointParam_fs_constants = _e12;
    return;
}

struct fs_constantsOutput {
    metal::float4 member [[color(0)]];
};
fragment fs_constantsOutput fs_constants(
) {
    metal::float4 entryPointParam_fs_constants = {};
    fs_constants_1(entryPointParam_fs_constants);
    metal::float4 _e1 = entryPointParam_fs_constants;
    return fs_constantsOutput { _e1 };
}
