//! Copies: what they read must have been written, and what they write is.

use super::FindingCode as F;
use super::contents::Part;
use super::pass::whole;
use super::walk::Walk;
use crate::backend::{NativeCopy, TextureSide};
use crate::desc::{BufferUsage, TextureUsage};
use crate::record::Raw;
use crate::usage::SubRange;

/// A write by a copy may be an upload or a copy of the program's own.
const BUFFER_WRITES: BufferUsage = BufferUsage::COPY_DST.union(BufferUsage::COPY_TARGET);
const TEXTURE_WRITES: TextureUsage = TextureUsage::COPY_DST.union(TextureUsage::COPY_TARGET);

fn range(s: &TextureSide) -> SubRange {
    SubRange { mip: s.mip as u16, mips: 1, layer: s.layer as u16, layers: s.layers as u16, aspects: s.aspect }
}

impl Walk<'_> {
    pub(super) fn copy(&mut self, c: &NativeCopy) {
        match *c {
            NativeCopy::Buffer { src, src_offset, dst, dst_offset, size } => {
                self.read_bytes(src, src_offset, size);
                self.write_bytes(dst, dst_offset, size);
            }
            NativeCopy::Fill { dst, offset, size, .. } => self.write_bytes(dst, offset, size),
            NativeCopy::Upload { src, ref dst, .. } => {
                // Rows may lie apart, so that the range is not looked at byte by byte.
                self.contents.use_buffer(src, BufferUsage::COPY_SRC);
                if self.contents.buffer_lacks(src, 0, u64::MAX) {
                    self.unwritten(src, 0, None);
                }
                self.write_texels(dst.raw, &range(dst));
            }
            NativeCopy::Download { ref src, dst, offset, .. } => {
                self.read_texels(src);
                // At least the first byte; what more depends on the rows.
                self.write_bytes(dst, offset, u64::MAX - offset);
            }
            NativeCopy::Texture { ref src, ref dst, .. } => {
                self.read_texels(src);
                self.write_texels(dst.raw, &range(dst));
            }
            NativeCopy::Queries { dst, offset, count, words, .. } => {
                self.write_bytes(dst, offset, u64::from(count) * u64::from(words) * 8);
            }
            NativeCopy::Blit { ref src, src_size, ref dst, dst_size, .. } => {
                let format = |raw| {
                    self.objects.textures.get(&raw).map(|t: &super::objects::TextureFacts| t.info.format)
                };
                if src_size == dst_size && format(src.raw).is_some() && format(src.raw) == format(dst.raw) {
                    let label = self.objects.texture_label(dst.raw);
                    self.find(F::BlitUnscaled, label, || format!("{src_size:?} texels"));
                }
                self.read_texels(src);
                self.write_texels(dst.raw, &range(dst));
            }
            NativeCopy::Clear { raw, ref range, .. } => self.write_texels(raw, range),
            NativeCopy::Zero { raw, .. } => {
                if let Some(t) = self.objects.textures.get(&raw) {
                    let all = whole(&t.info);
                    if let Some(t) = self.contents.textures.get_mut(&raw) {
                        t.used |= TextureUsage::COPY_DST;
                        t.set(&all, Part::Written);
                    }
                }
            }
        }
    }

    fn read_bytes(&mut self, raw: Raw, offset: u64, size: u64) {
        self.contents.use_buffer(raw, BufferUsage::COPY_SRC);
        if self.contents.buffer_lacks(raw, offset, size) {
            self.unwritten(raw, offset, Some(size));
        }
    }

    fn unwritten(&mut self, raw: Raw, offset: u64, size: Option<u64>) {
        let label = self.objects.buffer_label(raw);
        let end = size.map(|n| offset.saturating_add(n).to_string()).unwrap_or_default();
        self.find(F::CopyBufferUnwritten, label, || format!("bytes {offset}..{end}"));
    }

    fn write_bytes(&mut self, raw: Raw, offset: u64, size: u64) {
        self.contents.use_buffer(raw, BUFFER_WRITES);
        self.contents.write_buffer(raw, offset, size);
    }

    fn read_texels(&mut self, s: &TextureSide) {
        let r = range(s);
        let Some(t) = self.contents.textures.get_mut(&s.raw) else { return };
        t.used |= TextureUsage::COPY_SRC;
        let lacking = t.lacks_any(&r);
        t.read(&r);
        let code = match lacking {
            Some(Part::Never) => F::CopyTextureUnwritten,
            Some(Part::Discarded) => F::TextureDiscarded,
            _ => return,
        };
        let label = self.objects.texture_label(s.raw);
        self.find(code, label, || format!("mip level {}, layer {}", s.mip, s.layer));
    }

    fn write_texels(&mut self, raw: Raw, r: &SubRange) {
        let Some(t) = self.contents.textures.get_mut(&raw) else { return };
        // A clear of an attachment needs no other usage.
        t.used |= TEXTURE_WRITES;
        t.set(r, Part::Written);
    }
}
