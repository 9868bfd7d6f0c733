//! The lit frame: what is opaque, the sky behind it, what is blended over both.

use super::draws::{Bound, Reads, attributes, vertex_layouts};
use super::{Drawn, FrameContext, Resources, draws, sky};
use crate::error::RenderError;
use crate::gpu::material::AlphaKind;
use crate::gpu::scene::Permutation;
use crate::gpu::shared::{Layouts, PUSH};
use crate::gpu::{COLOR_FORMAT, DEPTH_FORMAT};
use crate::pipelines::ForwardKey;
use crate::scene;
use crate::settings::{Background, CullOverride, Polygon, RenderSettings};
use crate::targets::target;
use candor_graph::{Frame, Id, PassId};
use candor_rhi::*;
use candor_shader::shaders;

/// Which faces of a draw are left out, and which are front faces.
pub(crate) fn faces(permutation: Permutation, cull: CullOverride) -> (Cull, FrontFace) {
    let cull = match cull {
        CullOverride::Material if permutation.double_sided => Cull::None,
        CullOverride::Material | CullOverride::Back => Cull::Back,
        CullOverride::None => Cull::None,
        CullOverride::Front => Cull::Front,
    };
    (cull, if permutation.flipped { FrontFace::Cw } else { FrontFace::Ccw })
}

/// Shows the description of a pipeline of this pass.
pub(crate) fn describe<R>(
    l: &Layouts,
    k: &ForwardKey,
    label: &str,
    look: impl FnOnce(&RasterPipelineDesc<'_>) -> R,
) -> R {
    let fragment = match (k.unlit, k.alpha) {
        (false, AlphaKind::Mask) => &shaders::PBR_FS_MAIN_MASK,
        (true, AlphaKind::Mask) => &shaders::PBR_FS_MAIN_UNLIT_MASK,
        (false, AlphaKind::Opaque | AlphaKind::Blend) => &shaders::PBR_FS_MAIN,
        (true, AlphaKind::Opaque | AlphaKind::Blend) => &shaders::PBR_FS_MAIN_UNLIT,
    };
    let topology = match k.topology {
        scene::Topology::Points => Topology::Points,
        scene::Topology::Lines => Topology::Lines,
        scene::Topology::Triangles => Topology::Triangles,
    };
    // Vulkan wants a point size from every shader whose output may be points.
    let points = topology == Topology::Points || k.polygon == Polygon::Point;
    let vertex = if points { &shaders::PBR_VS_MAIN_POINTS } else { &shaders::PBR_VS_MAIN };
    let blends = k.alpha == AlphaKind::Blend;
    let attributes = attributes();
    let buffers = vertex_layouts(&attributes, Reads::All, k.missing);
    look(&RasterPipelineDesc {
        label,
        groups: &[&l.lit, &l.material],
        push: PUSH,
        vertex: l.stage(vertex),
        fragment: Some(l.stage(fragment)),
        buffers: &buffers,
        topology,
        polygon: match k.polygon {
            Polygon::Fill => PolygonMode::Fill,
            Polygon::Line => PolygonMode::Line,
            Polygon::Point => PolygonMode::Point,
        },
        cull: k.cull,
        front: k.front,
        depth: Some(DepthState { write: !blends, ..DepthState::reversed(DEPTH_FORMAT) }),
        colors: &[ColorState { blend: blends.then_some(Blend::ALPHA), ..COLOR_FORMAT.into() }],
        samples: k.samples,
        ..RasterPipelineDesc::default()
    })
}

/// What the pass draws into.
pub(crate) struct Targets {
    pub(crate) samples: Option<Id>,
    pub(crate) depth: Id,
    pub(crate) lit: Id,
}

/// See [`Targets`].
pub(crate) fn targets(f: &mut Frame<'_>, s: &RenderSettings) -> Targets {
    let samples = s.msaa.max(1);
    // The pass keeps neither samples nor depth.
    let one_pass = |usage| usage | TextureUsage::TRANSIENT;
    let color = one_pass(TextureUsage::COLOR);
    let multisampled = (samples > 1).then(|| target(f, "samples", s, COLOR_FORMAT, samples, color));
    let depth = target(f, "depth", s, DEPTH_FORMAT, samples, one_pass(TextureUsage::DEPTH));
    let lit = target(f, "lit frame", s, COLOR_FORMAT, 1, TextureUsage::COLOR | TextureUsage::SAMPLED);
    Targets { samples: multisampled, depth, lit }
}

/// Declares the pass.
pub(crate) fn declare(f: &mut Frame<'_>, r: &Resources) -> PassId {
    let reads = r.shadow_map.as_slice();
    match r.samples {
        Some(samples) => f.pass("forward", reads, &[samples, r.depth, r.lit]),
        None => f.pass("forward", reads, &[r.depth, r.lit]),
    }
}

/// Records the pass.
pub(crate) fn record(batch: &mut Batch, c: &FrameContext<'_>) -> Result<Drawn, RenderError> {
    let background = match c.settings.background {
        // Every pixel of it is drawn.
        Background::Sky => [0.0, 0.0, 0.0, 1.0],
        Background::Color([r, g, b]) => {
            let e = c.settings.exposure;
            [r * e, g * e, b * e, 1.0]
        }
    };
    let frame = c.turn.view(c.resources.lit)?;
    let color = match c.resources.samples {
        Some(samples) => Color {
            store: Store::Discard,
            resolve: Some(frame),
            ..Color::clear(c.turn.view(samples)?, background)
        },
        None => Color::clear(frame, background),
    };
    let depth = Depth { store: Store::Discard, ..Depth::clear(c.turn.view(c.resources.depth)?, 0.0) };
    let lit = c.groups.lit(c.resources);
    let desc = RasterDesc {
        label: "forward",
        color: &[color],
        depth: Some(depth),
        groups: &[lit],
        ..RasterDesc::default()
    };
    let mut drawn = Drawn::default();
    batch.raster(&desc, |p| {
        let planes = &c.view.planes;
        let mut bound = Bound::default();
        let opaque = draws::record(p, c, &mut bound, &c.plan.opaque, lit, planes, |_| Reads::All);
        if sky::draw(p, c) {
            bound.forget_groups();
        }
        let blend = draws::record(p, c, &mut bound, &c.plan.blend, lit, planes, |_| Reads::All);
        drawn.draws = opaque.draws + blend.draws;
        drawn.culled = opaque.culled + blend.culled;
        drawn.vertices = opaque.vertices + blend.vertices;
    });
    Ok(drawn)
}
