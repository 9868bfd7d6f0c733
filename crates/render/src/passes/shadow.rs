//! The shadow map: depth of the scene as the sun sees it, 0 near and 1 far.

use super::draws::{Reads, attributes, record, vertex_layouts};
use super::{Drawn, FrameContext, forward};
use crate::gpu::DEPTH_FORMAT;
use crate::gpu::material::AlphaKind;
use crate::gpu::scene::Permutation;
use crate::gpu::shared::{PUSH, Shared, stage};
use crate::settings::CullOverride;
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

/// Makes a pipeline of this pass.
pub(crate) fn pipeline(
    device: &Device,
    shared: &Shared,
    mask: bool,
    missing: u8,
    faces: Faces,
) -> Result<RasterPipeline, Error> {
    let bias = DepthBias { constant: 0.0, slope: SLOPE_BIAS, clamp: 0.0 };
    let attributes = attributes();
    let buffers = vertex_layouts(&attributes, missing);
    let common = RasterPipelineDesc {
        push: PUSH,
        cull: faces.0,
        front: faces.1,
        depth: Some(DepthState { bias, ..DepthState::standard(DEPTH_FORMAT) }),
        ..RasterPipelineDesc::default()
    };
    if mask {
        return device.create_raster_pipeline(&RasterPipelineDesc {
            label: "shadow, mask",
            groups: &[&shared.frame, &shared.material],
            vertex: stage(&shaders::SHADOW_VS_MASK),
            fragment: Some(stage(&shaders::SHADOW_FS_MASK)),
            buffers: &buffers,
            ..common
        });
    }
    device.create_raster_pipeline(&RasterPipelineDesc {
        label: "shadow",
        groups: &[&shared.frame],
        vertex: stage(&shaders::SHADOW_VS_MAIN),
        buffers: buffers.get(..1).unwrap_or_default(),
        ..common
    })
}

/// Declares and records the pass.
pub(crate) fn pass(batch: &mut Batch, c: &FrameContext<'_>) -> Drawn {
    let mut drawn = Drawn::default();
    let depth = Some(Depth::clear(&c.shadow.view, 1.0));
    batch.raster(&RasterDesc { label: "shadow", depth, ..RasterDesc::default() }, |p| {
        drawn = record(p, c, &c.plan.shadow, &c.shadow.frame, &[], |permutation| match permutation.alpha {
            AlphaKind::Mask => Reads::All,
            AlphaKind::Opaque | AlphaKind::Blend => Reads::Position,
        });
    });
    drawn
}
