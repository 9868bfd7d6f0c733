//! The background, drawn at the far plane where nothing else is.

use super::FrameContext;
use crate::gpu::shared::Layouts;
use crate::gpu::{COLOR_FORMAT, DEPTH_FORMAT};
use candor_rhi::*;
use candor_shader::shaders;

/// Shows the description of the pipeline.
pub(crate) fn describe<R>(
    l: &Layouts,
    samples: u32,
    label: &str,
    look: impl FnOnce(&RasterPipelineDesc<'_>) -> R,
) -> R {
    look(&RasterPipelineDesc {
        label,
        groups: &[&l.frame],
        vertex: l.stage(&shaders::SKY_VS_MAIN),
        fragment: Some(l.stage(&shaders::SKY_FS_MAIN)),
        depth: Some(DepthState { write: false, ..DepthState::reversed(DEPTH_FORMAT) }),
        colors: &[COLOR_FORMAT.into()],
        samples,
        ..RasterPipelineDesc::default()
    })
}

/// Records it within the forward pass, where there is one.
pub(crate) fn draw(p: &mut RasterPass<'_>, c: &FrameContext<'_>) -> bool {
    let Some(pipeline) = c.plan.sky.and_then(|i| c.table.get(i)) else { return false };
    p.pipeline(pipeline);
    p.group(0, &c.groups.frame, [c.offset]);
    p.draw(0..3, 0..1);
    true
}
