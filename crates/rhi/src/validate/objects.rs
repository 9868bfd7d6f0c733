//! What is known of every object.

use super::facts::Facts;
use crate::backend::{NativeEntry, NativeResource};
use crate::desc::{BufferUsage, Filter, LayoutEntry, ViewDim};
use crate::format::Format;
use crate::object::{Kind, TextureInfo};
use crate::record::Raw;
use crate::usage::SubRange;
use std::collections::{BTreeSet, HashMap};

/// A buffer.
#[derive(Debug, Clone)]
pub(super) struct BufferFacts {
    pub(super) label: Box<str>,
    pub(super) size: u64,
    pub(super) usage: BufferUsage,
    /// One of Candor's own.
    pub(super) own: bool,
}

/// A texture.
#[derive(Debug, Clone)]
pub(super) struct TextureFacts {
    pub(super) label: Box<str>,
    pub(super) info: TextureInfo,
}

/// A view.
#[derive(Debug, Clone)]
pub(super) struct ViewFacts {
    pub(super) label: Box<str>,
    pub(super) texture: Raw,
    pub(super) dim: ViewDim,
    pub(super) format: Format,
    pub(super) range: SubRange,
    pub(super) samples: u32,
    /// It shows slices of a volume, whose contents are known by the level alone.
    pub(super) sliced: bool,
}

/// A sampler.
#[derive(Debug, Clone)]
pub(super) struct SamplerFacts {
    pub(super) label: Box<str>,
    pub(super) filters: bool,
    pub(super) compares: bool,
    pub(super) lod_min: f32,
}

/// Labels of pipelines that are kept for a layout.
const LABELS: usize = 3;

/// A layout of groups.
#[derive(Debug, Clone, Default)]
pub(super) struct LayoutFacts {
    pub(super) label: Box<str>,
    pub(super) entries: Box<[LayoutEntry]>,
    /// Samplers that are part of it: binding and sampler of the first element.
    pub(super) samplers: Box<[(u32, Raw)]>,
    /// Pipelines that were made with it, and labels of the first.
    pub(super) pipelines: u32,
    pub(super) labels: Vec<Box<str>>,
    /// Bindings that one of them uses.
    pub(super) used: BTreeSet<u32>,
}

/// A group.
#[derive(Debug, Clone)]
pub(super) struct GroupFacts {
    pub(super) label: Box<str>,
    pub(super) layout: Raw,
    pub(super) entries: Box<[NativeEntry]>,
    /// Bindings with a dynamic offset, in order.
    pub(super) dynamic: Box<[u32]>,
}

/// The images of a swapchain.
#[derive(Debug, Clone)]
pub(super) struct SwapchainFacts {
    pub(super) label: Box<str>,
    pub(super) images: Box<[Raw]>,
}

/// Everything that is alive, by handle.
#[derive(Debug, Default)]
pub(super) struct Objects {
    pub(super) buffers: HashMap<Raw, BufferFacts>,
    pub(super) textures: HashMap<Raw, TextureFacts>,
    pub(super) views: HashMap<Raw, ViewFacts>,
    pub(super) samplers: HashMap<Raw, SamplerFacts>,
    pub(super) layouts: HashMap<Raw, LayoutFacts>,
    pub(super) groups: HashMap<Raw, GroupFacts>,
    /// The group layouts of a pipeline layout.
    pub(super) interfaces: HashMap<Raw, Box<[Raw]>>,
    pub(super) raster: HashMap<Raw, Facts>,
    pub(super) compute: HashMap<Raw, Facts>,
    pub(super) queries: HashMap<Raw, Box<str>>,
    pub(super) swapchains: HashMap<Raw, SwapchainFacts>,
}

impl Objects {
    /// A pipeline was made: its layouts have one more, which uses some of their bindings.
    pub(super) fn count_bindings(&mut self, facts: &Facts) {
        let groups = self.interfaces.get(&facts.layout).map(|g| &**g).unwrap_or_default();
        for (set, raw) in (0..).zip(groups) {
            let Some(known) = self.layouts.get_mut(raw) else { continue };
            known.pipelines = known.pipelines.saturating_add(1);
            if known.labels.len() < LABELS && !known.labels.contains(&facts.label) {
                known.labels.push(facts.label.clone());
            }
            let used = facts.used.iter().map(|u| u.slot).filter(|s| s.set == set);
            known.used.extend(used.map(|s| s.binding));
        }
    }

    pub(super) fn remove(&mut self, kind: Kind, raw: Raw) {
        match kind {
            Kind::Buffer => drop(self.buffers.remove(&raw)),
            Kind::Texture | Kind::SurfaceImage => drop(self.textures.remove(&raw)),
            Kind::View => drop(self.views.remove(&raw)),
            Kind::Sampler => drop(self.samplers.remove(&raw)),
            Kind::BindGroupLayout => drop(self.layouts.remove(&raw)),
            Kind::BindGroup => drop(self.groups.remove(&raw)),
            Kind::RasterPipeline => drop(self.raster.remove(&raw)),
            Kind::ComputePipeline => drop(self.compute.remove(&raw)),
            Kind::QuerySet => drop(self.queries.remove(&raw)),
            Kind::Swapchain => drop(self.swapchains.remove(&raw)),
            Kind::PipelineLayout => drop(self.interfaces.remove(&raw)),
            Kind::Surface => {}
        }
    }

    /// Label of an object that can churn.
    pub(super) fn label(&self, kind: Kind, raw: Raw) -> Option<&str> {
        match kind {
            Kind::Buffer => self.buffers.get(&raw).filter(|b| !b.own).map(|o| &*o.label),
            Kind::Texture => self.textures.get(&raw).map(|o| &*o.label),
            Kind::View => self.views.get(&raw).map(|o| &*o.label),
            Kind::Sampler => self.samplers.get(&raw).map(|o| &*o.label),
            Kind::BindGroup => self.groups.get(&raw).map(|o| &*o.label),
            Kind::RasterPipeline => self.raster.get(&raw).map(|o| &*o.label),
            Kind::ComputePipeline => self.compute.get(&raw).map(|o| &*o.label),
            Kind::QuerySet => self.queries.get(&raw).map(|l| &**l),
            Kind::BindGroupLayout
            | Kind::PipelineLayout
            | Kind::Surface
            | Kind::Swapchain
            | Kind::SurfaceImage => None,
        }
    }

    pub(super) fn buffer_label(&self, raw: Raw) -> &str {
        self.buffers.get(&raw).map_or("", |b| &b.label)
    }

    pub(super) fn texture_label(&self, raw: Raw) -> &str {
        self.textures.get(&raw).map_or("", |t| &t.label)
    }

    /// The view of an entry of a group.
    pub(super) fn view_of(&self, e: &NativeEntry) -> Option<&ViewFacts> {
        match e.resource {
            NativeResource::View { raw, .. } => self.views.get(&raw),
            NativeResource::Buffer { .. } | NativeResource::Sampler(_) => None,
        }
    }

    /// The sampler at a binding of a group, of its own or of its layout.
    pub(super) fn sampler_at(&self, g: &GroupFacts, binding: u32) -> Option<&SamplerFacts> {
        let own = g.entries.iter().find(|e| e.binding == binding).and_then(|e| match e.resource {
            NativeResource::Sampler(raw) => Some(raw),
            NativeResource::Buffer { .. } | NativeResource::View { .. } => None,
        });
        let fixed = || {
            let layout = self.layouts.get(&g.layout)?;
            layout.samplers.iter().find(|s| s.0 == binding).map(|s| s.1)
        };
        own.or_else(fixed).and_then(|raw| self.samplers.get(&raw))
    }
}

impl SamplerFacts {
    pub(super) fn new(p: &crate::backend::SamplerPlan<'_>) -> Self {
        Self {
            label: p.label.into(),
            filters: p.filter[..2].contains(&Filter::Linear),
            compares: p.compare.is_some(),
            lod_min: p.lod[0],
        }
    }
}
