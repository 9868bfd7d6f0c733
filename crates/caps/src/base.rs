//! Candor's own base set: what its Vulkan backend needs of every device, as base requirements like any program's.

use crate::evidence::{Evidence, bit, version};
use crate::requests::{RequestError, Requests};
use crate::resolution::BaseRequirement;

/// What Candor's Vulkan backend can't do without, each under a name: Vulkan 1.1, and dynamic rendering, synchronization2 and
/// timeline semaphores from the core or from their extensions, with their bits.
pub fn candor_vulkan() -> Vec<BaseRequirement> {
    let named = |name: &str, evidence: Evidence| BaseRequirement { name: name.to_owned(), evidence };
    vec![
        named("candor-vulkan-1.1", version(1, 1)),
        named(
            "candor-dynamic-rendering",
            bit("VkPhysicalDeviceDynamicRenderingFeatures", "dynamicRendering"),
        ),
        named("candor-synchronization2", bit("VkPhysicalDeviceSynchronization2Features", "synchronization2")),
        named(
            "candor-timeline-semaphore",
            bit("VkPhysicalDeviceTimelineSemaphoreFeatures", "timelineSemaphore"),
        ),
    ]
}

impl Requests {
    /// Adds [Candor's own base set](candor_vulkan).
    ///
    /// # Errors
    /// None but a mistake in Candor's own list.
    pub fn on_candor_vulkan(mut self) -> Result<Self, RequestError> {
        for requirement in candor_vulkan() {
            self.add_base(requirement)?;
        }
        Ok(self)
    }
}
