//! Recording of a raster pass. Commands return nothing; errors latch. What is checked here is what memory safety rests on.

use super::latch::{Latch, Latched};
use super::table::{Cmd, Commands, Hot, Raw, Rect, Viewport, ViewportStyle};
use super::unchecked::Unchecked;
use crate::backend::Enabled;
use crate::core::Core;
use crate::desc::BufferUsage;
use crate::error::Code;
use crate::limits::{MAX_BIND_GROUPS, MAX_VERTEX_BUFFERS};
use crate::object::{BindGroup, Buffer, READ_ONLY, RasterPipeline, SETTLED, TargetKey, Tracked};
use crate::stats::PassStats;
use crate::usage::{Access, Usage};
use std::ops::Range;

/// Bits of what a draw needs and of what has been set: groups in the lowest four.
pub(crate) const PUSH_BIT: u32 = 1 << 4;
const VERTEX_SHIFT: u32 = 8;
const PIPELINE_BIT: u32 = 1 << 31;

/// What [`Code::NotEnabled`] of a command asked for, where it was not several indirect draws.
pub(crate) const INDIRECT_COUNT: u64 = 1;

/// Bit of a vertex buffer slot.
pub(crate) const fn vertex_bit(slot: u32) -> u32 {
    1 << (VERTEX_SHIFT + slot)
}

const GRAPHICS: i32 = 0;
/// Stencil of front and back faces, and of either.
const BOTH_FACES: u32 = 3;
const FRONT_FACES: u32 = 1;
const BACK_FACES: u32 = 2;

/// Format of indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum IndexFormat {
    /// 16 bits.
    U16 = 0,
    /// 32 bits.
    U32 = 1,
}

/// What a pass has declared, as far as its commands must be checked against it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Declared<'p> {
    /// Groups whose tracked resources count as declared, as the declaration names them.
    pub(crate) groups: &'p [&'p BindGroup],
    pub(crate) extra: &'p Extra,
}

/// The rest of what a pass has declared, in lists that are used again.
#[derive(Debug, Default)]
pub(crate) struct Extra {
    /// Groups by handle, where the declaration is not at hand any more.
    pub(crate) groups: Vec<Raw>,
    /// Slots of tracked resources, with what is done to them.
    pub(crate) uses: Vec<(u32, Usage)>,
    /// A bundle is recorded: what it uses must be declared where it runs.
    pub(crate) open: bool,
}

impl Declared<'_> {
    #[inline(never)]
    pub(crate) fn covers(&self, raw: Raw, tracked: &[Tracked]) -> bool {
        let uses = &self.extra.uses;
        let used = |t: &Tracked| uses.iter().any(|u| u.0 == t.place.resource.slot && u.1.covers(t.usage));
        self.extra.open
            || self.groups.iter().any(|d| d.raw == raw)
            || self.extra.groups.contains(&raw)
            || tracked.iter().all(used)
    }

    pub(crate) fn names(&self, slot: u32, access: Access) -> bool {
        slot == SETTLED
            || self.extra.open
            || self.extra.uses.iter().any(|u| u.0 == slot && u.1.access().contains(access))
    }
}

/// How a group is used that the pass does not name.
pub(super) const UNDECLARED_GROUP: &str = "the group is not among those of the pass";

/// Too many or too few dynamic offsets.
#[cold]
#[inline(never)]
pub(super) fn offsets_said(given: usize, g: &BindGroup) -> String {
    format!("{given} offsets were given, the group takes {}", g.n_dynamic)
}

/// Where arguments were looked for.
#[cold]
#[inline(never)]
pub(super) fn arguments_said(b: &Buffer, offset: u64, end: u64) -> String {
    format!("bytes {offset}..{end} of a buffer of {} bytes with usage {:?}", b.size, b.usage)
}

/// How a buffer is used for arguments.
pub(super) const ARGUMENTS: &str = "arguments are read from it";

/// How many a range counts; none where it ends before it begins.
#[inline(always)]
const fn length(r: &Range<u32>) -> Option<u32> {
    r.end.checked_sub(r.start)
}

/// A raster pass while it is recorded.
pub struct RasterPass<'p> {
    pub(super) cmd: Cmd,
    pub(super) hot: Hot,
    pub(super) table: &'p Commands,
    pub(super) core: &'p Core,
    pub(super) layout: Raw,
    /// Bits of what a draw needs: a draw is refused while one of them is in `unset`.
    pub(super) need: u32,
    /// Bits of what has not been set.
    pub(super) unset: u32,
    group_ids: [u32; MAX_BIND_GROUPS],
    pub(super) push_stages: u32,
    push_bytes: u32,
    /// Words of push data that have been set.
    push_words: u32,
    /// Indices in the bound index buffer.
    pub(super) index_limit: u32,
    pub(super) target: TargetKey,
    pub(super) stats: PassStats,
    pub(super) latch: &'p mut Latch,
    pub(super) declared: Declared<'p>,
}

impl<'p> RasterPass<'p> {
    #[inline(always)]
    pub(crate) fn new(
        cmd: Cmd,
        core: &'p Core,
        target: TargetKey,
        declared: Declared<'p>,
        latch: &'p mut Latch,
    ) -> Self {
        Self {
            cmd,
            hot: core.table.hot,
            table: &core.table,
            core,
            layout: Raw::NULL,
            need: PIPELINE_BIT,
            unset: u32::MAX,
            group_ids: [0; MAX_BIND_GROUPS],
            push_stages: 0,
            push_bytes: 0,
            push_words: 0,
            index_limit: 0,
            target,
            stats: PassStats::default(),
            latch,
            declared,
        }
    }

    /// A pass that calls another table: see [`super::bundle`].
    pub(super) fn bundled(
        cmd: Cmd,
        core: &'p Core,
        table: &'p Commands,
        target: TargetKey,
        declared: Declared<'p>,
        latch: &'p mut Latch,
    ) -> Self {
        let pass = Self::new(cmd, core, target, declared, latch);
        Self { hot: table.hot, table, ..pass }
    }

    /// Nothing is bound any more.
    pub(super) fn forget(&mut self) {
        self.layout = Raw::NULL;
        (self.need, self.unset) = (PIPELINE_BIT, u32::MAX);
        self.group_ids = [0; MAX_BIND_GROUPS];
        (self.push_stages, self.push_bytes, self.push_words, self.index_limit) = (0, 0, 0, 0);
    }

    /// Binds a pipeline. Groups whose layout it shares stay bound, up to the first that differs.
    #[inline(always)]
    pub fn pipeline(&mut self, p: &RasterPipeline) {
        self.stats.pipelines += 1;
        if p.target != self.target && !self.pipeline_checked(p) {
            return;
        }
        if p.layout != self.layout {
            if self.layout == Raw::NULL {
                self.adopt(p);
            } else {
                self.relayout(p);
            }
        }
        self.need = p.need;
        // SAFETY: the target key holds the device's number, so the pipeline is this device's; see the module.
        unsafe { (self.table.pipeline)(self.cmd, GRAPHICS, p.raw) }
    }

    /// Binds a group at an index of the bound pipeline's layout, with one offset in bytes for each dynamic binding, by
    /// binding number.
    #[inline(always)]
    pub fn group<const N: usize>(&mut self, index: usize, g: &BindGroup, offsets: [u32; N]) {
        self.stats.groups += 1;
        // A group with tracked resources has a key that no layout has, so that it takes the slow way.
        let right = index < MAX_BIND_GROUPS && g.n_dynamic as usize == N;
        let plain = right && (self.group_ids[index] == g.layout_key || self.is_first_declared(index, g));
        if !plain && !self.group_checked(index, g, N) {
            return;
        }
        let mut k = 0;
        while k < N {
            if offsets[k] > g.dynamic_max[k] || offsets[k] & g.align_mask != 0 {
                return self.group_oddly(index, g, &offsets);
            }
            k += 1;
        }
        self.unset &= !(1 << index);
        // SAFETY: the layout id is unique in the process and equal to the bound layout's, so the group is this device's and
        // fits; the offsets are aligned and keep each binding within its buffer; see the module.
        unsafe {
            (self.hot.groups)(
                self.cmd,
                GRAPHICS,
                self.layout,
                index as u32,
                1,
                &g.raw,
                N as u32,
                offsets.as_ptr(),
            );
        }
    }

    /// Sets push data at an offset in bytes. Both offset and length are multiples of 4.
    #[inline(always)]
    pub fn push(&mut self, offset: u32, data: &[u8]) {
        self.stats.pushes += 1;
        if offset == 0 && data.len() == self.push_bytes as usize && !data.is_empty() {
            self.unset &= !PUSH_BIT;
        } else if !self.push_part(offset, data.len()) {
            return;
        }
        // SAFETY: the range lies within the bound layout's push range and its stages are the layout's.
        unsafe {
            (self.hot.push)(
                self.cmd,
                self.layout,
                self.push_stages,
                offset,
                data.len() as u32,
                data.as_ptr().cast(),
            );
        }
    }

    #[cold]
    #[inline(never)]
    fn push_part(&mut self, offset: u32, len: usize) -> bool {
        let end = u64::from(offset) + len as u64;
        if len == 0 || (offset | len as u32) & 3 != 0 || end > u64::from(self.push_bytes) {
            let said = format!("bytes {offset}..{end} were given, the pipeline takes 0..{}", self.push_bytes);
            self.refuse_said(Code::PushRange, "", said);
            return false;
        }
        for word in offset / 4..(end / 4) as u32 {
            self.push_words |= 1 << word;
        }
        let all = u32::MAX >> (32 - self.push_bytes / 4);
        if self.push_words & all == all {
            self.unset &= !PUSH_BIT;
        }
        true
    }

    /// Binds a vertex buffer from an offset in bytes, a multiple of 4.
    #[inline(always)]
    pub fn vertex_buffer(&mut self, slot: u32, b: &Buffer, offset: u64) {
        self.stats.vertex_buffers += 1;
        // The key is the device's number for a settled buffer with vertex usage, and no device's otherwise.
        // Turned by two bits, an offset that is no multiple of 4 is beyond every buffer.
        let within = offset.rotate_right(2) < b.words;
        let plain = slot < MAX_VERTEX_BUFFERS as u32 && b.vertex_key == self.core.id && within;
        if !plain && !self.vertex_buffer_checked(slot, b, offset) {
            return;
        }
        self.unset &= !vertex_bit(slot);
        // SAFETY: slot, offset, usage and device are checked above; see the module.
        unsafe { (self.table.vertex_buffers)(self.cmd, slot, 1, &b.raw, &offset) }
    }

    #[cold]
    #[inline(never)]
    fn vertex_buffer_checked(&mut self, slot: u32, b: &Buffer, offset: u64) -> bool {
        if b.device != self.core.id {
            self.refuse(Code::ForeignObject, 0, 0, b.label());
            return false;
        }
        let within = offset < b.size && offset.is_multiple_of(4);
        if slot >= MAX_VERTEX_BUFFERS as u32 || !within || !b.usage.contains(BufferUsage::VERTEX) {
            let most = MAX_VERTEX_BUFFERS - 1;
            let (size, usage) = (b.size, b.usage);
            let said = format!(
                "slot {slot} of 0 to {most}, offset {offset} in a buffer of {size} bytes with usage {usage:?}"
            );
            self.refuse_said(Code::VertexBufferSlot, b.label(), said);
            return false;
        }
        if !self.declared.names(b.slot, Access::VERTEX) {
            self.refuse_undeclared("vertices are read from it", b.label());
            return false;
        }
        true
    }

    /// Binds an index buffer from an offset in bytes, a multiple of the index size.
    pub fn index_buffer(&mut self, b: &Buffer, offset: u64, format: IndexFormat) {
        self.stats.index_buffers += 1;
        let size = match format {
            IndexFormat::U16 => 2,
            IndexFormat::U32 => 4,
        };
        if b.device != self.core.id {
            return self.refuse(Code::ForeignObject, 0, 0, b.label());
        }
        if offset >= b.size || !offset.is_multiple_of(size) || !b.usage.contains(BufferUsage::INDEX) {
            return self.refuse_index_buffer(b, offset, size);
        }
        if !self.declared.names(b.slot, Access::INDEX) {
            return self.refuse_undeclared("indices are read from it", b.label());
        }
        self.index_limit = u32::try_from((b.size - offset) / size).unwrap_or(u32::MAX);
        // SAFETY: offset, usage and device are checked above; see the module.
        unsafe { (self.table.index_buffer)(self.cmd, b.raw, offset, format as i32) }
    }

    /// Draws vertices. Neither range ends before it begins.
    #[inline(always)]
    pub fn draw(&mut self, vertices: Range<u32>, instances: Range<u32>) {
        self.stats.draws = self.stats.draws.wrapping_add(1);
        if self.need & self.unset != 0 {
            return self.refuse_incomplete();
        }
        let (Some(n), Some(instance_count)) = (length(&vertices), length(&instances)) else {
            return self.refuse_ranges(vertices, instances);
        };
        // SAFETY: the pipeline and all that it needs are bound; what it fetches beyond a buffer is bounded by robust access.
        unsafe {
            (self.hot.draw)(self.cmd, n, instance_count, vertices.start, instances.start);
        }
    }

    /// Draws by indices; `base_vertex` is added to each.
    #[inline(always)]
    pub fn draw_indexed(&mut self, indices: Range<u32>, base_vertex: i32, instances: Range<u32>) {
        self.stats.draws = self.stats.draws.wrapping_add(1);
        if self.need & self.unset != 0 {
            return self.refuse_incomplete();
        }
        let (Some(n), Some(instance_count)) = (length(&indices), length(&instances)) else {
            return self.refuse_ranges(indices, instances);
        };
        if indices.end > self.index_limit {
            return self.refuse(Code::IndexRange, u64::from(indices.end), u64::from(self.index_limit), "");
        }
        // SAFETY: as in `draw`; the indices lie within the bound buffer.
        unsafe {
            (self.hot.draw_indexed)(self.cmd, n, instance_count, indices.start, base_vertex, instances.start);
        }
    }

    /// Sets the viewport. A pass begins with the whole target.
    pub fn viewport(&mut self, v: Viewport) {
        self.stats.others += 1;
        let limits = &self.core.limits;
        let depth = (0.0..=1.0).contains(&v.min_depth) && (0.0..=1.0).contains(&v.max_depth);
        // What is not a number lies within no bounds.
        let bounds = limits.viewport_bounds[0]..=limits.viewport_bounds[1];
        let edges = [v.x, v.y, v.x + v.width, v.y + v.height];
        if !depth || v.width <= 0.0 || v.height < 0.0 || !edges.iter().all(|x| bounds.contains(x)) {
            return self.refuse_viewport(&v);
        }
        if [v.width, v.height].into_iter().zip(limits.max_viewport).any(|(size, most)| size > most as f32) {
            return self.refuse_viewport(&v);
        }
        let v = match self.table.viewport_style {
            ViewportStyle::AsIs => v,
            ViewportStyle::NegativeHeight => Viewport { y: v.y + v.height, height: -v.height, ..v },
        };
        // SAFETY: one finite viewport.
        unsafe { (self.table.viewport)(self.cmd, 0, 1, &v) }
    }

    /// Sets the scissor. A pass begins with the whole target.
    pub fn scissor(&mut self, r: Rect) {
        self.stats.others += 1;
        let end = |a: i32, b: u32| i64::from(a) + i64::from(b) <= i64::from(i32::MAX);
        if r.x < 0 || r.y < 0 || !end(r.x, r.width) || !end(r.y, r.height) {
            return self.refuse_scissor(&r);
        }
        // SAFETY: one scissor in the positive quadrant.
        unsafe { (self.table.scissor)(self.cmd, 0, 1, &r) }
    }

    /// Sets the constant that blend factors refer to. A pass begins with zero.
    pub fn blend_constant(&mut self, constant: [f32; 4]) {
        self.stats.others += 1;
        // SAFETY: four floats.
        unsafe { (self.table.blend_constant)(self.cmd, &constant) }
    }

    /// Sets the stencil reference of both faces, of which the lowest 8 bits count. A pass begins with zero.
    pub fn stencil_reference(&mut self, reference: u32) {
        self.stats.others += 1;
        // SAFETY: plain values.
        unsafe { (self.table.stencil_reference)(self.cmd, BOTH_FACES, reference) }
    }

    /// Sets the stencil references of front and back faces; unlike ones need separate-stencil-reference.
    pub fn stencil_references(&mut self, front: u32, back: u32) {
        if front == back {
            return self.stencil_reference(front);
        }
        self.stats.others += 1;
        if !self.core.enabled.contains(Enabled::SEPARATE_STENCIL) {
            return self.refuse(Code::NotEnabled, Enabled::SEPARATE_STENCIL.bits(), 0, "");
        }
        // SAFETY: plain values.
        unsafe {
            (self.core.table.stencil_reference)(self.cmd, FRONT_FACES, front);
            (self.core.table.stencil_reference)(self.cmd, BACK_FACES, back);
        }
    }

    /// Commands so far, by kind.
    pub fn stats(&self) -> PassStats {
        self.stats
    }

    /// Ends what is open. `true`: something was, or was refused, and the batch has to look at it.
    #[inline(always)]
    pub(crate) fn close(&mut self) -> bool {
        let open = self.latch.open;
        if open {
            self.close_open();
        }
        open
    }

    /// The same commands without the checks on which memory safety rests.
    ///
    /// # Safety
    /// The caller vouches for all that [`RasterPass`] tests: objects of this device; a pipeline made for this pass's targets;
    /// groups of the pipeline's layout with aligned dynamic offsets that stay within their buffers; push data within the
    /// pipeline's range; vertex and index ranges within their buffers; nothing missing at a draw; and GPU-written resources
    /// declared with the pass. [`Unchecked::TRUSTS`] lists each check with what may happen where the promise is broken.
    pub unsafe fn unchecked(&mut self) -> Unchecked<'_, 'p> {
        Unchecked::new(self)
    }

    #[inline(never)]
    pub(super) fn relayout(&mut self, p: &RasterPipeline) {
        let i = &*p.interface;
        // Vulkan specification, "Pipeline Layout Compatibility": groups stay bound up to the first that differs, and only
        // while the push ranges are the same.
        let mut kept = 0;
        if self.push_bytes == i.push_bytes && self.push_stages == i.push_stages {
            while kept < MAX_BIND_GROUPS && self.group_ids[kept] == i.group_ids[kept] {
                kept += 1;
            }
        } else {
            self.unset |= PUSH_BIT;
            self.push_words = 0;
        }
        let groups = (1 << MAX_BIND_GROUPS) - 1;
        self.unset |= groups & !((1 << kept) - 1);
        self.adopt(p);
    }

    #[inline(always)]
    fn adopt(&mut self, p: &RasterPipeline) {
        let i = &*p.interface;
        self.layout = p.layout;
        self.group_ids = i.group_ids;
        self.push_stages = i.push_stages;
        self.push_bytes = i.push_bytes;
    }

    /// The pass only tests depth and stencil, or the pipeline is for other targets.
    #[cold]
    #[inline(never)]
    fn pipeline_checked(&mut self, p: &RasterPipeline) -> bool {
        let writable = TargetKey { rest: self.target.rest & !READ_ONLY, ..self.target };
        if p.target != writable {
            self.refuse_pipeline(p);
        } else if p.writes_depth {
            let said = "it writes, the pass only tests".to_owned();
            self.refuse_said(Code::ReadOnlyDepth, p.label(), said);
        } else {
            return true;
        }
        false
    }

    #[cold]
    #[inline(never)]
    fn refuse_ranges(&mut self, first: Range<u32>, instances: Range<u32>) {
        let r = if first.start > first.end { first } else { instances };
        self.refuse(Code::DrawRange, u64::from(r.start), u64::from(r.end), "");
    }

    fn refuse_pipeline(&mut self, p: &RasterPipeline) {
        self.refuse_targets(p.target, p.label());
    }

    /// What is made for other targets, or on another device.
    #[cold]
    #[inline(never)]
    pub(super) fn refuse_targets(&mut self, made_for: TargetKey, label: &str) {
        if made_for.rest >> 32 != self.target.rest >> 32 {
            return self.refuse(Code::ForeignObject, 0, 0, label);
        }
        let said = format!("it is made for {}, the pass has {}", made_for.text(), self.target.text());
        self.refuse_said(Code::TargetMismatch, label, said);
    }

    /// The usual case of a group with tracked resources: it is the first that the pass has declared.
    #[inline(always)]
    fn is_first_declared(&self, index: usize, g: &BindGroup) -> bool {
        matches!(self.declared.groups, [d, ..] if std::ptr::eq(*d, g)) && self.group_ids[index] == g.layout_id
    }

    #[inline(never)]
    fn group_checked(&mut self, index: usize, g: &BindGroup, offsets: usize) -> bool {
        if index >= MAX_BIND_GROUPS || self.group_ids[index] != g.layout_id {
            self.refuse(Code::GroupLayout, index as u64, MAX_BIND_GROUPS as u64 - 1, g.label());
        } else if offsets != g.n_dynamic as usize {
            self.refuse_said(Code::DynamicOffset, g.label(), offsets_said(offsets, g));
        } else if !self.declared.covers(g.raw, &g.tracked) {
            self.refuse_undeclared(UNDECLARED_GROUP, g.label());
        } else {
            return true;
        }
        false
    }

    /// The rest of `group` where an offset is not what every backend takes.
    #[cold]
    #[inline(never)]
    fn group_oddly(&mut self, index: usize, g: &BindGroup, offsets: &[u32]) {
        for (k, offset) in offsets.iter().enumerate() {
            if let Err((code, allowed)) = g.judge_offset(k, *offset) {
                return self.refuse(code, u64::from(*offset), allowed, g.label());
            }
        }
        self.unset &= !(1 << index);
        let n = offsets.len() as u32;
        // SAFETY: as in `group`, which has checked all but the offsets; they are aligned as the device asks and keep each
        // binding within its buffer.
        unsafe {
            (self.hot.groups)(self.cmd, GRAPHICS, self.layout, index as u32, 1, &g.raw, n, offsets.as_ptr());
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn refuse_incomplete(&mut self) {
        let missing = self.need & self.unset;
        let mut names = Vec::new();
        if missing & PIPELINE_BIT != 0 {
            names.push("the pipeline".to_owned());
        }
        names.extend((0..MAX_BIND_GROUPS).filter(|i| missing & 1 << i != 0).map(|i| format!("group {i}")));
        if missing & PUSH_BIT != 0 {
            names.push("push data".to_owned());
        }
        let slots = 0..MAX_VERTEX_BUFFERS as u32;
        names.extend(slots.filter(|s| missing & vertex_bit(*s) != 0).map(|s| format!("vertex buffer {s}")));
        self.refuse(Code::Incomplete, 0, 0, &names.join(", "));
    }

    #[cold]
    #[inline(never)]
    fn refuse_index_buffer(&mut self, b: &Buffer, offset: u64, index: u64) {
        let (size, usage) = (b.size, b.usage);
        let said = format!(
            "indices of {index} bytes from byte {offset} of a buffer of {size} bytes with usage {usage:?}"
        );
        self.refuse_said(Code::IndexRange, b.label(), said);
    }

    #[cold]
    #[inline(never)]
    fn refuse_viewport(&mut self, v: &Viewport) {
        let (b, most) = (self.core.limits.viewport_bounds, self.core.limits.max_viewport);
        let said = format!(
            "{}x{} at {}, {} with depth {} to {} was asked for, up to {}x{} from {} to {} is allowed",
            v.width, v.height, v.x, v.y, v.min_depth, v.max_depth, most[0], most[1], b[0], b[1]
        );
        self.refuse_said(Code::Viewport, "", said);
    }

    #[cold]
    #[inline(never)]
    fn refuse_scissor(&mut self, r: &Rect) {
        let (w, h, x, y) = (r.width, r.height, r.x, r.y);
        let said = format!("{w}x{h} at {x}, {y} was asked for, from 0 to {} is allowed", i32::MAX);
        self.refuse_said(Code::Scissor, "", said);
    }

    #[cold]
    #[inline(never)]
    pub(super) fn refuse_undeclared(&mut self, how: &str, label: &str) {
        self.refuse_said(Code::UndeclaredUse, label, how.to_owned());
    }

    /// Told in words.
    #[cold]
    #[inline(never)]
    pub(super) fn refuse_said(&mut self, code: Code, label: &str, said: String) {
        let command = self.stats().commands().saturating_sub(1);
        let (label, said) = (label.to_owned(), Some(said));
        self.latch.push(Latched { code, command, asked: 0, allowed: 0, label, said });
    }

    #[cold]
    #[inline(never)]
    pub(super) fn refuse(&mut self, code: Code, asked: u64, allowed: u64, label: &str) {
        let command = self.stats().commands().saturating_sub(1);
        self.latch.push(Latched { code, command, asked, allowed, label: label.to_owned(), said: None });
    }
}
