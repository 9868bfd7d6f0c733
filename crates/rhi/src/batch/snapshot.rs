//! What every buffer and texture contains at one moment, read back: for captures and other tools.

use super::{Batch, BatchInner};
use crate::backend::{FormatSupport, NativeCopy, TextureSide};
use crate::core::Core;
use crate::desc::{Memory, TextureUsage};
use crate::device::Device;
use crate::error::{Code, Error};
use crate::format::Aspects;
use crate::object::{Kind, Native, SETTLED, TextureInfo};
use crate::queue::Queue;
use crate::readback::Readback;
use crate::record::{Cmd, Raw, calls};
use crate::sync::lock;
use crate::track::{Barrier, List, Resource};
use crate::usage::{Access, Layout, Stages, Usage};
use std::time::Duration;

const SRC: Usage = Usage::new(Access::COPY_SRC, Stages::empty());
const DST: Usage = Usage::new(Access::COPY_DST, Stages::empty());
const SAMPLED: Usage = Usage::new(Access::SAMPLED, Stages::all());
/// Bytes that one batch reads back, unless a single object is larger.
const CHUNK: u64 = 128 << 20;
/// Alignment of a piece of a texture in the buffer that it is read back to.
const ALIGN: u64 = crate::limits::PORTABLE.copy_offset_alignment as u64;

/// What an object contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// [`Kind::Buffer`] or [`Kind::Texture`].
    pub kind: Kind,
    /// Its handle.
    pub native: Native,
    /// Its label.
    pub label: String,
    /// A buffer's bytes, up to a multiple of 4. Of a texture, for each aspect (colour, or depth, then stencil) every layer in turn
    /// with all its mip levels, largest first, tightly packed. Or why it cannot be read.
    pub data: Result<Vec<(Aspects, Vec<u8>)>, String>,
}

/// What the device knows of an object that can be copied from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contained {
    pub(crate) native: Native,
    pub(crate) resource: Resource,
    pub(crate) shape: Shape,
}

/// Its shape.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape {
    /// A buffer.
    Buffer {
        /// Bytes, a multiple of 4.
        size: u64,
        /// Where it lies.
        memory: Memory,
    },
    /// A texture.
    Texture(TextureInfo),
}

/// Where the pieces of an aspect lie in a readback: offset and length of each.
type Pieces = Vec<(Aspects, Vec<(u64, u64)>)>;

impl Device {
    /// Reads what every buffer and texture contains, once all that was submitted has finished, and hands it over object by object.
    /// Buffers in readback memory are left out. It blocks, and no other thread may submit work meanwhile.
    ///
    /// # Errors
    /// A backend on which not everything can be copied from ([`crate::backend::Backend::copies_out`]), no memory, the time that ran
    /// out, or the driver's answer.
    pub fn read_objects(&self, timeout: Duration, mut each: impl FnMut(Contents)) -> Result<(), Error> {
        let core = &self.core;
        core.alive("contents")?;
        if !core.backend.copies_out() {
            return Err(Error::new(
                Code::NotEnabled,
                "contents",
                "copies out of every object: no layer asks for them",
            ));
        }
        self.wait_idle(timeout)?;
        // While this batch is open nothing is destroyed that was alive when it opened.
        let guard = self.batch();
        let mut waiting = core.contained().into_iter().peekable();
        while waiting.peek().is_some() {
            let mut batch = self.batch();
            let (mut on_the_way, mut bytes) = (Vec::new(), 0);
            while bytes < CHUNK
                && let Some((c, label)) = waiting.next()
            {
                let kind = match c.shape {
                    Shape::Buffer { memory: Memory::Readback, .. } => continue,
                    Shape::Buffer { .. } => Kind::Buffer,
                    Shape::Texture(_) => Kind::Texture,
                };
                let mut contents = Contents { kind, native: c.native, label, data: Ok(Vec::new()) };
                match unreadable(core, &c.shape) {
                    Some(why) => {
                        contents.data = Err(why);
                        each(contents);
                    }
                    None => {
                        let (readback, pieces, size) = batch.read_object(&c, &contents.label);
                        bytes += size;
                        on_the_way.push((contents, readback, pieces));
                    }
                }
            }
            let receipt = batch.submit().map_err(|e| {
                let first = e.errors.into_iter().next();
                first.unwrap_or_else(|| Error::new(Code::Driver, "contents", "the batch was refused"))
            })?;
            receipt.wait(timeout)?;
            for (mut contents, readback, pieces) in on_the_way {
                let data = readback.wait(timeout)?;
                let packed = |pieces: Vec<(u64, u64)>| {
                    let mut out = Vec::with_capacity(pieces.iter().map(|p| p.1 as usize).sum());
                    for (at, len) in pieces {
                        out.extend_from_slice(data.get(at as usize..(at + len) as usize).unwrap_or(&[]));
                    }
                    out
                };
                contents.data = Ok(pieces.into_iter().map(|(aspect, p)| (aspect, packed(p))).collect());
                each(contents);
            }
        }
        drop(guard);
        Ok(())
    }
}

/// Why nothing can be copied out of an object.
fn unreadable(core: &Core, shape: &Shape) -> Option<String> {
    let Shape::Texture(i) = shape else { return None };
    if i.samples > 1 {
        return Some(format!("it has {} samples a texel, which no copy brings out", i.samples));
    }
    if i.usage.contains(TextureUsage::TRANSIENT) {
        return Some("it is transient: it contains nothing between passes".to_owned());
    }
    let (support, _) = core.backend.format_support(i.format);
    let can = i.usage.contains(TextureUsage::COPY_SRC) || support.contains(FormatSupport::COPY_SRC);
    (!can).then(|| format!("{} cannot be copied from here", i.format))
}

impl Batch {
    fn read_object(&mut self, c: &Contained, label: &str) -> (Readback, Pieces, u64) {
        let (pieces, size) = pieces(&c.shape);
        let readback = self.bring_back(|_, _| {
            let record =
                |inner: &mut BatchInner, core: &Core, dst| inner.read_object(core, c, &pieces, dst, label);
            Ok((size, label, record))
        });
        (readback, pieces, size)
    }
}

impl BatchInner {
    fn read_object(&mut self, core: &Core, c: &Contained, pieces: &Pieces, dst: Raw, label: &str) {
        self.start();
        self.copies.clear();
        let r = c.resource;
        if r.slot == SETTLED {
            let Some(cmd) = self.inline_list(core, Queue::Main) else { return };
            let rest = Layout::of(r.kind, Access::SAMPLED);
            let (before, after) = match c.shape {
                Shape::Buffer { .. } => (DST, SRC),
                Shape::Texture(_) => (SAMPLED, SAMPLED),
            };
            single(core, cmd, r, (before, rest), (SRC, Layout::of(r.kind, Access::COPY_SRC)));
            push_copies(c, pieces, dst, &mut self.copies);
            calls::copies(&*core.backend, cmd, &self.copies);
            single(core, cmd, r, (SRC, Layout::of(r.kind, Access::COPY_SRC)), (after, rest));
            return;
        }
        self.touch(core, r, r.whole(), SRC);
        push_copies(c, pieces, dst, &mut self.copies);
        self.record_copies(core, Queue::Main, label);
        if lock(&core.shared).states.get_mut(r.slot).settled {
            // It goes back to where those who read it without a declaration expect it.
            self.start();
            self.copies.clear();
            self.touch(core, r, r.whole(), SAMPLED);
            self.record_copies(core, Queue::Main, label);
        }
    }
}

/// Makes one barrier for an object that no tracker follows.
fn single(core: &Core, cmd: Cmd, r: Resource, (before, old): (Usage, Layout), (after, new): (Usage, Layout)) {
    let mut list = List::new(core.backend.wants_notes());
    let range = r.whole();
    let queues = Default::default();
    let barrier = Barrier { raw: r.raw, slot: r.slot, kind: r.kind, before, after, old, new, range, queues };
    core.push_barrier(&mut list, &barrier);
    calls::barriers(&*core.backend, cmd, &list);
}

fn pieces(shape: &Shape) -> (Pieces, u64) {
    let i = match shape {
        Shape::Buffer { size, .. } => return (vec![(Aspects::COLOR, vec![(0, *size)])], *size),
        Shape::Texture(i) => i,
    };
    let mut at = 0;
    let mut all = Pieces::new();
    for aspect in i.format.info().aspects.iter() {
        let mut of = Vec::new();
        for _ in 0..i.layers {
            for mip in 0..i.mips {
                let bytes = aspect_level_bytes(i, aspect, mip);
                of.push((at, bytes));
                at = (at + bytes).next_multiple_of(ALIGN);
            }
        }
        all.push((aspect, of));
    }
    (all, at.max(ALIGN))
}

fn aspect_level_bytes(i: &TextureInfo, aspect: Aspects, mip: u32) -> u64 {
    let blocks = i.format.level_bytes(i.level_size(mip)) / u64::from(i.format.info().block_bytes);
    blocks * u64::from(i.format.aspect_bytes(aspect))
}

fn push_copies(c: &Contained, pieces: &Pieces, dst: Raw, out: &mut Vec<NativeCopy>) {
    let i = match c.shape {
        Shape::Buffer { size, .. } => {
            let src = c.resource.raw;
            return out.push(NativeCopy::Buffer { src, src_offset: 0, dst, dst_offset: 0, size });
        }
        Shape::Texture(i) => i,
    };
    let block = i.format.info().block;
    for (aspect, of) in pieces {
        let subresources = (0..i.layers).flat_map(|layer| (0..i.mips).map(move |mip| (layer, mip)));
        for ((layer, mip), (offset, _)) in subresources.zip(of) {
            let size = i.level_size(mip);
            out.push(NativeCopy::Download {
                src: TextureSide {
                    raw: c.resource.raw,
                    aspect: *aspect,
                    mip,
                    layer,
                    layers: 1,
                    origin: [0; 3],
                },
                size,
                dst,
                offset: *offset,
                row_texels: size[0].next_multiple_of(u32::from(block.0)),
                rows: size[1].next_multiple_of(u32::from(block.1)),
            });
        }
    }
}
