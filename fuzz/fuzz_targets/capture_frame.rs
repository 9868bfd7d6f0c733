//! For libFuzzer: `cargo fuzz run capture_frame`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::targets::capture_frame(data));
