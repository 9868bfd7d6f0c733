//! What an API must report for a capability to be there: a tree of all-of and any-of over single questions.
//!
//! Data only. How a question is put to a report, with aliases folded, is in `probe` and `view`.

use crate::number::Number;
use crate::plan::Name;
use crate::registry::{self, ShowVersion};
use crate::report::{DeviceType, Property};
use crate::suggest::{brief, nearest};
use serde::Serialize;
use std::fmt;

/// The answer to a question. Ordered: an all-of is the least of its answers, an any-of the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The report says that it is not there.
    Missing,
    /// The report's format can't record it. Never counted as met.
    Unknown,
    /// The report says that it is there.
    Met,
}

/// A tree of questions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// Every one must be met. An empty list is met.
    All(Vec<Evidence>),
    /// One must be met; the first that is goes into the plan. An empty list is never met.
    Any(Vec<Evidence>),
    /// One question.
    Leaf(Leaf),
}

/// One question to a Vulkan report. Names are the registry's, under any of their aliases.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Leaf {
    /// A device extension is listed with all that it depends on, or the device's version has it in its core.
    Extension {
        /// `VK_EXT_memory_budget`.
        name: Name,
    },
    /// An instance extension is listed, or the version has it in its core.
    InstanceExtension {
        /// `VK_EXT_swapchain_colorspace`.
        name: Name,
    },
    /// A feature bit is true, **and** what defines its struct is there: two questions, both are asked.
    Bit {
        /// `VkPhysicalDeviceRayQueryFeaturesKHR`.
        feature_struct: Name,
        /// `rayQuery`.
        bit: Name,
    },
    /// A bit of `VkPhysicalDevicePortabilitySubsetFeaturesKHR` that is true wherever `VK_KHR_portability_subset` is listed.
    /// Met where it isn't.
    Portable {
        /// `triangleFans`.
        bit: Name,
    },
    /// The device's version of Vulkan.
    Version {
        /// As `VK_MAKE_API_VERSION` makes it.
        at_least: u32,
    },
    /// A limit or another property.
    Limit {
        /// `VkPhysicalDeviceLimits`.
        property_struct: Name,
        /// `maxPushConstantsSize`.
        member: Name,
        /// Position in an array.
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
        /// What it has to be.
        want: Want,
    },
    /// A format can be used in a way.
    Format {
        /// `VK_FORMAT_D24_UNORM_S8_UINT`.
        format: Name,
        /// Laid out how.
        tiling: Tiling,
        /// `VkFormatFeatureFlags2`, all of them ([`format_feature`]).
        features: u64,
    },
    /// There is a queue family that is all of this.
    Queue(QueueNeed),
    /// No queue family is known to be unable to present. Whether one can is seen only with a surface.
    CanPresent,
    /// There is a memory heap of this kind.
    Heap {
        /// `VkMemoryHeapFlags`, all of them.
        flags: u32,
        /// Least size in bytes.
        min_bytes: u64,
    },
    /// The device is of this kind.
    DeviceType {
        /// The kind.
        is: DeviceType,
    },
}

/// What a limit has to be.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Want {
    /// This or more.
    AtLeast(Number),
    /// This or less: alignments, granularities, the low end of a range.
    AtMost(Number),
    /// Every one of these bits, each asked by itself.
    HasBits(u64),
    /// Exactly this.
    Exactly(Property),
}

/// How a resource is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tiling {
    /// `VK_IMAGE_TILING_LINEAR`.
    Linear,
    /// `VK_IMAGE_TILING_OPTIMAL`.
    Optimal,
    /// A texel buffer or vertex buffer.
    Buffer,
}

/// What one queue family has to be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct QueueNeed {
    /// `VkQueueFlags` that it has ([`queue_flag`]). Transfer counts as there where graphics or compute is.
    pub has: u32,
    /// `VkQueueFlags` that it lacks: a family set apart.
    pub lacks: u32,
    /// Least number of queues; 0 asks for one.
    pub min_count: u32,
    /// Least number of meaningful timestamp bits.
    pub min_timestamp_bits: u32,
    /// Greatest granularity of image transfers; 0 in an axis of the report means whole mip levels only.
    pub max_transfer_granularity: Option<[u32; 3]>,
}

/// `VkQueueFlagBits`, as the registry numbers them.
pub mod queue_flag {
    /// Drawing.
    pub const GRAPHICS: u32 = 1;
    /// Dispatching.
    pub const COMPUTE: u32 = 2;
    /// Copying.
    pub const TRANSFER: u32 = 4;
    /// Binding memory to sparse resources.
    pub const SPARSE_BINDING: u32 = 8;
    pub(crate) const NAMES: &[(u64, &str)] =
        &[(1, "graphics"), (2, "compute"), (4, "transfer"), (8, "sparse binding"), (16, "protected")];
}

/// `VkFormatFeatureFlagBits2`, as the registry numbers them: those that evidence uses.
pub mod format_feature {
    /// Can be sampled.
    pub const SAMPLED: u64 = 1;
    /// Can be a storage image.
    pub const STORAGE: u64 = 1 << 1;
    /// Storage image atomics.
    pub const STORAGE_ATOMIC: u64 = 1 << 2;
    /// Can feed vertex attributes.
    pub const VERTEX_BUFFER: u64 = 1 << 6;
    /// Can be a colour attachment.
    pub const COLOR_ATTACHMENT: u64 = 1 << 7;
    /// Can be blended.
    pub const COLOR_ATTACHMENT_BLEND: u64 = 1 << 8;
    /// Can be a depth or stencil attachment.
    pub const DEPTH_STENCIL_ATTACHMENT: u64 = 1 << 9;
    /// Source of a blit.
    pub const BLIT_SRC: u64 = 1 << 10;
    /// Destination of a blit.
    pub const BLIT_DST: u64 = 1 << 11;
    /// Can be filtered linearly.
    pub const SAMPLED_LINEAR: u64 = 1 << 12;
    /// Can be read as a storage image without a format in the shader.
    pub const STORAGE_READ_WITHOUT_FORMAT: u64 = 1 << 31;
    /// Can be written as a storage image without a format in the shader.
    pub const STORAGE_WRITE_WITHOUT_FORMAT: u64 = 1 << 32;
    /// Depth can be compared while sampling.
    pub const SAMPLED_DEPTH_COMPARISON: u64 = 1 << 33;
    pub(super) const NAMES: &[(u64, &str)] = &[
        (SAMPLED, "sampled"),
        (STORAGE, "storage image"),
        (STORAGE_ATOMIC, "storage image atomics"),
        (VERTEX_BUFFER, "vertex buffer"),
        (COLOR_ATTACHMENT, "colour attachment"),
        (COLOR_ATTACHMENT_BLEND, "blending"),
        (DEPTH_STENCIL_ATTACHMENT, "depth-stencil attachment"),
        (BLIT_SRC, "blit source"),
        (BLIT_DST, "blit destination"),
        (SAMPLED_LINEAR, "linear filtering"),
        (STORAGE_READ_WITHOUT_FORMAT, "storage read without format"),
        (STORAGE_WRITE_WITHOUT_FORMAT, "storage write without format"),
        (SAMPLED_DEPTH_COMPARISON, "sampled depth comparison"),
    ];
}

/// Every one of these.
pub fn all(of: impl IntoIterator<Item = Evidence>) -> Evidence {
    Evidence::All(of.into_iter().collect())
}

/// At least one of these; the first that is met is taken.
pub fn any(of: impl IntoIterator<Item = Evidence>) -> Evidence {
    Evidence::Any(of.into_iter().collect())
}

/// A device extension.
pub fn extension(name: impl Into<Name>) -> Evidence {
    Evidence::Leaf(Leaf::Extension { name: name.into() })
}

/// An instance extension.
pub fn instance_extension(name: impl Into<Name>) -> Evidence {
    Evidence::Leaf(Leaf::InstanceExtension { name: name.into() })
}

/// A feature bit, and what defines its struct.
pub fn bit(feature_struct: impl Into<Name>, bit: impl Into<Name>) -> Evidence {
    Evidence::Leaf(Leaf::Bit { feature_struct: feature_struct.into(), bit: bit.into() })
}

/// A bit of the 1.0 struct `VkPhysicalDeviceFeatures`.
pub fn base_bit(name: impl Into<Name>) -> Evidence {
    bit("VkPhysicalDeviceFeatures", name)
}

/// Something that only `VK_KHR_portability_subset` takes away.
pub fn portable(bit: impl Into<Name>) -> Evidence {
    Evidence::Leaf(Leaf::Portable { bit: bit.into() })
}

/// Vulkan `major.minor` or newer.
pub fn version(major: u32, minor: u32) -> Evidence {
    Evidence::Leaf(Leaf::Version { at_least: registry::version(major, minor) })
}

/// A property with its comparison.
pub fn limit(property_struct: impl Into<Name>, member: impl Into<Name>, want: Want) -> Evidence {
    Evidence::Leaf(Leaf::Limit {
        property_struct: property_struct.into(),
        member: member.into(),
        index: None,
        want,
    })
}

/// A limit of `VkPhysicalDeviceLimits` that is at least this.
pub fn at_least(member: impl Into<Name>, value: impl Into<Number>) -> Evidence {
    limit("VkPhysicalDeviceLimits", member, Want::AtLeast(value.into()))
}

/// A limit of `VkPhysicalDeviceLimits` that is at most this.
pub fn at_most(member: impl Into<Name>, value: impl Into<Number>) -> Evidence {
    limit("VkPhysicalDeviceLimits", member, Want::AtMost(value.into()))
}

/// A bit set in `VkPhysicalDeviceLimits` that holds all of these.
pub fn has_bits(member: impl Into<Name>, bits: u64) -> Evidence {
    limit("VkPhysicalDeviceLimits", member, Want::HasBits(bits))
}

/// A format with optimal tiling that can be used in all these ways.
pub fn format(format: impl Into<Name>, features: u64) -> Evidence {
    Evidence::Leaf(Leaf::Format { format: format.into(), tiling: Tiling::Optimal, features })
}

/// A queue family with these flags.
pub fn queue(has: u32) -> Evidence {
    Evidence::Leaf(Leaf::Queue(QueueNeed { has, ..QueueNeed::default() }))
}

/// A queue family with these flags and without those.
pub fn dedicated_queue(has: u32, lacks: u32) -> Evidence {
    Evidence::Leaf(Leaf::Queue(QueueNeed { has, lacks, ..QueueNeed::default() }))
}

/// Evidence that names something the registry does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} '{name}' is not in the Vulkan registry (header {header}){}; correct the name",
    near.as_ref().map(|n| format!(", the nearest is '{n}'")).unwrap_or_default(),
    header = registry::HEADER_VERSION
)]
pub struct UnknownName {
    /// Feature struct, bit, property struct, member.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The nearest name that exists.
    pub near: Option<String>,
}

impl Evidence {
    /// Checks that the structs and members it names exist. Extensions are not checked: a device may list one that is newer
    /// than the registry tables of this build. A mistyped extension shows as not listed.
    ///
    /// # Errors
    /// The first name that the registry does not know.
    pub fn check(&self) -> Result<(), UnknownName> {
        let (what, name, near) = match self {
            Self::All(of) | Self::Any(of) => return of.iter().try_for_each(Self::check),
            Self::Leaf(Leaf::Bit { feature_struct, bit }) => match registry::feature_struct(feature_struct) {
                None => {
                    let names = registry::feature_structs().iter().map(|s| s.name);
                    ("feature struct", feature_struct, nearest(feature_struct, names))
                }
                Some(s) if !s.members.contains(&bit.as_ref()) => {
                    ("feature bit", bit, nearest(bit, s.members.iter().copied()))
                }
                Some(_) => return Ok(()),
            },
            Self::Leaf(Leaf::Portable { bit }) => {
                let Some(s) = registry::feature_struct(PORTABILITY_STRUCT) else { return Ok(()) };
                if s.members.contains(&bit.as_ref()) {
                    return Ok(());
                }
                ("portability bit", bit, nearest(bit, s.members.iter().copied()))
            }
            Self::Leaf(Leaf::Limit { property_struct, member, .. }) => {
                match registry::property_struct(property_struct) {
                    None => {
                        let names = registry::property_structs().iter().map(|s| s.name);
                        ("property struct", property_struct, nearest(property_struct, names))
                    }
                    Some(s) if !s.members.contains(&member.as_ref()) => {
                        ("property", member, nearest(member, s.members.iter().copied()))
                    }
                    Some(_) => return Ok(()),
                }
            }
            Self::Leaf(_) => return Ok(()),
        };
        Err(UnknownName { what, name: brief(name.as_ref()), near: near.map(str::to_owned) })
    }

    /// Every question in the tree.
    pub fn leaves(&self) -> Vec<&Leaf> {
        match self {
            Self::All(of) | Self::Any(of) => of.iter().flat_map(Self::leaves).collect(),
            Self::Leaf(leaf) => vec![leaf],
        }
    }
}

impl From<Leaf> for Evidence {
    fn from(leaf: Leaf) -> Self {
        Self::Leaf(leaf)
    }
}

pub(crate) const PORTABILITY_STRUCT: &str = "VkPhysicalDevicePortabilitySubsetFeaturesKHR";

/// Names bits, those without a name by number.
pub(crate) fn bit_names(bits: u64, names: &[(u64, &str)]) -> String {
    let mut shown: Vec<String> = Vec::new();
    for i in 0..64 {
        let b = 1u64 << i;
        if bits & b != 0 {
            shown.push(names.iter().find(|n| n.0 == b).map_or_else(|| format!("{b:#x}"), |n| n.1.to_owned()));
        }
    }
    if shown.is_empty() { "none".to_owned() } else { shown.join(", ") }
}

pub(crate) fn format_feature_names(bits: u64) -> String {
    bit_names(bits, format_feature::NAMES)
}

impl fmt::Display for QueueNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a queue family")?;
        if self.has != 0 {
            write!(f, " with {}", bit_names(u64::from(self.has), queue_flag::NAMES))?;
        }
        if self.lacks != 0 {
            write!(f, " and without {}", bit_names(u64::from(self.lacks), queue_flag::NAMES))?;
        }
        if self.min_count > 1 {
            write!(f, ", {} queues or more", self.min_count)?;
        }
        if self.min_timestamp_bits > 0 {
            write!(f, ", {} timestamp bits or more", self.min_timestamp_bits)?;
        }
        if let Some([x, y, z]) = self.max_transfer_granularity {
            write!(f, ", transfers by {x}x{y}x{z} or finer")?;
        }
        Ok(())
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(v) => write!(f, "at least {v}"),
            Self::AtMost(v) => write!(f, "at most {v}"),
            Self::HasBits(v) => write!(f, "with bits {v:#x}"),
            Self::Exactly(v) => write!(f, "exactly {}", show_property(v)),
        }
    }
}

/// A property as a person reads it.
pub(crate) fn show_property(p: &Property) -> String {
    match p {
        Property::Bool(v) => v.to_string(),
        Property::Int(v) => v.to_string(),
        Property::Signed(v) => v.to_string(),
        Property::Float(v) => v.to_string(),
        Property::Text(v) => format!("'{v}'"),
        Property::List(v) => format!("[{}]", v.iter().map(show_property).collect::<Vec<_>>().join(", ")),
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extension { name } => write!(f, "extension {name}"),
            Self::InstanceExtension { name } => write!(f, "instance extension {name}"),
            Self::Bit { feature_struct, bit } => write!(f, "bit {bit} of {feature_struct}"),
            Self::Portable { bit } => write!(f, "portability bit {bit}"),
            Self::Version { at_least } => write!(f, "Vulkan {}", ShowVersion(*at_least)),
            Self::Limit { property_struct, member, index, want } => {
                match property_struct.as_ref() {
                    "VkPhysicalDeviceLimits" => write!(f, "limit {member}")?,
                    other => write!(f, "property {member} of {other}")?,
                }
                if let Some(i) = index {
                    write!(f, "[{i}]")?;
                }
                write!(f, " {want}")
            }
            Self::Format { format, tiling, features } => {
                let tiling = match tiling {
                    Tiling::Linear => "linear",
                    Tiling::Optimal => "optimal",
                    Tiling::Buffer => "buffer",
                };
                write!(f, "format {format} ({tiling}) for {}", format_feature_names(*features))
            }
            Self::Queue(need) => need.fmt(f),
            Self::CanPresent => f.write_str("a queue family that can present"),
            Self::Heap { flags, min_bytes } => {
                let kind = match flags {
                    0 => "a memory heap".to_owned(),
                    1 => "a device-local memory heap".to_owned(),
                    other => format!("a memory heap with flags {other:#x}"),
                };
                if *min_bytes > 0 {
                    write!(f, "{kind} of {min_bytes} bytes or more")
                } else {
                    f.write_str(&kind)
                }
            }
            Self::DeviceType { is } => write!(f, "a device of kind {}", device_type_name(*is)),
        }
    }
}

pub(crate) fn device_type_name(t: DeviceType) -> &'static str {
    match t {
        DeviceType::Discrete => "discrete GPU",
        DeviceType::Integrated => "integrated GPU",
        DeviceType::Virtual => "virtual GPU",
        DeviceType::Cpu => "CPU",
        DeviceType::Other => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_bit_is_named_with_the_nearest() {
        let why = bit("VkPhysicalDeviceRayQueryFeaturesKHR", "rayQuerry").check().unwrap_err();
        assert_eq!(why.near.as_deref(), Some("rayQuery"));
        assert!(why.to_string().contains("feature bit 'rayQuerry' is not in the Vulkan registry"), "{why}");
        assert!(
            at_least("maxPushConstantSize", 4u32)
                .check()
                .unwrap_err()
                .to_string()
                .contains("maxPushConstantsSize")
        );
        assert!(bit("VkPhysicalDeviceRayQueryFeature", "x").check().is_err());
        assert!(all([version(1, 2), any([extension("VK_NEW_thing")])]).check().is_ok());
    }

    #[test]
    fn questions_read_as_sentences() {
        let q = Leaf::Queue(QueueNeed { has: 2, lacks: 1, min_timestamp_bits: 1, ..QueueNeed::default() });
        assert_eq!(
            q.to_string(),
            "a queue family with compute and without graphics, 1 timestamp bits or more"
        );
        let f = format("VK_FORMAT_R8_UNORM", format_feature::SAMPLED | 1 << 50);
        assert_eq!(
            f.leaves()[0].to_string(),
            "format VK_FORMAT_R8_UNORM (optimal) for sampled, 0x4000000000000"
        );
    }
}
