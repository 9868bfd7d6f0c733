//! Goes through the lists of a submission in the order in which they run.

use super::contents::Contents;
use super::list::{Noted, Rec, Run, run};
use super::objects::Objects;
use super::pass::{Pass, PassKind};
use super::{Finding, FindingCode, Validation};
use crate::backend::FormatSupport;
use crate::error::Place;
use crate::format::Format;
use crate::limits::{MAX_BIND_GROUPS, MAX_VERTEX_BUFFERS};
use crate::record::{Raw, Rect, Viewport};

/// What has been bound in a pass. Nothing of it outlives the pass.
#[derive(Debug, Default)]
pub(super) struct Bound {
    pub(super) pipeline: Raw,
    pub(super) pipeline_waits: bool,
    /// It may be compared with what is bound next.
    pub(super) pipeline_held: bool,
    /// What is bound was looked at, and nothing has changed since.
    pub(super) judged: bool,
    pub(super) layout: Raw,
    pub(super) groups: [Group; MAX_BIND_GROUPS],
    pub(super) vertex: [Slot; MAX_VERTEX_BUFFERS],
    pub(super) index: Slot,
    pub(super) index_format: i32,
    pub(super) push: Vec<Option<u8>>,
    pub(super) viewport: Option<Viewport>,
    pub(super) scissor: Option<Rect>,
    pub(super) blend_constant: bool,
    /// Front and back.
    pub(super) reference: [Option<u32>; 2],
}

/// A group that is bound.
#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    pub(super) raw: Raw,
    pub(super) offsets: Vec<u32>,
    /// No draw has used it yet.
    pub(super) waits: bool,
    /// Nothing has disturbed it since.
    pub(super) held: bool,
}

/// A buffer that is bound.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slot {
    pub(super) buffer: Raw,
    pub(super) offset: u64,
    pub(super) waits: bool,
    pub(super) held: bool,
}

/// A walk.
pub(super) struct Walk<'a> {
    pub(super) objects: &'a Objects,
    pub(super) contents: &'a mut Contents,
    pub(super) level: Validation,
    pub(super) support: &'a dyn Fn(Format) -> FormatSupport,
    pub(super) found: Vec<Finding>,
    /// The pass that is open. One of several parts goes on in the next list.
    pub(super) pass: Option<Pass>,
    pub(super) bound: Bound,
    /// Something was in the lists.
    pub(super) worked: bool,
    pub(super) queries: crate::query::PassQueryPlan,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        objects: &'a Objects,
        contents: &'a mut Contents,
        level: Validation,
        support: &'a dyn Fn(Format) -> FormatSupport,
    ) -> Self {
        Self {
            objects,
            contents,
            level,
            support,
            found: Vec::new(),
            pass: None,
            bound: Bound::default(),
            worked: false,
            queries: Default::default(),
        }
    }

    /// Notes a finding at the command that is looked at.
    pub(super) fn find(&mut self, code: FindingCode, label: &str, detail: impl FnOnce() -> String) {
        let command = self.pass.as_ref().and_then(|p| p.commands.checked_sub(1));
        self.find_at(code, label, command, detail);
    }

    /// Notes a finding about the pass as a whole.
    pub(super) fn find_pass(&mut self, code: FindingCode, label: &str, detail: impl FnOnce() -> String) {
        self.find_at(code, label, None, detail);
    }

    fn find_at(
        &mut self,
        code: FindingCode,
        label: &str,
        command: Option<u32>,
        detail: impl FnOnce() -> String,
    ) {
        if code.level() > self.level {
            return;
        }
        let place = self.pass.as_ref().map(|p| Place { pass: p.label.to_string(), command, more: 0 });
        self.found.push(Finding { code, label: label.to_owned(), detail: detail(), place, count: 1 });
    }

    pub(super) fn list(&mut self, list: &Noted) {
        if self.pass.is_some() {
            // Another part of the pass: nothing is bound.
            self.bound = Bound::default();
        }
        for rec in &list.recs {
            self.worked |= !matches!(rec, Rec::Mark);
            self.rec(list, rec);
        }
    }

    fn rec(&mut self, list: &Noted, rec: &Rec) {
        match *rec {
            Rec::Begin(ref p) => return self.begin_raster(list, p),
            Rec::EndRaster => return self.end_raster(),
            Rec::BeginCompute { label } => return self.begin_compute(list.label(label)),
            Rec::EndCompute => return self.end_compute(),
            Rec::Serial => {
                if let Some(p) = &mut self.pass {
                    p.race.clear();
                }
                return;
            }
            Rec::Queries(plan) => {
                self.queries = plan;
                return;
            }
            // A bundle may begin or end here: it binds for itself, and its pass binds anew after it.
            Rec::Mark => return self.let_go(),
            Rec::Foreign => return self.contents.touch_all(),
            Rec::Copy(ref c) => return self.copy(c),
            Rec::Time => return,
            _ => {}
        }
        if let Some(p) = &mut self.pass {
            p.commands += 1;
        }
        if !matches!(rec, Rec::BeginQuery { .. } | Rec::EndQuery) {
            self.tell_empty_queries();
        }
        match *rec {
            Rec::Draw { vertices, instances, first_vertex, first_instance } => {
                self.draw(vertices, instances, first_vertex, first_instance);
            }
            Rec::DrawIndexed { indices, instances, base_vertex, first_instance } => {
                self.draw_indexed(indices, instances, base_vertex, first_instance);
            }
            Rec::Indirect { indexed, args, offset, most, stride, count } => {
                self.draw_indirect(indexed, (args, offset), most, stride, count);
            }
            Rec::Dispatch(counts) => self.dispatch(counts),
            Rec::DispatchIndirect { buffer, offset } => self.dispatch_indirect(buffer, offset),
            Rec::BeginQuery { set, index } => {
                if let Some(p) = &mut self.pass {
                    p.query = Some((set, index, p.draws));
                }
            }
            Rec::EndQuery => self.end_query(),
            Rec::Groups { first, groups, offsets } => self.groups(list, first, groups, offsets),
            Rec::Pipeline(raw) => self.pipeline(raw),
            Rec::Push { offset, data } => self.push(offset, run(&list.bytes, data)),
            Rec::Vertex { slot, buffer, offset } => self.vertex(slot, buffer, offset),
            Rec::Index { buffer, offset, format } => self.index(buffer, offset, format),
            Rec::Viewport(v) => {
                if self.bound.viewport == Some(v) {
                    self.find(FindingCode::ViewportRepeated, "", || format!("{v:?}"));
                }
                self.bound.viewport = Some(v);
            }
            Rec::Scissor(r) => {
                if self.bound.scissor == Some(r) {
                    self.find(FindingCode::ScissorRepeated, "", || format!("{r:?}"));
                }
                self.bound.scissor = Some(r);
            }
            Rec::BlendConstant => self.bound.blend_constant = true,
            Rec::StencilReference { faces, reference } => {
                for (face, known) in self.bound.reference.iter_mut().enumerate() {
                    if faces & 1 << face != 0 {
                        *known = Some(reference);
                    }
                }
                if reference > 0xff {
                    let detail = || format!("{reference} was given, at most 255 is allowed");
                    self.find(FindingCode::StencilReferenceWide, "", detail);
                }
            }
            _ => {}
        }
    }

    /// What is bound counts as used, and as new when it is bound again.
    fn let_go(&mut self) {
        let b = &mut self.bound;
        (b.pipeline_waits, b.pipeline_held) = (false, false);
        for g in &mut b.groups {
            (g.waits, g.held) = (false, false);
        }
        for s in b.vertex.iter_mut().chain([&mut b.index]) {
            (s.waits, s.held) = (false, false);
        }
        b.push.clear();
    }

    fn pipeline(&mut self, raw: Raw) {
        let known = self.facts(raw);
        let label = known.map_or("", |f| &f.label);
        if self.bound.pipeline == raw && self.bound.pipeline_held {
            self.find(FindingCode::PipelineRepeated, label, String::new);
        } else if self.bound.pipeline_waits {
            self.pipeline_unused();
        }
        let layout = known.map_or(Raw::NULL, |f| f.layout);
        let b = &mut self.bound;
        if b.layout != layout {
            for g in &mut b.groups {
                g.held = false;
            }
            b.push.clear();
        }
        (b.layout, b.pipeline, b.pipeline_waits) = (layout, raw, true);
        (b.pipeline_held, b.judged) = (true, false);
    }

    pub(super) fn pipeline_unused(&mut self) {
        let label = self.facts(self.bound.pipeline).map_or("", |f| &f.label);
        self.find(FindingCode::PipelineUnused, label, String::new);
        self.bound.pipeline_waits = false;
    }

    pub(super) fn facts(&self, raw: Raw) -> Option<&'a super::facts::Facts> {
        match self.pass.as_ref().map(|p| p.kind) {
            Some(PassKind::Compute) => self.objects.compute.get(&raw),
            _ => self.objects.raster.get(&raw),
        }
    }

    fn groups(&mut self, list: &Noted, first: u32, groups: Run, offsets: Run) {
        let offsets = run(&list.words, offsets);
        for (i, raw) in run(&list.raws, groups).iter().enumerate() {
            let at = first as usize + i;
            let Some(known) = self.bound.groups.get(at) else { continue };
            let label = self.objects.groups.get(raw).map_or("", |g| &g.label);
            if known.held && known.raw == *raw && known.offsets == offsets {
                self.find(FindingCode::GroupRepeated, label, || format!("group {at}"));
            } else if known.waits {
                self.group_unused(at);
            }
            self.bound.judged = false;
            let g = &mut self.bound.groups[at];
            (g.raw, g.waits, g.held) = (*raw, true, true);
            g.offsets.clear();
            g.offsets.extend_from_slice(offsets);
        }
    }

    pub(super) fn group_unused(&mut self, at: usize) {
        let Some(g) = self.bound.groups.get_mut(at) else { return };
        g.waits = false;
        let raw = g.raw;
        let label = self.objects.groups.get(&raw).map_or("", |g| &g.label);
        self.find(FindingCode::GroupUnused, label, || format!("group {at}"));
    }

    fn push(&mut self, offset: u32, data: &[u8]) {
        let label = self.facts(self.bound.pipeline).map_or("", |f| &f.label);
        let (start, end) = (offset as usize, offset as usize + data.len());
        if self.bound.push.len() < end {
            self.bound.push.resize(end, None);
        }
        let there = &mut self.bound.push[start..end];
        let same = there.iter().zip(data).all(|(known, new)| *known == Some(*new));
        for (known, new) in there.iter_mut().zip(data) {
            *known = Some(*new);
        }
        if same {
            self.find(FindingCode::PushRepeated, label, || format!("bytes {start}..{end}"));
        }
    }

    fn vertex(&mut self, slot: u32, buffer: Raw, offset: u64) {
        let Some(known) = self.bound.vertex.get(slot as usize).copied() else { return };
        let label = self.objects.buffer_label(buffer);
        if (known.buffer, known.offset, known.held) == (buffer, offset, true) {
            self.find(FindingCode::VertexBufferRepeated, label, || format!("slot {slot}, offset {offset}"));
        } else if known.waits {
            self.vertex_unused(slot as usize);
        }
        self.bound.vertex[slot as usize] = Slot { buffer, offset, waits: true, held: true };
        self.contents.use_buffer(buffer, crate::desc::BufferUsage::VERTEX);
    }

    pub(super) fn vertex_unused(&mut self, slot: usize) {
        let Some(s) = self.bound.vertex.get_mut(slot) else { return };
        s.waits = false;
        let label = self.objects.buffer_label(s.buffer);
        self.find(FindingCode::VertexBufferUnused, label, || format!("slot {slot}"));
    }

    fn index(&mut self, buffer: Raw, offset: u64, format: i32) {
        let known = self.bound.index;
        let label = self.objects.buffer_label(buffer);
        let same = (known.buffer, known.offset, self.bound.index_format) == (buffer, offset, format);
        if same && known.held {
            self.find(FindingCode::IndexBufferRepeated, label, || format!("offset {offset}"));
        } else if known.waits {
            self.index_unused();
        }
        self.bound.index = Slot { buffer, offset, waits: true, held: true };
        self.bound.index_format = format;
        self.contents.use_buffer(buffer, crate::desc::BufferUsage::INDEX);
    }

    pub(super) fn index_unused(&mut self) {
        self.bound.index.waits = false;
        let label = self.objects.buffer_label(self.bound.index.buffer);
        self.find(FindingCode::IndexBufferUnused, label, String::new);
    }
}
