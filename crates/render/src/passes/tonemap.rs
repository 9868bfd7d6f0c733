//! From linear radiance to the picture.

use super::{FrameContext, Resources};
use crate::gpu::OUTPUT_FORMAT;
use crate::gpu::shared::Layouts;
use crate::settings::Tonemap;
use candor_graph::{Frame, PassId};
use candor_rhi::*;
use candor_shader::{layout::TonemapPush, shaders};
use std::mem::size_of;

/// Shows the description of a pipeline of this pass.
pub(crate) fn describe<R>(
    l: &Layouts,
    kind: Tonemap,
    label: &str,
    look: impl FnOnce(&RasterPipelineDesc<'_>) -> R,
) -> R {
    let fragment = match kind {
        Tonemap::Aces => &shaders::TONEMAP_FS_MAIN,
        Tonemap::None => &shaders::TONEMAP_FS_NONE,
    };
    look(&RasterPipelineDesc {
        label,
        groups: &[&l.tonemap],
        push: PushLayout { stages: Stages::FRAGMENT, bytes: size_of::<TonemapPush>() as u32 },
        vertex: l.stage(&shaders::TONEMAP_VS_MAIN),
        fragment: Some(l.stage(fragment)),
        colors: &[OUTPUT_FORMAT.into()],
        ..RasterPipelineDesc::default()
    })
}

/// Declares the pass.
pub(crate) fn declare(f: &mut Frame<'_>, r: &Resources) -> PassId {
    f.pass("tonemap", &[r.lit], &[r.picture])
}

/// Records the pass.
pub(crate) fn record(batch: &mut Batch, c: &FrameContext<'_>) {
    let color = [Color { load: Load::Discard, store: c.picture, ..Color::load(&c.output.view) }];
    let Some(group) = c.groups.tonemap() else { return };
    let desc = RasterDesc { label: "tonemap", color: &color, groups: &[group], ..RasterDesc::default() };
    batch.raster(&desc, |p| {
        let Some(pipeline) = c.table.get(c.plan.tonemap) else { return };
        let dither = if c.settings.dither { 1.0 } else { 0.0 };
        p.pipeline(pipeline);
        p.group(0, group, []);
        p.push(0, bytemuck::bytes_of(&TonemapPush { params: [1.0, dither, 0.0, 0.0] }));
        p.draw(0..3, 0..1);
    });
}
