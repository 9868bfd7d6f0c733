//! Candor's Vulkan backend, the reference for all others.
//!
//! Vulkan 1.1 with dynamic rendering, synchronization2 and timeline semaphores, whether they come from the core version or
//! from extensions. Draw-path commands are the driver's own entry points: see [`candor_rhi::record::Commands`].
//!
//! No Vulkan type leaves this crate.

mod adapter;
mod attachment;
mod bind_group;
mod buffer;
mod convert;
mod device;
mod encoder;
mod instance;
mod memory;
mod pass;
mod pipeline;
mod query;
mod quirks;
mod sampler;
mod texture;
mod transfer;

pub use instance::{VulkanDriver, VulkanLibrary};

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
