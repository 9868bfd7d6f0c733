//! Uploads: data that waits for the next submission, and the staging memory that it lies in.
//!
//! The next batch that is submitted carries all of it in its prologue, before its own passes. Staging blocks are used again
//! once the batch that carried them has finished. Where two batches in a row carry uploads, blocks for the batches that may be
//! on their way are made at once, so that a program which uploads the same amount in every frame makes none from the third on.

use crate::backend::{Backend, BufferPlan, Fault, NativeCopy, TextureSide};
use crate::batch::READY;
use crate::core::Core;
use crate::desc::{BufferUsage, Memory};
use crate::error::Error;
use crate::format::Aspects;
use crate::object::{Kind, Native, Obj, SETTLED};
use crate::record::{Raw, calls};
use crate::track::{Barrier, State};
use crate::usage::{Access, Layout, ResourceKind, Stages, SubRange, Usage};
use std::sync::Arc;

/// Size of a staging block; larger data gets a block of its own.
const BLOCK: u64 = 8 << 20;
/// Blocks that are made ahead for each batch that may be on its way, at most: a batch that carries more is one that loads.
const MOST_AHEAD: usize = 4;
/// Blocks that are made ahead have at most this size, in bytes, for the same reason: a picture of 4096x4096 texels.
const LARGEST_AHEAD: u64 = 64 << 20;
/// Alignment of data within a block: the portable alignment of copy offsets.
const ALIGN: u64 = crate::limits::PORTABLE.copy_offset_alignment as u64;

/// A piece of staging memory.
#[derive(Debug)]
pub(crate) struct Block {
    native: Native,
    size: u64,
    used: u64,
}

/// What an upload does to its destination.
#[derive(Debug)]
struct Op {
    /// Keeps the destination alive until the batch that carries the upload has its ticket.
    obj: Arc<Obj>,
    kind: ResourceKind,
    range: SubRange,
    /// State that a settled destination was in, and the one that it is left in.
    before: Usage,
    after: Usage,
    old: Layout,
    copies: (usize, usize),
}

/// Everything that waits.
#[derive(Debug, Default)]
pub(crate) struct Uploads {
    ops: Vec<Op>,
    copies: Vec<NativeCopy>,
    /// Blocks that hold waiting data.
    filled: Vec<Block>,
    /// Blocks that can be filled.
    free: Vec<Block>,
    /// Size of every block that exists.
    sizes: Vec<u64>,
    /// Blocks that the last batch carried.
    carried: usize,
    bytes: u64,
}

/// Where an upload goes.
pub(crate) struct Destination<'a> {
    pub(crate) obj: &'a Arc<Obj>,
    pub(crate) kind: ResourceKind,
    pub(crate) range: SubRange,
    /// Reads that a settled resource is open to.
    pub(crate) reads: Usage,
    /// It was filled before: reads of the old contents must end first.
    pub(crate) again: bool,
}

impl Uploads {
    /// Copies `data` to staging memory and says where it lies.
    pub(crate) fn stage(&mut self, core: &Core, data: &[u8]) -> Result<(Raw, u64), Fault> {
        let len = data.len() as u64;
        let fits = |x: &Block| x.used.next_multiple_of(ALIGN) + len <= x.size;
        if !self.filled.last().is_some_and(fits) {
            let block = match self.free.iter().position(|x| x.size >= len) {
                Some(i) => self.free.swap_remove(i),
                None => self.make(core, len.max(BLOCK).next_multiple_of(4))?,
            };
            self.filled.push(block);
        }
        let Some(block) = self.filled.last_mut() else { return Err(Fault::OutOfMemory("staging")) };
        let offset = block.used.next_multiple_of(ALIGN);
        core.backend.write_host(block.native, offset, data)?;
        block.used = offset + len;
        self.bytes += len;
        Ok((block.native.raw, offset))
    }

    fn make(&mut self, core: &Core, size: u64) -> Result<Block, Fault> {
        let usage = BufferUsage::COPY_SRC;
        let plan = BufferPlan { label: "staging", size, usage, memory: Memory::Upload, filled: false };
        let block = Block { native: core.new_buffer(&plan)?, size, used: 0 };
        self.sizes.push(size);
        Ok(block)
    }

    /// A batch carries the filled blocks. See the module for what is made ahead.
    fn make_ahead(&mut self, core: &Core) {
        let now = self.filled.len();
        let each = now.min(std::mem::replace(&mut self.carried, now)).min(MOST_AHEAD);
        let size = self.filled.iter().map(|x| x.size).max().unwrap_or(BLOCK);
        let fit = self.sizes.iter().filter(|s| **s >= size).count();
        let wanted = if size > LARGEST_AHEAD { 0 } else { READY * each };
        for _ in fit..wanted {
            // Without memory for it the upload that needs the block says so.
            let Ok(block) = self.make(core, size) else { return };
            self.free.push(block);
        }
        self.free.reserve(self.sizes.len().saturating_sub(self.free.len()));
        self.filled.reserve(MOST_AHEAD);
    }

    /// Slot and handle of each tracked buffer that data waits for.
    pub(crate) fn tracked(&self) -> impl Iterator<Item = (u32, Raw)> + '_ {
        let buffers = self.ops.iter().filter(|o| o.kind == ResourceKind::Buffer && o.obj.slot != SETTLED);
        buffers.map(|o| (o.obj.slot, o.obj.native.raw))
    }

    /// A batch carries no uploads.
    pub(crate) fn carry_nothing(&mut self) {
        self.carried = 0;
    }

    /// Queues copies into a destination.
    pub(crate) fn push(&mut self, d: &Destination<'_>, copies: impl IntoIterator<Item = NativeCopy>) {
        let start = self.copies.len();
        self.copies.extend(copies);
        let (before, old) = match d.again {
            true => (d.reads, Layout::of(d.kind, Access::SAMPLED)),
            false => (Usage::NONE, Layout::Undefined),
        };
        self.ops.push(Op {
            obj: d.obj.clone(),
            kind: d.kind,
            range: d.range,
            before,
            after: d.reads,
            old,
            copies: (start, self.copies.len()),
        });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// What waits to be filled.
    pub(crate) fn destinations(&self) -> impl Iterator<Item = Raw> {
        self.ops.iter().map(|o| o.obj.native.raw)
    }

    /// Forgets what waits; the caller drops it outside its locks.
    pub(crate) fn forget(&mut self) -> impl Sized + use<> {
        self.copies.clear();
        std::mem::take(&mut self.ops)
    }

    /// Gives back blocks whose data has been read.
    pub(crate) fn reclaim(&mut self, blocks: &mut Vec<Block>) {
        for mut b in blocks.drain(..) {
            b.used = 0;
            self.free.push(b);
        }
    }

    /// Destroys the blocks.
    pub(crate) fn release(&mut self, b: &dyn Backend) {
        for block in self.filled.drain(..).chain(self.free.drain(..)) {
            calls::destroy(b, Kind::Buffer, block.native);
        }
        self.sizes.clear();
    }
}

/// Writes all waiting uploads into a list: barriers, copies, barriers. Tracked destinations are left in the state table as
/// written by a copy; settled ones are left readable. Blocks move to the batch, and so do the destinations, which are to be
/// dropped once no lock is held. Yields the number of bytes.
///
/// Two uploads to one destination are ordered by being in rounds of their own. `number` is that of the submission.
pub(crate) fn carry(
    core: &Core,
    shared: &mut crate::core::Shared,
    cmd: crate::record::Cmd,
    blocks: &mut Vec<Block>,
    held: &mut Vec<Arc<Obj>>,
    number: u64,
) -> u64 {
    const WRITE: Usage = Usage::new(Access::COPY_DST, Stages::empty());
    let b = &*core.backend;
    let crate::core::Shared { states, uploads, opening, .. } = shared;
    let list = &mut opening.lists[0];
    let mut start = 0;
    while start < uploads.ops.len() {
        // A round ends before the first upload to a destination that the round has already filled.
        let mut end = start + 1;
        while end < uploads.ops.len() {
            let o = &uploads.ops[end];
            let again = uploads.ops[start..end].iter().any(|p| Arc::ptr_eq(&p.obj, &o.obj));
            if again {
                break;
            }
            end += 1;
        }
        let round = &uploads.ops[start..end];
        list.clear();
        for o in round {
            let (mut before, mut old) = (o.before, o.old);
            if o.obj.slot != SETTLED {
                let known = states.get_mut(o.obj.slot);
                known.wants_zero = false;
                (before, old) = (known.whole.held(), known.whole.layout);
            }
            if o.kind == ResourceKind::Buffer && before.is_none() {
                continue;
            }
            core.push_barrier(
                list,
                &Barrier {
                    raw: o.obj.native.raw,
                    slot: o.obj.slot,
                    kind: o.kind,
                    before,
                    after: WRITE,
                    old,
                    new: Layout::CopyDst,
                    range: o.range,
                    queues: Default::default(),
                },
            );
        }
        calls::barriers(b, cmd, list);
        let (from, to) = (round[0].copies.0, round[round.len() - 1].copies.1);
        calls::copies(b, cmd, &uploads.copies[from..to]);
        list.clear();
        for o in round {
            if o.obj.slot != SETTLED {
                let known = states.get_mut(o.obj.slot);
                known.whole = State::written(o.kind, WRITE, b.scopes(WRITE));
                known.join_parts();
                known.last = [number, 0, 0];
                continue;
            }
            core.push_barrier(
                list,
                &Barrier {
                    raw: o.obj.native.raw,
                    slot: o.obj.slot,
                    kind: o.kind,
                    before: WRITE,
                    after: o.after,
                    old: Layout::CopyDst,
                    new: Layout::of(o.kind, o.after.access() & (Access::SAMPLED | Access::DEPTH_READ)),
                    range: o.range,
                    queues: Default::default(),
                },
            );
        }
        calls::barriers(b, cmd, list);
        start = end;
    }
    list.clear();
    uploads.copies.clear();
    uploads.make_ahead(core);
    blocks.append(&mut uploads.filled);
    held.extend(uploads.ops.drain(..).map(|o| o.obj));
    std::mem::take(&mut uploads.bytes)
}

/// One copy for each subresource of tightly packed texture data, whose length has been checked.
pub(crate) fn texture_copies(
    info: &crate::object::TextureInfo,
    raw: Raw,
    staged: (Raw, u64),
) -> impl Iterator<Item = NativeCopy> + '_ {
    let all = (0..info.layers).flat_map(move |layer| (0..info.mips).map(move |mip| (layer, mip)));
    all.scan(staged.1, move |at, (layer, mip)| {
        let size = info.level_size(mip);
        let block = info.format.info().block;
        let offset = *at;
        *at += info.format.level_bytes(size);
        // Of depth with stencil data fills the depth, whose bytes alone are counted; a copy takes one aspect.
        let aspects = info.format.info().aspects;
        let aspect = if aspects.contains(Aspects::DEPTH) { Aspects::DEPTH } else { aspects };
        Some(NativeCopy::Upload {
            src: staged.0,
            offset,
            row_texels: size[0].next_multiple_of(u32::from(block.0)),
            rows: size[1].next_multiple_of(u32::from(block.1)),
            dst: TextureSide { raw, aspect, mip, layer, layers: 1, origin: [0; 3] },
            size,
        })
    })
}

/// Is this the number of bytes that fills the texture?
pub(crate) fn check_length(info: &crate::object::TextureInfo, label: &str, len: usize) -> Result<(), Error> {
    let level = |mip| info.format.level_bytes(info.level_size(mip));
    let need = (0..info.mips).map(level).sum::<u64>() * u64::from(info.layers);
    if len as u64 == need {
        return Ok(());
    }
    let detail = format!("{len} bytes were given, {need} are needed for all mip levels and layers");
    Err(Error::new(crate::error::Code::DataLength, label, detail))
}

#[cfg(test)]
mod tests {
    use crate::Device;
    use crate::desc::{BufferDesc, BufferUsage};
    use crate::null::{NullBackend, NullDesc, Timing};
    use crate::sync::lock;

    fn device() -> Device {
        // Nothing finishes, so that no block comes back.
        let timing = Timing::Late { polls: u32::MAX };
        Device::new(NullBackend::new(NullDesc { timing, ..NullDesc::default() }))
    }

    fn blocks(device: &Device) -> usize {
        lock(&device.core.shared).uploads.sizes.len()
    }

    fn upload(device: &Device, bytes: usize) {
        let usage = BufferUsage::STORAGE | BufferUsage::COPY_DST;
        let desc = BufferDesc { size_bytes: bytes as u64, usage, ..BufferDesc::default() };
        let buffer = device.create_buffer(&desc).unwrap();
        device.write_buffer(&buffer, 0, &vec![1; bytes]).unwrap();
        device.batch().submit().unwrap();
    }

    #[test]
    fn uploads_in_two_batches_in_a_row_make_blocks_for_all_that_may_be_on_their_way() {
        let device = device();
        let after: Vec<_> = (0..4)
            .map(|_| {
                upload(&device, 4096);
                blocks(&device)
            })
            .collect();
        assert_eq!(after, [1, 4, 4, 4]);
    }

    #[test]
    fn uploads_now_and_then_make_no_block_ahead() {
        let device = device();
        for n in 1..4 {
            upload(&device, 4096);
            device.batch().submit().unwrap();
            assert_eq!(blocks(&device), n);
        }
    }

    #[test]
    fn blocks_ahead_are_as_large_as_what_is_uploaded() {
        let device = device();
        let large = super::BLOCK as usize + 4;
        upload(&device, 4);
        upload(&device, large);
        let sizes = lock(&device.core.shared).uploads.sizes.clone();
        let fit = sizes.iter().filter(|s| **s >= large as u64).count();
        assert_eq!(fit, crate::batch::READY, "{sizes:?}");
    }

    #[test]
    fn loading_in_several_batches_makes_no_block_ahead() {
        let device = device();
        for n in 1..3 {
            upload(&device, super::LARGEST_AHEAD as usize + 4);
            assert_eq!(blocks(&device), n);
        }
    }
}
