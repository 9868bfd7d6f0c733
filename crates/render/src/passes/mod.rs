//! The passes of the frame, one file each: its pipelines, its declaration, its recording.

pub(crate) mod draws;
pub(crate) mod forward;
pub(crate) mod shadow;
pub(crate) mod sky;
pub(crate) mod tonemap;

use crate::frame::FrameView;
use crate::gpu::SceneGpu;
use crate::gpu::shared::Shared;
use crate::plan::{PipelineTable, Plan};
use crate::settings::RenderSettings;
use crate::targets::{ShadowTarget, Targets};

/// All that recording a frame reads.
pub(crate) struct FrameContext<'a> {
    pub(crate) shared: &'a Shared,
    pub(crate) table: &'a PipelineTable,
    pub(crate) scene: &'a SceneGpu,
    pub(crate) plan: &'a Plan,
    pub(crate) targets: &'a Targets,
    pub(crate) shadow: &'a ShadowTarget,
    pub(crate) settings: &'a RenderSettings,
    pub(crate) view: &'a FrameView,
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
