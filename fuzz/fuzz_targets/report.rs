//! For libFuzzer: `cargo fuzz run report`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::targets::report(data));
