//! The Null backend's memory: bytes of buffers, and of what was copied into textures. What nobody wrote reads as zero.

use crate::backend::{Fault, Heap, HeapBudget, MemoryStats, NativeCopy, TextureSide};
use crate::format::Aspects;
use crate::object::TextureInfo;
use crate::record::Raw;
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct Store {
    buffers: HashMap<u64, Vec<u8>>,
    textures: HashMap<u64, Texture>,
    /// Words of query results.
    queries: HashMap<u64, Vec<u64>>,
    /// Timestamps so far.
    ticks: u64,
    /// Bytes of buffers and textures.
    used: u64,
}

/// What a list does to memory, in order.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Copy(NativeCopy),
    /// Writes the time.
    Stamp(Raw, u32),
    /// Counts nothing.
    Count(Raw, u32),
    /// Marks how far passes have come: word and value.
    Mark(usize, u32),
    /// The device is lost here.
    Lose,
}

/// Ticks before the counter of a Null device wraps.
const BEFORE_WRAP: u64 = 3;

struct Texture {
    info: TextureInfo,
    /// Bytes by aspect, mip level and layer, made when first written.
    levels: HashMap<(Aspects, u32, u32), Vec<u8>>,
}

impl Store {
    pub(super) fn add_buffer(&mut self, raw: Raw, size: u64, _host: bool) {
        self.buffers.insert(raw.0, vec![0; size as usize]);
        self.used += size;
    }
    pub(super) fn add_texture(&mut self, raw: Raw, info: TextureInfo) {
        self.textures.insert(raw.0, Texture { info, levels: HashMap::new() });
        self.used = self.used.saturating_add(info.texel_bytes());
    }
    pub(super) fn add_queries(&mut self, raw: Raw, words: u32) {
        self.queries.insert(raw.0, vec![0; words as usize]);
    }

    /// One step of a list. Time goes one tick further with each look at it, and wraps soon.
    pub(super) fn run(&mut self, op: &Op, timestamp_bits: u32) {
        let (raw, index, value) = match op {
            Op::Copy(c) => return self.copy(c),
            Op::Stamp(raw, index) => {
                let mask = if timestamp_bits >= 64 { u64::MAX } else { (1 << timestamp_bits) - 1 };
                let now = self.ticks.wrapping_sub(BEFORE_WRAP) & mask;
                self.ticks += 1;
                (raw, index, now)
            }
            Op::Count(raw, index) => (raw, index, 0),
            // These are the backend's, not the memory's.
            Op::Mark(..) | Op::Lose => return,
        };
        if let Some(word) = self.queries.get_mut(&raw.0).and_then(|q| q.get_mut(*index as usize)) {
            *word = value;
        }
    }

    pub(super) fn remove(&mut self, raw: Raw) {
        self.queries.remove(&raw.0);
        let buffer = self.buffers.remove(&raw.0).map_or(0, |b| b.len() as u64);
        let texture = self.textures.remove(&raw.0).map_or(0, |t| t.info.texel_bytes());
        self.used = self.used.saturating_sub(buffer).saturating_sub(texture);
    }
    pub(super) fn used(&self) -> u64 {
        self.used
    }
    pub(super) fn stats(&self, budget: Option<u64>) -> MemoryStats {
        let budget = budget.map_or(HeapBudget::Unknown, |budget_bytes| HeapBudget::Known {
            budget_bytes,
            usage_bytes: self.used,
        });
        let heap = Heap { size_bytes: 0, device_local: false, budget };
        MemoryStats {
            used_bytes: self.used,
            reserved_bytes: self.used,
            blocks: (self.buffers.len() + self.textures.len()) as u64,
            heaps: [heap].into_iter().collect(),
            own_budget_bytes: None,
        }
    }

    fn range(&mut self, raw: Raw, offset: u64, len: usize) -> Result<&mut [u8], Fault> {
        let missing = || Fault::Unavailable(format!("buffer {} has no bytes {offset}+{len}", raw.0));
        let bytes = self.buffers.get_mut(&raw.0).ok_or_else(missing)?;
        let start = offset as usize;
        bytes.get_mut(start..start.saturating_add(len)).ok_or_else(missing)
    }
    pub(super) fn write(&mut self, raw: Raw, offset: u64, data: &[u8]) -> Result<(), Fault> {
        self.range(raw, offset, data.len())?.copy_from_slice(data);
        Ok(())
    }
    pub(super) fn read(&mut self, raw: Raw, offset: u64, data: &mut [u8]) -> Result<(), Fault> {
        data.copy_from_slice(self.range(raw, offset, data.len())?);
        Ok(())
    }

    pub(super) fn copy(&mut self, c: &NativeCopy) {
        match *c {
            NativeCopy::Buffer { src, src_offset, dst, dst_offset, size } => {
                let mut bytes = vec![0; size as usize];
                if self.read(src, src_offset, &mut bytes).is_ok() {
                    let _ = self.write(dst, dst_offset, &bytes);
                }
            }
            NativeCopy::Fill { dst, offset, size, value } => {
                let len = self.buffers.get(&dst.0).map_or(0, Vec::len) as u64;
                let size = size.min(len.saturating_sub(offset)) as usize;
                if let Ok(bytes) = self.range(dst, offset, size) {
                    let word = value.to_ne_bytes();
                    for (i, b) in bytes.iter_mut().enumerate() {
                        *b = word[i % 4];
                    }
                }
            }
            NativeCopy::Upload { src, offset, row_texels, rows, dst, size } => {
                self.rows(src, offset, [row_texels, rows], &dst, size, true);
            }
            NativeCopy::Download { src, size, dst, offset, row_texels, rows } => {
                self.rows(dst, offset, [row_texels, rows], &src, size, false);
            }
            NativeCopy::Texture { src, dst, size } => {
                if src.aspect.bits().count_ones() > 1 {
                    for aspect in src.aspect.iter() {
                        let (src, dst) = (TextureSide { aspect, ..src }, TextureSide { aspect, ..dst });
                        self.copy(&NativeCopy::Texture { src, dst, size });
                    }
                    return;
                }
                // By way of a buffer that has no other name.
                let scratch = Raw(u64::MAX);
                let Some(t) = self.textures.get(&src.raw.0) else { return };
                let bytes = t.info.format.level_bytes(size) * u64::from(src.layers);
                let block = t.info.format.info().block;
                let pitch = [
                    size[0].next_multiple_of(u32::from(block.0)),
                    size[1].next_multiple_of(u32::from(block.1)),
                ];
                self.add_buffer(scratch, bytes, true);
                self.rows(scratch, 0, pitch, &src, size, false);
                let Some(to) = self.textures.get(&dst.raw.0) else { return };
                let other = to.info.format.info().block;
                let scaled = |n: u32, a: u8, b: u8| n.div_ceil(u32::from(a)) * u32::from(b);
                let size = [scaled(size[0], block.0, other.0), scaled(size[1], block.1, other.1), size[2]];
                let pitch = [scaled(pitch[0], block.0, other.0), scaled(pitch[1], block.1, other.1)];
                self.rows(scratch, 0, pitch, &dst, size, true);
                self.remove(scratch);
            }
            NativeCopy::Queries { set, first, count, words, dst, offset } => {
                let range = (first * words) as usize..((first + count) * words) as usize;
                let found = self.queries.get(&set.0).and_then(|q| q.get(range));
                let bytes: Vec<u8> = found.unwrap_or(&[]).iter().flat_map(|w| w.to_ne_bytes()).collect();
                let _ = self.write(dst, offset, &bytes);
            }
            // Null does not draw: what is scaled or converted reads as it was.
            NativeCopy::Blit { .. } | NativeCopy::Clear { .. } => {}
            NativeCopy::Zero { raw, .. } => {
                if let Some(t) = self.textures.get_mut(&raw.0) {
                    t.levels.clear();
                }
            }
        }
    }

    /// Moves rows of blocks between a buffer and a texture.
    fn rows(
        &mut self,
        buffer: Raw,
        offset: u64,
        pitch: [u32; 2],
        side: &TextureSide,
        size: [u32; 3],
        up: bool,
    ) {
        let (Some(bytes), Some(t)) = (self.buffers.get_mut(&buffer.0), self.textures.get_mut(&side.raw.0))
        else {
            return;
        };
        let f = t.info.format.info();
        let stencil = side.aspect == Aspects::STENCIL;
        let unit = if stencil { 1 } else { usize::from(f.block_bytes) };
        let (bw, bh) = (u32::from(f.block.0), u32::from(f.block.1));
        let level = t.info.level_size(side.mip);
        let blocks = |texels: u32, b: u32| texels.div_ceil(b) as usize;
        let (level_w, level_h) = (blocks(level[0], bw), blocks(level[1], bh));
        let (w, h) = (blocks(size[0], bw), blocks(size[1], bh));
        let (row, slice) = (blocks(pitch[0], bw) * unit, blocks(pitch[0], bw) * blocks(pitch[1], bh) * unit);
        for layer in 0..side.layers {
            let key = (side.aspect, side.mip, side.layer + layer);
            if up && !t.levels.contains_key(&key) {
                // What nobody wrote reads as zero, and takes no memory.
                let start = offset as usize + layer as usize * size[2] as usize * slice;
                let len = (size[2] as usize * slice).min(bytes.len().saturating_sub(start));
                if bytes.get(start..start + len).is_some_and(|b| b.iter().all(|b| *b == 0)) {
                    continue;
                }
            }
            let all =
                t.levels.entry(key).or_insert_with(|| vec![0; level_w * level_h * level[2] as usize * unit]);
            for z in 0..size[2] as usize {
                for y in 0..h {
                    let in_buffer =
                        offset as usize + (layer as usize * size[2] as usize + z) * slice + y * row;
                    let ty =
                        (side.origin[2] as usize + z) * level_h + side.origin[1] as usize / bh as usize + y;
                    let in_texture = (ty * level_w + side.origin[0] as usize / bw as usize) * unit;
                    let (Some(b), Some(x)) = (
                        bytes.get_mut(in_buffer..in_buffer + w * unit),
                        all.get_mut(in_texture..in_texture + w * unit),
                    ) else {
                        return;
                    };
                    if up { x.copy_from_slice(b) } else { b.copy_from_slice(x) }
                }
            }
        }
    }
}
