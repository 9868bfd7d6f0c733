//! Look-ups in the registry's names: flags to bits, format numbers to names, extensions to the structs they bring, and
//! how a member of a property struct is to be compared.

use super::tables::{FLAGS, FORMATS, PROPERTIES};
use crate::registry::{self, ExtensionKind, Provider};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// What a member of a property struct holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Int,
    Real,
    Flags,
    Enum,
    Text,
    List,
    Struct,
}

/// How a required value compares with the one that a device has: the registry's `limittype`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// The device's must be as large or larger (`max`, `bits`), element by element.
    AtLeast,
    /// The device's must be as small or smaller (`min`), element by element.
    AtMost,
    /// The device's must be the same (`exact`).
    Exact,
    /// The device's must have every bit that is asked for (`bitmask`, `true`).
    HasBits,
    /// The device's range must contain the one asked for (`range`).
    Contains,
    /// Not a limit: names, ids, versions (`noauto`). It is stated and not compared.
    Never,
}

/// A format of the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatName {
    /// `VkFormat`.
    pub number: i32,
    /// `VK_FORMAT_R8G8B8A8_UNORM`.
    pub name: &'static str,
    /// The minor version of Vulkan 1 that has it in its core, if any has.
    pub core: Option<u32>,
    /// The extension that brought it; empty for those of Vulkan 1.0.
    pub extension: &'static str,
}

/// Every format of the registry, sorted by number.
pub fn formats() -> &'static [FormatName] {
    &FORMATS
}

/// Members of a property struct, with what they hold and how they compare, sorted by name.
pub(crate) type Members = &'static [(&'static str, Kind, Compare)];

/// A hash table over the flag names, since format lists make a million look-ups in a folder of reports. Slots hold an
/// index into `FLAGS` plus one.
static SLOTS: LazyLock<[u16; SLOT_COUNT]> = LazyLock::new(|| {
    let mut slots = [0u16; SLOT_COUNT];
    for (i, (name, _)) in FLAGS.iter().enumerate() {
        let mut at = hash(name.as_bytes());
        while slots[at] != 0 {
            at = (at + 1) % SLOT_COUNT;
        }
        slots[at] = u16::try_from(i + 1).unwrap_or(0);
    }
    slots
});

/// At least four times the number of flags, so that a probe ends at once.
const SLOT_COUNT: usize = 2048;
const _: () = assert!(FLAGS.len() * 4 < SLOT_COUNT && SLOT_COUNT.is_power_of_two());

fn hash(name: &[u8]) -> usize {
    // The names differ in their tails; the prefixes are long and shared.
    let mut h = name.len() as u64;
    let tail = &name[name.len().saturating_sub(32)..];
    let mut chunks = tail.chunks_exact(8);
    for c in &mut chunks {
        let mut b = [0u8; 8];
        b.copy_from_slice(c);
        h = (h.rotate_left(5) ^ u64::from_le_bytes(b)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    for b in chunks.remainder() {
        h = (h.rotate_left(5) ^ u64::from(*b)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (h >> 40) as usize % SLOT_COUNT
}

/// The value of a flag bit by its name.
pub(crate) fn flag(name: &str) -> Option<u64> {
    let slots = &*SLOTS;
    let mut at = hash(name.as_bytes());
    while slots[at] != 0 {
        let (n, v) = FLAGS[usize::from(slots[at]) - 1];
        if n == name {
            return Some(v);
        }
        at = (at + 1) % SLOT_COUNT;
    }
    None
}

/// The name of a format by its number.
pub(crate) fn format(number: i64) -> Option<&'static str> {
    let number = i32::try_from(number).ok()?;
    FORMATS.binary_search_by_key(&number, |f| f.number).ok().map(|i| FORMATS[i].name)
}

/// The members of a property struct, under any of its names.
pub(crate) fn members(structure: &str) -> Option<Members> {
    let by_name = |name: &str| PROPERTIES.binary_search_by_key(&name, |p| p.0).ok().map(|i| PROPERTIES[i].1);
    by_name(structure).or_else(|| by_name(registry::property_struct(structure)?.name))
}

/// What a member holds.
pub(crate) fn kind(members: Option<Members>, member: &str) -> Option<Kind> {
    let m = members?;
    m.binary_search_by_key(&member, |m| m.0).ok().map(|i| m[i].1)
}

/// How a member compares.
pub(crate) fn compare(structure: &str, member: &str) -> Option<Compare> {
    let m = members(structure)?;
    m.binary_search_by_key(&member, |m| m.0).ok().map(|i| m[i].2)
}

/// The feature struct in which an extension keeps a bit.
pub(crate) fn feature_struct(extension: &str, bit: &str) -> Option<&'static str> {
    // The extension brings no struct; the bit came with Vulkan 1.1.
    if extension == "VK_KHR_shader_draw_parameters" && bit == "shaderDrawParameters" {
        return Some("VkPhysicalDeviceShaderDrawParametersFeatures");
    }
    let brought = |s: &&registry::FeatureStructInfo| s.members.contains(&bit);
    registry::feature_structs().iter().filter(brought).find_map(|s| {
        let by = s.providers.iter().find(|(by, _)| is(*by, extension));
        by.map(|(_, name)| *name)
    })
}

/// The property struct in which an extension keeps a member, under the name that goes with the extension.
pub(crate) fn property_struct(extension: &str, member: &str) -> Option<&'static str> {
    let all = registry::property_structs().iter();
    let s = all
        .filter(|s| s.members.contains(&member))
        .find(|s| s.providers.iter().any(|by| is(*by, extension)))?;
    // `VK_EXT_...` goes with the name that ends in `EXT`.
    let vendor = extension.split('_').nth(1)?;
    let own = [s.name].into_iter().chain(s.aliases.iter().copied()).find(|n| n.ends_with(vendor));
    Some(own.unwrap_or(s.name))
}

fn is(by: Provider, extension: &str) -> bool {
    match by {
        Provider::Core(_) => false,
        Provider::Extension(i) => {
            registry::extensions().get(usize::from(i)).is_some_and(|e| e.name == extension)
        }
    }
}

/// Is this the name of an instance extension?
pub(crate) fn is_instance_extension(name: &str) -> bool {
    registry::extension(name).is_some_and(|e| e.kind == ExtensionKind::Instance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_is_found_and_nothing_else() {
        for (name, value) in FLAGS {
            assert_eq!(flag(name), Some(value), "{name}");
        }
        assert_eq!(flag("VK_SAMPLE_COUNT_3_BIT"), None);
        assert_eq!(flag(""), None);
        assert_eq!(flag("VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT"), Some(1 << 31));
        assert_eq!(flag("VK_FORMAT_FEATURE_TRANSFER_SRC_BIT_KHR"), Some(1 << 14));
    }

    #[test]
    fn tables_are_sorted_and_aliases_lead_somewhere() {
        assert!(FORMATS.is_sorted_by_key(|f| f.number));
        assert!(FORMATS.iter().all(|f| f.core == Some(0) || !f.extension.is_empty()));
        assert!(PROPERTIES.is_sorted_by_key(|p| p.0));
        assert!(PROPERTIES.iter().all(|p| p.1.is_sorted_by_key(|m| m.0)));
        for s in registry::property_structs() {
            assert!(members(s.name).is_some(), "{}", s.name);
            assert!(s.aliases.iter().all(|a| members(a).is_some()), "{}", s.name);
        }
    }

    #[test]
    fn limits_compare_as_the_registry_says() {
        let limit = |m| compare("VkPhysicalDeviceLimits", m);
        assert_eq!(limit("maxImageDimension2D"), Some(Compare::AtLeast));
        assert_eq!(limit("minUniformBufferOffsetAlignment"), Some(Compare::AtMost));
        assert_eq!(limit("framebufferColorSampleCounts"), Some(Compare::HasBits));
        assert_eq!(limit("pointSizeRange"), Some(Compare::Contains));
        assert_eq!(limit("subPixelPrecisionBits"), Some(Compare::AtLeast));
        assert_eq!(compare("VkPhysicalDeviceVulkan12Properties", "driverName"), Some(Compare::Never));
        assert_eq!(limit("no such member"), None);
    }

    #[test]
    fn extensions_lead_to_their_structs() {
        let f = feature_struct("VK_KHR_16bit_storage", "storageBuffer16BitAccess");
        assert_eq!(f, Some("VkPhysicalDevice16BitStorageFeaturesKHR"));
        assert_eq!(feature_struct("VK_KHR_no_such_thing", "x"), None);
        let p = property_struct("VK_EXT_descriptor_buffer", "samplerDescriptorSize");
        assert_eq!(p, Some("VkPhysicalDeviceDescriptorBufferPropertiesEXT"));
        let p = property_struct("VK_EXT_descriptor_buffer", "combinedImageSamplerDensityMapDescriptorSize");
        assert_eq!(p, Some("VkPhysicalDeviceDescriptorBufferDensityMapPropertiesEXT"));
    }
}
