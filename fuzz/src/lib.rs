//! Every reader of Candor, handed damaged input. Each target is a plain function over bytes, so that libFuzzer (`fuzz_targets/`) and
//! the runner (`main.rs`, `cargo xtask fuzz`) call the same; the runner needs nothing but stable Rust.
//!
//! A target fails by panicking, by not ending, or by taking memory out of proportion. It may panic itself, where a promise of the
//! reader is broken.
#![forbid(unsafe_code)]

#[path = "../../crates/capture/tests/bed/frame.rs"]
mod frame;
pub mod mutate;
pub mod seeds;
pub mod shaders;
pub mod targets;

/// A reader with the seeds that are damaged for it.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is called.
    pub run: fn(&[u8]),
    /// Which seeds it starts from.
    pub seeds: seeds::Kind,
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "candor-report", run: targets::report, seeds: seeds::Kind::CandorReport },
    Target { name: "profiles", run: targets::report, seeds: seeds::Kind::Profiles },
    Target { name: "devsim", run: targets::report, seeds: seeds::Kind::Devsim },
    Target { name: "capsviewer", run: targets::report, seeds: seeds::Kind::CapsViewer },
    Target { name: "requests-toml", run: targets::requests_toml, seeds: seeds::Kind::RequestsToml },
    Target { name: "requests-text", run: targets::requests_text, seeds: seeds::Kind::RequestsText },
    Target { name: "gltf", run: targets::gltf, seeds: seeds::Kind::Gltf },
    Target { name: "capture", run: targets::capture, seeds: seeds::Kind::Capture },
    Target { name: "capture-frame", run: targets::capture_frame, seeds: seeds::Kind::CaptureFrame },
    Target { name: "manifest", run: targets::manifest, seeds: seeds::Kind::Manifest },
    Target { name: "spirv", run: targets::spirv, seeds: seeds::Kind::Spirv },
    Target { name: "translate", run: shaders::translated, seeds: seeds::Kind::Spirv },
    Target { name: "wgsl", run: shaders::wgsl, seeds: seeds::Kind::Wgsl },
    Target { name: "glsl", run: shaders::glsl, seeds: seeds::Kind::Glsl },
    Target { name: "slang", run: shaders::slang, seeds: seeds::Kind::Slang },
    Target { name: "hlsl", run: shaders::hlsl, seeds: seeds::Kind::Hlsl },
    Target { name: "shader-package", run: shaders::package, seeds: seeds::Kind::ShaderPackage },
];

/// Targets that fail on purpose, by name only: they prove that the runner sees what it is there to see.
pub const FAILING: &[Target] = &[
    Target { name: "fails-by-panic", run: targets::panics, seeds: seeds::Kind::RequestsText },
    Target { name: "fails-by-memory", run: targets::takes_memory, seeds: seeds::Kind::RequestsText },
];
