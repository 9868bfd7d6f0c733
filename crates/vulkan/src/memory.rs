//! Memory: `gpu-allocator` under a lock, and a slab that names each allocation by a number.

use crate::fault;
use ash::vk;
use candor_rhi::Memory;
use candor_rhi::backend::{Fault, MemoryStats};
use gpu_allocator::MemoryLocation;
use gpu_allocator::vulkan::{
    Allocation, AllocationCreateDesc, AllocationScheme, Allocator, AllocatorCreateDesc,
};
use std::sync::{Mutex, MutexGuard};

pub(crate) fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    match m.lock() {
        Ok(g) => g,
        Err(poisoned) => poisoned.into_inner(),
    }
}

/// The allocations of a device.
pub(crate) struct Pool {
    inner: Mutex<Option<Inner>>,
}

struct Inner {
    allocator: Allocator,
    slab: Vec<Option<Allocation>>,
    free: Vec<u64>,
    used: u64,
}

/// Where a resource's memory lies.
pub(crate) struct Placed {
    /// Number to give back.
    pub(crate) id: u64,
    pub(crate) memory: vk::DeviceMemory,
    pub(crate) offset: u64,
}

impl Pool {
    pub(crate) fn new(
        instance: &ash::Instance,
        device: &ash::Device,
        physical: vk::PhysicalDevice,
    ) -> Result<Self, Fault> {
        let allocator = Allocator::new(&AllocatorCreateDesc {
            instance: instance.clone(),
            device: device.clone(),
            physical_device: physical,
            debug_settings: Default::default(),
            buffer_device_address: false,
            allocation_sizes: Default::default(),
        })
        .map_err(|e| from_allocator(&e))?;
        let inner = Inner { allocator, slab: Vec::new(), free: Vec::new(), used: 0 };
        Ok(Self { inner: Mutex::new(Some(inner)) })
    }

    pub(crate) fn allocate(
        &self,
        label: &str,
        requirements: vk::MemoryRequirements,
        memory: Memory,
        linear: bool,
    ) -> Result<Placed, Fault> {
        let mut guard = lock(&self.inner);
        let Some(inner) = guard.as_mut() else { return Err(Fault::Unavailable("the device is gone".into())) };
        let location = match memory {
            Memory::Device => MemoryLocation::GpuOnly,
            Memory::Upload => MemoryLocation::CpuToGpu,
            Memory::Readback => MemoryLocation::GpuToCpu,
        };
        let desc = AllocationCreateDesc {
            name: label,
            requirements,
            location,
            linear,
            allocation_scheme: AllocationScheme::GpuAllocatorManaged,
        };
        let a = inner.allocator.allocate(&desc).map_err(|e| from_allocator(&e))?;
        // SAFETY: the handle is only bound, before the allocation is freed.
        let (handle, offset) = (unsafe { a.memory() }, a.offset());
        inner.used += a.size();
        let id = inner.free.pop().unwrap_or(inner.slab.len() as u64);
        if id as usize == inner.slab.len() {
            inner.slab.push(None);
            // So that giving back needs no memory.
            let room = inner.slab.len() - inner.free.len();
            inner.free.reserve(room);
        }
        inner.slab[id as usize] = Some(a);
        Ok(Placed { id, memory: handle, offset })
    }

    pub(crate) fn free(&self, id: u64) {
        let mut guard = lock(&self.inner);
        let Some(inner) = guard.as_mut() else { return };
        let Some(a) = inner.slab.get_mut(id as usize).and_then(Option::take) else { return };
        inner.used -= a.size();
        inner.free.push(id);
        if let Err(e) = inner.allocator.free(a) {
            tracing::error!("memory could not be freed: {e}");
        }
    }

    /// Lends the bytes of a host-visible allocation.
    pub(crate) fn with_bytes(&self, id: u64, f: impl FnOnce(&mut [u8]) -> bool) -> Result<(), Fault> {
        let mut guard = lock(&self.inner);
        let a = guard.as_mut().and_then(|i| i.slab.get_mut(id as usize)).and_then(Option::as_mut);
        let bytes = a.and_then(Allocation::mapped_slice_mut);
        match bytes.map(f) {
            Some(true) => Ok(()),
            Some(false) => Err(Fault::Unavailable("the range lies outside the buffer's memory".into())),
            None => Err(Fault::Unavailable("the memory is not visible to the host".into())),
        }
    }

    pub(crate) fn stats(&self) -> MemoryStats {
        let guard = lock(&self.inner);
        let Some(inner) = guard.as_ref() else { return MemoryStats::default() };
        MemoryStats {
            used_bytes: inner.used,
            reserved_bytes: inner.allocator.capacity(),
            blocks: inner.slab.iter().flatten().count() as u64,
            ..MemoryStats::default()
        }
    }

    /// Leaves everything as it is, for a device that cannot be ended.
    pub(crate) fn leave(&self) {
        std::mem::forget(lock(&self.inner).take());
    }

    /// Gives everything back; before the device is destroyed.
    pub(crate) fn shut_down(&self) {
        drop(lock(&self.inner).take());
    }
}

fn from_allocator(e: &gpu_allocator::AllocationError) -> Fault {
    match e {
        gpu_allocator::AllocationError::OutOfMemory => Fault::OutOfMemory("device"),
        other => Fault::Call { call: "vkAllocateMemory", answer: other.to_string() },
    }
}

/// Binds a fresh resource to memory, or destroys it.
pub(crate) fn bind(
    pool: &Pool,
    placed: Placed,
    bind: impl FnOnce(vk::DeviceMemory, u64) -> ash::prelude::VkResult<()>,
) -> Result<u64, Fault> {
    match bind(placed.memory, placed.offset) {
        Ok(()) => Ok(placed.id),
        Err(e) => {
            pool.free(placed.id);
            Err(fault("vkBindMemory", e))
        }
    }
}
