//! Where texels lie: what copies in batches and writes from the host ask alike of a region and of its rows.

use super::Region;
use super::copies::Refusal;
use crate::backend::TextureSide;
use crate::error::Code;
use crate::format::{Aspects, Format};
use crate::usage::SubRange;

/// A region that lies within its texture, in whole blocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checked {
    pub(crate) side: TextureSide,
    /// In texels.
    pub(crate) size: [u32; 3],
    /// With all aspects: not every device can tell their layouts apart.
    pub(crate) range: SubRange,
}

pub(crate) fn check_region(r: &Region<'_>) -> Result<Checked, Refusal> {
    let t = r.texture;
    let err = |code, detail: String| Err((code, t.label().to_owned(), detail));
    let layers = r.layers.max(1);
    let i = &t.info;
    if r.mip >= i.mips || u64::from(r.layer) + u64::from(layers) > u64::from(i.layers) {
        let detail = format!("mip {} of {}, layers {}+{layers} of {}", r.mip, i.mips, r.layer, i.layers);
        return err(Code::CopyRange, detail);
    }
    let level = i.level_size(r.mip);
    let block = i.format.info().block;
    let mut size = r.size;
    for axis in 0..3 {
        let unit = [u32::from(block.0), u32::from(block.1), 1][axis];
        if size[axis] == 0 {
            size[axis] = level[axis].saturating_sub(r.origin[axis]);
        }
        let end = u64::from(r.origin[axis]) + u64::from(size[axis]);
        let whole_blocks = r.origin[axis].is_multiple_of(unit)
            && (size[axis].is_multiple_of(unit) || end == u64::from(level[axis]));
        if size[axis] == 0 || end > u64::from(level[axis]) || !whole_blocks {
            let detail =
                format!("{:?} from {:?} of a level of {level:?} in blocks of {block:?}", r.size, r.origin);
            return err(Code::CopyRange, detail);
        }
    }
    let all = i.format.info().aspects;
    let only = if all.contains(Aspects::DEPTH) { Aspects::DEPTH } else { all };
    let aspect = r.aspect.unwrap_or(only);
    if !all.contains(aspect) || aspect.bits().count_ones() != 1 {
        return err(Code::CopyRange, format!("a copy takes one aspect of {}", i.format));
    }
    let range =
        SubRange { mip: r.mip as u16, mips: 1, layer: r.layer as u16, layers: layers as u16, aspects: all };
    let side =
        TextureSide { raw: t.resource.raw, aspect, mip: r.mip, layer: r.layer, layers, origin: r.origin };
    Ok(Checked { side, size, range })
}

/// Rows of blocks in linear memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows {
    /// Bytes of a block, and of a row without what lies between rows.
    pub(crate) block: u32,
    pub(crate) packed: u32,
    /// Bytes from one row to the next.
    pub(crate) pitch: u32,
    /// Rows of a slice or layer, and from one to the next.
    pub(crate) rows: u32,
    pub(crate) row_pitch: u32,
    /// Slices of all layers.
    pub(crate) slices: u64,
    /// From the first byte to the last.
    pub(crate) bytes: u64,
}

impl Rows {
    /// `pitch` and `row_pitch` are 0 where rows or slices follow each other tightly. `Err`: what they are, in words.
    pub(crate) fn new(format: Format, c: &Checked, (pitch, row_pitch): (u32, u32)) -> Result<Self, String> {
        let block = format.aspect_bytes(c.side.aspect);
        let (bw, bh) = format.info().block;
        let (columns, rows) = (c.size[0].div_ceil(bw.into()), c.size[1].div_ceil(bh.into()));
        let packed = columns * block;
        let pitch = if pitch == 0 { packed } else { pitch };
        let row_pitch = if row_pitch == 0 { rows } else { row_pitch };
        if pitch < packed || row_pitch < rows {
            return Err(Self::words(pitch, row_pitch, columns, rows, block));
        }
        let slices = u64::from(c.size[2]) * u64::from(c.side.layers);
        // What lies after the last slice is nobody's.
        let row_pitch = if slices == 1 { rows } else { row_pitch };
        let before_last = (slices - 1).saturating_mul(row_pitch.into()).saturating_add((rows - 1).into());
        let bytes = before_last.saturating_mul(pitch.into()).saturating_add(packed.into());
        Ok(Self { block, packed, pitch, rows, row_pitch, slices, bytes })
    }

    pub(crate) fn words(pitch: u32, row_pitch: u32, columns: u32, rows: u32, block: u32) -> String {
        format!("rows of {pitch} bytes, {row_pitch} rows, for {columns}x{rows} blocks of {block}")
    }

    /// They follow each other without anything between them.
    pub(crate) fn is_tight(&self) -> bool {
        self.pitch == self.packed && self.row_pitch == self.rows
    }
}
