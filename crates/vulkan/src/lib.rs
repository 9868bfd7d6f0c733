//! Candor's Vulkan backend, the reference for all others.
//!
//! Vulkan 1.1, or 1.0 with `VK_KHR_maintenance1`. Dynamic rendering, synchronization2 and timeline semaphores are taken where they are, from the core version or
//! from extensions; without them passes, barriers and submissions go the older way (`render_pass`, `barrier`, `sync`).
//! Draw-path commands are the driver's own entry points: see [`candor_rhi::record::Commands`].
//!
//! No Vulkan type leaves this crate but through the doors of [`interop`].

mod adapter;
mod adopt;
mod attachment;
mod barrier;
mod bind_group;
mod breadcrumbs;
mod budget;
mod buffer;
mod convert;
mod device;
mod encoder;
mod faulty;
mod fns;
mod hide;
mod instance;
pub mod interop;
mod memory;
mod older_spirv;
mod pacing;
mod pass;
mod pipeline;
mod query;
mod quirks;
mod render_pass;
pub mod renderdoc;
mod sampler;
mod state;
mod surface;
mod sync;
mod texture;
mod transfer;
mod turn;
mod x11;

pub use faulty::{DriverFaults, VulkanFaulty};
pub use hide::Hide;
pub use instance::{VulkanDriver, VulkanHiding, VulkanLibrary};
pub use turn::{Turn, turn};

use ash::vk;
use candor_rhi::backend::Fault;

/// A driver's answer as a fault.
pub(crate) fn fault(call: &'static str, result: vk::Result) -> Fault {
    match result {
        vk::Result::ERROR_OUT_OF_HOST_MEMORY => Fault::OutOfMemory("host"),
        vk::Result::ERROR_OUT_OF_DEVICE_MEMORY | vk::Result::ERROR_FRAGMENTED_POOL => {
            Fault::OutOfMemory("device")
        }
        vk::Result::ERROR_DEVICE_LOST => Fault::Lost(format!("{call} answered VK_ERROR_DEVICE_LOST")),
        other => Fault::Call { call, answer: format!("{other:?}") },
    }
}
