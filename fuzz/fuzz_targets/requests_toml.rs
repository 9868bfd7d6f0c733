//! For libFuzzer: `cargo fuzz run requests_toml`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::targets::requests_toml(data));
