//! Recording of a list of draws: sets only what differs from the draw before.

use super::{Drawn, FrameContext};
use crate::gpu::geometry::Stream;
use crate::gpu::scene::Permutation;
use crate::gpu::shared::ATTRIBUTES;
use crate::plan::Planned;
use crate::view;
use candor_rhi::{Attribute, BindGroup, RasterPass, StepMode, VertexLayout};
use glam::Vec4;

/// What the pipelines of a list read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Positions alone, without a material.
    Position,
    /// All attributes, and the material.
    All,
}

/// Records a list of draws. `group0` is bound with the frame's offset; `reads` says what each draw's pipeline reads.
pub(crate) fn record(
    p: &mut RasterPass<'_>,
    c: &FrameContext<'_>,
    list: &[Planned],
    group0: &BindGroup,
    planes: &[Vec4],
    reads: impl Fn(Permutation) -> Reads,
) -> Drawn {
    let mut drawn = Drawn::default();
    let (mut pipeline, mut primitive, mut material, mut bound) = (None, None, None, Reads::Position);
    for planned in list {
        let Some(d) = c.scene.draws.get(planned.draw as usize) else { continue };
        if view::outside(planes, &d.bounds) {
            drawn.culled += 1;
            continue;
        }
        let Some(mesh) = c.scene.geometry.primitives.get(d.primitive as usize) else { continue };
        let Some(m) = c.scene.materials.list.get(d.material as usize) else { continue };
        let wants = reads(d.permutation);
        if wants != bound {
            // The layouts differ: what was bound beyond group 0 is gone.
            (material, primitive, bound) = (None, None, wants);
        }
        if pipeline != Some(planned.pipeline) {
            let Some(raw) = c.table.get(planned.pipeline) else { continue };
            p.pipeline(raw);
            if pipeline.is_none() {
                p.group(0, group0, [c.offset]);
            }
            pipeline = Some(planned.pipeline);
        }
        if wants == Reads::All && material != Some(d.material) {
            let Some(group) = c.scene.materials.groups.get(m.group as usize) else { continue };
            p.group(1, group, [m.offset]);
            material = Some(d.material);
        }
        if primitive != Some(d.primitive) {
            let count = if wants == Reads::All { ATTRIBUTES.len() } else { 1 };
            for (slot, stream) in (0u32..).zip(mesh.streams.iter().take(count)) {
                match *stream {
                    Stream::Constant(offset) => p.vertex_buffer(slot, &c.shared.constants, offset),
                    Stream::Repeated(offset) => {
                        if let Some(buffer) = &c.scene.geometry.repeated {
                            p.vertex_buffer(slot, buffer, offset);
                        }
                    }
                    Stream::Data(offset) => {
                        if let Some(buffer) = c.scene.geometry.vertices.get(mesh.chunk as usize) {
                            p.vertex_buffer(slot, buffer, offset);
                        }
                    }
                }
            }
            if let Some(i) = &mesh.indices
                && let Some(buffer) = c.scene.geometry.indices.get(i.chunk as usize)
            {
                p.index_buffer(buffer, i.offset, i.format);
            }
            primitive = Some(d.primitive);
        }
        p.push(0, bytemuck::bytes_of(&d.push));
        match mesh.indices {
            Some(_) => p.draw_indexed(0..mesh.count, 0, 0..1),
            None => p.draw(0..mesh.count, 0..1),
        }
        drawn.draws += 1;
        drawn.vertices += u64::from(mesh.count);
    }
    drawn
}

/// Attributes of all slots, each alone in its buffer.
pub(crate) fn attributes() -> [[Attribute; 1]; ATTRIBUTES.len()] {
    std::array::from_fn(|i| {
        let a = &ATTRIBUTES[i];
        [Attribute { location: a.location, format: a.format, offset: 0 }]
    })
}

/// Vertex layouts of all slots; bit `i` of `missing` makes slot `i` the same for every vertex.
pub(crate) fn vertex_layouts(
    attributes: &[[Attribute; 1]; ATTRIBUTES.len()],
    missing: u8,
) -> [VertexLayout<'_>; ATTRIBUTES.len()] {
    std::array::from_fn(|i| {
        let constant = missing & 1 << i != 0;
        let (stride, step) = match constant {
            true => (0, StepMode::Constant),
            false => (ATTRIBUTES[i].format.bytes(), StepMode::Vertex),
        };
        VertexLayout { stride, step, attributes: &attributes[i], ..Default::default() }
    })
}
