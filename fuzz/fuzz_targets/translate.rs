//! For libFuzzer: `cargo fuzz run translate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::shaders::translated(data));
