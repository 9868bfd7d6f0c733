//! What a manifest holds.

use crate::ShaderHash;
use candor_rhi::{Constant, Format, LayoutEntry, PushLayout, RasterState, SamplerState, TextureDim};

/// A list of pipelines: see the crate.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PipelineManifest {
    /// Layouts of bind groups, by name.
    pub layouts: Vec<LayoutItem>,
    /// Raster pipelines.
    pub raster: Vec<RasterEntry>,
    /// Compute pipelines.
    pub compute: Vec<ComputeEntry>,
    /// Pipelines of the device's own that draw mip levels of such textures: `Device::prepare_mips`.
    pub mips: Vec<(Format, TextureDim)>,
}

/// A layout of bind groups.
#[derive(Debug, Clone, PartialEq)]
pub struct LayoutItem {
    /// Its name, once in a manifest.
    pub name: String,
    /// Bindings, sorted.
    pub entries: Vec<LayoutEntry>,
    /// Samplers that are part of it, by binding, sorted.
    pub samplers: Vec<(u32, Vec<SamplerState>)>,
}

/// A shader by name.
#[derive(Debug, Clone, PartialEq)]
pub struct ShaderRef {
    /// Its name in a [`ShaderSet`](crate::ShaderSet), without blanks.
    pub name: String,
    /// The hash of its words.
    pub hash: ShaderHash,
    /// Specialisation constants that are set.
    pub constants: Vec<Constant>,
}

/// A raster pipeline.
#[derive(Debug, Clone, PartialEq)]
pub struct RasterEntry {
    /// Its name, which is its label and once in a manifest.
    pub name: String,
    /// Names of its layouts, by index.
    pub groups: Vec<String>,
    /// Push data.
    pub push: PushLayout,
    /// Shaders, vertex layout, targets and fixed state.
    pub state: RasterState<ShaderRef>,
}

/// A compute pipeline.
#[derive(Debug, Clone, PartialEq)]
pub struct ComputeEntry {
    /// Its name, which is its label and once in a manifest.
    pub name: String,
    /// Names of its layouts, by index.
    pub groups: Vec<String>,
    /// Push data.
    pub push: PushLayout,
    /// Shader.
    pub shader: ShaderRef,
}

impl PipelineManifest {
    /// The version of the file that is written and read.
    pub const VERSION: u32 = 1;

    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Pipelines that it lists.
    pub fn len(&self) -> usize {
        self.raster.len() + self.compute.len() + self.mips.len()
    }

    /// Does it list none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The layout of a name.
    pub fn layout(&self, name: &str) -> Option<&LayoutItem> {
        self.layouts.iter().find(|l| l.name == name)
    }

    /// Names of all pipelines, those of the device's own as it labels them.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let raster = self.raster.iter().map(|r| r.name.clone());
        let compute = self.compute.iter().map(|c| c.name.clone());
        raster.chain(compute).chain(self.mips.iter().map(|(f, d)| mips_name(*f, *d)))
    }

    /// Every shader that it names, each once, by name.
    pub fn shaders(&self) -> Vec<(&str, ShaderHash)> {
        let raster = self.raster.iter().flat_map(|r| r.state.stages());
        let all = raster.chain(self.compute.iter().map(|c| &c.shader));
        let mut all: Vec<_> = all.map(|s| (s.name.as_str(), s.hash)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// One hash for all of its shaders: what a cache of its pipelines is kept by.
    pub fn shaders_hash(&self) -> ShaderHash {
        crate::hash::of_named(self.shaders().into_iter())
    }
}

/// What a device labels its own pipelines by.
pub(crate) fn mips_name(format: Format, dim: TextureDim) -> String {
    format!("internal mips {format} {dim:?}")
}
