//! The heaps of a device, and what may be used of each where the device has `VK_EXT_memory_budget`.

use crate::instance::Shared;
use ash::{khr, vk};
use candor_caps::plan::Plan;
use candor_rhi::{Heap, HeapBudget, Heaps};

/// How the driver is asked.
enum Ask {
    /// By Vulkan 1.1.
    Core,
    /// By the extension.
    Extension(khr::get_physical_device_properties2::Instance),
}

pub(crate) struct Budgets {
    heaps: Heaps,
    ask: Option<Ask>,
}

impl Budgets {
    pub(crate) fn new(shared: &Shared, physical: vk::PhysicalDevice, plan: &Plan) -> Self {
        // SAFETY: the physical device is the instance's.
        let (props, memory) = unsafe {
            let props = shared.raw.get_physical_device_properties(physical);
            (props, shared.raw.get_physical_device_memory_properties(physical))
        };
        let heap = |h: &vk::MemoryHeap| Heap {
            size_bytes: h.size,
            device_local: h.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL),
            budget: HeapBudget::Unknown,
        };
        let core = shared.version >= vk::API_VERSION_1_1 && props.api_version >= vk::API_VERSION_1_1;
        let ask = match plan.has_device_extension("VK_EXT_memory_budget") {
            true if core => Some(Ask::Core),
            true if shared.get_properties2 => Some(Ask::Extension(
                khr::get_physical_device_properties2::Instance::new(&shared.entry, &shared.raw),
            )),
            _ => None,
        };
        Self { heaps: memory.memory_heaps_as_slice().iter().map(heap).collect(), ask }
    }

    /// The heaps as they are now.
    pub(crate) fn heaps(&self, shared: &Shared, physical: vk::PhysicalDevice) -> Heaps {
        let Some(ask) = &self.ask else { return self.heaps };
        let mut budget = vk::PhysicalDeviceMemoryBudgetPropertiesEXT::default();
        let mut all = vk::PhysicalDeviceMemoryProperties2::default().push_next(&mut budget);
        // SAFETY: the physical device is the instance's; it has the function and the extension of the struct.
        unsafe {
            match ask {
                Ask::Core => shared.raw.get_physical_device_memory_properties2(physical, &mut all),
                Ask::Extension(f) => f.get_physical_device_memory_properties2(physical, &mut all),
            }
        }
        let now = budget.heap_budget.iter().zip(&budget.heap_usage);
        let told = |(heap, (budget, usage)): (&Heap, (&u64, &u64))| Heap {
            budget: HeapBudget::Known { budget_bytes: *budget, usage_bytes: *usage },
            ..*heap
        };
        self.heaps.iter().zip(now).map(told).collect()
    }
}
