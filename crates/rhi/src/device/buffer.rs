//! Buffers.

use super::Device;
use super::write::zero_first;
use crate::backend::{BufferPlan, NativeCopy};
use crate::batch::Shape;
use crate::desc::*;
use crate::error::{Code, Error};
use crate::object::{Buffer, Keep, Kind, SETTLED};
use crate::sync::lock;
use crate::upload::{Destination, write_zeros};
use crate::usage::{Access, Stages, Usage};

/// Uploads of buffers are made in multiples of this (Vulkan specification, `vkCmdFillBuffer`; D3D12 and WebGPU alike).
const BUFFER_UNIT: u64 = 4;

fn buffer_reads(usage: BufferUsage) -> Usage {
    let mut access = Access::empty();
    for (u, a) in [
        (BufferUsage::VERTEX, Access::VERTEX),
        (BufferUsage::INDEX, Access::INDEX),
        (BufferUsage::UNIFORM, Access::UNIFORM),
        (BufferUsage::STORAGE, Access::STORAGE_READ),
        (BufferUsage::INDIRECT, Access::INDIRECT),
        (BufferUsage::COPY_SRC, Access::COPY_SRC),
    ] {
        if usage.contains(u) {
            access |= a;
        }
    }
    Usage::new(access, Stages::all())
}

impl Device {
    /// Makes a buffer.
    ///
    /// # Errors
    /// Zero or too large a size, no usage, data of another length, memory that does not go with the usage, or the driver's
    /// answer.
    pub fn create_buffer(&self, d: &BufferDesc<'_>) -> Result<Buffer, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        if d.size_bytes == 0 {
            return err(Code::ZeroSize, "a buffer of 0 bytes was asked for".into());
        }
        if d.size_bytes > core.limits.max_buffer_bytes {
            let max = core.limits.max_buffer_bytes;
            return err(
                Code::TooLarge,
                format!("{} bytes were asked for, at most {max} are allowed", d.size_bytes),
            );
        }
        if d.usage.is_empty() && d.memory != Memory::Readback {
            return err(Code::NoUsage, "the usage is empty".into());
        }
        let tracked_usage = d.usage.intersects(BufferUsage::TRACKED);
        if d.memory != Memory::Device && tracked_usage {
            let detail = format!("{:?} memory was asked for a buffer that the GPU writes", d.memory);
            return err(Code::NotMappable, detail);
        }
        if let Contents::Data(data) = d.contents
            && data.len() as u64 != d.size_bytes
        {
            return err(
                Code::DataLength,
                format!("{} bytes were given for a buffer of {}", data.len(), d.size_bytes),
            );
        }
        core.lints.buffer(d.label, d.usage)?;
        let size = d.size_bytes.next_multiple_of(BUFFER_UNIT);
        let plan = BufferPlan {
            label: d.label,
            size,
            usage: d.usage,
            memory: d.memory,
            filled: d.memory == Memory::Device,
        };
        let native = core.new_buffer(&plan).map_err(|f| core.fault(d.label, f))?;
        let tracked = tracked_usage || d.memory == Memory::Readback;
        let zero_later = tracked && d.memory == Memory::Device && d.contents == Contents::Zero;
        let slot = if tracked { lock(&core.shared).states.add(zero_later) } else { SETTLED };
        let obj = core.adopt(Kind::Buffer, native, d.label, slot, Keep::None)?;
        let buffer = Buffer {
            raw: native.raw,
            size: d.size_bytes,
            device: core.id,
            usage: d.usage,
            slot,
            vertex_key: if slot == SETTLED && d.usage.contains(BufferUsage::VERTEX) { core.id } else { 0 },
            words: d.size_bytes.div_ceil(4),
            memory: d.memory,
            obj,
        };
        core.note_contents(&buffer.obj, buffer.resource(), Shape::Buffer { size, memory: d.memory });
        self.fill_new_buffer(&buffer, d, size)?;
        Ok(buffer)
    }

    fn fill_new_buffer(&self, buffer: &Buffer, d: &BufferDesc<'_>, size: u64) -> Result<(), Error> {
        let core = &self.core;
        match (d.memory, d.contents) {
            (_, Contents::Undefined) => Ok(()),
            (Memory::Device, Contents::Zero) if buffer.slot != SETTLED => Ok(()),
            (Memory::Device, Contents::Zero) => {
                let fill = NativeCopy::Fill { dst: buffer.raw, offset: 0, size, value: 0 };
                self.queue_buffer(buffer, false, fill);
                Ok(())
            }
            (Memory::Device, Contents::Data(data)) => self.stage_buffer(buffer, 0, data, false),
            (Memory::Upload | Memory::Readback, Contents::Data(data)) => {
                core.backend.write_host(buffer.obj.native, 0, data).map_err(|f| core.fault(d.label, f))
            }
            (Memory::Upload | Memory::Readback, Contents::Zero) => {
                write_zeros(&*core.backend, buffer.obj.native, size).map_err(|f| core.fault(d.label, f))
            }
        }
    }

    fn queue_buffer(&self, buffer: &Buffer, again: bool, copy: NativeCopy) {
        let d = Destination {
            obj: &buffer.obj,
            resource: buffer.resource(),
            reads: buffer_reads(buffer.usage),
            again,
        };
        lock(&self.core.shared).uploads.push(&d, [copy]);
    }

    fn stage_buffer(&self, buffer: &Buffer, offset: u64, data: &[u8], again: bool) -> Result<(), Error> {
        let core = &self.core;
        let shared = &mut *lock(&core.shared);
        let staged = shared.uploads.stage(core, data);
        let (src, src_offset) = staged.map_err(|f| core.fault(buffer.label(), f))?;
        let size = (data.len() as u64).next_multiple_of(BUFFER_UNIT);
        let copy = NativeCopy::Buffer { src, src_offset, dst: buffer.raw, dst_offset: offset, size };
        let d = Destination {
            obj: &buffer.obj,
            resource: buffer.resource(),
            reads: buffer_reads(buffer.usage),
            again,
        };
        if (data.len() as u64) < buffer.size && zero_first(shared, buffer.slot) {
            let all = buffer.size.next_multiple_of(BUFFER_UNIT);
            let fill = NativeCopy::Fill { dst: buffer.raw, offset: 0, size: all, value: 0 };
            shared.uploads.push(&d, [fill]);
        }
        shared.uploads.push_one(&d, copy);
        Ok(())
    }

    /// Writes into a buffer. Upload memory is written at once: the caller sees to it that no running batch reads the range. Device
    /// memory is written by the next batch that is submitted, before its passes and after all earlier batches; the buffer
    /// needs `COPY_DST`.
    ///
    /// # Errors
    /// A range outside the buffer, an offset or (but at the end of the buffer) a length that is not a multiple of 4, a
    /// missing usage, or the driver's answer.
    pub fn write_buffer(&self, buffer: &Buffer, offset: u64, data: &[u8]) -> Result<(), Error> {
        let core = &self.core;
        core.alive(buffer.label())?;
        let err = |code, detail: String| Err(Error::new(code, buffer.label(), detail));
        if buffer.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        let end = offset.saturating_add(data.len() as u64);
        if data.is_empty() || end > buffer.size {
            return err(
                Code::BufferRange,
                format!("{offset}..{end} was asked for in a buffer of {} bytes", buffer.size),
            );
        }
        match buffer.memory {
            Memory::Upload => core
                .backend
                .write_host(buffer.obj.native, offset, data)
                .map_err(|f| core.fault(buffer.label(), f)),
            Memory::Readback => err(Code::NotMappable, "the buffer is in readback memory".into()),
            Memory::Device => {
                if !buffer.usage.contains(BufferUsage::COPY_DST) {
                    return err(Code::MissingUsage, "COPY_DST is missing".into());
                }
                let whole_words = offset.is_multiple_of(BUFFER_UNIT)
                    && (end.is_multiple_of(BUFFER_UNIT) || end == buffer.size);
                if !whole_words {
                    return err(Code::CopyAlignment, format!("{offset}..{end} was asked for"));
                }
                self.stage_buffer(buffer, offset, data, true)
            }
        }
    }
}
