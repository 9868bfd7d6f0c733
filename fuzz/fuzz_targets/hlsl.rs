//! For libFuzzer: `cargo fuzz run hlsl`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::shaders::hlsl(data));
