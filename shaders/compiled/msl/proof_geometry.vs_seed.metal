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

struct Seed {
    metal::float4 position;
    uint column;
    char _pad2[12];
};
struct VertexOutput {
    metal::float4 member;
    uint member_1;
    char _pad2[12];
};

void vs_seed_1(
    thread int& global,
    thread metal::float4& global_1,
    thread uint& entryPointParam_vs_seed_u002e_column
) {
    Seed o = {};
    o.position = metal::float4(0.0, 0.0, 0.0, 1.0);
    int _e7 = global;
    o.column = as_type<uint>(_e7);
    Seed _e9 = o;
    global_1 = _e9.position;
    entryPointParam_vs_seed_u002e_column = _e9.column;
    return;
}

struct vs_seedInput {
};
struct vs_seedOutput {
    metal::float4 member [[position]];
    uint member_1 [[user(loc0), flat]];
};
vertex vs_seedOutput vs_seed(
  uint param [[vertex_id]]
) {
    int global = {};
    metal::float4 global_1 = metal::float4(0.0, 0.0, 0.0, 1.0);
    uint entryPointParam_vs_seed_u002e_column = {};
    global = static_cast<int>(param);
    vs_seed_1(global, global_1, entryPointParam_vs_seed_u002e_column);
    metal::float4 _e5 = global_1;
    uint _e6 = entryPointParam_vs_seed_u002e_column;
    const auto _tmp = VertexOutput {_e5, _e6};
    return vs_seedOutput { _tmp.member, _tmp.member_1 };
}
