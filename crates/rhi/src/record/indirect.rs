//! Draws with arguments and counts from buffers.

use super::raster::{ARGUMENTS, INDIRECT_COUNT, RasterPass, arguments_said};
use crate::backend::Enabled;
use crate::desc::BufferUsage;
use crate::error::Code;
use crate::object::Buffer;
use crate::usage::Access;

/// Bytes of indirect arguments (Vulkan specification, `VkDrawIndirectCommand`, `VkDrawIndexedIndirectCommand`).
const DRAW_ARGS: u64 = 16;
const DRAW_INDEXED_ARGS: u64 = 20;
/// Bytes of an indirect count.
const COUNT_BYTES: u64 = 4;

impl RasterPass<'_> {
    /// Draws with arguments from a buffer: `count` times four words (vertices, instances, first vertex, first instance). More
    /// than one needs multi-draw-indirect. A first instance other than 0 needs indirect-first-instance: without it, what is drawn
    /// with one is not specified.
    pub fn draw_indirect(&mut self, b: &Buffer, offset: u64, count: u32) {
        self.stats.draws += 1;
        if self.indirect_fits(b, offset, count, DRAW_ARGS) {
            // SAFETY: as in `draw`; the arguments lie within a buffer with indirect usage.
            unsafe { (self.table.draw_indirect)(self.cmd, b.raw, offset, count, DRAW_ARGS as u32) }
        }
    }

    /// Draws by indices with arguments from a buffer: `count` times five words (indices, instances, first index, base vertex,
    /// first instance). More than one needs multi-draw-indirect.
    pub fn draw_indexed_indirect(&mut self, b: &Buffer, offset: u64, count: u32) {
        self.stats.draws += 1;
        if self.index_limit == 0 {
            return self.refuse_unindexed(b);
        }
        if self.indirect_fits(b, offset, count, DRAW_INDEXED_ARGS) {
            // SAFETY: as in `draw_indirect`; an index buffer is bound, and robust access bounds the indices.
            unsafe {
                (self.table.draw_indexed_indirect)(self.cmd, b.raw, offset, count, DRAW_INDEXED_ARGS as u32)
            }
        }
    }

    /// As [`RasterPass::draw_indirect`], with the number of draws from a word of another buffer, at most `most`. Needs
    /// indirect-count.
    pub fn draw_indirect_count(
        &mut self,
        b: &Buffer,
        offset: u64,
        count: &Buffer,
        count_offset: u64,
        most: u32,
    ) {
        self.stats.draws += 1;
        let Some(draw) = self.table.draw_indirect_count else {
            return self.refuse(Code::NotEnabled, INDIRECT_COUNT, 0, b.label());
        };
        if self.indirect_fits(b, offset, most, DRAW_ARGS) && self.count_fits(count, count_offset) {
            // SAFETY: as in `draw_indirect`, for at most `most` draws; the count lies within a buffer with indirect usage.
            unsafe { draw(self.cmd, b.raw, offset, count.raw, count_offset, most, DRAW_ARGS as u32) }
        }
    }

    /// As [`RasterPass::draw_indexed_indirect`], with the number of draws from a word of another buffer, at most `most`. Needs
    /// indirect-count.
    pub fn draw_indexed_indirect_count(
        &mut self,
        b: &Buffer,
        offset: u64,
        count: &Buffer,
        count_offset: u64,
        most: u32,
    ) {
        self.stats.draws += 1;
        if self.index_limit == 0 {
            return self.refuse_unindexed(b);
        }
        let Some(draw) = self.table.draw_indexed_indirect_count else {
            return self.refuse(Code::NotEnabled, INDIRECT_COUNT, 0, b.label());
        };
        if self.indirect_fits(b, offset, most, DRAW_INDEXED_ARGS) && self.count_fits(count, count_offset) {
            // SAFETY: as in `draw_indirect_count`; an index buffer is bound, and robust access bounds the indices.
            unsafe { draw(self.cmd, b.raw, offset, count.raw, count_offset, most, DRAW_INDEXED_ARGS as u32) }
        }
    }

    fn count_fits(&mut self, b: &Buffer, offset: u64) -> bool {
        let end = offset.saturating_add(COUNT_BYTES);
        let code = if b.device != self.core.id {
            Code::ForeignObject
        } else if end > b.size || offset & 3 != 0 || !b.usage.contains(BufferUsage::INDIRECT) {
            Code::IndirectRange
        } else if !self.declared.names(b.slot, Access::INDIRECT) {
            Code::UndeclaredUse
        } else if !self.core.enabled.contains(Enabled::INDIRECT_COUNT) {
            Code::NotEnabled
        } else {
            return true;
        };
        self.refuse_indirect(code, b, offset, end, INDIRECT_COUNT);
        false
    }

    /// Whatever was wrong with a buffer of arguments; what was not granted is told by its number.
    #[cold]
    #[inline(never)]
    fn refuse_indirect(&mut self, code: Code, b: &Buffer, offset: u64, end: u64, not_granted: u64) {
        match code {
            Code::IndirectRange => self.refuse_said(code, b.label(), arguments_said(b, offset, end)),
            Code::UndeclaredUse => self.refuse_undeclared(ARGUMENTS, b.label()),
            code => self.refuse(code, not_granted, 0, b.label()),
        }
    }

    #[cold]
    #[inline(never)]
    fn refuse_unindexed(&mut self, b: &Buffer) {
        self.refuse_said(Code::IndexRange, b.label(), "no index buffer is bound".to_owned());
    }

    #[cold]
    #[inline(never)]
    fn refuse_draws(&mut self, count: u32, most: u32, b: &Buffer) {
        let said = format!("{count} draws were asked for, {most} are allowed");
        self.refuse_said(Code::IndirectRange, b.label(), said);
    }

    fn indirect_fits(&mut self, b: &Buffer, offset: u64, count: u32, stride: u64) -> bool {
        let end = offset.saturating_add(u64::from(count) * stride);
        let code = if self.need & self.unset != 0 {
            self.refuse_incomplete();
            return false;
        } else if b.device != self.core.id {
            Code::ForeignObject
        } else if end > b.size || offset & 3 != 0 || !b.usage.contains(BufferUsage::INDIRECT) {
            Code::IndirectRange
        } else if !self.declared.names(b.slot, Access::INDIRECT) {
            Code::UndeclaredUse
        } else if count > 1 && !self.core.enabled.contains(Enabled::MULTI_DRAW_INDIRECT) {
            Code::NotEnabled
        } else if count > self.core.limits.max_indirect_draws {
            self.refuse_draws(count, self.core.limits.max_indirect_draws, b);
            return false;
        } else {
            return true;
        };
        self.refuse_indirect(code, b, offset, end, 0);
        false
    }
}
