//! What to hand to instance and device creation: exactly what was asked for and met, nothing more, and nothing that the
//! report does not have. Plain data with the registry's names and numbers, so that any Vulkan binding can use it.
//!
//! A plan has one way to carry feature bits: a chain that starts with `VkPhysicalDeviceFeatures2`. It never uses
//! `pEnabledFeatures`, so that the two can't meet in one call (VUID-VkDeviceCreateInfo-pNext-00373).

use crate::evidence::QueueNeed;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// A name: borrowed from the registry's tables, or owned when a program brought it.
pub type Name = Cow<'static, str>;

/// What to enable. Lists are sorted by name and free of duplicates.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// Version to ask for in `VkApplicationInfo::apiVersion` (variant 0, patch 0): the device's own, as far as the
    /// registry tables of this build go. 0 where there is nothing to create (Null).
    pub api_version: u32,
    /// Instance extensions to enable.
    pub instance_extensions: Vec<Name>,
    /// Set `VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR`; `VK_KHR_portability_enumeration` is then in
    /// `instance_extensions`.
    pub enumerate_portability: bool,
    /// Device extensions to enable, with all that they depend on.
    pub device_extensions: Vec<Name>,
    /// Feature bits to set, by struct. `VkPhysicalDeviceFeatures`, when it is there, comes first and is the `features`
    /// member of the `VkPhysicalDeviceFeatures2` at the head of the chain; the rest follow it by name.
    pub features: Vec<FeatureStruct>,
    /// Queue families set apart: each is met by a family of the device, and a queue of it is wanted beside the queue that draws.
    pub queues: Vec<QueueNeed>,
}

/// One feature struct of the chain and the bits to set in it; all others stay `VK_FALSE`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeatureStruct {
    /// Name, for example `VkPhysicalDeviceVulkan12Features`.
    pub name: &'static str,
    /// `VkStructureType` of the struct. For `VkPhysicalDeviceFeatures`, which has none of its own, that of
    /// `VkPhysicalDeviceFeatures2`.
    pub s_type: i32,
    /// How many `VkBool32` members the struct has. A chained struct is `sType`, `pNext`, then these and nothing else.
    pub member_count: u32,
    /// Bits to set, in the order of the struct's members.
    pub bits: Vec<FeatureBit>,
}

/// One bit to set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FeatureBit {
    /// Name of the member.
    pub name: &'static str,
    /// Its position among the struct's `VkBool32` members, counted from 0. Its byte offset in a chained struct is the
    /// size of `VkBaseOutStructure` plus four times this.
    pub index: u32,
}

impl FeatureStruct {
    /// Name of the 1.0 struct, which travels inside `VkPhysicalDeviceFeatures2`.
    pub const BASE: &'static str = "VkPhysicalDeviceFeatures";

    /// Is this the 1.0 struct?
    pub fn is_base(&self) -> bool {
        self.name == Self::BASE
    }
}

impl Plan {
    /// Is this device extension to be enabled?
    pub fn has_device_extension(&self, name: &str) -> bool {
        self.device_extensions.iter().any(|e| e == name)
    }

    /// Is this instance extension to be enabled?
    pub fn has_instance_extension(&self, name: &str) -> bool {
        self.instance_extensions.iter().any(|e| e == name)
    }

    /// Is this bit set in this very struct? (Aliases are not followed: a plan names each bit once.)
    pub fn has_bit(&self, feature_struct: &str, bit: &str) -> bool {
        self.features.iter().any(|s| s.name == feature_struct && s.bits.iter().any(|b| b.name == bit))
    }

    /// Is this bit set in any struct?
    pub fn sets(&self, bit: &str) -> bool {
        self.features.iter().any(|s| s.bits.iter().any(|b| b.name == bit))
    }

    /// Does the plan ask for nothing at all?
    pub fn is_empty(&self) -> bool {
        self.instance_extensions.is_empty()
            && self.device_extensions.is_empty()
            && self.features.is_empty()
            && self.queues.is_empty()
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.api_version != 0 {
            writeln!(f, "Vulkan {}.{}", (self.api_version >> 22) & 0x7f, (self.api_version >> 12) & 0x3ff)?;
        }
        for e in &self.instance_extensions {
            writeln!(f, "instance extension {e}")?;
        }
        if self.enumerate_portability {
            writeln!(f, "instance flag VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR")?;
        }
        for e in &self.device_extensions {
            writeln!(f, "device extension {e}")?;
        }
        for s in &self.features {
            for b in &s.bits {
                writeln!(f, "{}::{}", s.name, b.name)?;
            }
        }
        for q in &self.queues {
            writeln!(f, "a queue of its own: {q}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_prints_one_thing_a_line_and_answers_by_name() {
        let plan = Plan {
            api_version: (1 << 22) | (2 << 12),
            instance_extensions: vec!["VK_KHR_surface".into()],
            enumerate_portability: false,
            device_extensions: vec!["VK_KHR_swapchain".into()],
            features: vec![FeatureStruct {
                name: FeatureStruct::BASE,
                s_type: 1_000_059_000,
                member_count: 55,
                bits: vec![FeatureBit { name: "robustBufferAccess", index: 0 }],
            }],
            queues: vec![QueueNeed { has: 2, lacks: 1, ..QueueNeed::default() }],
        };
        let text = "Vulkan 1.2\ninstance extension VK_KHR_surface\ndevice extension VK_KHR_swapchain\n\
                    VkPhysicalDeviceFeatures::robustBufferAccess\n\
                    a queue of its own: a queue family with compute and without graphics\n";
        assert_eq!(plan.to_string(), text);
        assert!(
            plan.has_device_extension("VK_KHR_swapchain") && plan.has_instance_extension("VK_KHR_surface")
        );
        assert!(plan.has_bit("VkPhysicalDeviceFeatures", "robustBufferAccess") && plan.features[0].is_base());
        assert!(!plan.sets("geometryShader") && !plan.is_empty());
        assert!(Plan::default().is_empty());
    }
}
