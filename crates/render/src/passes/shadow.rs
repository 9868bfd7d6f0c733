//! The shadow map: depth of the scene as the sun sees it, 0 near and 1 far.

use super::draws::{Bound, Reads, attributes, vertex_layouts};
use super::{Drawn, FrameContext, draws, forward};
use crate::error::RenderError;
use crate::gpu::DEPTH_FORMAT;
use crate::gpu::material::AlphaKind;
use crate::gpu::scene::Permutation;
use crate::gpu::shared::{Layouts, PUSH};
use crate::pipelines::ShadowKey;
use crate::settings::{CullOverride, RenderSettings};
use candor_graph::{Frame, Id, PassId, Transient};
use candor_rhi::*;
use candor_shader::shaders;

/// Bias along the slope of a surface: the filter of `pbr` reaches two texels beyond the one that it asks for. (The constant part
/// is in `pbr`, since the unit of a depth bias differs from API to API for float formats.)
const SLOPE_BIAS: f32 = 2.0;

/// Which faces throw a shadow: those that are there for the camera, and for the same reason.
pub(crate) type Faces = (Cull, FrontFace);

/// The faces of a draw.
pub(crate) fn faces(permutation: Permutation, cull: CullOverride) -> Faces {
    match forward::faces(permutation, cull) {
        // Nothing tells front from back.
        (Cull::None, _) => (Cull::None, FrontFace::default()),
        faces => faces,
    }
}

/// What a draw reads.
pub(crate) fn reads(permutation: Permutation) -> Reads {
    match permutation.alpha {
        AlphaKind::Mask => Reads::Coverage,
        AlphaKind::Opaque | AlphaKind::Blend => Reads::Position,
    }
}

/// Shows the description of a pipeline of this pass.
pub(crate) fn describe<R>(
    l: &Layouts,
    k: &ShadowKey,
    label: &str,
    look: impl FnOnce(&RasterPipelineDesc<'_>) -> R,
) -> R {
    let bias = DepthBias { constant: 0.0, slope: SLOPE_BIAS, clamp: 0.0 };
    let attributes = attributes();
    let buffers = vertex_layouts(&attributes, k.reads, k.missing);
    let common = RasterPipelineDesc {
        label,
        push: PUSH,
        buffers: &buffers,
        cull: k.cull,
        front: k.front,
        depth: Some(DepthState { bias, ..DepthState::standard(DEPTH_FORMAT) }),
        ..RasterPipelineDesc::default()
    };
    if k.reads == Reads::Coverage {
        return look(&RasterPipelineDesc {
            groups: &[&l.frame, &l.material],
            vertex: l.stage(&shaders::SHADOW_VS_MASK),
            fragment: Some(l.stage(&shaders::SHADOW_FS_MASK)),
            ..common
        });
    }
    look(&RasterPipelineDesc { groups: &[&l.frame], vertex: l.stage(&shaders::SHADOW_VS_MAIN), ..common })
}

/// The shadow map.
pub(crate) fn target(f: &mut Frame<'_>, s: &RenderSettings) -> Id {
    f.transient("shadow map", Transient::depth(DEPTH_FORMAT, s.shadow_size, s.shadow_size))
}

/// Declares the pass.
pub(crate) fn declare(f: &mut Frame<'_>, map: Id) -> PassId {
    f.pass("shadow", &[], &[map])
}

/// Records the pass.
pub(crate) fn record(batch: &mut Batch, c: &FrameContext<'_>) -> Result<Drawn, RenderError> {
    let mut drawn = Drawn::default();
    let Some(map) = c.resources.shadow_map else { return Ok(drawn) };
    let depth = Some(Depth::clear(c.turn.view(map)?, 1.0));
    batch.raster(&RasterDesc { label: "shadow", depth, ..RasterDesc::default() }, |p| {
        let mut bound = Bound::default();
        drawn = draws::record(p, c, &mut bound, &c.plan.shadow, &c.groups.frame, &[], reads);
    });
    Ok(drawn)
}
