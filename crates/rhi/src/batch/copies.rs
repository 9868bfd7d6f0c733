//! Copies. A list of copies is one pass, with one set of barriers.

use super::regions::{ClearValue, Levels, aspect_bytes, copyable, sized, whole_aspect};
use super::{Batch, BatchInner, PendingReadback};
use crate::backend::{BufferPlan, Edge, NativeCopy, TextureSide};
use crate::core::Core;
use crate::desc::{BufferUsage, Filter, Memory, TextureUsage};
use crate::error::{Code, Error};
use crate::format::Aspects;
use crate::future::{Readback, Sink};
use crate::loss;
use crate::object::{Buffer, SETTLED, Texture};
use crate::queue::Queue;
use crate::record::calls;
use crate::stats::PassKind;
use crate::sync::{Mutex, lock};
use crate::track::{Resource, Touch};
use crate::usage::{Access, Stages, SubRange, Usage};
use std::ops::Range;
use std::sync::Arc;

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
        let sink = Arc::new(Mutex::new(Sink::Waiting));
        let readback = Readback { core: self.core.clone(), sink: sink.clone() };
        let Some(inner) = self.inner.as_deref_mut() else { return readback };
        if inner.errors.is_empty() {
            let size = range.end.saturating_sub(range.start);
            inner.start();
            inner.copies.clear();
            let declared = inner.declare_buffer(&self.core, src, range.start, size, false);
            match declared {
                Ok(()) => {
                    let bytes = size as usize;
                    let size = size.next_multiple_of(UNIT);
                    inner.read_back(&self.core, size, bytes, sink.clone(), src.label(), |dst| {
                        NativeCopy::Buffer { src: src.raw, src_offset: range.start, dst, dst_offset: 0, size }
                    });
                }
                Err((code, name, detail)) => inner.fail_pass("readback", code, &name, detail),
            }
        }
        inner.fail_sink(&sink);
        readback
    }

    /// Reads a region of a texture back, rows tightly packed, top row first. The texture needs `COPY_SRC`.
    pub fn read_texture(&mut self, src: &Region<'_>) -> Readback {
        let sink = Arc::new(Mutex::new(Sink::Waiting));
        let readback = Readback { core: self.core.clone(), sink: sink.clone() };
        let Some(inner) = self.inner.as_deref_mut() else { return readback };
        if inner.errors.is_empty() {
            inner.start();
            inner.copying = Queue::Main;
            inner.copies.clear();
            let single = match src.texture.info.samples {
                1 => Ok(()),
                n => Err((Code::CopyFormat, src.texture.label().to_owned(), format!("{n} samples"))),
            };
            match single.and_then(|()| inner.declare_region(&self.core, src, false)) {
                Ok((side, size)) => {
                    let format = src.texture.info.format;
                    let unit = u64::from(aspect_bytes(format, side.aspect));
                    let blocks = format.level_bytes(size) / u64::from(format.info().block_bytes);
                    let bytes = blocks * unit * u64::from(side.layers);
                    let block = format.info().block;
                    let label = src.texture.label();
                    inner.read_back(
                        &self.core,
                        bytes.next_multiple_of(UNIT),
                        bytes as usize,
                        sink.clone(),
                        label,
                        |dst| NativeCopy::Download {
                            src: side,
                            size,
                            dst,
                            offset: 0,
                            row_texels: size[0].next_multiple_of(u32::from(block.0)),
                            rows: size[1].next_multiple_of(u32::from(block.1)),
                        },
                    );
                }
                Err((code, name, detail)) => inner.fail_pass("readback", code, &name, detail),
            }
        }
        inner.fail_sink(&sink);
        readback
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

/// Label of what a list writes.
fn written_label(list: &[Copy<'_>], raw: crate::record::Raw) -> String {
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
        if let Some(number) = crumb {
            loss::mark(&*core.backend, cmd, number, Edge::End);
        }
    }

    pub(super) fn read_back(
        &mut self,
        core: &Core,
        size: u64,
        bytes: usize,
        sink: Arc<Mutex<Sink>>,
        label: &str,
        copy: impl FnOnce(crate::record::Raw) -> NativeCopy,
    ) {
        let usage = BufferUsage::COPY_TARGET;
        let plan = BufferPlan { label: "readback", size, usage, memory: Memory::Readback, filled: true };
        match core.new_buffer(&plan) {
            Ok(native) => {
                self.copies.push(copy(native.raw));
                self.readbacks.push(PendingReadback { native, bytes, sink });
                self.record_copies(core, Queue::Main, label);
            }
            Err(fault) => self.fail(core.fault(label, fault)),
        }
    }

    /// A readback that cannot come says so at once.
    pub(super) fn fail_sink(&self, sink: &Mutex<Sink>) {
        if let Some(e) = self.errors.first() {
            *lock(sink) = Sink::Failed(e.clone());
        }
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
        Ok(())
    }

    pub(super) fn declare_region(
        &mut self,
        core: &Core,
        r: &Region<'_>,
        write: bool,
    ) -> Result<(TextureSide, [u32; 3]), Refusal> {
        let t = r.texture;
        let err = |code, detail: String| Err((code, t.label().to_owned(), detail));
        if t.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        let needs = if write { TextureUsage::COPY_TARGET } else { TextureUsage::COPY_SRC };
        if !t.info.usage.contains(needs) {
            return err(Code::MissingUsage, format!("{needs:?} is missing"));
        }
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
                let detail = format!(
                    "{:?} from {:?} of a level of {level:?} in blocks of {block:?}",
                    r.size, r.origin
                );
                return err(Code::CopyRange, detail);
            }
        }
        let all = i.format.info().aspects;
        let only = if all.contains(Aspects::DEPTH) { Aspects::DEPTH } else { all };
        let aspect = r.aspect.unwrap_or(only);
        if !all.contains(aspect) || aspect.bits().count_ones() != 1 {
            return err(Code::CopyRange, format!("a copy takes one aspect of {}", i.format));
        }
        if self.copying != Queue::Main
            && let Some(why) = refused_on(self.copying, core, aspect, r.origin, size, level)
        {
            return err(Code::CopyQueue, why);
        }
        let range = SubRange {
            mip: r.mip as u16,
            mips: 1,
            layer: r.layer as u16,
            layers: layers as u16,
            aspects: all,
        };
        self.touch(core, t.resource, range, if write { DST } else { SRC });
        let side =
            TextureSide { raw: t.resource.raw, aspect, mip: r.mip, layer: r.layer, layers, origin: r.origin };
        Ok((side, size))
    }

    /// Texels in a row and rows in a layer of the buffer side, after its range was checked.
    fn declare_buffer_side(
        &mut self,
        core: &Core,
        b: &BufferSide<'_>,
        (r, aspect): (&Region<'_>, Aspects),
        size: [u32; 3],
        write: bool,
    ) -> Result<(u32, u32), Refusal> {
        let info = r.texture.info.format.info();
        if r.texture.info.samples != 1 {
            let detail = format!("{} samples", r.texture.info.samples);
            return Err((Code::CopyFormat, r.texture.label().to_owned(), detail));
        }
        let (bw, bh) = (u32::from(info.block.0), u32::from(info.block.1));
        let bytes = aspect_bytes(r.texture.info.format, aspect);
        let err = |detail: String| Err((Code::CopyRange, b.buffer.label().to_owned(), detail));
        let (columns, rows) = (size[0].div_ceil(bw), size[1].div_ceil(bh));
        let row_bytes = if b.row_bytes == 0 { columns * bytes } else { b.row_bytes };
        let row_count = if b.rows == 0 { rows } else { b.rows };
        if row_bytes < columns * bytes || row_bytes % bytes != 0 || row_count < rows {
            return err(format!(
                "rows of {row_bytes} bytes, {row_count} rows, for {columns}x{rows} blocks of {bytes}"
            ));
        }
        if !b.offset.is_multiple_of(u64::from(bytes).max(UNIT)) {
            return err(format!("offset {} is no multiple of {}", b.offset, u64::from(bytes).max(UNIT)));
        }
        let slices = u64::from(size[2]) * u64::from(r.layers.max(1));
        let before_last = (slices - 1) * u64::from(row_count) + u64::from(rows - 1);
        let need = before_last * u64::from(row_bytes) + u64::from(columns * bytes);
        let to_end = need.next_multiple_of(UNIT).min(b.buffer.size.saturating_sub(b.offset).max(need));
        self.declare_buffer(core, b.buffer, b.offset, to_end, write)?;
        let row = (row_bytes, u64::from(rows) * slices);
        let layer = (u64::from(row_bytes) * u64::from(row_count), r.layers);
        core.lints.copy(b.buffer.label(), b.offset, row, layer).map_err(Error::into_parts)?;
        Ok((row_bytes / bytes * bw, row_count * bh))
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
                let (side, size) = self.declare_region(core, &dst, true)?;
                let (row_texels, rows) =
                    self.declare_buffer_side(core, &src, (&dst, side.aspect), size, false)?;
                let offset = src.offset;
                NativeCopy::Upload { src: src.buffer.raw, offset, row_texels, rows, dst: side, size }
            }
            Copy::TextureToBuffer { src, dst } => {
                let (side, size) = self.declare_region(core, &src, false)?;
                let (row_texels, rows) =
                    self.declare_buffer_side(core, &dst, (&src, side.aspect), size, true)?;
                let offset = dst.offset;
                NativeCopy::Download { src: side, size, dst: dst.buffer.raw, offset, row_texels, rows }
            }
            Copy::Texture { src, dst } => {
                let (from, size) = self.declare_region(core, &src, false)?;
                let (to, _) = self.declare_region(core, &sized(size, from.layers, &src, &dst), true)?;
                let (a, b) = (&src.texture.info, &dst.texture.info);
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
