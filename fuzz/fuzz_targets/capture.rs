//! For libFuzzer: `cargo fuzz run capture`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::targets::capture(data));
