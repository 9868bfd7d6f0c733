//! For libFuzzer: `cargo fuzz run shader_package`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::shaders::package(data));
