//! Entry points that came after Vulkan 1.1, as far as the plan enables them. What is missing here is done the older way.

use crate::instance::Shared;
use ash::vk;
use candor_caps::plan::Plan;
use candor_rhi::backend::Fault;
use std::ffi::CStr;

/// Dynamic rendering.
#[derive(Clone, Copy)]
pub(crate) struct Rendering {
    pub(crate) begin: vk::PFN_vkCmdBeginRendering,
    pub(crate) end: vk::PFN_vkCmdEndRendering,
}

/// Barriers and submissions with 64-bit stages and accesses.
#[derive(Clone, Copy)]
pub(crate) struct Sync2 {
    pub(crate) barrier: vk::PFN_vkCmdPipelineBarrier2,
    pub(crate) submit: vk::PFN_vkQueueSubmit2,
}

/// Timeline semaphores.
#[derive(Clone, Copy)]
pub(crate) struct Timelines {
    pub(crate) value: vk::PFN_vkGetSemaphoreCounterValue,
    pub(crate) wait: vk::PFN_vkWaitSemaphores,
}

/// All that a pass needs.
#[derive(Clone, Copy)]
pub(crate) struct Quick {
    pub(crate) rendering: Rendering,
    pub(crate) barrier: vk::PFN_vkCmdPipelineBarrier2,
}

/// Draws whose number comes from a buffer: plain, indexed.
#[derive(Clone, Copy)]
pub(crate) struct IndirectCounts {
    pub(crate) draw: vk::PFN_vkCmdDrawIndirectCount,
    pub(crate) draw_indexed: vk::PFN_vkCmdDrawIndexedIndirectCount,
}

pub(crate) struct Fns {
    /// Where nothing is missing and nobody reads labels: the one thing that a pass has to look at.
    pub(crate) quick: Option<Quick>,
    pub(crate) rendering: Option<Rendering>,
    pub(crate) sync2: Option<Sync2>,
    pub(crate) timelines: Option<Timelines>,
    pub(crate) indirect_counts: Option<IndirectCounts>,
    /// Writes a word when a stage has been reached.
    pub(crate) buffer_marker: Option<vk::PFN_vkCmdWriteBufferMarkerAMD>,
    /// Tells of a fault.
    pub(crate) device_fault: Option<vk::PFN_vkGetDeviceFaultInfoEXT>,
    pub(crate) set_viewport: vk::PFN_vkCmdSetViewport,
    pub(crate) set_scissor: vk::PFN_vkCmdSetScissor,
    pub(crate) set_blend_constants: vk::PFN_vkCmdSetBlendConstants,
    pub(crate) set_stencil_reference: vk::PFN_vkCmdSetStencilReference,
}

/// Loads an entry point by the name of the core, or, where the extension is enabled, by the extension's.
macro_rules! load {
    ($get:expr, $core:literal, $extended:expr, $ty:ty) => {{
        let found = $get($core, $extended)?;
        // SAFETY: the loader returned the entry point of this very name; `$ty` is its type in the registry.
        unsafe { std::mem::transmute::<unsafe extern "system" fn(), $ty>(found) }
    }};
}

impl Fns {
    /// The entry points that a plan's device has. `labels`: somebody reads the labels of passes.
    pub(crate) fn load(
        shared: &Shared,
        device: &ash::Device,
        plan: &Plan,
        labels: bool,
    ) -> Result<Self, Fault> {
        let by = |extension: &str| {
            let enabled = plan.has_device_extension(extension);
            move |core: &CStr, khr: &CStr| {
                let name = if enabled { khr } else { core };
                // SAFETY: instance and device are alive.
                let found =
                    unsafe { (shared.raw.fp_v1_0().get_device_proc_addr)(device.handle(), name.as_ptr()) };
                found.ok_or_else(|| {
                    Fault::Unavailable(format!("the driver has no {}", name.to_string_lossy()))
                })
            }
        };
        let mut all = Self {
            quick: None,
            rendering: None,
            sync2: None,
            timelines: None,
            indirect_counts: None,
            buffer_marker: None,
            device_fault: None,
            set_viewport: device.fp_v1_0().cmd_set_viewport,
            set_scissor: device.fp_v1_0().cmd_set_scissor,
            set_blend_constants: device.fp_v1_0().cmd_set_blend_constants,
            set_stencil_reference: device.fp_v1_0().cmd_set_stencil_reference,
        };
        if plan.sets("dynamicRendering") {
            let get = by("VK_KHR_dynamic_rendering");
            all.rendering = Some(Rendering {
                begin: load!(
                    get,
                    c"vkCmdBeginRendering",
                    c"vkCmdBeginRenderingKHR",
                    vk::PFN_vkCmdBeginRendering
                ),
                end: load!(get, c"vkCmdEndRendering", c"vkCmdEndRenderingKHR", vk::PFN_vkCmdEndRendering),
            });
        }
        if plan.sets("synchronization2") {
            let get = by("VK_KHR_synchronization2");
            all.sync2 = Some(Sync2 {
                barrier: load!(
                    get,
                    c"vkCmdPipelineBarrier2",
                    c"vkCmdPipelineBarrier2KHR",
                    vk::PFN_vkCmdPipelineBarrier2
                ),
                submit: load!(get, c"vkQueueSubmit2", c"vkQueueSubmit2KHR", vk::PFN_vkQueueSubmit2),
            });
        }
        if plan.sets("timelineSemaphore") {
            let get = by("VK_KHR_timeline_semaphore");
            all.timelines = Some(Timelines {
                value: load!(
                    get,
                    c"vkGetSemaphoreCounterValue",
                    c"vkGetSemaphoreCounterValueKHR",
                    vk::PFN_vkGetSemaphoreCounterValue
                ),
                wait: load!(get, c"vkWaitSemaphores", c"vkWaitSemaphoresKHR", vk::PFN_vkWaitSemaphores),
            });
        }
        let (khr, amd) = ("VK_KHR_draw_indirect_count", "VK_AMD_draw_indirect_count");
        let in_core = plan.sets("drawIndirectCount");
        let (has_khr, has_amd) = (plan.has_device_extension(khr), plan.has_device_extension(amd));
        if in_core || has_khr || has_amd {
            let (get, draw, draw_indexed) = match in_core || has_khr {
                true => (by(khr), c"vkCmdDrawIndirectCountKHR", c"vkCmdDrawIndexedIndirectCountKHR"),
                false => (by(amd), c"vkCmdDrawIndirectCountAMD", c"vkCmdDrawIndexedIndirectCountAMD"),
            };
            all.indirect_counts = Some(IndirectCounts {
                draw: load!(get, c"vkCmdDrawIndirectCount", draw, vk::PFN_vkCmdDrawIndirectCount),
                draw_indexed: load!(
                    get,
                    c"vkCmdDrawIndexedIndirectCount",
                    draw_indexed,
                    vk::PFN_vkCmdDrawIndexedIndirectCount
                ),
            });
        }
        let amd = "VK_AMD_buffer_marker";
        if plan.has_device_extension(amd) {
            all.buffer_marker = Some(load!(
                by(amd),
                c"vkCmdWriteBufferMarkerAMD",
                c"vkCmdWriteBufferMarkerAMD",
                vk::PFN_vkCmdWriteBufferMarkerAMD
            ));
        }
        if plan.sets("deviceFault") {
            all.device_fault = Some(load!(
                by("VK_EXT_device_fault"),
                c"vkGetDeviceFaultInfoEXT",
                c"vkGetDeviceFaultInfoEXT",
                vk::PFN_vkGetDeviceFaultInfoEXT
            ));
        }
        if let (Some(rendering), Some(sync2), false) = (all.rendering, all.sync2, labels) {
            all.quick = Some(Quick { rendering, barrier: sync2.barrier });
        }
        Ok(all)
    }
}
