//! Draws and dispatches: their ranges, and the states that they are made with.

use super::FindingCode as F;
use super::facts::{Facts, Raster, VertexFacts};
use super::walk::Walk;
use crate::desc::{BufferUsage, StepMode, Topology};
use crate::record::Raw;

/// Vertices that a primitive takes, and whether what is left over is told: of a strip only the first takes so many.
fn primitive(r: &Raster) -> (u32, bool) {
    match r.topology {
        Topology::Points => (1, true),
        Topology::Lines => (2, true),
        Topology::Triangles => (3, true),
        Topology::LinesAdjacency => (4, true),
        Topology::TrianglesAdjacency => (6, true),
        Topology::Patches => (r.patch.max(1), true),
        Topology::LineStrip => (2, false),
        Topology::TriangleStrip | Topology::TriangleFan => (3, false),
        Topology::LineStripAdjacency => (4, false),
        Topology::TriangleStripAdjacency => (6, false),
    }
}

/// What is known of the vertices of a draw.
#[derive(Clone, Copy)]
enum Vertices {
    /// The last one.
    Last(u64),
    /// What is added to each index, and the largest index that there can be.
    Indexed {
        base: i64,
        most: i64,
    },
    Unknown,
}

impl<'a> Walk<'a> {
    /// Counts a draw and looks at what it is made with.
    fn drawn(&mut self, compute: bool) -> Option<&'a Facts> {
        let facts = self.facts(self.bound.pipeline);
        self.bound.pipeline_waits = false;
        if let Some(p) = &mut self.pass {
            p.draws += 1;
            p.unknown |= facts.is_none();
        }
        let facts = facts?;
        self.use_bindings(facts, compute);
        if let Some(r) = &facts.raster {
            if let Some(p) = &mut self.pass {
                p.looks_at_depth |= r.looks_at_depth();
                p.writes_depth |= r.writes_depth();
            }
            self.visible();
            self.states(facts, r);
        }
        Some(facts)
    }

    fn states(&mut self, facts: &Facts, r: &Raster) {
        let label = &*facts.label;
        if !self.bound.blend_constant && r.blends_with_constant() {
            self.find(F::BlendConstantUnset, label, String::new);
        }
        let references = self.bound.reference;
        if r.uses_reference() && references.contains(&None) {
            self.find(F::StencilReferenceUnset, label, String::new);
        }
        let masked = r.masked_reference();
        if let Some(reference) = references.into_iter().flatten().find(|x| x & 0xff & masked != 0) {
            let detail = || format!("reference {reference:#x}, bits {masked:#x} are masked");
            self.find(F::StencilReferenceMasked, label, detail);
        }
    }

    /// Viewport and scissor leave something of the target.
    fn visible(&mut self) {
        let [w, h] = self.pass.as_ref().map_or([0; 2], |p| p.size).map(f64::from);
        let mut area = [0.0, 0.0, w, h];
        if let Some(v) = self.bound.viewport {
            let (y, height) = (f64::from(v.y), f64::from(v.height));
            // Some backends are handed the bottom edge and a negative height.
            let (top, bottom) = (y.min(y + height), y.max(y + height));
            let (left, right) = (f64::from(v.x), f64::from(v.x) + f64::from(v.width));
            let shown = || format!("{left}..{right} by {top}..{bottom} of {w} by {h}");
            if top == bottom {
                return self.find(F::ViewportEmpty, "", shown);
            }
            if left >= w || right <= 0.0 || top >= h || bottom <= 0.0 {
                return self.find(F::ViewportOutside, "", shown);
            }
            area = [left.max(0.0), top.max(0.0), right.min(w), bottom.min(h)];
        }
        let Some(s) = self.bound.scissor else { return };
        let (left, top) = (f64::from(s.x), f64::from(s.y));
        let (right, bottom) = (left + f64::from(s.width), top + f64::from(s.height));
        let shown = || format!("{left}..{right} by {top}..{bottom} of {w} by {h}");
        if s.width == 0 || s.height == 0 {
            self.find(F::ScissorEmpty, "", shown);
        } else if left >= w || top >= h {
            self.find(F::ScissorOutside, "", shown);
        } else if left >= area[2] || right <= area[0] || top >= area[3] || bottom <= area[1] {
            self.find(F::NothingVisible, "", shown);
        }
    }

    /// Is there something to draw, in ranges that are some?
    fn ranges(
        &mut self,
        facts: Option<&Facts>,
        n: u32,
        first: u32,
        instances: u32,
        first_instance: u32,
    ) -> bool {
        let label = facts.map_or("", |f| &f.label);
        if n == 0 || instances == 0 {
            self.find(F::EmptyDraw, label, || format!("{n} vertices or indices, {instances} instances"));
            return false;
        }
        let wraps = |at: u32, n: u32| u64::from(at) + u64::from(n) > u64::from(u32::MAX);
        if wraps(first, n) || wraps(first_instance, instances) {
            let ends = |at: u32, n: u32| format!("{at}..{}", at.wrapping_add(n));
            let (v, i) = (ends(first, n), ends(first_instance, instances));
            self.find(F::ReversedRange, label, || format!("vertices {v}, instances {i}"));
            return false;
        }
        true
    }

    fn primitives(&mut self, facts: &Facts, r: &Raster, n: u32, indexed: bool) {
        let (takes, list) = primitive(r);
        let partial = if list { !n.is_multiple_of(takes) } else { n < takes && !(indexed && r.restart) };
        if partial {
            let detail = || format!("{n} were given, {:?} takes {takes}", r.topology);
            self.find(F::PartialPrimitive, &facts.label, detail);
        }
    }

    pub(super) fn draw(&mut self, n: u32, instances: u32, first: u32, first_instance: u32) {
        let facts = self.drawn(false);
        if !self.ranges(facts, n, first, instances, first_instance) {
            return;
        }
        let Some((facts, r)) = facts.and_then(|f| Some((f, f.raster.as_ref()?))) else { return };
        self.primitives(facts, r, n, false);
        let last = u64::from(first) + u64::from(n) - 1;
        self.vertices(facts, r, Vertices::Last(last), Some((first_instance, instances)));
    }

    pub(super) fn draw_indexed(&mut self, n: u32, instances: u32, base: i32, first_instance: u32) {
        let facts = self.drawn(false);
        self.indexed();
        if !self.ranges(facts, n, 0, instances, first_instance) {
            return;
        }
        let Some((facts, r)) = facts.and_then(|f| Some((f, f.raster.as_ref()?))) else { return };
        self.primitives(facts, r, n, true);
        let most = if self.bound.index_format == 0 { i64::from(u16::MAX) } else { i64::from(u32::MAX) };
        let known = Vertices::Indexed { base: i64::from(base), most };
        self.vertices(facts, r, known, Some((first_instance, instances)));
    }

    pub(super) fn draw_indirect(
        &mut self,
        indexed: bool,
        (args, offset): (Raw, u64),
        most: u32,
        stride: u32,
        count: Option<(Raw, u64)>,
    ) {
        let facts = self.drawn(false);
        if indexed {
            self.indexed();
        }
        self.contents.use_buffer(args, BufferUsage::INDIRECT);
        if most == 0 {
            let label = facts.map_or("", |f| &f.label);
            return self.find(F::EmptyIndirect, label, String::new);
        }
        let size = u64::from(most) * u64::from(stride);
        if self.contents.buffer_lacks(args, offset, size) {
            let label = self.objects.buffer_label(args);
            self.find(F::IndirectUnwritten, label, || format!("bytes {offset}..{}", offset + size));
        }
        if let Some((count, at)) = count {
            self.contents.use_buffer(count, BufferUsage::INDIRECT);
            if self.contents.buffer_lacks(count, at, 4) {
                let label = self.objects.buffer_label(count);
                self.find(F::CountUnwritten, label, || format!("byte {at}"));
            }
        }
        if let Some((facts, r)) = facts.and_then(|f| Some((f, f.raster.as_ref()?))) {
            self.vertices(facts, r, Vertices::Unknown, None);
        }
    }

    fn indexed(&mut self) {
        self.bound.index.waits = false;
        let (buffer, offset) = (self.bound.index.buffer, self.bound.index.offset);
        if self.contents.buffer_lacks(buffer, offset, u64::MAX) {
            let label = self.objects.buffer_label(buffer);
            self.find(F::IndexUnwritten, label, || format!("from byte {offset}"));
        }
    }

    /// The vertex buffers of a draw.
    fn vertices(&mut self, facts: &Facts, r: &Raster, vertices: Vertices, instances: Option<(u32, u32)>) {
        for (slot, b) in r.buffers.iter().enumerate() {
            let Some(bound) = self.bound.vertex.get_mut(slot) else { continue };
            bound.waits = false;
            let (buffer, offset) = (bound.buffer, bound.offset);
            // A buffer that is not known, or of which nothing is read, is not judged.
            let Some(known) = self.objects.buffers.get(&buffer) else { continue };
            if b.end == 0 {
                continue;
            }
            if !offset.is_multiple_of(u64::from(b.align)) {
                let detail = || format!("slot {slot}: offset {offset}, multiples of {} are allowed", b.align);
                self.find(F::VertexAlignment, &known.label, detail);
            }
            if self.contents.buffer_lacks(buffer, offset, u64::MAX) {
                self.find(F::VertexUnwritten, &known.label, || format!("slot {slot}, from byte {offset}"));
            }
            self.vertex_range(facts, (slot, b), (&known.label, known.size, offset), vertices, instances);
        }
    }

    fn vertex_range(
        &mut self,
        facts: &Facts,
        (slot, b): (usize, &VertexFacts),
        (label, size, offset): (&str, u64, u64),
        vertices: Vertices,
        instances: Option<(u32, u32)>,
    ) {
        let end = |last: u64| {
            offset.saturating_add(last.saturating_mul(u64::from(b.stride))).saturating_add(u64::from(b.end))
        };
        let last_instance = |every: u32| {
            instances.map(|(first, n)| u64::from(first) + u64::from(n.saturating_sub(1) / every.max(1)))
        };
        let (code, last) = match (b.step, vertices) {
            (StepMode::Vertex, Vertices::Last(last)) => (F::VertexRange, last),
            (StepMode::Vertex, Vertices::Indexed { base, most }) => {
                let outside = base + most < 0 || base >= 0 && end(base.unsigned_abs()) > size;
                if outside {
                    let detail = || {
                        format!(
                            "'{}', slot {slot}: base vertex {base}, {size} bytes from {offset}",
                            facts.label
                        )
                    };
                    self.find(F::BaseVertex, label, detail);
                }
                return;
            }
            (StepMode::Vertex, Vertices::Unknown) => return,
            (StepMode::Instance, _) => match last_instance(1) {
                Some(last) => (F::InstanceRange, last),
                None => return,
            },
            (StepMode::EveryInstances(n), _) => match last_instance(n) {
                Some(last) => (F::InstanceRange, last),
                None => return,
            },
            (StepMode::Constant, _) => (F::InstanceRange, 0),
        };
        if end(last) > size {
            let detail = || {
                format!("'{}', slot {slot}: number {last} ends at byte {} of {size}", facts.label, end(last))
            };
            self.find(code, label, detail);
        }
    }

    pub(super) fn dispatch(&mut self, counts: [u32; 3]) {
        let facts = self.drawn(true);
        if counts.contains(&0) {
            let label = facts.map_or("", |f| &f.label);
            self.find(F::EmptyDispatch, label, || format!("{counts:?} workgroups"));
        }
    }

    pub(super) fn dispatch_indirect(&mut self, args: Raw, offset: u64) {
        self.contents.use_buffer(args, BufferUsage::INDIRECT);
        if self.contents.buffer_lacks(args, offset, 12) {
            let label = self.objects.buffer_label(args);
            self.find(F::IndirectUnwritten, label, || format!("bytes {offset}..{}", offset + 12));
        }
        self.drawn(true);
    }
}
