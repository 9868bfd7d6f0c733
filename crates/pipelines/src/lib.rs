//! Every pipeline that a program can need, known before its first frame: a [`PipelineManifest`] is a readable file that lists them;
//! [`prewarm`] makes them at load, on all cores; [`CacheFile`] keeps what the driver has compiled from run to run.
//!
//! A program builds its manifest by enumeration, not by recording a lucky run, and compares it with the file that it ships
//! ([`PipelineManifest::compare`]). Shaders are named in it and told apart by a hash of their words; a [`ShaderSet`] knows the words.
//!
//! ```
//! use candor_pipelines::{PipelineManifest, PrewarmOptions, ShaderSet, prewarm};
//! use candor_rhi::{Device, Format, RasterPipelineDesc, ShaderStage, null::*};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let shaders = ShaderSet::builtin();
//! let stage = |name: &str| shaders.stage(name);
//! let mut manifest = PipelineManifest::new();
//! manifest.add_raster(&shaders, &RasterPipelineDesc {
//!     label: "triangle",
//!     vertex: stage("triangle.vs_main").ok_or("no shader")?,
//!     fragment: stage("triangle.fs_main"),
//!     colors: &[Format::Rgba8Unorm.into()],
//!     ..RasterPipelineDesc::default()
//! })?;
//! let text = manifest.to_text();
//! assert_eq!(PipelineManifest::parse(&text)?, manifest);
//!
//! let device = Device::new(NullBackend::new(NullDesc::default()));
//! let made = prewarm(&device, &manifest, &shaders, &PrewarmOptions::default());
//! assert!(made.is_complete() && made.pipelines.raster("triangle").is_some());
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod build;
mod cache;
mod compare;
mod error;
mod hash;
mod manifest;
mod prewarm;
mod read;
mod shaders;
mod words;
mod write;

pub use cache::{CacheFile, CacheFound, CacheKept};
pub use candor_shader::ShaderHash;
pub use compare::{Difference, Differs};
pub use error::{AddError, ManifestError};
pub use manifest::{ComputeEntry, LayoutItem, PipelineManifest, RasterEntry, ShaderRef};
pub use prewarm::{
    Failure, Made, PipelineKind, PipelineOutcome, Pipelines, PrewarmOptions, PrewarmReport, Progress, prewarm,
};
pub use shaders::ShaderSet;
