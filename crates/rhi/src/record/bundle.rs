//! Commands that are kept: recorded once, replayed in passes.
//!
//! A bundle is a list of neutral commands that are called through the pass's table again, on every backend. Vulkan's own form,
//! secondary lists, can only run in a pass that was begun for nothing else, which the declaration cannot know; a replayed
//! command costs a load and a jump more than the driver's own call.

use super::calls;
use super::latch::Latch;
use super::raster::{Declared, Extra, IndexFormat, RasterPass};
use super::shim::{Recorder, shims};
use super::table::{Cmd, Commands, Raw, Rect, Viewport};
use crate::backend::Mark;
use crate::core::Core;
use crate::limits::MAX_VERTEX_BUFFERS;
use crate::object::{BindGroup, Buffer, Obj, RasterPipeline, SETTLED, TargetKey, Tracked};
use crate::stats::PassStats;
use crate::usage::Access;
use std::ops::Range;
use std::sync::Arc;

const GRAPHICS: i32 = 0;

/// One command: 24 bytes. Offsets, push data and long arguments lie in a list of words.
#[derive(Debug, Clone, Copy)]
enum Op {
    Pipeline(Raw),
    Group { index: u8, offsets: u8, at: u32, layout: Raw, group: Raw },
    Push { offset: u8, bytes: u8, at: u32, stages: u32, layout: Raw },
    Vertex { slot: u32, buffer: Raw, offset: u64 },
    Index { format: i32, buffer: Raw, offset: u64 },
    Draw([u32; 4]),
    DrawIndexed { counts: [u32; 3], base_vertex: i32, first_instance: u32 },
    Indirect { indexed: bool, counted: bool, at: u32 },
}

const _: () = assert!(size_of::<Op>() == 24);

/// Words of an [`Op::Indirect`]: buffer, offset, count buffer, count offset (two words each), draws, stride.
const INDIRECT_WORDS: usize = 10;

/// Something that the pass must have declared for the bundle.
#[derive(Debug)]
enum Need {
    Group(Raw, Box<[Tracked]>, Arc<Obj>),
    Buffer(u32, Access, Arc<Obj>),
}

/// A bundle: commands of a raster pass that were recorded once. It keeps alive what it names.
#[derive(Debug)]
pub struct Bundle {
    label: Arc<str>,
    target: TargetKey,
    ops: Box<[Op]>,
    words: Box<[u32]>,
    stats: PassStats,
    needs: Box<[Need]>,
    _keep: Box<[Arc<Obj>]>,
}

impl Bundle {
    /// Its label.
    pub fn label(&self) -> &str {
        &self.label
    }
    /// Its commands, by kind.
    pub fn stats(&self) -> PassStats {
        self.stats
    }
}

/// Records what a bundle is made of. What repeats itself is left out.
#[derive(Default)]
struct Kept {
    ops: Vec<Op>,
    words: Vec<u32>,
    pipeline: Raw,
    vertex: [(Raw, u64); MAX_VERTEX_BUFFERS],
    index: (Raw, u64, i32),
}

impl Kept {
    fn words(&mut self, words: impl IntoIterator<Item = u32>) -> u32 {
        let at = self.words.len() as u32;
        self.words.extend(words);
        at
    }

    fn indirect(
        &mut self,
        indexed: bool,
        args: (Raw, u64),
        count: Option<(Raw, u64)>,
        draws: u32,
        stride: u32,
    ) {
        let (c, co) = count.unwrap_or_default();
        let halves = [args.0.0, args.1, c.0, co].into_iter().flat_map(|w| [w as u32, (w >> 32) as u32]);
        let at = self.words(halves.chain([draws, stride]));
        self.ops.push(Op::Indirect { indexed, counted: count.is_some(), at });
    }
}

impl Recorder for Kept {
    fn draw(&mut self, vertices: u32, instances: u32, first_vertex: u32, first_instance: u32) {
        self.ops.push(Op::Draw([vertices, instances, first_vertex, first_instance]));
    }
    fn draw_indexed(
        &mut self,
        indices: u32,
        instances: u32,
        first: u32,
        base_vertex: i32,
        first_instance: u32,
    ) {
        self.ops.push(Op::DrawIndexed { counts: [indices, instances, first], base_vertex, first_instance });
    }
    fn draw_indirect(&mut self, b: Raw, offset: u64, count: u32, stride: u32) {
        self.indirect(false, (b, offset), None, count, stride);
    }
    fn draw_indexed_indirect(&mut self, b: Raw, offset: u64, count: u32, stride: u32) {
        self.indirect(true, (b, offset), None, count, stride);
    }
    fn draw_indirect_count(&mut self, b: Raw, offset: u64, c: Raw, co: u64, most: u32, stride: u32) {
        self.indirect(false, (b, offset), Some((c, co)), most, stride);
    }
    fn draw_indexed_indirect_count(&mut self, b: Raw, offset: u64, c: Raw, co: u64, most: u32, stride: u32) {
        self.indirect(true, (b, offset), Some((c, co)), most, stride);
    }
    fn groups(&mut self, _point: i32, layout: Raw, first: u32, groups: &[Raw], offsets: &[u32]) {
        let at = self.words(offsets.iter().copied());
        for (i, group) in groups.iter().enumerate() {
            let (index, offsets) = (first as u8 + i as u8, offsets.len() as u8);
            self.ops.push(Op::Group { index, offsets, at, layout, group: *group });
        }
    }
    fn pipeline(&mut self, _point: i32, pipeline: Raw) {
        if self.pipeline != pipeline {
            self.pipeline = pipeline;
            self.ops.push(Op::Pipeline(pipeline));
        }
    }
    fn push(&mut self, layout: Raw, stages: u32, offset: u32, data: &[u8]) {
        let word = |c: &[u8]| c.try_into().map_or(0, u32::from_ne_bytes);
        let at = self.words(data.chunks_exact(4).map(word));
        self.ops.push(Op::Push { offset: offset as u8, bytes: data.len() as u8, at, stages, layout });
    }
    fn vertex_buffers(&mut self, first: u32, buffers: &[Raw], offsets: &[u64]) {
        for (slot, (buffer, offset)) in (first..).zip(buffers.iter().zip(offsets)) {
            if let Some(bound) = self.vertex.get_mut(slot as usize)
                && *bound != (*buffer, *offset)
            {
                *bound = (*buffer, *offset);
                self.ops.push(Op::Vertex { slot, buffer: *buffer, offset: *offset });
            }
        }
    }
    fn index_buffer(&mut self, buffer: Raw, offset: u64, format: i32) {
        if self.index != (buffer, offset, format) {
            self.index = (buffer, offset, format);
            self.ops.push(Op::Index { format, buffer, offset });
        }
    }
    // A bundle has no way to the rest: see `BundleEncoder`.
    fn begin_query(&mut self, _set: Raw, _index: u32, _flags: u32) {}
    fn end_query(&mut self, _set: Raw, _index: u32) {}
    fn dispatch(&mut self, _x: u32, _y: u32, _z: u32) {}
    fn dispatch_indirect(&mut self, _b: Raw, _offset: u64) {}
    fn viewport(&mut self, _v: &Viewport) {}
    fn scissor(&mut self, _r: &Rect) {}
    fn blend_constant(&mut self, _c: &[f32; 4]) {}
    fn stencil_reference(&mut self, _faces: u32, _reference: u32) {}
}

/// A bundle while it is recorded. The commands are those of a [`RasterPass`], with the same checks; viewport, scissor, blend
/// constant and stencil reference are the pass's.
pub struct BundleEncoder<'p> {
    pass: RasterPass<'p>,
    keep: &'p mut Vec<Arc<Obj>>,
    needs: &'p mut Vec<Need>,
}

impl BundleEncoder<'_> {
    /// As [`RasterPass::pipeline`].
    pub fn pipeline(&mut self, p: &RasterPipeline) {
        self.keep.push(p.obj.clone());
        self.pass.pipeline(p);
    }

    /// As [`RasterPass::group`]. What the group names and passes write is declared by the pass that runs the bundle.
    pub fn group<const N: usize>(&mut self, index: usize, g: &BindGroup, offsets: [u32; N]) {
        self.keep.push(g.obj.clone());
        if !g.tracked.is_empty() {
            self.needs.push(Need::Group(g.raw, g.tracked.clone(), g.obj.clone()));
        }
        self.pass.group(index, g, offsets);
    }

    /// As [`RasterPass::push`].
    pub fn push(&mut self, offset: u32, data: &[u8]) {
        self.pass.push(offset, data);
    }

    /// As [`RasterPass::vertex_buffer`].
    pub fn vertex_buffer(&mut self, slot: u32, b: &Buffer, offset: u64) {
        self.needs_buffer(b, Access::VERTEX);
        self.pass.vertex_buffer(slot, b, offset);
    }

    /// As [`RasterPass::index_buffer`].
    pub fn index_buffer(&mut self, b: &Buffer, offset: u64, format: IndexFormat) {
        self.needs_buffer(b, Access::INDEX);
        self.pass.index_buffer(b, offset, format);
    }

    /// As [`RasterPass::draw`].
    pub fn draw(&mut self, vertices: Range<u32>, instances: Range<u32>) {
        self.pass.draw(vertices, instances);
    }

    /// As [`RasterPass::draw_indexed`].
    pub fn draw_indexed(&mut self, indices: Range<u32>, base_vertex: i32, instances: Range<u32>) {
        self.pass.draw_indexed(indices, base_vertex, instances);
    }

    /// As [`RasterPass::draw_indirect`].
    pub fn draw_indirect(&mut self, b: &Buffer, offset: u64, count: u32) {
        self.needs_buffer(b, Access::INDIRECT);
        self.pass.draw_indirect(b, offset, count);
    }

    /// As [`RasterPass::draw_indexed_indirect`].
    pub fn draw_indexed_indirect(&mut self, b: &Buffer, offset: u64, count: u32) {
        self.needs_buffer(b, Access::INDIRECT);
        self.pass.draw_indexed_indirect(b, offset, count);
    }

    /// As [`RasterPass::draw_indirect_count`].
    pub fn draw_indirect_count(
        &mut self,
        b: &Buffer,
        offset: u64,
        count: &Buffer,
        count_offset: u64,
        most: u32,
    ) {
        self.needs_buffer(b, Access::INDIRECT);
        self.needs_buffer(count, Access::INDIRECT);
        self.pass.draw_indirect_count(b, offset, count, count_offset, most);
    }

    /// As [`RasterPass::draw_indexed_indirect_count`].
    pub fn draw_indexed_indirect_count(
        &mut self,
        b: &Buffer,
        offset: u64,
        count: &Buffer,
        count_offset: u64,
        most: u32,
    ) {
        self.needs_buffer(b, Access::INDIRECT);
        self.needs_buffer(count, Access::INDIRECT);
        self.pass.draw_indexed_indirect_count(b, offset, count, count_offset, most);
    }

    fn needs_buffer(&mut self, b: &Buffer, access: Access) {
        self.keep.push(b.obj.clone());
        if b.slot != SETTLED {
            self.needs.push(Need::Buffer(b.slot, access, b.obj.clone()));
        }
    }
}

/// The list that a bundle is recorded into. A panic gives it back.
struct KeptList(Cmd);

impl KeptList {
    fn end(self) -> Box<Kept> {
        let cmd = self.0;
        std::mem::forget(self);
        calls::take(cmd)
    }
}

impl Drop for KeptList {
    fn drop(&mut self) {
        drop(calls::take::<Kept>(self.0));
    }
}

/// Records a bundle for a target key. What was wrong is left in the latch.
pub(crate) fn record(
    core: &Core,
    target: TargetKey,
    label: &str,
    latch: &mut Latch,
    f: impl FnOnce(&mut BundleEncoder<'_>),
) -> Bundle {
    let table = shims::<Kept>();
    let list = KeptList(Cmd::from_recorder(Box::<Kept>::default()));
    let cmd = list.0;
    let (mut keep, mut needs) = (Vec::new(), Vec::new());
    let extra = Extra { open: true, ..Extra::default() };
    let declared = Declared { groups: &[], extra: &extra };
    let pass = RasterPass::bundled(cmd, core, &table, target, declared, latch);
    let mut encoder = BundleEncoder { pass, keep: &mut keep, needs: &mut needs };
    f(&mut encoder);
    encoder.pass.close();
    let stats = encoder.pass.stats();
    let kept = list.end();
    keep.sort_by_key(Arc::as_ptr);
    keep.dedup_by(|a, b| Arc::ptr_eq(a, b));
    Bundle {
        label: label.into(),
        target,
        ops: kept.ops.into(),
        words: kept.words.into(),
        stats,
        needs: needs.into(),
        _keep: keep.into(),
    }
}

impl RasterPass<'_> {
    /// Runs a bundle. It must have been recorded for the pass's targets, and the pass must have declared what the bundle uses and
    /// passes write. Afterwards nothing is bound: pipeline, groups, buffers and push data are set anew.
    pub fn execute(&mut self, b: &Bundle) {
        self.stats.others += 1;
        if b.target != self.target {
            return self.refuse_targets(b.target, &b.label);
        }
        for need in &b.needs {
            let (covered, obj) = match need {
                Need::Group(raw, tracked, obj) => (self.declared.covers(*raw, tracked), obj),
                Need::Buffer(slot, access, obj) => (self.declared.names(*slot, *access), obj),
            };
            if !covered {
                return self.refuse_undeclared("the bundle uses it", &obj.label);
            }
        }
        self.forget();
        if self.core.marked {
            calls::mark(&*self.core.backend, self.cmd, Mark::Begin(&b.label));
        }
        replay(self.cmd, self.table, b);
        if self.core.marked {
            calls::mark(&*self.core.backend, self.cmd, Mark::End);
        }
        self.stats.add(&b.stats);
    }
}

fn replay(cmd: Cmd, t: &Commands, b: &Bundle) {
    let words = b.words.as_ptr();
    for op in &b.ops {
        // SAFETY: the bundle was recorded with the checks of a pass for targets of this very key, which holds the device's number; it
        // keeps alive what it names; what passes write was declared with this pass. Every `at` was given by `Kept::words`
        // for as many words as are read here. A call that the table lacks was refused when it was recorded.
        unsafe {
            match *op {
                Op::Draw([n, m, v, i]) => (t.hot.draw)(cmd, n, m, v, i),
                Op::Group { index, offsets, at, layout, group } => (t.hot.groups)(
                    cmd,
                    GRAPHICS,
                    layout,
                    index.into(),
                    1,
                    &group,
                    offsets.into(),
                    words.add(at as usize),
                ),
                Op::Pipeline(p) => (t.pipeline)(cmd, GRAPHICS, p),
                Op::Push { offset, bytes, at, stages, layout } => {
                    (t.hot.push)(
                        cmd,
                        layout,
                        stages,
                        offset.into(),
                        bytes.into(),
                        words.add(at as usize).cast(),
                    );
                }
                Op::Vertex { slot, buffer, offset } => (t.vertex_buffers)(cmd, slot, 1, &buffer, &offset),
                Op::Index { format, buffer, offset } => (t.index_buffer)(cmd, buffer, offset, format),
                Op::DrawIndexed { counts: [n, m, first], base_vertex, first_instance } => {
                    (t.hot.draw_indexed)(cmd, n, m, first, base_vertex, first_instance);
                }
                Op::Indirect { indexed, counted, at } => {
                    let w = b.words.get(at as usize..at as usize + INDIRECT_WORDS);
                    if let Some(w) = w.and_then(|w| w.try_into().ok()) {
                        indirect(cmd, t, indexed, counted, w);
                    }
                }
            }
        }
    }
}

/// # Safety
/// As in `replay`.
unsafe fn indirect(cmd: Cmd, t: &Commands, indexed: bool, counted: bool, w: &[u32; INDIRECT_WORDS]) {
    let long = |i: usize| u64::from(w[i]) | u64::from(w[i + 1]) << 32;
    let (args, offset, count, count_offset) = (Raw(long(0)), long(2), Raw(long(4)), long(6));
    let (draws, stride) = (w[8], w[9]);
    let with_count = if indexed { t.draw_indexed_indirect_count } else { t.draw_indirect_count };
    // SAFETY: by contract.
    unsafe {
        match (counted, with_count) {
            (true, Some(draw)) => draw(cmd, args, offset, count, count_offset, draws, stride),
            (true, None) => {}
            (false, _) if indexed => (t.draw_indexed_indirect)(cmd, args, offset, draws, stride),
            (false, _) => (t.draw_indirect)(cmd, args, offset, draws, stride),
        }
    }
}

const _: () = {
    // A bundle is run by passes on any thread.
    const fn shared<T: Send + Sync>() {}
    shared::<Bundle>();
};
