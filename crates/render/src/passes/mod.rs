//! The passes of the frame, one file each: its pipelines, its declaration in the graph, its recording.

pub(crate) mod draws;
pub(crate) mod forward;
pub(crate) mod shadow;
pub(crate) mod sky;
pub(crate) mod tonemap;

use crate::error::RenderError;
use crate::frame::{FrameRing, FrameView};
use crate::gpu::SceneGpu;
use crate::gpu::shared::Shared;
use crate::plan::{PipelineTable, Plan};
use crate::settings::RenderSettings;
use crate::targets::{Groups, Output};
use candor_graph::{Context, Frame, Id, PassId};
use candor_rhi::{Batch, Device, Store};

/// The resources of a frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resources {
    /// None in a frame without shadows.
    pub(crate) shadow_map: Option<Id>,
    /// Multisampled colour; none where there is one sample.
    pub(crate) samples: Option<Id>,
    pub(crate) depth: Id,
    /// The lit frame.
    pub(crate) lit: Id,
    /// The picture.
    pub(crate) picture: Id,
}

/// A frame as it was declared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Declared {
    pub(crate) resources: Resources,
    shadow: Option<PassId>,
    forward: PassId,
    tonemap: PassId,
}

/// Declares a frame in the graph.
pub(crate) fn declare(f: &mut Frame<'_>, s: &RenderSettings, shadows: bool) -> Declared {
    let shadow_map = shadows.then(|| shadow::target(f, s));
    let forward::Targets { samples, depth, lit } = forward::targets(f, s);
    let resources = Resources { shadow_map, samples, depth, lit, picture: f.imported("picture") };
    Declared {
        resources,
        shadow: shadow_map.map(|map| shadow::declare(f, map)),
        forward: forward::declare(f, &resources),
        tonemap: tonemap::declare(f, &resources),
    }
}

impl Declared {
    /// Makes the groups that a pass binds, where the graph has chosen other textures since.
    pub(crate) fn fit(
        &self,
        groups: &mut Groups,
        device: &Device,
        shared: &Shared,
        ring: &FrameRing,
        turn: &Context<'_>,
    ) -> Result<(), RenderError> {
        match self.resources.shadow_map {
            Some(map) if turn.id() == self.forward => groups.fit_shadow_map(device, shared, ring, turn, map),
            _ if turn.id() == self.tonemap => groups.fit_lit(device, shared, turn, self.resources.lit),
            Some(_) | None => Ok(()),
        }
    }

    /// Declares a pass on the batch and records it. What it drew is added to that of its kind.
    pub(crate) fn record(
        &self,
        batch: &mut Batch,
        c: &FrameContext<'_>,
        drawn: &mut FrameDrawn,
    ) -> Result<(), RenderError> {
        let id = c.turn.id();
        if Some(id) == self.shadow {
            drawn.shadow = shadow::record(batch, c)?;
        } else if id == self.forward {
            drawn.forward = forward::record(batch, c)?;
        } else if id == self.tonemap {
            tonemap::record(batch, c);
        }
        Ok(())
    }
}

/// All that recording a pass reads.
pub(crate) struct FrameContext<'a> {
    pub(crate) table: &'a PipelineTable,
    pub(crate) scene: &'a SceneGpu,
    pub(crate) plan: &'a Plan,
    pub(crate) output: &'a Output,
    /// What becomes of the picture.
    pub(crate) picture: Store,
    pub(crate) groups: &'a Groups,
    pub(crate) settings: &'a RenderSettings,
    pub(crate) view: &'a FrameView,
    pub(crate) resources: &'a Resources,
    /// The pass, with the textures that the graph has chosen for it.
    pub(crate) turn: Context<'a>,
    /// Offset of the frame's uniforms.
    pub(crate) offset: u32,
}

/// What a pass drew.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Drawn {
    pub(crate) draws: u32,
    pub(crate) culled: u32,
    pub(crate) vertices: u64,
}

/// What the passes of a frame drew.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FrameDrawn {
    pub(crate) shadow: Drawn,
    pub(crate) forward: Drawn,
}
