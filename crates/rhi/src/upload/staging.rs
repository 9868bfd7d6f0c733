//! Staging memory: a ring, and blocks for what does not fit in it.
//!
//! Data lies in the ring one piece after the other. What a batch carries is free again once the batch has finished, so that as
//! long as all that is on its way fits in the ring, nobody waits and nothing is made. What does not fit goes into blocks, which
//! are counted and kept as long as they are needed.

use crate::backend::{Backend, BufferPlan, Fault};
use crate::batch::READY;
use crate::core::Core;
use crate::desc::{BufferUsage, Memory};
use crate::object::{Kind, Native};
use crate::record::{Raw, calls};
use crate::ring::ByteRing;

/// Size of a block beyond the ring in bytes; larger data gets a block of its own.
const BLOCK: u64 = 8 << 20;
/// Blocks that are made ahead for each batch that may be on its way, at most: a batch that carries more is one that loads.
const MOST_AHEAD: usize = 4;
/// Blocks that are made ahead have at most this size, in bytes, for the same reason: a picture of 4096x4096 texels.
const LARGEST_AHEAD: u64 = 64 << 20;
/// Alignment of data within staging memory: the portable alignment of copy offsets.
const ALIGN: u64 = crate::limits::PORTABLE.copy_offset_alignment as u64;
/// After so many submissions blocks that none of them needed are given back: two seconds of 60 frames.
const WINDOW: u32 = 120;

/// A piece of staging memory beyond the ring.
#[derive(Debug)]
pub(crate) struct Block {
    native: Native,
    size: u64,
    used: u64,
}

/// What a batch carries, until it has finished.
#[derive(Debug, Default)]
pub(crate) struct Carried {
    /// Its blocks beyond the ring.
    pub(crate) blocks: Vec<Block>,
    /// Its mark in the ring, by number.
    mark: Option<u64>,
}

impl Carried {
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.mark.is_none()
    }
}

/// Where the ring's memory is.
#[derive(Debug, Default)]
enum RingMemory {
    /// Nothing was uploaded yet.
    #[default]
    Unmade,
    Made(Native),
    /// There was no memory for it, or none was wanted.
    Absent,
}

/// Data of the batches that are on their way, oldest first, and of the next one.
#[derive(Debug, Default)]
struct Ring {
    bytes: ByteRing,
    memory: RingMemory,
}

/// Tags of marks: does a batch still need what it carries?
const NEEDED: u64 = 0;
const DONE: u64 = 1;

impl Ring {
    fn native(&mut self, core: &Core) -> Option<Native> {
        if let RingMemory::Unmade = self.memory {
            let size = self.bytes.size();
            self.memory = match size {
                0 => RingMemory::Absent,
                // Without memory for all of it, blocks of what is needed may still be had.
                _ => core.new_buffer(&plan(size)).map_or(RingMemory::Absent, RingMemory::Made),
            };
            self.bytes.reserve(2 * READY);
        }
        match self.memory {
            RingMemory::Made(native) => Some(native),
            RingMemory::Unmade | RingMemory::Absent => None,
        }
    }
}

/// Memory of uploads now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UploadMemory {
    /// Size of the ring in bytes: see [`crate::DeviceDesc::upload_ring_bytes`]. 0 before the first upload, or where there is no
    /// memory for it.
    pub ring_bytes: u64,
    /// Bytes of the ring that hold data of batches that are on their way, or of the next one.
    pub ring_used_bytes: u64,
    /// Bytes of blocks beyond the ring.
    pub grown_bytes: u64,
    /// Blocks beyond the ring.
    pub grown_blocks: u64,
}

/// The ring and the blocks beyond it.
#[derive(Debug, Default)]
pub(crate) struct Staging {
    ring: Ring,
    /// Blocks that hold waiting data.
    filled: Vec<Block>,
    /// Blocks that can be filled, the one that was used last at the end.
    free: Vec<Block>,
    /// Size of every block that exists.
    sizes: Vec<u64>,
    /// Blocks that the last batch carried.
    carried: usize,
    /// Blocks that batches in a row are thought to need.
    wanted: usize,
    /// Most blocks that held data at once since `window` submissions.
    most: usize,
    window: u32,
    /// Blocks that were made since the last batch.
    grown: u64,
}

fn plan(size: u64) -> BufferPlan<'static> {
    let usage = BufferUsage::COPY_SRC;
    BufferPlan { label: "staging", size, usage, memory: Memory::Upload, filled: false }
}

impl Staging {
    pub(crate) fn new(ring_bytes: u64) -> Self {
        let ring = Ring { bytes: ByteRing::new(ring_bytes / ALIGN * ALIGN), ..Ring::default() };
        Self { ring, ..Self::default() }
    }

    /// Takes room for `len` bytes, which the caller writes.
    pub(crate) fn reserve(&mut self, core: &Core, len: u64) -> Result<(Native, u64), Fault> {
        if let Some(native) = self.ring.native(core)
            && let Some(offset) = self.ring.bytes.take(len, ALIGN)
        {
            return Ok((native, offset));
        }
        let fits = |x: &Block| x.used.next_multiple_of(ALIGN) + len <= x.size;
        if !self.filled.last().is_some_and(fits) {
            let block = match self.free.iter().rposition(|x| x.size >= len) {
                Some(i) => self.free.remove(i),
                None => self.make(core, len.max(BLOCK).next_multiple_of(4))?,
            };
            self.filled.push(block);
        }
        let Some(block) = self.filled.last_mut() else { return Err(Fault::OutOfMemory("staging")) };
        let offset = block.used.next_multiple_of(ALIGN);
        block.used = offset + len;
        Ok((block.native, offset))
    }

    /// Copies `data` to staging memory and says where it lies.
    pub(crate) fn stage(&mut self, core: &Core, data: &[u8]) -> Result<(Raw, u64), Fault> {
        let (native, offset) = self.reserve(core, data.len() as u64)?;
        core.backend.write_host(native, offset, data)?;
        Ok((native.raw, offset))
    }

    fn make(&mut self, core: &Core, size: u64) -> Result<Block, Fault> {
        let block = Block { native: core.new_buffer(&plan(size))?, size, used: 0 };
        self.sizes.push(size);
        self.grown += 1;
        Ok(block)
    }

    /// A batch carries what was staged. Where two batches in a row carry blocks beyond the ring, blocks for the batches that may be
    /// on their way are made at once, so that a program which uploads the same amount in every frame soon makes none.
    pub(crate) fn carry(&mut self, core: &Core, out: &mut Carried) {
        out.mark = self.ring.bytes.close(NEEDED);
        let now = self.filled.len();
        let each = now.min(std::mem::replace(&mut self.carried, now)).min(MOST_AHEAD);
        let size = self.filled.iter().map(|x| x.size).max().unwrap_or(BLOCK);
        let fit = self.sizes.iter().filter(|s| **s >= size).count();
        self.wanted = if size > LARGEST_AHEAD { 0 } else { READY * each };
        for _ in fit..self.wanted {
            // Without memory for it the upload that needs the block says so.
            let Ok(block) = self.make(core, size) else { break };
            self.free.push(block);
        }
        if now > 0 {
            self.free.reserve(self.sizes.len().saturating_sub(self.free.len()));
            self.filled.reserve(MOST_AHEAD);
        }
        out.blocks.append(&mut self.filled);
    }

    /// A batch carries no uploads.
    pub(crate) fn carry_nothing(&mut self) {
        self.carried = 0;
    }

    /// A batch is submitted: gives back blocks that were not needed for a while. Yields how many were made since the last.
    pub(crate) fn submitted(&mut self, b: &dyn Backend) -> u64 {
        self.most = self.most.max(self.sizes.len() - self.free.len()).max(self.wanted);
        self.window += 1;
        if self.window >= WINDOW {
            let keep = std::mem::take(&mut self.most);
            self.window = 0;
            while self.sizes.len() > keep && !self.free.is_empty() {
                let block = self.free.remove(0);
                if let Some(i) = self.sizes.iter().position(|s| *s == block.size) {
                    self.sizes.swap_remove(i);
                }
                // No batch reads it: its data was read before it became free.
                calls::destroy(b, Kind::Buffer, block.native);
            }
        }
        std::mem::take(&mut self.grown)
    }

    /// Takes back what a batch carried, whose data has been read.
    pub(crate) fn reclaim(&mut self, carried: &mut Carried) {
        for mut b in carried.blocks.drain(..) {
            b.used = 0;
            self.free.push(b);
        }
        if let Some(mark) = carried.mark.take() {
            // Batches may finish out of order; the ring goes on in theirs.
            self.ring.bytes.tag(mark, DONE);
            self.ring.bytes.free(|tag| tag == DONE);
        }
    }

    pub(crate) fn memory(&self) -> UploadMemory {
        let made = matches!(self.ring.memory, RingMemory::Made(_));
        UploadMemory {
            ring_bytes: if made { self.ring.bytes.size() } else { 0 },
            ring_used_bytes: self.ring.bytes.used(),
            grown_bytes: self.sizes.iter().sum(),
            grown_blocks: self.sizes.len() as u64,
        }
    }

    /// Destroys all memory.
    pub(crate) fn release(&mut self, b: &dyn Backend) {
        for block in self.filled.drain(..).chain(self.free.drain(..)) {
            calls::destroy(b, Kind::Buffer, block.native);
        }
        if let RingMemory::Made(native) = std::mem::replace(&mut self.ring.memory, RingMemory::Absent) {
            calls::destroy(b, Kind::Buffer, native);
        }
        self.sizes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::null::{NullBackend, NullDesc, Timing};
    use crate::sync::lock;
    use crate::{BufferDesc, Device, DeviceDesc};

    const RING: u64 = 64 << 10;

    fn device(timing: Timing, ring: u64) -> Device {
        let null = NullBackend::new(NullDesc { timing, ..NullDesc::default() });
        Device::with(null, &DeviceDesc { upload_ring_bytes: ring, ..DeviceDesc::default() })
    }

    /// Nothing finishes, so that nothing comes back.
    fn stuck(ring: u64) -> Device {
        device(Timing::Late { polls: u32::MAX }, ring)
    }

    fn blocks(device: &Device) -> u64 {
        device.upload_memory().grown_blocks
    }

    fn upload(device: &Device, bytes: usize) {
        let usage = BufferUsage::STORAGE | BufferUsage::COPY_DST;
        let contents = crate::Contents::Undefined;
        let desc = BufferDesc { size_bytes: bytes as u64, usage, contents, ..BufferDesc::default() };
        let buffer = device.create_buffer(&desc).unwrap();
        device.write_buffer(&buffer, 0, &vec![1; bytes]).unwrap();
        device.batch().submit().unwrap();
    }

    #[test]
    fn what_fits_in_the_ring_makes_nothing() {
        let device = device(Timing::Late { polls: 3 }, RING);
        for _ in 0..1000 {
            // Three on their way and one that waits.
            upload(&device, RING as usize / 5);
            device.poll();
        }
        let memory = device.upload_memory();
        assert_eq!((memory.ring_bytes, memory.grown_blocks), (RING, 0));
        assert!(memory.ring_used_bytes > 0 && memory.ring_used_bytes <= RING, "{memory:?}");
        assert_eq!(device.stats().upload_blocks_grown, 0);
        assert_eq!(device.stats().upload_bytes, 1000 * (RING / 5));
    }

    #[test]
    fn what_does_not_fit_grows_and_is_counted() {
        let device = stuck(RING);
        upload(&device, RING as usize);
        assert_eq!((blocks(&device), device.stats().upload_blocks_grown), (0, 0));
        upload(&device, 512);
        assert_eq!((blocks(&device), device.stats().upload_blocks_grown), (1, 1));
        let m = device.upload_memory();
        assert_eq!((m.ring_used_bytes, m.grown_bytes), (RING, BLOCK));
    }

    #[test]
    fn without_a_ring_everything_goes_into_blocks() {
        let device = stuck(0);
        let after: Vec<_> = (0..4)
            .map(|_| {
                upload(&device, 4096);
                blocks(&device)
            })
            .collect();
        assert_eq!(after, [1, 4, 4, 4], "two in a row make blocks for all that may be on their way");
        assert_eq!(device.upload_memory().ring_bytes, 0);
    }

    #[test]
    fn uploads_beyond_the_ring_now_and_then_make_no_block_ahead() {
        let device = stuck(0);
        for n in 1..4 {
            upload(&device, 4096);
            device.batch().submit().unwrap();
            assert_eq!(blocks(&device), n);
        }
    }

    #[test]
    fn blocks_ahead_are_as_large_as_what_is_uploaded() {
        let device = stuck(0);
        let large = BLOCK as usize + 4;
        upload(&device, 4);
        upload(&device, large);
        let sizes = lock(&device.core.shared).uploads.staging.sizes.clone();
        let fit = sizes.iter().filter(|s| **s >= large as u64).count();
        assert_eq!(fit, READY, "{sizes:?}");
    }

    #[test]
    fn loading_in_several_batches_makes_no_block_ahead() {
        let device = stuck(0);
        for n in 1..3 {
            upload(&device, LARGEST_AHEAD as usize + 4);
            assert_eq!(blocks(&device), n);
        }
    }

    #[test]
    fn blocks_are_given_back_when_they_are_not_needed_for_a_while() {
        let device = device(Timing::Immediate, RING);
        for _ in 0..3 {
            upload(&device, 3 * BLOCK as usize);
        }
        device.poll();
        let held = blocks(&device);
        assert!(held >= 1, "{held}");
        let before = device.memory().used_bytes;
        for _ in 0..2 * WINDOW {
            upload(&device, 512);
            device.poll();
        }
        assert_eq!(blocks(&device), 0);
        assert!(device.memory().used_bytes < before);
        let grown = device.stats().upload_blocks_grown;
        assert!(grown >= held, "{grown} of {held}");
    }

    #[test]
    fn blocks_that_every_frame_needs_are_not_given_back() {
        let device = device(Timing::Late { polls: 2 }, RING);
        let frame = || {
            upload(&device, RING as usize + 4);
            device.poll();
        };
        (0..10).for_each(|_| frame());
        let grown = device.stats().upload_blocks_grown;
        (0..5 * WINDOW).for_each(|_| frame());
        assert_eq!(device.stats().upload_blocks_grown, grown);
    }
}
