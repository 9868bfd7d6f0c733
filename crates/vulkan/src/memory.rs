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
    lazy: Lazy,
    allocator: Allocator,
    slab: Vec<Option<Allocation>>,
    free: Vec<u64>,
    used: u64,
}

/// Memory that takes place only when it must, one piece for each transient texture.
struct Lazy {
    device: ash::Device,
    /// Memory types that are so, one bit each.
    types: u32,
    all: Vec<vk::DeviceMemory>,
}

/// Numbers of lazy memory begin here.
const LAZY: u64 = 1 << 63;

impl Lazy {
    /// `None`: no type of them fits, or there is none left.
    fn allocate(&mut self, requirements: vk::MemoryRequirements) -> Option<Placed> {
        let types = self.types & requirements.memory_type_bits;
        if types == 0 {
            return None;
        }
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(requirements.size)
            .memory_type_index(types.trailing_zeros());
        // SAFETY: a valid description, of a memory type that the device has.
        let memory = unsafe { self.device.allocate_memory(&info, None) }.ok()?;
        let free = self.all.iter().position(|m| *m == vk::DeviceMemory::null());
        let at = free.unwrap_or(self.all.len());
        if at == self.all.len() {
            self.all.push(memory);
        } else {
            self.all[at] = memory;
        }
        Some(Placed { id: LAZY | at as u64, memory, offset: 0 })
    }

    fn free(&mut self, id: u64) {
        let Some(m) = self.all.get_mut((id & !LAZY) as usize) else { return };
        let memory = std::mem::replace(m, vk::DeviceMemory::null());
        // SAFETY: what was bound to it is destroyed; null is nothing.
        unsafe { self.device.free_memory(memory, None) };
    }
}

/// Memory types that are allocated lazily, one bit each.
pub(crate) fn lazy_types(props: &vk::PhysicalDeviceMemoryProperties) -> u32 {
    let lazy = vk::MemoryPropertyFlags::LAZILY_ALLOCATED;
    let types = props.memory_types_as_slice().iter().enumerate();
    types.filter(|(_, t)| t.property_flags.contains(lazy)).fold(0, |bits, (i, _)| bits | 1 << i)
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
        // SAFETY: the physical device is the instance's.
        let types = lazy_types(&unsafe { instance.get_physical_device_memory_properties(physical) });
        let lazy = Lazy { device: device.clone(), types, all: Vec::new() };
        let inner = Inner { lazy, allocator, slab: Vec::new(), free: Vec::new(), used: 0 };
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

    /// For a texture that nothing is kept in.
    pub(crate) fn allocate_lazily(&self, requirements: vk::MemoryRequirements) -> Option<Placed> {
        lock(&self.inner).as_mut()?.lazy.allocate(requirements)
    }

    pub(crate) fn free(&self, id: u64) {
        let mut guard = lock(&self.inner);
        let Some(inner) = guard.as_mut() else { return };
        if id & LAZY != 0 {
            return inner.lazy.free(id);
        }
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
        if let Some(mut inner) = lock(&self.inner).take() {
            (0..inner.lazy.all.len() as u64).for_each(|id| inner.lazy.free(LAZY | id));
        }
    }
}

fn from_allocator(e: &gpu_allocator::AllocationError) -> Fault {
    match e {
        gpu_allocator::AllocationError::OutOfMemory => Fault::OutOfMemory("device"),
        gpu_allocator::AllocationError::FailedToMap(why) => {
            Fault::Call { call: "vkMapMemory", answer: why.clone() }
        }
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::instance::first_device;
    use candor_rhi::backend::Backend;
    use candor_rhi::{Format, Kind, TextureDim, TextureInfo, TextureUsage};

    #[test]
    fn transient_textures_take_lazy_memory_and_give_it_back() {
        let Some(device) = first_device(&[]) else { return };
        // No driver at hand has such memory: any will do to bind a texture to.
        if let Some(inner) = lock(&device.pool.inner).as_mut() {
            inner.lazy.types = u32::MAX;
        }
        let info = TextureInfo {
            dim: TextureDim::D2,
            format: Format::Rgba8Unorm,
            size: [64, 64, 1],
            layers: 1,
            mips: 1,
            samples: 4,
            usage: TextureUsage::COLOR | TextureUsage::TRANSIENT,
            shared: false,
        };
        let before = device.pool.stats().used_bytes;
        let held = || lock(&device.pool.inner).as_ref().map(|i| i.lazy.all.clone()).unwrap();
        let all: Vec<_> = (0..3).map(|_| device.make_texture(&info, "transient").unwrap()).collect();
        assert_eq!(device.pool.stats().used_bytes, before);
        assert!(held().len() == 3 && all.iter().all(|t| t.aux & LAZY != 0));
        for t in &all {
            // SAFETY: made above, used by nobody.
            unsafe { device.destroy(Kind::Texture, *t) };
        }
        assert!(held().iter().all(|m| *m == vk::DeviceMemory::null()));
        let again = device.make_texture(&info, "transient").unwrap();
        assert_eq!((again.aux, held().len()), (LAZY, 3));
        // SAFETY: as above.
        unsafe { device.destroy(Kind::Texture, again) };
    }
}
