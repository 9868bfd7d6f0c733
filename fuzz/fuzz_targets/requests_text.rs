//! For libFuzzer: `cargo fuzz run requests_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::targets::requests_text(data));
