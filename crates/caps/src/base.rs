//! Candor's own base set: what its Vulkan backend needs of every device, as base requirements like any program's, and what it
//! takes where it is there.

use crate::evidence::{Evidence, any, bit, extension, version};
use crate::requests::{RequestError, Requests};
use crate::resolution::BaseRequirement;

fn named(name: &str, evidence: Evidence) -> BaseRequirement {
    BaseRequirement { name: name.to_owned(), evidence }
}

/// What Candor's Vulkan backend can't do without, each under a name: Vulkan 1.1, or of what came with it the one thing that
/// nothing else can take the place of, viewports of negative height.
pub fn candor_vulkan() -> Vec<BaseRequirement> {
    vec![named("candor-vulkan", any([version(1, 1), extension("VK_KHR_maintenance1")]))]
}

/// Something that Candor's Vulkan backend takes where it is there, and does without where it is not.
#[derive(Debug, Clone, PartialEq)]
pub struct Preference {
    /// What is asked for.
    pub requirement: BaseRequirement,
    /// What Candor does on a device without it.
    pub instead: &'static str,
}

/// What Candor's Vulkan backend prefers: dynamic rendering, synchronization2 and timeline semaphores, from the core or from
/// their extensions, with their bits; where render passes take the place of dynamic rendering, a way to leave a depth
/// attachment alone that is only read; and stricter bounds for what shaders access, beside `robustBufferAccess`, which a selection
/// asks for by itself.
pub fn candor_vulkan_prefers() -> Vec<Preference> {
    let wish = |name: &str, of: &'static str, member: &'static str, instead| Preference {
        requirement: named(name, bit(of, member)),
        instead,
    };
    vec![
        wish(
            "candor-dynamic-rendering",
            "VkPhysicalDeviceDynamicRenderingFeatures",
            "dynamicRendering",
            "render passes and framebuffers, kept from frame to frame",
        ),
        wish(
            "candor-synchronization2",
            "VkPhysicalDeviceSynchronization2Features",
            "synchronization2",
            "barriers and submissions of Vulkan 1.0",
        ),
        wish(
            "candor-timeline-semaphore",
            "VkPhysicalDeviceTimelineSemaphoreFeatures",
            "timelineSemaphore",
            "a fence for each submission",
        ),
        Preference {
            requirement: named(
                "candor-read-only-depth",
                any([
                    bit("VkPhysicalDeviceDynamicRenderingFeatures", "dynamicRendering"),
                    extension("VK_KHR_load_store_op_none"),
                    extension("VK_EXT_load_store_op_none"),
                    extension("VK_QCOM_render_pass_store_ops"),
                ]),
            ),
            instead: "depth that is only read is stored again, and what follows waits for that",
        },
        wish(
            "candor-robust-buffer-access-2",
            "VkPhysicalDeviceRobustness2FeaturesKHR",
            "robustBufferAccess2",
            "what a shader reads beyond a binding may be anything of its buffer, and what it writes there may change the buffer",
        ),
        wish(
            "candor-robust-image-access",
            "VkPhysicalDeviceImageRobustnessFeatures",
            "robustImageAccess",
            "what a shader reads beyond the edge of a texture is not specified",
        ),
        wish(
            "candor-ready-pipelines",
            "VkPhysicalDevicePipelineCreationCacheControlFeatures",
            "pipelineCreationCacheControl",
            "pipelines that are asked for come beside the frames, also those that the driver's cache has",
        ),
        Preference {
            requirement: named("candor-memory-budget", extension("VK_EXT_memory_budget")),
            instead: "budget and use of the heaps are unknown",
        },
        Preference {
            requirement: named("candor-buffer-marker", extension("VK_AMD_buffer_marker")),
            instead: "where passes are followed, words filled between passes, which wait for each other",
        },
        wish(
            "candor-device-fault",
            "VkPhysicalDeviceFaultFeaturesEXT",
            "deviceFault",
            "a lost device has nothing of its own to say",
        ),
    ]
}

impl Requests {
    /// Adds Candor's own base set: what it [can't do without](candor_vulkan) and what it
    /// [prefers](candor_vulkan_prefers).
    ///
    /// # Errors
    /// None but a mistake in Candor's own list.
    pub fn on_candor_vulkan(mut self) -> Result<Self, RequestError> {
        for requirement in candor_vulkan() {
            self.add_base(requirement)?;
        }
        for preference in candor_vulkan_prefers() {
            self.add_preference(preference.requirement)?;
        }
        Ok(self)
    }
}
