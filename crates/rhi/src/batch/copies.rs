//! Copies. A list of copies is one pass, with one set of barriers.

use super::regions::{ClearValue, Levels, copyable, sized, whole_aspect};
use super::texels::{Checked, Rows, check_region};
use super::{Batch, BatchInner};
use crate::backend::{Edge, NativeCopy};
use crate::core::Core;
use crate::desc::{BufferUsage, Filter, Memory, TextureDim, TextureUsage};
use crate::error::{Code, Error};
use crate::format::Aspects;
use crate::loss;
use crate::object::{Buffer, SETTLED, Texture};
use crate::queue::Queue;
use crate::readback::Readback;
use crate::record::{Cmd, Raw, calls};
use crate::stats::PassKind;
use crate::sync::lock;
use crate::track::{Barrier, Resource, Touch};
use crate::usage::{Access, Layout, ResourceKind, Stages, SubRange, Usage};
use std::ops::Range;

const SRC: Usage = Usage::new(Access::COPY_SRC, Stages::empty());
const DST: Usage = Usage::new(Access::COPY_DST, Stages::empty());
/// Copies between buffers are made in multiples of this.
const UNIT: u64 = 4;

/// Where texels lie in a buffer.
#[derive(Debug, Clone, Copy)]
pub struct BufferSide<'a> {
    /// Buffer.
    pub buffer: &'a Buffer,
    /// Offset of the first block in bytes.
    pub offset: u64,
    /// Bytes from one row of blocks to the next; 0 for tightly packed.
    pub row_bytes: u32,
    /// Rows of blocks from one layer or slice to the next; 0 for tightly packed.
    pub rows: u32,
}

/// A box of texels in a texture.
#[derive(Debug, Clone, Copy)]
pub struct Region<'a> {
    /// Texture.
    pub texture: &'a Texture,
    /// Mip level.
    pub mip: u32,
    /// First layer.
    pub layer: u32,
    /// Layers; 0 stands for 1.
    pub layers: u32,
    /// Corner in texels.
    pub origin: [u32; 3],
    /// Size in texels; zeros stand for "to the end".
    pub size: [u32; 3],
    /// Aspect; none stands for the only one, or depth.
    pub aspect: Option<Aspects>,
}

impl<'a> Region<'a> {
    /// All of a mip level of the first layer.
    pub fn level(texture: &'a Texture, mip: u32) -> Self {
        Self { texture, mip, layer: 0, layers: 1, origin: [0; 3], size: [0; 3], aspect: None }
    }
}

/// A copy.
#[derive(Debug, Clone, Copy)]
pub enum Copy<'a> {
    /// Between buffers, in multiples of 4 bytes.
    Buffer {
        /// From.
        src: &'a Buffer,
        /// Offset in bytes.
        src_offset: u64,
        /// To; needs `COPY_TARGET`.
        dst: &'a Buffer,
        /// Offset in bytes.
        dst_offset: u64,
        /// Size in bytes.
        size: u64,
    },
    /// Fills a buffer with a word.
    Fill {
        /// To; needs `COPY_TARGET`.
        dst: &'a Buffer,
        /// Offset in bytes.
        offset: u64,
        /// Size in bytes.
        size: u64,
        /// Word.
        value: u32,
    },
    /// From a buffer to a texture, which needs `COPY_TARGET`.
    BufferToTexture {
        /// From.
        src: BufferSide<'a>,
        /// To.
        dst: Region<'a>,
    },
    /// From a texture to a buffer, which needs `COPY_TARGET` or lies in readback memory.
    TextureToBuffer {
        /// From.
        src: Region<'a>,
        /// To.
        dst: BufferSide<'a>,
    },
    /// Between textures of the same sample count whose texels are the same bits: formats that differ in how the bits are read
    /// alone, or blocks and an uncompressed format of as many bytes. The size is the source's. A region that names no aspect has
    /// all.
    Texture {
        /// From.
        src: Region<'a>,
        /// To; needs `COPY_TARGET`.
        dst: Region<'a>,
    },
    /// Between textures, scaled from the size of the one to that of the other and converted between formats of one class.
    Blit {
        /// From; needs `COPY_SRC`.
        src: Region<'a>,
        /// To; needs `COPY_TARGET`. The number of layers is the source's.
        dst: Region<'a>,
        /// Between texels, where sizes differ. Depth, stencil and integers are not filtered.
        filter: Filter,
    },
    /// Clears levels of a texture, which needs `COPY_TARGET`, `COLOR` or `DEPTH`.
    Clear {
        /// What is cleared.
        dst: Levels<'a>,
        /// To what.
        value: ClearValue,
    },
}

impl Batch {
    /// Declares a list of copies and records it. The copies of a list may not depend on each other.
    pub fn copies(&mut self, label: &str, list: &[Copy<'_>]) {
        self.copies_on(Queue::Main, label, list);
    }

    /// As [`Batch::copies`], on a queue. Off the main queue depth and stencil stay where they are; on the copy queue regions of
    /// textures keep to [`crate::Limits::copy_queue_granularity`].
    pub fn copies_on(&mut self, queue: Queue, label: &str, list: &[Copy<'_>]) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        if list.is_empty() || !inner.errors.is_empty() || !inner.check_queue(&self.core, label, queue) {
            return;
        }
        inner.start_on(queue);
        inner.copying = queue;
        inner.copies.clear();
        for c in list {
            if let Err((code, name, detail)) = inner.declare_copy(&self.core, c) {
                return inner.fail_pass(label, code, &name, detail);
            }
        }
        if let Err((code, name, detail)) = inner.check_overlap(|raw| written_label(list, raw)) {
            return inner.fail_pass(label, code, &name, detail);
        }
        inner.record_copies(&self.core, queue, label);
    }

    /// Reads part of a buffer back. The data arrives once the batch was submitted and has finished.
    pub fn read_buffer(&mut self, src: &Buffer, range: Range<u64>) -> Readback {
        self.read_back(|inner, core| {
            let bytes = range.end.saturating_sub(range.start);
            inner.declare_buffer(core, src, range.start, bytes, false)?;
            let size = bytes.next_multiple_of(UNIT);
            let copy = move |dst| NativeCopy::Buffer {
                src: src.raw,
                src_offset: range.start,
                dst,
                dst_offset: 0,
                size,
            };
            Ok((bytes, src.label(), copy))
        })
    }

    /// Reads a region of a texture back, rows tightly packed, top row first. The texture needs `COPY_SRC`.
    pub fn read_texture(&mut self, src: &Region<'_>) -> Readback {
        let t = src.texture;
        self.read_back(|inner, core| {
            inner.copying = Queue::Main;
            if t.info.samples != 1 {
                let detail = format!("{} samples", t.info.samples);
                return Err((Code::CopyFormat, t.label().to_owned(), detail));
            }
            let c = inner.declare_region(core, src, false)?;
            let (Checked { side, size, .. }, block) = (c, t.info.format.info().block);
            let rows = Rows::new(t.info.format, &c, (0, 0));
            let bytes = rows.map_err(|detail| (Code::CopyRange, t.label().to_owned(), detail))?.bytes;
            let copy = move |dst| NativeCopy::Download {
                src: side,
                size,
                dst,
                offset: 0,
                row_texels: size[0].next_multiple_of(u32::from(block.0)),
                rows: size[1].next_multiple_of(u32::from(block.1)),
            };
            Ok((bytes, t.label(), copy))
        })
    }

    /// Reads back what is declared: its size in bytes, its label, and the copy to a buffer.
    pub(super) fn read_back<'a, C: FnOnce(Raw) -> NativeCopy>(
        &mut self,
        declare: impl FnOnce(&mut BatchInner, &Core) -> Result<(u64, &'a str, C), Refusal>,
    ) -> Readback {
        self.bring_back(|inner, core| {
            inner.start();
            inner.copies.clear();
            let (bytes, label, copy) = declare(inner, core)?;
            let record = move |inner: &mut BatchInner, core: &Core, dst| {
                inner.copies.push(copy(dst));
                inner.record_copies(core, Queue::Main, label);
            };
            Ok((bytes, label, record))
        })
    }

    /// Reads back what is declared: its size in bytes, its label, and what records the way of its bytes to a buffer.
    pub(super) fn bring_back<'a, R: FnOnce(&mut BatchInner, &Core, Raw)>(
        &mut self,
        declare: impl FnOnce(&mut BatchInner, &Core) -> Result<(u64, &'a str, R), Refusal>,
    ) -> Readback {
        let core = &self.core;
        let fail = |e: &Error| Readback::new(core, Err(e.clone()), 0);
        let Some(inner) = self.inner.as_deref_mut() else {
            return fail(&Error::new(Code::Closed, "batch", ""));
        };
        if let Some(e) = inner.errors.first() {
            return fail(e);
        }
        let (bytes, label, record) = match declare(inner, core) {
            Ok(declared) => declared,
            Err((code, name, detail)) => {
                inner.fail_pass("readback", code, &name, detail);
                return fail(&inner.errors[0]);
            }
        };
        let acquired = lock(&core.reads).acquire(core, bytes.next_multiple_of(UNIT));
        let slot = match acquired {
            Ok(slot) => slot,
            Err(fault) => {
                let e = core.fault(label, fault);
                let readback = fail(&e);
                inner.fail(e);
                return readback;
            }
        };
        inner.readbacks.push(slot.clone());
        record(inner, core, slot.native.raw);
        match inner.errors.first() {
            Some(e) => fail(e),
            None => Readback::new(core, Ok(slot), bytes as usize),
        }
    }

    /// Ends the writing of textures: from the submission of this batch on they rest in their sampled state, need no
    /// declaration and cost nothing; groups made after the submission know. A pass that writes one later is refused.
    pub fn settle(&mut self, textures: &[&Texture]) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        if !inner.errors.is_empty() {
            return;
        }
        inner.start();
        inner.copies.clear();
        for t in textures {
            if t.device != self.core.id {
                return inner.fail_pass("settle", Code::ForeignObject, t.label(), "");
            }
            if !t.info.usage.contains(TextureUsage::SAMPLED) {
                return inner.fail_pass("settle", Code::MissingUsage, t.label(), "SAMPLED is missing");
            }
            if t.resource.slot != SETTLED {
                let usage = Usage::new(Access::SAMPLED, Stages::all());
                inner.touch(&self.core, t.resource, t.resource.whole(), usage);
                inner.settle.push(t.obj.clone());
            }
        }
        inner.record_copies(&self.core, Queue::Main, "settle");
    }
}

/// A copy's bytes in a buffer are read by the host.
pub(super) fn host_barrier(raw: Raw, slot: u32) -> Barrier {
    Barrier {
        raw,
        slot,
        kind: ResourceKind::Buffer,
        before: DST,
        after: Usage::new(Access::HOST_READ, Stages::empty()),
        old: Layout::General,
        new: Layout::General,
        range: SubRange::BUFFER,
        queues: Default::default(),
    }
}

/// Label of what a list writes.
fn written_label(list: &[Copy<'_>], raw: Raw) -> String {
    let of = |c: &Copy<'_>| match c {
        Copy::Buffer { dst, .. } | Copy::Fill { dst, .. } => (dst.raw == raw).then(|| dst.label().to_owned()),
        Copy::TextureToBuffer { dst, .. } => (dst.buffer.raw == raw).then(|| dst.buffer.label().to_owned()),
        Copy::BufferToTexture { dst, .. } | Copy::Texture { dst, .. } | Copy::Blit { dst, .. } => {
            (dst.texture.resource.raw == raw).then(|| dst.texture.label().to_owned())
        }
        Copy::Clear { dst, .. } => (dst.texture.resource.raw == raw).then(|| dst.texture.label().to_owned()),
    };
    list.iter().find_map(of).unwrap_or_default()
}

pub(super) type Refusal = (Code, String, String);

/// Why a queue beside the main one cannot copy a region (Vulkan specification, `VkQueueFamilyProperties` and the commands of
/// copies; D3D12's copy queues know no depth either).
fn refused_on(
    queue: Queue,
    core: &Core,
    aspect: Aspects,
    origin: [u32; 3],
    size: [u32; 3],
    level: [u32; 3],
) -> Option<String> {
    if aspect != Aspects::COLOR {
        return Some(format!("{aspect:?} is copied on the main queue alone"));
    }
    if queue != Queue::Copy {
        return None;
    }
    let unit = core.limits.copy_queue_granularity;
    let fits = |axis: usize| {
        let (at, n, all) = (origin[axis], size[axis], level[axis]);
        match unit[axis] {
            0 => at == 0 && n == all,
            u => at.is_multiple_of(u) && (n.is_multiple_of(u) || at + n == all),
        }
    };
    let all = (0..3).all(fits);
    (!all)
        .then(|| format!("{size:?} from {origin:?} of {level:?}, in units of {unit:?} (0: all of the level)"))
}

impl BatchInner {
    /// Declares a use that is neither an attachment nor in a bind group.
    pub(super) fn touch(&mut self, core: &Core, resource: Resource, range: SubRange, usage: Usage) {
        let Touch { layout, discard, scopes, .. } = core.touch(resource.kind, usage);
        self.tracker.touch(&core.place(resource, range), usage, layout, discard, &scopes);
    }

    pub(super) fn record_copies(&mut self, core: &Core, queue: Queue, label: &str) {
        let Some(cmd) = self.inline_list(core, queue) else { return };
        let barriers = match self.tracker.end_pass() {
            Ok(b) => b,
            Err(c) => return self.conflict(label, c, &[], &[], &[]),
        };
        self.stats.barriers += barriers.len() as u64;
        self.stats.copies += self.copies.len() as u64;
        let follower = core.follower.as_ref();
        let crumb = follower.and_then(|f| f.declare(label, PassKind::Copies, self.ticket));
        if let Some(number) = crumb {
            loss::mark(&*core.backend, cmd, number, Edge::Begin);
        }
        calls::barriers(&*core.backend, cmd, barriers);
        if !self.copies.is_empty() {
            calls::copies(&*core.backend, cmd, &self.copies);
        }
        if self.for_host.len() > self.shown_to_host {
            self.show_to_host(core, cmd);
        }
        if let Some(number) = crumb {
            loss::mark(&*core.backend, cmd, number, Edge::End);
        }
    }

    /// What the last list wrote into readback memory is made visible to the host.
    #[cold]
    fn show_to_host(&mut self, core: &Core, cmd: Cmd) {
        let mut list = std::mem::take(&mut self.host_barriers);
        list.clear();
        for (raw, slot) in &self.for_host[self.shown_to_host..] {
            core.push_barrier(&mut list, &host_barrier(*raw, *slot));
        }
        calls::barriers(&*core.backend, cmd, &list);
        self.host_barriers = list;
        self.shown_to_host = self.for_host.len();
    }

    pub(super) fn declare_buffer(
        &mut self,
        core: &Core,
        b: &Buffer,
        offset: u64,
        size: u64,
        write: bool,
    ) -> Result<(), Refusal> {
        let err = |code, detail: String| Err((code, b.label().to_owned(), detail));
        if b.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        let end = offset.saturating_add(size);
        if size == 0 || end > b.size {
            return err(
                Code::CopyRange,
                format!("{offset}..{end} was asked for in a buffer of {} bytes", b.size),
            );
        }
        if !offset.is_multiple_of(UNIT) || (!size.is_multiple_of(UNIT) && end != b.size) {
            return err(Code::CopyAlignment, format!("{offset}..{end} was asked for"));
        }
        let needs = if write { BufferUsage::COPY_TARGET } else { BufferUsage::COPY_SRC };
        let reads_back = write && b.memory == Memory::Readback;
        if !b.usage.contains(needs) && !reads_back {
            if write && b.usage.contains(BufferUsage::COPY_DST) {
                return err(
                    Code::SettledWrite,
                    "COPY_DST alone means filled by uploads; COPY_TARGET is missing".into(),
                );
            }
            return err(Code::MissingUsage, format!("{needs:?} is missing"));
        }
        if b.slot != SETTLED {
            let usage = if write { DST } else { SRC };
            self.touch(core, b.resource(), SubRange::BUFFER, usage);
        }
        if reads_back {
            self.for_host.push((b.raw, b.slot));
        }
        Ok(())
    }

    pub(super) fn declare_region(
        &mut self,
        core: &Core,
        r: &Region<'_>,
        write: bool,
    ) -> Result<Checked, Refusal> {
        let t = r.texture;
        let err = |code, detail: String| Err((code, t.label().to_owned(), detail));
        if t.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        let needs = if write { TextureUsage::COPY_TARGET } else { TextureUsage::COPY_SRC };
        if !t.info.usage.contains(needs) {
            return err(Code::MissingUsage, format!("{needs:?} is missing"));
        }
        let c = check_region(r)?;
        let level = t.info.level_size(r.mip);
        if self.copying != Queue::Main
            && let Some(why) = refused_on(self.copying, core, c.side.aspect, r.origin, c.size, level)
        {
            return err(Code::CopyQueue, why);
        }
        self.touch(core, t.resource, c.range, if write { DST } else { SRC });
        Ok(c)
    }

    /// Texels in a row and rows in a layer of the buffer side, after its range was checked.
    fn declare_buffer_side(
        &mut self,
        core: &Core,
        b: &BufferSide<'_>,
        (r, c): (&Region<'_>, &Checked),
        write: bool,
    ) -> Result<(u32, u32), Refusal> {
        let format = r.texture.info.format;
        if r.texture.info.samples != 1 {
            let detail = format!("{} samples", r.texture.info.samples);
            return Err((Code::CopyFormat, r.texture.label().to_owned(), detail));
        }
        let err = |detail: String| Err((Code::CopyRange, b.buffer.label().to_owned(), detail));
        let rows = match Rows::new(format, c, (b.row_bytes, b.rows)) {
            Ok(rows) if rows.pitch.is_multiple_of(rows.block) => rows,
            Ok(rows) => {
                return err(format!("rows of {} bytes for blocks of {}", rows.pitch, rows.block));
            }
            Err(detail) => return err(detail),
        };
        let unit = u64::from(rows.block).max(UNIT);
        if !b.offset.is_multiple_of(unit) {
            return err(format!("offset {} is no multiple of {unit}", b.offset));
        }
        let need = rows.bytes;
        let to_end = need.next_multiple_of(UNIT).min(b.buffer.size.saturating_sub(b.offset).max(need));
        self.declare_buffer(core, b.buffer, b.offset, to_end, write)?;
        let row = (rows.pitch, u64::from(rows.rows) * rows.slices);
        let layer = (u64::from(rows.pitch) * u64::from(rows.row_pitch), r.layers);
        core.lints.copy(b.buffer.label(), b.offset, row, layer).map_err(Error::into_parts)?;
        let (bw, bh) = format.info().block;
        let texels = (rows.pitch / rows.block)
            .checked_mul(u32::from(bw))
            .zip(rows.row_pitch.checked_mul(u32::from(bh)));
        texels.map_or_else(|| err(format!("rows of {} bytes, {} rows", rows.pitch, rows.row_pitch)), Ok)
    }

    fn declare_copy(&mut self, core: &Core, c: &Copy<'_>) -> Result<(), Refusal> {
        let native = match *c {
            Copy::Buffer { src, src_offset, dst, dst_offset, size } => {
                self.declare_buffer(core, src, src_offset, size, false)?;
                self.declare_buffer(core, dst, dst_offset, size, true)?;
                NativeCopy::Buffer { src: src.raw, src_offset, dst: dst.raw, dst_offset, size }
            }
            Copy::Fill { dst, offset, size, value } => {
                self.declare_buffer(core, dst, offset, size, true)?;
                NativeCopy::Fill { dst: dst.raw, offset, size: size.next_multiple_of(UNIT), value }
            }
            Copy::BufferToTexture { src, dst } => {
                let c = self.declare_region(core, &dst, true)?;
                let (row_texels, rows) = self.declare_buffer_side(core, &src, (&dst, &c), false)?;
                let (offset, size) = (src.offset, c.size);
                NativeCopy::Upload { src: src.buffer.raw, offset, row_texels, rows, dst: c.side, size }
            }
            Copy::TextureToBuffer { src, dst } => {
                let c = self.declare_region(core, &src, false)?;
                let (row_texels, rows) = self.declare_buffer_side(core, &dst, (&src, &c), true)?;
                let (offset, size) = (dst.offset, c.size);
                NativeCopy::Download { src: c.side, size, dst: dst.buffer.raw, offset, row_texels, rows }
            }
            Copy::Texture { src, dst } => {
                let Checked { side: from, size, .. } = self.declare_region(core, &src, false)?;
                let to = self.declare_region(core, &sized(size, from.layers, &src, &dst), true)?.side;
                let (a, b) = (&src.texture.info, &dst.texture.info);
                // D3D12 and GL copy between them no more than Vulkan (`vkCmdCopyImage`, image types).
                if (a.dim == TextureDim::D1) != (b.dim == TextureDim::D1) {
                    let detail = format!("'{}' is {:?}, this {:?}", src.texture.label(), a.dim, b.dim);
                    return Err((Code::CopyDimension, dst.texture.label().to_owned(), detail));
                }
                if a.format.is_compressed() != b.format.is_compressed() && !core.limits.block_copies {
                    let detail = format!("{} to {} is not copied on this device", a.format, b.format);
                    return Err((Code::CopyFormat, dst.texture.label().to_owned(), detail));
                }
                if !copyable(a.format, b.format) || a.samples != b.samples || src.aspect != dst.aspect {
                    let detail =
                        format!("{} with {} samples to {} with {}", a.format, a.samples, b.format, b.samples);
                    return Err((Code::CopyFormat, dst.texture.label().to_owned(), detail));
                }
                NativeCopy::Texture { src: whole_aspect(&src, from), dst: whole_aspect(&dst, to), size }
            }
            Copy::Blit { src, dst, filter } => self.declare_blit(core, &src, &dst, filter)?,
            Copy::Clear { dst, value } => self.declare_clear(core, &dst, value)?,
        };
        self.copies.push(native);
        Ok(())
    }
}

impl From<Refusal> for Error {
    fn from((code, label, detail): Refusal) -> Self {
        Error::new(code, label, detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::{BufferDesc, TextureDesc};
    use crate::null::{NullBackend, NullDesc};
    use crate::{Device, Format};

    #[test]
    fn settling_does_not_repeat_the_copies_before_it() {
        let device = Device::new(NullBackend::new(NullDesc::default()));
        let usage = TextureUsage::SAMPLED | TextureUsage::COPY_TARGET;
        let texture = TextureDesc {
            format: Some(Format::Rgba8Unorm),
            size: [2, 2, 1],
            usage,
            ..TextureDesc::default()
        };
        let texture = device.create_texture(&texture).unwrap().value;
        let source = BufferDesc {
            size_bytes: 16,
            usage: BufferUsage::COPY_SRC,
            memory: Memory::Upload,
            ..BufferDesc::default()
        };
        let source = device.create_buffer(&source).unwrap();
        let src = BufferSide { buffer: &source, offset: 0, row_bytes: 0, rows: 0 };
        let mut batch = device.batch();
        batch.copies("fill", &[Copy::BufferToTexture { src, dst: Region::level(&texture, 0) }]);
        batch.settle(&[&texture]);
        batch.submit().unwrap();
        assert_eq!(device.stats().copies, 1);
    }
}
