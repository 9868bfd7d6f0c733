//! Leaving out what a driver has, so that the ways for lesser devices are taken on any device: for tests.

use ash::vk;
use candor_caps::{Body, DeviceReport};

/// Something that is left out of what a driver reports, together with the versions of Vulkan that bring it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hide {
    /// Dynamic rendering, and Vulkan 1.3.
    DynamicRendering,
    /// Synchronization2, and Vulkan 1.3.
    Synchronization2,
    /// Timeline semaphores, and Vulkan 1.2.
    TimelineSemaphores,
    /// Vulkan 1.1.
    Vulkan11,
}

impl Hide {
    /// All of them.
    pub const ALL: &'static [Self] =
        &[Self::DynamicRendering, Self::Synchronization2, Self::TimelineSemaphores, Self::Vulkan11];

    /// Its feature bit, as the Vulkan specification names it, where it has one.
    pub fn feature(self) -> Option<&'static str> {
        match self {
            Self::DynamicRendering => Some("dynamicRendering"),
            Self::Synchronization2 => Some("synchronization2"),
            Self::TimelineSemaphores => Some("timelineSemaphore"),
            Self::Vulkan11 => None,
        }
    }

    fn extension(self) -> Option<&'static str> {
        match self {
            Self::DynamicRendering => Some("VK_KHR_dynamic_rendering"),
            Self::Synchronization2 => Some("VK_KHR_synchronization2"),
            Self::TimelineSemaphores => Some("VK_KHR_timeline_semaphore"),
            Self::Vulkan11 => None,
        }
    }

    /// Its feature struct under both names.
    fn structs(self) -> &'static [&'static str] {
        match self {
            Self::DynamicRendering => {
                &["VkPhysicalDeviceDynamicRenderingFeatures", "VkPhysicalDeviceDynamicRenderingFeaturesKHR"]
            }
            Self::Synchronization2 => {
                &["VkPhysicalDeviceSynchronization2Features", "VkPhysicalDeviceSynchronization2FeaturesKHR"]
            }
            Self::TimelineSemaphores => {
                &["VkPhysicalDeviceTimelineSemaphoreFeatures", "VkPhysicalDeviceTimelineSemaphoreFeaturesKHR"]
            }
            Self::Vulkan11 => &[],
        }
    }

    /// The newest version without it.
    fn newest(self) -> u32 {
        match self {
            Self::DynamicRendering | Self::Synchronization2 => vk::API_VERSION_1_2,
            Self::TimelineSemaphores => vk::API_VERSION_1_1,
            Self::Vulkan11 => vk::API_VERSION_1_0,
        }
    }
}

/// The newest version of Vulkan that has nothing of what is hidden.
pub(crate) fn newest(hidden: &[Hide], wanted: u32) -> u32 {
    hidden.iter().map(|h| h.newest()).fold(wanted, u32::min)
}

/// A report without what is hidden, as a lesser device would give it.
pub(crate) fn from_report(hidden: &[Hide], report: &mut DeviceReport) {
    let Body::Vulkan(v) = &mut report.body else { return };
    v.api_version = newest(hidden, v.api_version);
    for h in hidden {
        if let Some(extension) = h.extension() {
            v.extensions.remove(extension);
        }
        for name in h.structs() {
            v.features.remove(*name);
        }
    }
    if !hidden.is_empty() {
        report.notes.push(format!("hidden: {hidden:?}"));
    }
}
