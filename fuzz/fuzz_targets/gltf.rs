//! For libFuzzer: `cargo fuzz run gltf`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| candor_fuzz::targets::gltf(data));
