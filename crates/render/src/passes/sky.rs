//! The background, drawn at the far plane where nothing else is.

use super::FrameContext;
use crate::gpu::shared::Shared;
use crate::gpu::{COLOR_FORMAT, DEPTH_FORMAT};
use candor_rhi::*;
use candor_shader::shaders;

/// Makes the pipeline.
pub(crate) fn pipeline(device: &Device, shared: &Shared, samples: u32) -> Result<RasterPipeline, Error> {
    device.create_raster_pipeline(&RasterPipelineDesc {
        label: "sky",
        groups: &[&shared.frame],
        vertex: shared.stage(&shaders::SKY_VS_MAIN),
        fragment: Some(shared.stage(&shaders::SKY_FS_MAIN)),
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
