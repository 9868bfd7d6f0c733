//! What a command list does, written down with the numbers of objects.

use crate::layer::{Shared, State};
use crate::model::{Act, ColorOp, ComputeOp, CopyOp, DepthOp, Id, MarkOp, Op, QueriesOp, RasterOp, Side};
use candor_rhi::backend::{Mark, NativeCopy, PassPart, RasterPlan, TextureSide};
use candor_rhi::layer::{Command, Event, Watch};
use candor_rhi::query::PassQueryPlan;
use candor_rhi::record::ViewportStyle;
use candor_rhi::*;
use std::sync::Arc;

const FRONT: u32 = 1;
const BACK: u32 = 2;

/// A command list.
#[derive(Debug)]
pub(crate) struct List {
    shared: Arc<Shared>,
    /// The capture that it belongs to; 0 for none.
    pub(crate) generation: u64,
    queue: Queue,
    ops: Vec<Op>,
    /// The first operation goes on with the pass that another list began.
    continues: bool,
    /// Queries of the pass that begins next.
    queries: Option<QueriesOp>,
    in_pass: bool,
}

impl List {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        let (generation, queue, ops) = (0, Queue::Main, Vec::new());
        Self { shared, generation, queue, ops, continues: false, queries: None, in_pass: false }
    }

    pub(crate) fn reopen(&mut self, generation: u64, queue: Queue) {
        (self.generation, self.queue) = (generation, queue);
        self.ops = Vec::new();
        (self.continues, self.queries, self.in_pass) = (false, None, false);
    }

    /// Adds what it does to a submission's operations.
    pub(crate) fn hand_over(&mut self, out: &mut Vec<Op>) {
        let mut ops = self.ops.drain(..);
        if self.continues
            && let Some(Op::Raster(first)) = out.last_mut()
            && let Some(Op::Raster(more)) = ops.next()
        {
            first.parts.extend(more.parts);
        }
        out.extend(ops);
    }

    fn push(&mut self, c: Act) {
        match self.ops.last_mut() {
            Some(Op::Raster(r)) => r.parts.last_mut().map(|p| p.push(c)).unwrap_or_default(),
            Some(Op::Compute(p)) => p.commands.push(c),
            _ => {}
        }
    }

    fn begin_raster(&mut self, s: &State, plan: &RasterPlan<'_>) {
        let d = plan.desc;
        let view = |v: &View| s.id(Kind::View, v.raw());
        let color = |c: &Color<'_>| ColorOp {
            view: view(c.view),
            load: c.load,
            store: c.store,
            resolve: c.resolve.map(view),
        };
        let depth = d.depth.map(|z| DepthOp {
            view: view(z.view),
            read_only: z.read_only,
            load: z.load,
            store: z.store,
            stencil: z.stencil.map(|o| (o.load, o.store)),
            resolve: z.resolve.map(|r| (view(r.view), r.depth, r.stencil)),
        });
        self.continues |= self.ops.is_empty() && matches!(plan.part, PassPart::Middle | PassPart::Last);
        self.ops.push(Op::Raster(RasterOp {
            label: d.label.to_owned(),
            colors: d.color.iter().map(color).collect(),
            depth,
            view_mask: d.view_mask,
            queries: self.queries.take(),
            parts: vec![Vec::new()],
        }));
    }

    fn command(&mut self, s: &State, c: &Command<'_>) {
        let buffer = |raw: Raw| s.id(Kind::Buffer, raw);
        let c = match *c {
            Command::Draw { vertices, instances, first_vertex, first_instance } => {
                Act::Draw { vertices, instances, first_vertex, first_instance }
            }
            Command::DrawIndexed { indices, instances, first_index, base_vertex, first_instance } => {
                Act::DrawIndexed { indices, instances, first_index, base_vertex, first_instance }
            }
            Command::DrawIndirect { indexed, buffer: b, offset, count, .. } => {
                Act::DrawIndirect { indexed, buffer: buffer(b), offset, count }
            }
            Command::DrawIndirectCount { indexed, args, offset, count, count_offset, most, .. } => {
                let (args, count) = (buffer(args), buffer(count));
                Act::DrawIndirectCount { indexed, args, offset, count, count_offset, most }
            }
            Command::BeginQuery { index, .. } => Act::BeginQuery(index),
            Command::EndQuery { .. } => Act::EndQuery,
            Command::Groups { first, groups, offsets, .. } => {
                for (i, g) in groups.iter().enumerate() {
                    // Candor binds one group at a time, so that the offsets are its own.
                    let (index, group) = (first + i as u32, s.id(Kind::BindGroup, *g));
                    self.push(Act::Group { index, group, offsets: offsets.to_vec() });
                }
                return;
            }
            Command::Pipeline { bind_point, pipeline } => {
                let kind = if bind_point == 0 { Kind::RasterPipeline } else { Kind::ComputePipeline };
                Act::Pipeline(s.id(kind, pipeline))
            }
            Command::Push { offset, data, .. } => Act::Push { offset, data: data.to_vec() },
            Command::VertexBuffers { first, buffers, offsets } => {
                for (i, (b, offset)) in buffers.iter().zip(offsets).enumerate() {
                    let (slot, offset) = (first + i as u32, *offset);
                    self.push(Act::VertexBuffer { slot, buffer: buffer(*b), offset });
                }
                return;
            }
            Command::IndexBuffer { buffer: b, offset, format } => {
                let format =
                    if format == IndexFormat::U16 as i32 { IndexFormat::U16 } else { IndexFormat::U32 };
                Act::IndexBuffer { buffer: buffer(b), offset, format }
            }
            Command::Dispatch(n) => Act::Dispatch(n),
            Command::DispatchIndirect { buffer: b, offset } => {
                Act::DispatchIndirect { buffer: buffer(b), offset }
            }
            Command::Viewport(v) => Act::Viewport(match self.shared.style {
                ViewportStyle::AsIs => v,
                ViewportStyle::NegativeHeight => upright(v),
            }),
            Command::Scissor(r) => Act::Scissor(r),
            Command::BlendConstant(c) => Act::BlendConstant(c),
            Command::StencilReference { faces, reference } => {
                let last = match self.ops.last_mut() {
                    Some(Op::Raster(r)) => r.parts.last_mut().and_then(|p| p.last_mut()),
                    _ => None,
                };
                // Unlike references come one after the other, the front's first.
                if let (BACK, Some(Act::StencilReferences { back, .. })) = (faces, last) {
                    *back = reference;
                    return;
                }
                // The back's is still to come: until then it is any other.
                let back = if faces == FRONT { !reference } else { reference };
                let front = reference;
                Act::StencilReferences { front, back }
            }
        };
        self.push(c);
    }

    fn copies(&mut self, s: &mut State, all: &[NativeCopy]) {
        let mut list = Vec::with_capacity(all.len());
        for c in all {
            match copy(s, c) {
                Ok(c) => list.push(c),
                Err(zeroed) => {
                    if let Some(r) = &mut s.recording {
                        r.zeroed.insert(zeroed);
                    }
                }
            }
        }
        if !list.is_empty() {
            self.ops.push(Op::Copies { queue: self.queue, list });
        }
    }
}

/// A copy, or the object that Candor makes zero before its first use, as it does again where the frame is replayed.
fn copy(s: &State, c: &NativeCopy) -> Result<CopyOp, Id> {
    let (buffer, texture) = (|raw| s.id(Kind::Buffer, raw), |raw| s.id(Kind::Texture, raw));
    let side = |t: &TextureSide| Side {
        texture: texture(t.raw),
        aspect: t.aspect,
        mip: t.mip,
        layer: t.layer,
        layers: t.layers,
        origin: t.origin,
    };
    Ok(match *c {
        NativeCopy::Buffer { src, src_offset, dst, dst_offset, size } => {
            CopyOp::Buffer { src: buffer(src), src_offset, dst: buffer(dst), dst_offset, size }
        }
        NativeCopy::Fill { dst, size: u64::MAX, .. } => return Err(buffer(dst)),
        NativeCopy::Zero { raw, .. } => return Err(texture(raw)),
        NativeCopy::Fill { dst, offset, size, value } => {
            CopyOp::Fill { dst: buffer(dst), offset, size, value }
        }
        NativeCopy::Upload { src, offset, row_texels, rows, ref dst, size } => {
            CopyOp::Upload { src: buffer(src), offset, row_texels, rows, dst: side(dst), size }
        }
        NativeCopy::Download { ref src, size, dst, offset, row_texels, rows } => {
            CopyOp::Download { src: side(src), size, dst: buffer(dst), offset, row_texels, rows }
        }
        NativeCopy::Texture { ref src, ref dst, size } => {
            CopyOp::Texture { src: side(src), dst: side(dst), size }
        }
        NativeCopy::Blit { ref src, src_size, ref dst, dst_size, filter } => {
            CopyOp::Blit { src: side(src), src_size, dst: side(dst), dst_size, filter }
        }
        NativeCopy::Clear { raw, range, value } => CopyOp::Clear { texture: texture(raw), range, value },
        NativeCopy::Queries { set, first, count, dst, offset, .. } => {
            CopyOp::Queries { set: s.id(Kind::QuerySet, set), first, count, dst: buffer(dst), offset }
        }
    })
}

/// A viewport as the program gave it, out of one from the bottom edge with a negative height. The top edge is one that gives the same
/// bottom edge again.
fn upright(v: Viewport) -> Viewport {
    let (height, near) = (-v.height, v.y + v.height);
    let tops = [near, near.next_up(), near.next_down()];
    let y = tops.into_iter().find(|y| y + height == v.y).unwrap_or(near);
    Viewport { y, height, ..v }
}

fn mark(m: Mark<'_>) -> MarkOp {
    match m {
        Mark::Begin(label) => MarkOp::Begin(label.to_owned()),
        Mark::End => MarkOp::End,
        Mark::At(label) => MarkOp::At(label.to_owned()),
    }
}

/// The program's queries; the times that Candor measures for itself are noted as its own.
fn queries(s: &mut State, plan: &PassQueryPlan) -> QueriesOp {
    let [program, own] = plan.stamps;
    let own = own.map(|o| s.id(Kind::QuerySet, o.set));
    if let Some(r) = &mut s.recording {
        r.own_sets.extend(own);
    }
    let set = |raw| s.id(Kind::QuerySet, raw);
    QueriesOp {
        timestamps: program.map(|t| (set(t.set), t.begin, t.end)),
        occlusion: plan.occlusion.map(|(raw, first, count)| (set(raw), first, count)),
        statistics: plan.statistics.map(|(raw, index)| (set(raw), index)),
    }
}

impl Watch for List {
    fn event(&mut self, e: &Event<'_>) {
        if self.generation == 0 {
            return;
        }
        let shared = self.shared.clone();
        let s = &mut *shared.state();
        match e {
            Event::Barriers(_) | Event::EndQueries(_) => {}
            Event::BeginRaster(plan) => {
                self.begin_raster(s, plan);
                self.in_pass = true;
            }
            Event::BeginCompute(_, label) => {
                let (label, queue, queries) = ((*label).to_owned(), self.queue, self.queries.take());
                let pass = ComputeOp { label, queue, serial: false, queries, commands: Vec::new() };
                self.ops.push(Op::Compute(pass));
                self.in_pass = true;
            }
            Event::EndRaster(_) | Event::EndCompute(_) => self.in_pass = false,
            Event::Serial => {
                if let Some(Op::Compute(c)) = self.ops.last_mut() {
                    c.serial = true;
                }
            }
            Event::BeginQueries(plan) => {
                let q = queries(s, plan);
                self.queries = (q != QueriesOp::default()).then_some(q);
            }
            Event::Timestamp(set, index) => {
                self.ops.push(Op::Timestamp { set: s.id(Kind::QuerySet, *set), index: *index });
            }
            Event::Mark(m) if self.in_pass => self.push(Act::Mark(mark(*m))),
            Event::Mark(m) => self.ops.push(Op::Mark(mark(*m))),
            Event::Foreign(label) => {
                if let Some(r) = &mut s.recording {
                    let why = format!("foreign code records pass '{label}', and what that does is not seen");
                    r.break_off(why);
                }
            }
            Event::Copies(all) => self.copies(s, all),
            Event::Command(c) => self.command(s, c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewport_gives_the_same_bottom_edge_again() {
        for i in 0..20_000u32 {
            let (y, height) = (i as f32 * 0.37 - 1000.3, (i % 977) as f32 * 1.13 + 0.1);
            let native = Viewport {
                x: 0.0,
                y: y + height,
                width: 1.0,
                height: -height,
                min_depth: 0.0,
                max_depth: 1.0,
            };
            let again = upright(native);
            assert_eq!((again.y + again.height, again.height), (native.y, height), "{y} {height}");
        }
    }
}
