//! Arenas: host memory from which each frame takes what it changes: uniforms, vertices, indices.
//!
//! The bytes of a frame are handed out again once the GPU has finished every batch that was open or on its way when the frame
//! ended. Nobody waits: an arena that is full says so.

use crate::core::Core;
use crate::desc::{BufferDesc, BufferUsage, Contents, Memory};
use crate::device::Device;
use crate::error::{Code, Error};
use crate::object::Buffer;
use crate::ring::ByteRing;
use crate::sync::{Mutex, MutexGuard, lock};
use std::sync::Arc;

/// Frames whose marks need no memory.
const FRAMES: usize = 16;

/// An arena.
#[derive(Debug, Clone, Copy, Default)]
pub struct ArenaDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Size in bytes, for all frames that may be on their way at once; below 4 GiB.
    pub size_bytes: u64,
    /// What its pieces are used for: uniforms, vertices, indices, storage that is read, indirect arguments, copies from it.
    pub usage: BufferUsage,
}

/// Memory that the host writes and the GPU reads, handed out in pieces that last for a frame.
///
/// ```
/// use candor_rhi::{null::*, *};
/// # fn main() -> Result<(), Error> {
/// # let device = Device::new(NullBackend::new(NullDesc::default()));
/// let desc = ArenaDesc { label: "uniforms", size_bytes: 1 << 20, usage: BufferUsage::UNIFORM };
/// let mut arena = device.create_arena(&desc)?;
/// // In each frame, for each object:
/// let offset = arena.push(&[0; 64], 256)?;
/// // `pass.group(0, &group, [offset])`, with a group of `arena.buffer()` and a dynamic offset.
/// # let _ = offset;
/// // When the frame's batches have been submitted:
/// arena.end_frame();
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Arena {
    buffer: Buffer,
    ring: Mutex<ByteRing>,
}

/// Bytes of an arena that nobody reads yet: those of one frame.
#[derive(Debug)]
pub struct Piece<'a> {
    arena: &'a Arena,
    offset: u32,
    size: u64,
}

impl Device {
    /// Makes an arena.
    ///
    /// # Errors
    /// As [`Device::create_buffer`]; a usage with which the GPU writes, or a size of 4 GiB and more.
    pub fn create_arena(&self, d: &ArenaDesc<'_>) -> Result<Arena, Error> {
        if d.size_bytes > u64::from(u32::MAX) {
            let detail = format!("{} bytes were asked for an arena, {} are allowed", d.size_bytes, u32::MAX);
            return Err(Error::new(Code::TooLarge, d.label, detail));
        }
        let buffer = self.create_buffer(&BufferDesc {
            label: d.label,
            size_bytes: d.size_bytes,
            usage: d.usage,
            memory: Memory::Upload,
            contents: Contents::Undefined,
        })?;
        let mut ring = ByteRing::new(d.size_bytes);
        ring.reserve(FRAMES);
        Ok(Arena { buffer, ring: Mutex::new(ring) })
    }
}

impl Arena {
    fn core(&self) -> &Arc<Core> {
        &self.buffer.obj.core
    }

    fn ring(&self) -> MutexGuard<'_, ByteRing> {
        lock(&self.ring)
    }

    /// The memory: what bind groups and vertex and index buffers are made of.
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Bytes that frames hold, with what was skipped between pieces.
    pub fn used_bytes(&self) -> u64 {
        self.ring().used()
    }

    /// Takes a piece, at a multiple of `align`. Several threads may do so at once. The piece may be used by batches that are open or
    /// opened before [`Arena::end_frame`], by none that is opened later.
    ///
    /// # Errors
    /// A size or alignment of 0, or too few bytes that no frame holds any more: nobody waits.
    pub fn alloc(&self, size: u64, align: u64) -> Result<Piece<'_>, Error> {
        let err = |code, detail: String| Err(Error::new(code, self.buffer.label(), detail));
        self.core().alive(self.buffer.label())?;
        if size == 0 || align == 0 {
            return err(Code::ZeroSize, format!("{size} bytes aligned to {align} were asked for"));
        }
        // Offsets are below the size, which 32 bits hold.
        let piece = |at: u64| Piece { arena: self, offset: at as u32, size };
        if let Some(at) = self.ring().take(size, align) {
            return Ok(piece(at));
        }
        // What has finished is noticed only when somebody asks.
        self.core().poll();
        let horizon = self.core().epochs.horizon();
        let mut ring = self.ring();
        ring.free(|stamp| stamp < horizon);
        match ring.take(size, align) {
            Some(at) => Ok(piece(at)),
            None => {
                let (used, all) = (ring.used(), ring.size());
                err(Code::ArenaFull, format!("{size} bytes were asked for, frames hold {used} of {all}"))
            }
        }
    }

    /// Takes a piece of the data's size and writes it. Yields its offset.
    ///
    /// # Errors
    /// As [`Arena::alloc`], or the driver's answer.
    pub fn push(&self, data: &[u8], align: u64) -> Result<u32, Error> {
        let mut piece = self.alloc(data.len() as u64, align)?;
        piece.write(0, data)?;
        Ok(piece.offset)
    }

    /// Ends a frame: its pieces come back once every batch that is open or on its way now has finished or was dropped.
    pub fn end_frame(&mut self) {
        let core = self.core();
        let (stamp, horizon) = (core.epochs.stamp(), core.epochs.horizon());
        let mut ring = self.ring();
        ring.close(stamp);
        ring.free(|stamp| stamp < horizon);
    }
}

impl Piece<'_> {
    /// Where it lies in the arena's buffer, in bytes.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// Size in bytes.
    pub fn size_bytes(&self) -> u64 {
        self.size
    }

    /// Writes into it. The GPU does not read it before a batch that uses it is submitted.
    ///
    /// # Errors
    /// A range outside the piece, or the driver's answer.
    pub fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), Error> {
        let (buffer, core) = (&self.arena.buffer, self.arena.core());
        let end = offset.saturating_add(data.len() as u64);
        if end > self.size {
            let detail = format!("{offset}..{end} was asked for in a piece of {} bytes", self.size);
            return Err(Error::new(Code::BufferRange, buffer.label(), detail));
        }
        core.alive(buffer.label())?;
        let at = u64::from(self.offset) + offset;
        core.backend.write_host(buffer.obj.native, at, data).map_err(|f| core.fault(buffer.label(), f))
    }
}
