//! Buffers.

use crate::device::VulkanDevice;
use crate::{fault, memory};
use ash::vk::{self, Handle};
use candor_rhi::backend::{BufferPlan, Fault};
use candor_rhi::{BufferUsage, Memory, Native, Raw};

pub(crate) fn usage_flags(usage: BufferUsage) -> vk::BufferUsageFlags {
    [
        (BufferUsage::VERTEX, vk::BufferUsageFlags::VERTEX_BUFFER),
        (BufferUsage::INDEX, vk::BufferUsageFlags::INDEX_BUFFER),
        (BufferUsage::UNIFORM, vk::BufferUsageFlags::UNIFORM_BUFFER),
        (BufferUsage::STORAGE, vk::BufferUsageFlags::STORAGE_BUFFER),
        (BufferUsage::STORAGE_WRITE, vk::BufferUsageFlags::STORAGE_BUFFER),
        (BufferUsage::INDIRECT, vk::BufferUsageFlags::INDIRECT_BUFFER),
        (BufferUsage::COPY_SRC, vk::BufferUsageFlags::TRANSFER_SRC),
        (BufferUsage::COPY_DST, vk::BufferUsageFlags::TRANSFER_DST),
        (BufferUsage::COPY_TARGET, vk::BufferUsageFlags::TRANSFER_DST),
    ]
    .into_iter()
    .filter(|(u, _)| usage.contains(*u))
    .fold(vk::BufferUsageFlags::empty(), |all, (_, flag)| all | flag)
}

impl VulkanDevice {
    pub(crate) fn make_buffer(&self, p: &BufferPlan<'_>) -> Result<Native, Fault> {
        let mut usage = usage_flags(p.usage);
        if p.filled || p.memory == Memory::Readback {
            usage |= vk::BufferUsageFlags::TRANSFER_DST;
        }
        // Handing buffers over would gain nothing: no driver keeps them in a form of their own for one queue.
        let mut info = vk::BufferCreateInfo::default().size(p.size).usage(usage);
        if self.sharers.len() > 1 {
            info = info.sharing_mode(vk::SharingMode::CONCURRENT).queue_family_indices(&self.sharers);
        }
        // SAFETY: a valid description; the size is not zero.
        let buffer =
            unsafe { self.raw.create_buffer(&info, None) }.map_err(|e| fault("vkCreateBuffer", e))?;
        // SAFETY: the buffer was just made.
        let requirements = unsafe { self.raw.get_buffer_memory_requirements(buffer) };
        let placed = self.pool.allocate(p.label, requirements, p.memory, true);
        let bound = placed.and_then(|placed| {
            memory::bind(&self.pool, placed, |m, offset| {
                // SAFETY: memory of a type and size that the requirements allow, not yet bound.
                unsafe { self.raw.bind_buffer_memory(buffer, m, offset) }
            })
        });
        match bound {
            Ok(aux) => {
                self.name(buffer, p.label);
                Ok(Native { raw: Raw(buffer.as_raw()), aux })
            }
            Err(e) => {
                // SAFETY: nobody else has seen it.
                unsafe { self.raw.destroy_buffer(buffer, None) };
                Err(e)
            }
        }
    }
}
