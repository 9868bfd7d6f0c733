//! Mip levels of a scene's images, drawn as they are uploaded.

use crate::gpu::shared::Layouts;
use candor_rhi::*;
use candor_shader::shaders;

/// Shows the description of a pipeline.
pub(crate) fn describe<R>(
    l: &Layouts,
    srgb: bool,
    label: &str,
    look: impl FnOnce(&RasterPipelineDesc<'_>) -> R,
) -> R {
    let format = if srgb { Format::Rgba8UnormSrgb } else { Format::Rgba8Unorm };
    look(&RasterPipelineDesc {
        label,
        groups: &[&l.mips],
        vertex: l.stage(&shaders::MIPS_VS_MAIN),
        fragment: Some(l.stage(&shaders::MIPS_FS_MAIN)),
        colors: &[format.into()],
        ..RasterPipelineDesc::default()
    })
}
