//! Recording of lists of draws: sets only what differs from what is set.

use super::{Drawn, FrameContext};
use crate::gpu::scene::Permutation;
use crate::gpu::shared::ATTRIBUTES;
use crate::plan::Planned;
use crate::view;
use candor_rhi::{Attribute, BindGroup, RasterPass, StepMode, VertexLayout};
use glam::Vec4;

/// What a pipeline reads of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Reads {
    /// Positions alone, without a material.
    Position,
    /// What says where there is nothing: positions, coordinates, colours, and the material.
    Coverage,
    /// All attributes, and the material.
    All,
}

impl Reads {
    /// Indices of the attributes, in the order of their vertex buffers.
    fn attributes(self) -> &'static [usize] {
        match self {
            Reads::Position => &[0],
            Reads::Coverage => &[0, 3, 4, 5],
            Reads::All => &[0, 1, 2, 3, 4, 5],
        }
    }

    fn material(self) -> bool {
        match self {
            Reads::Position => false,
            Reads::Coverage | Reads::All => true,
        }
    }

    /// Of the attributes that a primitive lacks those that matter.
    pub(crate) fn missing(self, of_primitive: u8) -> u8 {
        self.attributes().iter().fold(0, |bits, i| bits | of_primitive & 1 << i)
    }
}

/// What is set in a pass.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    pipeline: Option<u32>,
    reads: Option<Reads>,
    group0: bool,
    material: Option<u32>,
    push: Option<u32>,
    /// Chunk and offset for each slot.
    vertices: [Option<(u32, u64)>; ATTRIBUTES.len()],
    indices: Option<(u32, u64)>,
}

impl Bound {
    /// A pipeline with another layout was bound and a group set: vertices and indices alone are still there.
    pub(crate) fn forget_groups(&mut self) {
        let (vertices, indices) = (self.vertices, self.indices);
        *self = Self { vertices, indices, ..Self::default() };
    }
}

/// Records a list of draws. `group0` is bound with the frame's offset; `reads` says what each draw's pipeline reads.
pub(crate) fn record(
    p: &mut RasterPass<'_>,
    c: &FrameContext<'_>,
    bound: &mut Bound,
    list: &[Planned],
    group0: &BindGroup,
    planes: &[Vec4],
    reads: impl Fn(Permutation) -> Reads,
) -> Drawn {
    let mut drawn = Drawn::default();
    for planned in list {
        let Some(d) = c.scene.draws.get(planned.draw as usize) else { continue };
        if view::outside(planes, &d.bounds) {
            drawn.culled += 1;
            continue;
        }
        let Some(mesh) = c.scene.geometry.primitives.get(d.primitive as usize) else { continue };
        let Some(vertices) = c.scene.geometry.vertices.get(mesh.chunk as usize) else { continue };
        let Some(m) = c.scene.materials.list.get(d.material as usize) else { continue };
        let Some(push) = c.scene.pushes.get(d.push as usize) else { continue };
        let wants = reads(d.permutation);
        if bound.pipeline != Some(planned.pipeline) {
            let Some(raw) = c.table.get(planned.pipeline) else { continue };
            p.pipeline(raw);
            bound.pipeline = Some(planned.pipeline);
            if bound.reads.is_some_and(|r| r.material() != wants.material()) {
                // The layouts differ behind group 0.
                bound.material = None;
            }
            bound.reads = Some(wants);
        }
        if !bound.group0 {
            p.group(0, group0, [c.offset]);
            bound.group0 = true;
        }
        if wants.material() && bound.material != Some(d.material) {
            let Some(group) = c.scene.materials.groups.get(m.group as usize) else { continue };
            p.group(1, group, [m.offset]);
            bound.material = Some(d.material);
        }
        let slots = bound.vertices.iter_mut().zip(wants.attributes());
        for (slot, (there, attribute)) in (0u32..).zip(slots) {
            let offset = mesh.streams[*attribute];
            let new = Some((mesh.chunk, offset));
            if *there != new {
                p.vertex_buffer(slot, vertices, offset);
                *there = new;
            }
        }
        if let Some(i) = &mesh.indices
            && let Some(buffer) = c.scene.geometry.indices.get(i.chunk as usize)
        {
            let new = Some((i.chunk, i.offset));
            if bound.indices != new {
                p.index_buffer(buffer, i.offset, i.format);
                bound.indices = new;
            }
        }
        if bound.push != Some(d.push) {
            p.push(0, bytemuck::bytes_of(push));
            bound.push = Some(d.push);
        }
        match mesh.indices {
            Some(_) => p.draw_indexed(0..mesh.count, 0, 0..1),
            None => p.draw(0..mesh.count, 0..1),
        }
        drawn.draws += 1;
        drawn.vertices += u64::from(mesh.count);
    }
    drawn
}

/// Every attribute, each alone in its buffer.
pub(crate) fn attributes() -> [[Attribute; 1]; ATTRIBUTES.len()] {
    std::array::from_fn(|i| {
        let a = &ATTRIBUTES[i];
        [Attribute { location: a.location, format: a.format, offset: 0 }]
    })
}

/// Layouts of the vertex buffers that a pipeline reads; bit `i` of `missing` makes attribute `i` the same for every vertex.
pub(crate) fn vertex_layouts(
    attributes: &[[Attribute; 1]; ATTRIBUTES.len()],
    reads: Reads,
    missing: u8,
) -> Vec<VertexLayout<'_>> {
    let layout = |i: &usize| {
        let constant = missing & 1 << i != 0;
        let (stride, step) = match constant {
            true => (0, StepMode::Constant),
            false => (ATTRIBUTES[*i].format.bytes(), StepMode::Vertex),
        };
        VertexLayout { stride, step, attributes: &attributes[*i], ..Default::default() }
    };
    reads.attributes().iter().map(layout).collect()
}
