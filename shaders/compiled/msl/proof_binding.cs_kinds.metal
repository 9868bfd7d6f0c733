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

struct _mslBufferSizes {
    uint size1;
    uint size2;
    uint size3;
    uint size4;
};

struct Pair_std430_logical {
    metal::float4 a;
    metal::float4 b;
};
typedef uint type_4[1];
struct StructuredBuffer {
    type_4 _member0_;
};
struct Pair_std430_ {
    metal::float4 a;
    metal::float4 b;
};
typedef Pair_std430_ type_5[1];
struct StructuredBuffer_1 {
    type_5 _member0_;
};
struct RWStructuredBuffer {
    type_5 _member0_;
};
typedef metal::atomic_uint type_7[1];
struct RWStructuredBuffer_1 {
    type_7 _member0_;
};

uint naga_div(uint lhs, uint rhs) {
    return lhs / metal::select(rhs, 1u, rhs == 0u);
}

void cs_kinds_1(
    thread metal::uint3& global,
    device StructuredBuffer const& rawInput,
    device RWStructuredBuffer_1& rawOutput,
    device StructuredBuffer_1 const& pairs,
    device RWStructuredBuffer& sums,
    constant _mslBufferSizes& _buffer_sizes
) {
    Pair_std430_logical local = {};
    metal::uint3 _e9 = global;
    uint _e15 = naga_div(as_type<uint>(as_type<int>(4u * (3u - _e9.x))), 4u);
    uint _e18 = uint(_e15) < 1 + (_buffer_sizes.size1 - 0 - 4) / 4 ? rawInput._member0_[_e15] : DefaultConstructible();
    metal::uint3 _e19 = global;
    metal::uint3 _e22 = global;
    uint _e27 = naga_div(as_type<uint>(as_type<int>(4u * _e22.x)), 4u);
    uint _e30 = uint(_e27) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4 ? metal::atomic_load_explicit(&rawOutput._member0_[_e27], metal::memory_order_relaxed) : DefaultConstructible();
    uint _e32 = naga_div(4u * _e19.x, 4u);
    if (uint(_e32) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4) {
        metal::atomic_store_explicit(&rawOutput._member0_[_e32], _e30 + _e18, metal::memory_order_relaxed);
    }
    uint _e37 = uint(4u) < 1 + (_buffer_sizes.size2 - 0 - 4) / 4 ? metal::atomic_fetch_add_explicit(&rawOutput._member0_[4u], _e18, metal::memory_order_relaxed) : DefaultConstructible();
    metal::uint3 _e38 = global;
    uint _e39 = _e38.x;
    metal::float4 _e44 = uint(_e39) < 1 + (_buffer_sizes.size3 - 0 - 32) / 32 ? pairs._member0_[_e39].a : DefaultConstructible();
    local.a = _e44;
    metal::float4 _e47 = uint(_e39) < 1 + (_buffer_sizes.size3 - 0 - 32) / 32 ? pairs._member0_[_e39].b : DefaultConstructible();
    local.b = _e47;
    metal::uint3 _e48 = global;
    uint _e49 = _e48.x;
    if (uint(_e49) < 1 + (_buffer_sizes.size4 - 0 - 32) / 32) {
        sums._member0_[_e49].a = _e44 + _e47;
    }
    metal::uint3 _e54 = global;
    uint _e55 = _e54.x;
    metal::uint3 _e59 = global;
    uint _e60 = _e59.x;
    metal::float4 _e64 = uint(_e60) < 1 + (_buffer_sizes.size4 - 0 - 32) / 32 ? sums._member0_[_e60].b : DefaultConstructible();
    if (uint(_e55) < 1 + (_buffer_sizes.size4 - 0 - 32) / 32) {
        sums._member0_[_e55].b = (_e64 * 2.0) + _e47;
    }
    return;
}

struct cs_kindsInput {
};
[[max_total_threads_per_threadgroup(4)]] kernel void cs_kinds(
  metal::uint3 param [[thread_position_in_grid]]
, device StructuredBuffer const& rawInput [[buffer(0)]]
, device RWStructuredBuffer_1& rawOutput [[buffer(1)]]
, device StructuredBuffer_1 const& pairs [[buffer(2)]]
, device RWStructuredBuffer& sums [[buffer(3)]]
, constant _mslBufferSizes& _buffer_sizes [[buffer(4)]]
) {
    metal::uint3 global = {};
    global = param;
    cs_kinds_1(global, rawInput, rawOutput, pairs, sums, _buffer_sizes);
}
