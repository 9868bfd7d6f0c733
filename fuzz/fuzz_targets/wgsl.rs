//! For libFuzzer: `cargo fuzz run wgsl`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::shaders::wgsl(data));
