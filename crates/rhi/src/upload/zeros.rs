//! Zeros for what no API clears: from one piece of memory, over and over.

use crate::backend::{Backend, Fault, NativeCopy, TextureSide};
use crate::object::{Native, TextureInfo};
use crate::record::Raw;

/// Bytes of zeros that lie ready at once, unless a single row takes more.
const MOST: u64 = 1 << 20;

/// Zeros, or the fault that there is no memory for them.
pub(crate) fn zeros(bytes: u64) -> Result<Vec<u8>, Fault> {
    let mut all = room(bytes)?;
    all.resize(bytes as usize, 0);
    Ok(all)
}

/// Can so much memory be had just now?
pub(crate) fn has_memory(bytes: u64) -> Result<(), Fault> {
    room(bytes).map(drop)
}

fn room(bytes: u64) -> Result<Vec<u8>, Fault> {
    let none = || Fault::OutOfMemory("host");
    let bytes = usize::try_from(bytes).map_err(|_| none())?;
    let mut all = Vec::new();
    all.try_reserve_exact(bytes).map_err(|_| none())?;
    Ok(all)
}

/// Writes zeros to the start of a buffer that the host reaches.
pub(crate) fn write_zeros(b: &dyn Backend, buffer: Native, size: u64) -> Result<(), Fault> {
    let piece = zeros(size.min(MOST))?;
    let mut at = 0;
    while at < size {
        let left = (size - at).min(MOST);
        b.write_host(buffer, at, piece.get(..left as usize).unwrap_or(&piece))?;
        at += left;
    }
    Ok(())
}

/// How a compressed texture is cut into strips of rows of blocks, each of which is filled from the same bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strips {
    /// Bytes of a strip, at most.
    most: u64,
}

impl Strips {
    pub(crate) fn new(info: &TextureInfo) -> Self {
        let [w, h, _] = info.level_size(0);
        let format = info.format;
        let (row, slice) = (format.level_bytes([w, 1, 1]), format.level_bytes([w, h, 1]));
        Self { most: slice.min(MOST.max(row)) }
    }

    /// Bytes of zeros that the copies read.
    pub(crate) fn bytes(self) -> u64 {
        self.most
    }

    /// Copies that fill the whole texture from [`Strips::bytes`] staged bytes.
    pub(crate) fn copies(
        self,
        info: &TextureInfo,
        raw: Raw,
        (src, offset): (Raw, u64),
    ) -> impl Iterator<Item = NativeCopy> + '_ {
        let block = info.format.info().block;
        let (bw, bh) = (u32::from(block.0), u32::from(block.1));
        let levels = (0..info.layers).flat_map(move |layer| (0..info.mips).map(move |mip| (layer, mip)));
        levels.flat_map(move |(layer, mip)| {
            let [w, h, d] = info.level_size(mip);
            let row = info.format.level_bytes([w, 1, 1]).max(1);
            let rows = u32::try_from(self.most / row).unwrap_or(u32::MAX).max(1).saturating_mul(bh);
            let strips = (0..d).flat_map(move |z| (0..h).step_by(rows as usize).map(move |y| (y, z)));
            strips.map(move |(y, z)| {
                let height = rows.min(h - y);
                NativeCopy::Upload {
                    src,
                    offset,
                    row_texels: w.next_multiple_of(bw),
                    rows: height.next_multiple_of(bh),
                    dst: TextureSide {
                        raw,
                        aspect: info.format.info().aspects,
                        mip,
                        layer,
                        layers: 1,
                        origin: [0, y, z],
                    },
                    size: [w, height, 1],
                }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::{TextureDim, TextureUsage};
    use crate::format::Format;

    fn texture(format: Format, dim: TextureDim, size: [u32; 3], mips: u32, layers: u32) -> TextureInfo {
        let usage = TextureUsage::SAMPLED;
        TextureInfo { dim, format, size, layers, mips, samples: 1, usage, shared: false }
    }

    #[test]
    fn strips_fill_every_row_once_and_read_no_more_than_is_there() {
        for info in [
            texture(Format::Bc3RgbaUnorm, TextureDim::D2, [4096, 4096, 1], 13, 3),
            texture(Format::Bc1RgbaUnorm, TextureDim::D2, [30, 10, 1], 4, 2),
            texture(Format::Bc3RgbaUnorm, TextureDim::D3, [2048, 2047, 3], 2, 1),
            texture(Format::Bc3RgbaUnorm, TextureDim::D2, [1 << 20, 9, 1], 1, 1),
        ] {
            let strips = Strips::new(&info);
            assert!(strips.bytes() <= MOST.max(info.format.level_bytes([info.size[0], 1, 1])));
            let mut filled = std::collections::HashMap::new();
            for c in strips.copies(&info, Raw(1), (Raw(2), 64)) {
                let NativeCopy::Upload { src, offset, row_texels, rows, dst, size } = c else {
                    panic!("{c:?}")
                };
                assert_eq!((src, offset, dst.raw, dst.layers, size[2]), (Raw(2), 64, Raw(1), 1, 1));
                assert!(info.format.level_bytes([row_texels, rows, 1]) <= strips.bytes());
                let level = info.level_size(dst.mip);
                assert!(
                    (size[0], dst.origin[0]) == (level[0], 0) && row_texels >= level[0] && rows >= size[1]
                );
                // Strips follow one another without a gap.
                let at = filled.entry((dst.layer, dst.mip, dst.origin[2])).or_insert(0);
                assert_eq!(*at, dst.origin[1]);
                assert!(dst.origin[1].is_multiple_of(4));
                *at += size[1];
            }
            for layer in 0..info.layers {
                for mip in 0..info.mips {
                    let [_, h, d] = info.level_size(mip);
                    assert!((0..d).all(|z| filled.remove(&(layer, mip, z)) == Some(h)), "{layer} {mip}");
                }
            }
            assert!(filled.is_empty(), "{filled:?}");
        }
    }

    #[test]
    fn memory_that_nobody_has_is_a_fault() {
        assert_eq!(zeros(3).unwrap_or_default(), [0; 3]);
        assert!(matches!(zeros(u64::MAX), Err(Fault::OutOfMemory(_))));
    }
}
