//! The Null backend's command list: counts, and keeps what tests ask for.

use super::memory::Op;
use crate::backend::{Mark, NativeCopy};
use crate::interop::Join;
use crate::query::PassQueryPlan;
use crate::queue::{PerQueue, Queue};
use crate::record::{Cmd, Raw, Recorder, Rect, Viewport};
use crate::track::{Barrier, List};
use std::ops::AddAssign;

/// Commands by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct NullStats {
    pub draws: u64,
    pub vertices: u64,
    pub dispatches: u64,
    pub groups: u64,
    pub pipelines: u64,
    pub copies: u64,
    pub barriers: u64,
    pub passes: u64,
}

impl AddAssign for NullStats {
    fn add_assign(&mut self, o: Self) {
        self.draws += o.draws;
        self.vertices += o.vertices;
        self.dispatches += o.dispatches;
        self.groups += o.groups;
        self.pipelines += o.pipelines;
        self.copies += o.copies;
        self.barriers += o.barriers;
        self.passes += o.passes;
    }
}

/// What a list did, for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Logged {
    /// Barriers made at one place.
    Barriers(Vec<Barrier>),
    /// A pass began.
    Begin(String),
    /// A pass ended.
    End(String),
    /// Copies made at one place.
    Copies(usize),
    /// The main queue waits for foreign semaphores, and signals some.
    Join(Vec<Join>, Vec<Join>),
    /// A draw of this many vertices and instances.
    Draw(u32, u32),
    /// A dispatch.
    Dispatch([u32; 3]),
    /// A dispatch with arguments of a buffer, at this offset in bytes.
    DispatchIndirect(u64),
    /// An order between dispatches.
    Serial,
    /// One part of a submission that has several: what follows is in its lists.
    Part {
        /// Where.
        queue: Queue,
        /// What it waits for on each queue.
        waits: PerQueue<u64>,
        /// Its number.
        number: u64,
    },
    /// A debug group began.
    Group(String),
    /// A debug group ended.
    GroupEnd,
    /// A marker.
    Marker(String),
    /// Queries of a pass were made ready.
    Queries(PassQueryPlan),
    /// A query began and ended, or a time was written.
    Query(u32),
    /// An indirect draw: draws at most, and whether the number comes from a buffer.
    Indirect(u32, bool),
}

#[derive(Default)]
pub(super) struct NullRecorder {
    pub(super) stats: NullStats,
    pub(super) ops: Vec<Op>,
    pub(super) log: Vec<Logged>,
    keep: bool,
}

pub(super) fn open(keep: bool) -> Cmd {
    Cmd::from_recorder(Box::new(NullRecorder { keep, ..NullRecorder::default() }))
}

impl NullRecorder {
    fn log(&mut self, what: impl FnOnce() -> Logged) {
        if self.keep {
            self.log.push(what());
        }
    }
    pub(super) fn barriers(&mut self, list: &List) {
        let list = list.notes();
        self.stats.barriers += list.len() as u64;
        if !list.is_empty() {
            self.log(|| Logged::Barriers(list.to_vec()));
        }
    }
    /// `lost`: the device is lost in this pass.
    pub(super) fn begin(&mut self, label: &str, lost: bool) {
        self.stats.passes += 1;
        if lost {
            self.ops.push(Op::Lose);
        }
        self.log(|| Logged::Begin(label.to_owned()));
    }
    pub(super) fn end(&mut self, label: &str) {
        self.log(|| Logged::End(label.to_owned()));
    }
    pub(super) fn mark(&mut self, mark: Mark<'_>) {
        self.log(|| match mark {
            Mark::Begin(label) => Logged::Group(label.to_owned()),
            Mark::End => Logged::GroupEnd,
            Mark::At(label) => Logged::Marker(label.to_owned()),
        });
    }
    pub(super) fn stamp(&mut self, set: Raw, index: u32) {
        self.ops.push(Op::Stamp(set, index));
        self.log(|| Logged::Query(index));
    }
    pub(super) fn begin_queries(&mut self, plan: &PassQueryPlan) {
        self.log(|| Logged::Queries(*plan));
        for s in plan.stamps.iter().flatten() {
            self.ops.extend(s.begin.map(|i| Op::Stamp(s.set, i)));
        }
    }
    pub(super) fn end_queries(&mut self, plan: &PassQueryPlan) {
        for s in plan.stamps.iter().flatten() {
            self.ops.extend(s.end.map(|i| Op::Stamp(s.set, i)));
        }
    }
    pub(super) fn serial(&mut self) {
        self.log(|| Logged::Serial);
    }
    pub(super) fn copies(&mut self, list: &[NativeCopy]) {
        self.stats.copies += list.len() as u64;
        self.ops.extend(list.iter().map(|c| Op::Copy(*c)));
        self.log(|| Logged::Copies(list.len()));
    }
}

impl Recorder for NullRecorder {
    fn draw(&mut self, vertices: u32, instances: u32, _first_vertex: u32, _first_instance: u32) {
        self.stats.draws += 1;
        self.stats.vertices += u64::from(vertices) * u64::from(instances);
        self.log(|| Logged::Draw(vertices, instances));
    }
    fn draw_indexed(&mut self, indices: u32, instances: u32, _first: u32, _base: i32, _first_instance: u32) {
        self.draw(indices, instances, 0, 0);
    }
    fn draw_indirect(&mut self, _b: Raw, _offset: u64, count: u32, _stride: u32) {
        self.stats.draws += u64::from(count);
        self.log(|| Logged::Indirect(count, false));
    }
    fn draw_indexed_indirect(&mut self, b: Raw, offset: u64, count: u32, stride: u32) {
        self.draw_indirect(b, offset, count, stride);
    }
    fn draw_indirect_count(&mut self, _b: Raw, _o: u64, _c: Raw, _co: u64, most: u32, _stride: u32) {
        self.log(|| Logged::Indirect(most, true));
    }
    fn draw_indexed_indirect_count(&mut self, _b: Raw, _o: u64, _c: Raw, _co: u64, most: u32, _stride: u32) {
        self.log(|| Logged::Indirect(most, true));
    }
    fn begin_query(&mut self, set: Raw, index: u32, _flags: u32) {
        self.ops.push(Op::Count(set, index));
    }
    fn end_query(&mut self, _set: Raw, index: u32) {
        self.log(|| Logged::Query(index));
    }
    fn groups(&mut self, _point: i32, _layout: Raw, _first: u32, groups: &[Raw], _offsets: &[u32]) {
        self.stats.groups += groups.len() as u64;
    }
    fn pipeline(&mut self, _point: i32, _pipeline: Raw) {
        self.stats.pipelines += 1;
    }
    fn push(&mut self, _layout: Raw, _stages: u32, _offset: u32, _data: &[u8]) {}
    fn vertex_buffers(&mut self, _first: u32, _buffers: &[Raw], _offsets: &[u64]) {}
    fn index_buffer(&mut self, _buffer: Raw, _offset: u64, _format: i32) {}
    fn dispatch(&mut self, x: u32, y: u32, z: u32) {
        self.stats.dispatches += 1;
        self.log(|| Logged::Dispatch([x, y, z]));
    }
    fn dispatch_indirect(&mut self, _b: Raw, offset: u64) {
        self.stats.dispatches += 1;
        self.log(|| Logged::DispatchIndirect(offset));
    }
    fn viewport(&mut self, _v: &Viewport) {}
    fn scissor(&mut self, _r: &Rect) {}
    fn blend_constant(&mut self, _c: &[f32; 4]) {}
    fn stencil_reference(&mut self, _faces: u32, _reference: u32) {}
}
