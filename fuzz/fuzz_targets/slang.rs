//! For libFuzzer: `cargo fuzz run slang`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::shaders::slang(data));
