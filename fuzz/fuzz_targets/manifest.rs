//! For libFuzzer: `cargo fuzz run manifest`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::targets::manifest(data));
