//! A plan that was carried out already: a program that has made its device by itself tells what it enabled.

use crate::outcome::{Reason, Refused};
use crate::plan::{FeatureBit, FeatureStruct, Name, Plan};
use crate::registry;

fn names(list: &[&str]) -> Vec<Name> {
    let mut names: Vec<Name> = list.iter().map(|n| Name::Owned((*n).to_owned())).collect();
    names.sort();
    names.dedup();
    names
}

fn invalid(what: String, rule: &str) -> Refused {
    Reason::Invalid { what, rule: rule.to_owned() }.into()
}

impl Plan {
    /// What a device was made with by somebody else: the version of its instance, extensions, and feature bits as struct and member
    /// (`("VkPhysicalDeviceVulkan12Features", "timelineSemaphore")`).
    ///
    /// # Errors
    /// A struct or a bit that the registry does not know.
    pub fn told(
        api_version: u32,
        instance_extensions: &[&str],
        device_extensions: &[&str],
        bits: &[(&str, &str)],
    ) -> Result<Plan, Refused> {
        let mut features: Vec<FeatureStruct> = Vec::new();
        for (of, bit) in bits {
            let known = registry::feature_struct(of)
                .ok_or_else(|| invalid((*of).to_owned(), "no struct of feature bits has this name"))?;
            let index = known.members.iter().position(|m| m == bit).ok_or_else(|| {
                invalid(format!("{of}::{bit}"), "the struct has no such bit; take its name from the registry")
            })?;
            let name = known.members.get(index).copied().unwrap_or_default();
            let bit = FeatureBit { name, index: u32::try_from(index).unwrap_or(u32::MAX) };
            match features.iter_mut().find(|f| f.name == known.name) {
                Some(f) if f.bits.contains(&bit) => {}
                Some(f) => f.bits.push(bit),
                None => features.push(FeatureStruct {
                    name: known.name,
                    s_type: known.s_type,
                    member_count: u32::try_from(known.members.len()).unwrap_or(u32::MAX),
                    bits: vec![bit],
                }),
            }
        }
        for f in &mut features {
            f.bits.sort_by_key(|b| b.index);
        }
        features.sort_by(|a, b| (!a.is_base(), a.name).cmp(&(!b.is_base(), b.name)));
        let instance_extensions = names(instance_extensions);
        let enumerate_portability = instance_extensions.iter().any(|n| n == "VK_KHR_portability_enumeration");
        Ok(Plan {
            api_version,
            instance_extensions,
            enumerate_portability,
            device_extensions: names(device_extensions),
            features,
            queues: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_becomes_a_plan_in_order_and_once() {
        let bits = [
            ("VkPhysicalDeviceVulkan12Features", "timelineSemaphore"),
            ("VkPhysicalDeviceFeatures", "wideLines"),
            ("VkPhysicalDeviceFeatures", "robustBufferAccess"),
            ("VkPhysicalDeviceFeatures", "wideLines"),
        ];
        let device = ["VK_KHR_swapchain", "VK_EXT_b", "VK_KHR_swapchain"];
        let plan = Plan::told(1 << 22 | 3 << 12, &["VK_KHR_surface"], &device, &bits).unwrap();
        assert_eq!(plan.device_extensions, ["VK_EXT_b", "VK_KHR_swapchain"]);
        assert!(plan.features[0].is_base() && plan.features.len() == 2);
        let base: Vec<_> = plan.features[0].bits.iter().map(|b| b.name).collect();
        assert_eq!(base, ["robustBufferAccess", "wideLines"]);
        assert!(plan.sets("timelineSemaphore") && plan.has_instance_extension("VK_KHR_surface"));
    }

    #[test]
    fn an_unknown_bit_is_named() {
        let no = |of, bit| Plan::told(0, &[], &[], &[(of, bit)]).unwrap_err().to_string();
        assert!(no("VkNothing", "x").contains("VkNothing"));
        let said = no("VkPhysicalDeviceFeatures", "wideLine");
        assert!(said.contains("VkPhysicalDeviceFeatures::wideLine"), "{said}");
    }
}
