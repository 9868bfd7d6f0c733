//! A device report: everything that one adapter says of itself, as data. The live device and a saved file give the
//! same type, so that both take the same path through resolution.
//!
//! What a format of report cannot record is `None` (unknown), which is not the same as an empty list (known to be none).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A snapshot of one adapter. Serialises to Candor's own report JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeviceReport {
    /// Version of this format; [`DeviceReport::SCHEMA`] when written by this build.
    pub schema: u32,
    /// Device name, if the report's format records it.
    pub name: Option<String>,
    /// PCI vendor id or Khronos vendor id.
    pub vendor_id: Option<u32>,
    /// Device id, meaningful within the vendor.
    pub device_id: Option<u32>,
    /// Driver name and version as the driver words them.
    pub driver: Option<String>,
    /// Kind of device, if recorded.
    pub device_type: Option<DeviceType>,
    /// Where this came from: a live device, or the file's name and its format.
    pub source: String,
    /// What the API reports.
    pub body: Body,
    /// Capabilities that the device reports and its driver is known to get wrong. Written by a backend that knows; no other
    /// format of report has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<DriverFault>,
    /// What the reader noticed and ignored or repaired, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl DeviceReport {
    /// The version of the report format that this build writes.
    pub const SCHEMA: u32 = 1;
}

/// A known fault of a driver: a capability that is reported and does not work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriverFault {
    /// Name of the capability.
    pub capability: String,
    /// What the driver does instead, as a sentence without its full stop.
    pub symptom: String,
    /// Where that is known from.
    pub source: String,
}

/// Kind of device, as Vulkan names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeviceType {
    /// A GPU with memory of its own.
    Discrete,
    /// A GPU that shares the processor's memory.
    Integrated,
    /// A GPU seen through a virtual machine.
    Virtual,
    /// A software rasteriser.
    Cpu,
    /// None of these.
    Other,
}

/// What one API reports of one adapter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "api", rename_all = "kebab-case")]
pub enum Body {
    /// Vulkan.
    Vulkan(Box<VulkanReport>),
    /// The Null backend, which accepts everything and draws nothing.
    Null,
}

/// What Vulkan reports. Names are the registry's (`VkPhysicalDeviceVulkan12Features`, `shaderFloat16`,
/// `VK_FORMAT_D24_UNORM_S8_UINT`, `VK_EXT_mesh_shader`), as they stood in the source: folding of aliases happens when
/// evidence is looked up, so that a report stays what the device said.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct VulkanReport {
    /// `VK_MAKE_API_VERSION` of the device: variant 0, major << 22 | minor << 12 | patch.
    pub api_version: u32,
    /// Device extensions with their revisions.
    pub extensions: BTreeMap<String, u32>,
    /// Instance extensions with their revisions; `None` when the report does not record them.
    pub instance_extensions: Option<BTreeMap<String, u32>>,
    /// Feature struct -> bit -> value. A struct that the report does not list is absent (not all-false).
    pub features: BTreeMap<String, BTreeMap<String, bool>>,
    /// Property struct -> member -> value. Limits are under `VkPhysicalDeviceLimits`.
    pub properties: BTreeMap<String, BTreeMap<String, Property>>,
    /// Format -> features. A format that is not listed is unsupported, provided that any is listed.
    pub formats: Option<BTreeMap<String, FormatFeatures>>,
    /// Queue families; `None` when not recorded.
    pub queue_families: Option<Vec<QueueFamily>>,
    /// Memory heaps and types; `None` when not recorded.
    pub memory: Option<MemoryReport>,
}

/// One property: a limit, a flag set, a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Property {
    /// A boolean.
    Bool(bool),
    /// An integer or a bit set.
    Int(u64),
    /// A signed integer below zero.
    Signed(i64),
    /// A real number.
    Float(f64),
    /// A name, an enum value, or a number that was given as text and could not be read as one.
    Text(String),
    /// An array (`maxComputeWorkGroupCount`), or flags given by name.
    List(Vec<Property>),
}

/// `VkFormatFeatureFlags2` for each way to lay out a resource.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatFeatures {
    /// With linear tiling.
    pub linear: u64,
    /// With optimal tiling.
    pub optimal: u64,
    /// As a texel buffer or vertex buffer.
    pub buffer: u64,
}

/// One queue family.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueFamily {
    /// `VkQueueFlags`.
    pub flags: u32,
    /// Number of queues.
    pub count: u32,
    /// Number of meaningful bits in a timestamp; 0 means that there are none.
    pub timestamp_valid_bits: u32,
    /// Granularity of image transfers: width, height, depth.
    pub min_image_transfer_granularity: [u32; 3],
    /// Can present to a surface, where one was at hand when the report was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub present: Option<bool>,
}

/// Memory heaps and types.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryReport {
    /// Size in bytes and `VkMemoryHeapFlags`.
    pub heaps: Vec<(u64, u32)>,
    /// Heap index and `VkMemoryPropertyFlags`.
    pub types: Vec<(u32, u32)>,
}
