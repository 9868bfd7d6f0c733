//! What the Vulkan registry says about names: which extension or version defines a struct, what was promoted to what,
//! what depends on what, which bit of a core struct is the same question as which bit of an extension's.
//!
//! The tables are generated (`examples/registry.rs`); this module looks things up in them. It knows no device.

mod rules;
mod tables;

pub use rules::{CONFLICTS, COUPLED, Conflict, Coupled, REQUIRED, Required, Side};
use serde::Serialize;
use std::fmt;
use std::sync::LazyLock;
use tables::{EXTENSIONS, FEATURE_NAMES, FEATURES, FOLDS, PROPERTIES};

/// The newest minor version of Vulkan 1 that the tables know.
pub const NEWEST_MINOR: u32 = 4;

/// `VK_HEADER_VERSION` of the registry that the tables were made from.
pub const HEADER_VERSION: u32 = 360;

/// Makes a version number as `VK_MAKE_API_VERSION(0, major, minor, 0)` does.
pub const fn version(major: u32, minor: u32) -> u32 {
    (major << 22) | (minor << 12)
}

/// The minor version of Vulkan 1 in a version number; what is above major version 1 counts as the newest known.
pub const fn minor_of(api_version: u32) -> u32 {
    match (api_version >> 22) & 0x7f {
        0 => 0,
        1 => (api_version >> 12) & 0x3ff,
        _ => NEWEST_MINOR,
    }
}

/// Prints a version number as `1.3.280`.
#[derive(Debug, Clone, Copy)]
pub struct ShowVersion(
    /// As `VK_MAKE_API_VERSION` makes it.
    pub u32,
);

impl fmt::Display for ShowVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v = self.0;
        write!(f, "{}.{}", (v >> 22) & 0x7f, (v >> 12) & 0x3ff)?;
        if v & 0xfff != 0 { write!(f, ".{}", v & 0xfff) } else { Ok(()) }
    }
}

/// What defines something: a core version or an extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Provider {
    /// Vulkan 1.N.
    Core(u32),
    /// An extension, by its position in [`extensions`].
    Extension(u16),
}

/// Of the instance or of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExtensionKind {
    /// Enabled when the instance is created.
    Instance,
    /// Enabled when the device is created.
    Device,
}

/// What an extension needs beside itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependency {
    /// Vulkan 1.N.
    Core(u32),
    /// An extension, by its position in [`extensions`].
    Extension(u16),
    /// Every one.
    All(&'static [Dependency]),
    /// At least one.
    Any(&'static [Dependency]),
}

/// An extension that Vulkan supports.
#[derive(Debug)]
pub struct Extension {
    /// `VK_KHR_swapchain`.
    pub name: &'static str,
    /// Instance or device.
    pub kind: ExtensionKind,
    /// What made it superfluous without a change of meaning.
    pub promoted_to: Option<Provider>,
    /// What has to be enabled with it.
    pub depends: Option<&'static Dependency>,
    /// Of an extension that was promoted: groups of bits, by struct and member, of each of which a device with the extension
    /// has at least one. Where the core took them in as optional, the version alone does not say that they are there.
    pub(crate) bits: &'static [&'static [(u16, u16)]],
}

/// A struct of feature bits: `sType`, `pNext`, then one `VkBool32` per member. `VkPhysicalDeviceFeatures` has no header and
/// travels inside `VkPhysicalDeviceFeatures2`, whose `sType` is given for it.
#[derive(Debug)]
pub struct FeatureStructInfo {
    /// The name that the registry defines.
    pub name: &'static str,
    /// `VkStructureType`.
    pub s_type: i32,
    /// Other names of the same struct, with the same `sType`.
    pub aliases: &'static [&'static str],
    /// The `VkBool32` members in order.
    pub members: &'static [&'static str],
    /// What defines the struct, and under which of its names: core versions first, then extensions by name.
    pub providers: &'static [(Provider, &'static str)],
}

/// The same bit in a struct and in the `VkPhysicalDeviceVulkan1NFeatures` of the version that the struct was promoted to:
/// position in [`feature_structs`], position among the members.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fold {
    pub(crate) part: (u16, u16),
    pub(crate) core: (u16, u16),
}

/// A struct of properties.
#[derive(Debug)]
pub struct PropertyStruct {
    /// The name that the registry defines.
    pub name: &'static str,
    /// Other names of the same struct.
    pub aliases: &'static [&'static str],
    /// Members in order, without `sType` and `pNext`.
    pub members: &'static [&'static str],
    /// One letter a member: `M` the greater the better, `m` the smaller the better, `b` a bit set, `x` none of these.
    pub kinds: &'static str,
    /// What defines the struct.
    pub providers: &'static [Provider],
}

/// Every extension that Vulkan supports, sorted by name.
pub fn extensions() -> &'static [Extension] {
    EXTENSIONS
}

/// Every struct of feature bits, sorted by name.
pub fn feature_structs() -> &'static [FeatureStructInfo] {
    FEATURES
}

/// Every struct of properties, sorted by name.
pub fn property_structs() -> &'static [PropertyStruct] {
    PROPERTIES
}

/// An extension by name.
pub fn extension(name: &str) -> Option<&'static Extension> {
    extension_index(name).map(|i| &EXTENSIONS[usize::from(i)])
}

/// A feature struct by any of its names.
pub fn feature_struct(name: &str) -> Option<&'static FeatureStructInfo> {
    feature_index(name).map(|i| &FEATURES[usize::from(i)])
}

/// A property struct by any of its names.
pub fn property_struct(name: &str) -> Option<&'static PropertyStruct> {
    if let Ok(i) = PROPERTIES.binary_search_by(|p| p.name.cmp(name)) {
        return Some(&PROPERTIES[i]);
    }
    PROPERTIES.iter().find(|p| p.aliases.contains(&name))
}

pub(crate) fn extension_index(name: &str) -> Option<u16> {
    EXTENSIONS.binary_search_by(|e| e.name.cmp(name)).ok().and_then(|i| u16::try_from(i).ok())
}

pub(crate) fn feature_index(name: &str) -> Option<u16> {
    FEATURE_NAMES.binary_search_by(|(n, _)| (*n).cmp(name)).ok().map(|i| FEATURE_NAMES[i].1)
}

/// Struct and member, by position, of a bit.
pub(crate) fn bit_index(feature_struct: &str, bit: &str) -> Option<(u16, u16)> {
    let s = feature_index(feature_struct)?;
    let m = FEATURES[usize::from(s)].members.iter().position(|m| *m == bit)?;
    Some((s, u16::try_from(m).ok()?))
}

/// Every place where the same bit is found: the core struct of its version first, then the struct that was promoted.
pub(crate) fn bit_places(bit: (u16, u16)) -> Vec<(u16, u16)> {
    let core = FOLDS.iter().find(|f| f.part == bit).map_or(bit, |f| f.core);
    let mut places = vec![core];
    places.extend(FOLDS.iter().filter(|f| f.core == core).map(|f| f.part));
    if !places.contains(&bit) {
        places.push(bit);
    }
    places
}

/// The minor version whose promoted bits this struct gathers (`VkPhysicalDeviceVulkan12Features` gives 2), if it is one of
/// those.
pub(crate) fn gathers(s: u16) -> Option<u32> {
    let name = FEATURES.get(usize::from(s))?.name;
    name.strip_prefix("VkPhysicalDeviceVulkan1")?.strip_suffix("Features")?.parse().ok()
}

/// [`COUPLED`] by position: extension, bit.
pub(crate) static COUPLED_AT: LazyLock<Vec<(u16, (u16, u16))>> = LazyLock::new(|| {
    let at = |c: &Coupled| Some((extension_index(c.extension)?, bit_index(c.bit.0, c.bit.1)?));
    COUPLED.iter().filter_map(at).collect()
});

/// The members that were renamed when `VkPhysicalDeviceVulkan11Properties` gathered them: in the gathering struct, and in
/// `VkPhysicalDeviceSubgroupProperties`.
const SUBGROUP_RENAMED: [(&str, &str); 3] = [
    ("subgroupSupportedStages", "supportedStages"),
    ("subgroupSupportedOperations", "supportedOperations"),
    ("subgroupQuadOperationsInAllStages", "quadOperationsInAllStages"),
];

/// Every struct and member where the same property is found: the one that was named first, then its aliases, then the core
/// struct of its version or the struct that was promoted. Empty when the registry does not know it.
pub(crate) fn property_places(name: &str, member: &str) -> Vec<(&'static str, &'static str)> {
    let Some(own) = property_struct(name) else { return Vec::new() };
    let Some(member) = own.members.iter().copied().find(|m| *m == member) else { return Vec::new() };
    let mut places = names_of(own, member);
    let gathered = |p: &PropertyStruct| {
        p.name
            .strip_prefix("VkPhysicalDeviceVulkan1")
            .and_then(|n| n.strip_suffix("Properties")?.parse().ok())
    };
    let core_version = |p: &PropertyStruct| {
        p.providers.iter().find_map(|by| if let Provider::Core(v) = by { Some(*v) } else { None })
    };
    let renamed = |core_member: &'static str, part: &PropertyStruct| {
        let old = SUBGROUP_RENAMED.iter().find(|r| r.0 == core_member).map_or(core_member, |r| r.1);
        part.members.iter().copied().find(|m| *m == old)
    };
    if let Some(v) = gathered(own) {
        for part in PROPERTIES.iter().filter(|p| gathered(p).is_none() && core_version(p) == Some(v)) {
            if let Some(m) = renamed(member, part) {
                places.extend(names_of(part, m));
            }
        }
    } else if let Some(v) = core_version(own).filter(|v| *v > 0)
        && let Some(core) = PROPERTIES.iter().find(|p| gathered(p) == Some(v))
    {
        let new = core.members.iter().copied().find(|m| renamed(m, own) == Some(member));
        places.extend(new.map(|m| (core.name, m)));
    }
    places
}

fn names_of(p: &'static PropertyStruct, member: &'static str) -> Vec<(&'static str, &'static str)> {
    std::iter::once(p.name).chain(p.aliases.iter().copied()).map(|n| (n, member)).collect()
}

/// The letter of [`PropertyStruct::kinds`] for a member.
pub(crate) fn property_kind(name: &str, member: &str) -> Option<u8> {
    let p = property_struct(name)?;
    let i = p.members.iter().position(|m| *m == member)?;
    p.kinds.as_bytes().get(i).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_their_indices_hold() {
        assert!(EXTENSIONS.is_sorted_by(|a, b| a.name < b.name));
        assert!(FEATURES.is_sorted_by(|a, b| a.name < b.name));
        assert!(FEATURE_NAMES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(PROPERTIES.is_sorted_by(|a, b| a.name < b.name));
        for (name, i) in FEATURE_NAMES {
            let s = &FEATURES[usize::from(*i)];
            assert!(s.name == *name || s.aliases.contains(name), "{name}");
            assert!(!s.providers.is_empty() && s.s_type > 0, "{name}");
        }
        for p in PROPERTIES {
            assert_eq!(p.kinds.len(), p.members.len(), "{}", p.name);
        }
    }

    #[test]
    fn known_facts_come_out_of_the_tables() {
        let rq = feature_struct("VkPhysicalDeviceRayQueryFeaturesKHR").unwrap();
        assert_eq!((rq.s_type, rq.members), (1_000_348_013, &["rayQuery"][..]));
        let base = feature_struct("VkPhysicalDeviceFeatures").unwrap();
        assert_eq!((base.s_type, base.members.len()), (1_000_059_000, 55));
        assert_eq!(feature_struct("VkPhysicalDeviceVulkan12Features").unwrap().members.len(), 47);
        let index = feature_struct("VkPhysicalDeviceDescriptorIndexingFeaturesEXT").unwrap();
        assert_eq!(index.name, "VkPhysicalDeviceDescriptorIndexingFeatures");
        assert_eq!(index.providers[0].0, Provider::Core(2));
        assert_eq!(index.providers[1].1, "VkPhysicalDeviceDescriptorIndexingFeaturesEXT");
        let m5 = extension("VK_KHR_maintenance5").unwrap();
        assert_eq!(m5.promoted_to, Some(Provider::Core(4)));
        assert!(matches!(m5.depends, Some(Dependency::Any(_))));
        assert_eq!(extension("VK_KHR_surface").unwrap().kind, ExtensionKind::Instance);
    }

    #[test]
    fn a_bit_is_found_in_the_core_struct_and_in_the_promoted_one() {
        let names = |s: &str, b: &str| -> Vec<(&str, &str)> {
            let show = |(s, m): (u16, u16)| {
                let s = &FEATURES[usize::from(s)];
                (s.name, s.members[usize::from(m)])
            };
            bit_places(bit_index(s, b).unwrap()).into_iter().map(show).collect()
        };
        let both = [
            ("VkPhysicalDeviceVulkan11Features", "shaderDrawParameters"),
            ("VkPhysicalDeviceShaderDrawParametersFeatures", "shaderDrawParameters"),
        ];
        assert_eq!(names("VkPhysicalDeviceVulkan11Features", "shaderDrawParameters"), both);
        assert_eq!(names("VkPhysicalDeviceShaderDrawParameterFeatures", "shaderDrawParameters"), both);
        assert_eq!(names("VkPhysicalDeviceVulkan12Features", "drawIndirectCount").len(), 1);
        assert_eq!(names("VkPhysicalDeviceMultiviewFeaturesKHR", "multiview").len(), 2);
        // Every bit of a gathering struct came from somewhere, but for those of extensions that had no struct.
        let alone: Vec<&str> = (0..FEATURES.len() as u16)
            .filter(|s| gathers(*s).is_some())
            .flat_map(|s| (0..FEATURES[usize::from(s)].members.len() as u16).map(move |m| (s, m)))
            .filter(|b| bit_places(*b).len() == 1)
            .map(|(s, m)| FEATURES[usize::from(s)].members[usize::from(m)])
            .collect();
        let expected = [
            "samplerMirrorClampToEdge",
            "drawIndirectCount",
            "descriptorIndexing",
            "samplerFilterMinmax",
            "shaderOutputViewportIndex",
            "shaderOutputLayer",
            "subgroupBroadcastDynamicId",
            "pushDescriptor",
        ];
        assert_eq!(alone, expected);
    }

    #[test]
    fn a_property_is_found_under_its_other_names() {
        let places = property_places(
            "VkPhysicalDeviceDescriptorIndexingProperties",
            "maxDescriptorSetUpdateAfterBindSampledImages",
        );
        let structs: Vec<&str> = places.iter().map(|p| p.0).collect();
        let expected = [
            "VkPhysicalDeviceDescriptorIndexingProperties",
            "VkPhysicalDeviceDescriptorIndexingPropertiesEXT",
            "VkPhysicalDeviceVulkan12Properties",
        ];
        assert_eq!(structs, expected);
        let sub = property_places("VkPhysicalDeviceSubgroupProperties", "supportedOperations");
        assert!(sub.contains(&("VkPhysicalDeviceVulkan11Properties", "subgroupSupportedOperations")));
        let back = property_places("VkPhysicalDeviceVulkan11Properties", "subgroupSupportedOperations");
        assert!(back.contains(&("VkPhysicalDeviceSubgroupProperties", "supportedOperations")));
        assert_eq!(property_kind("VkPhysicalDeviceLimits", "minUniformBufferOffsetAlignment"), Some(b'm'));
        assert!(property_places("VkPhysicalDeviceLimits", "maxNothing").is_empty());
    }

    #[test]
    fn every_rule_names_what_the_tables_know() {
        for r in REQUIRED {
            for (s, b) in [r.bit, r.needs] {
                assert!(bit_index(s, b).is_some(), "{s}::{b}");
            }
        }
        assert!(CONFLICTS.len() <= 16, "two bits each of 32");
        for side in CONFLICTS.iter().flat_map(|c| [c.first, c.second]) {
            match side {
                Side::Bit(s, b) => assert!(bit_index(s, b).is_some(), "{side}"),
                Side::Extension(name) => assert!(extension(name).is_some(), "{side}"),
            }
        }
        for c in COUPLED {
            assert!(
                extension(c.extension).is_some() && bit_index(c.bit.0, c.bit.1).is_some(),
                "{}",
                c.extension
            );
        }
    }
}
