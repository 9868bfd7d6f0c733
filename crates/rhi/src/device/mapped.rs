//! Memory that the host reaches: buffers in upload and readback memory, which stay mapped as long as they live.
//!
//! Bytes are copied in and out. Nobody holds a reference to memory that the GPU may touch, so that no safe program can come to
//! undefined behaviour: at worst the GPU reads bytes of two writes.

use super::Device;
use crate::desc::Memory;
use crate::error::{Code, Error};
use crate::object::Buffer;
use crate::sync::lock;
use std::ops::Range;

/// Part of a buffer in upload memory that the host writes. See [`Device::map`].
#[derive(Debug)]
pub struct Mapped<'a> {
    buffer: &'a Buffer,
    range: Range<u64>,
}

impl Device {
    /// Checks once that a range of a buffer in upload memory may be written, for many writes. The buffer is mapped as long as it lives;
    /// this costs nothing and ends nothing. Each frame's own bytes are easier to have from an [`crate::Arena`].
    ///
    /// # Errors
    /// Another device's buffer, other memory, or a range outside the buffer.
    pub fn map<'a>(&self, buffer: &'a Buffer, range: Range<u64>) -> Result<Mapped<'a>, Error> {
        self.core.alive(buffer.label())?;
        let err = |code, detail: String| Err(Error::new(code, buffer.label(), detail));
        if buffer.device != self.core.id {
            return err(Code::ForeignObject, String::new());
        }
        if buffer.memory != Memory::Upload {
            return err(Code::NotMappable, format!("it is in {:?} memory", buffer.memory));
        }
        if range.start >= range.end || range.end > buffer.size {
            let detail = format!("{range:?} was asked for in a buffer of {} bytes", buffer.size);
            return err(Code::BufferRange, detail);
        }
        Ok(Mapped { buffer, range })
    }

    /// Copies part of a buffer in readback memory to `into`, unless a batch that was submitted still writes the buffer: the answer
    /// says whether it was copied. Never blocks and never allocates. Such a buffer is the target of copies in a batch.
    ///
    /// ```
    /// # use candor_rhi::{null::*, *};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let device = Device::new(NullBackend::new(NullDesc::default()));
    /// # let usage = BufferUsage::STORAGE_WRITE | BufferUsage::COPY_SRC;
    /// # let src = device.create_buffer(&BufferDesc { size_bytes: 16, usage, ..BufferDesc::default() })?;
    /// let here = BufferDesc { label: "here", size_bytes: 16, memory: Memory::Readback, ..BufferDesc::default() };
    /// let here = device.create_buffer(&here)?;
    /// let mut batch = device.batch();
    /// batch.copies("read", &[Copy::Buffer { src: &src, src_offset: 0, dst: &here, dst_offset: 0, size: 16 }]);
    /// batch.submit()?;
    /// // Later:
    /// let mut bytes = [0; 16];
    /// let arrived = device.read_buffer(&here, 0, &mut bytes)?;
    /// # assert!(arrived);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Another device's buffer, other memory, a range outside the buffer, a lost device, or the driver's answer.
    pub fn read_buffer(&self, buffer: &Buffer, offset: u64, into: &mut [u8]) -> Result<bool, Error> {
        let core = &self.core;
        core.alive(buffer.label())?;
        let err = |code, detail: String| Err(Error::new(code, buffer.label(), detail));
        if buffer.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        if buffer.memory != Memory::Readback {
            return err(Code::NotMappable, format!("it is in {:?} memory", buffer.memory));
        }
        let end = offset.saturating_add(into.len() as u64);
        if into.is_empty() || end > buffer.size {
            let detail = format!("{offset}..{end} was asked for in a buffer of {} bytes", buffer.size);
            return err(Code::BufferRange, detail);
        }
        core.poll();
        core.alive(buffer.label())?;
        // Under the lock of submission, so that no batch begins to write meanwhile.
        let mut shared = lock(&core.shared);
        if !core.epochs.ended(shared.states.get_mut(buffer.slot).written_by) {
            return Ok(false);
        }
        let read = core.backend.read_host(buffer.obj.native, offset, into);
        drop(shared);
        read.map(|()| true).map_err(|f| core.fault(buffer.label(), f))
    }
}

impl Mapped<'_> {
    /// Size in bytes.
    pub fn size_bytes(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// Writes at once. The caller sees to it that no running batch reads these bytes; one that does sees old and new ones.
    ///
    /// # Errors
    /// A range outside the mapped one, a closed or lost device, or the driver's answer.
    pub fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), Error> {
        let (b, core) = (self.buffer, &self.buffer.obj.core);
        let end = offset.saturating_add(data.len() as u64);
        if end > self.size_bytes() {
            let detail = format!("{offset}..{end} was asked for of {} mapped bytes", self.size_bytes());
            return Err(Error::new(Code::BufferRange, b.label(), detail));
        }
        core.alive(b.label())?;
        let written = core.backend.write_host(b.obj.native, self.range.start + offset, data);
        written.map_err(|f| core.fault(b.label(), f))
    }
}
