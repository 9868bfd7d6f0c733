//! For libFuzzer: `cargo fuzz run glsl`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::shaders::glsl(data));
