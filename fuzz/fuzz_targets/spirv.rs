//! For libFuzzer: `cargo fuzz run spirv`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::targets::spirv(data));
