//! From a plan to `VkInstanceCreateInfo` and `VkDeviceCreateInfo`.

use crate::chain::{Blocks, flags_size};
use ash::vk;
use candor_caps::plan::{FeatureStruct, Name, Plan};
use candor_caps::{Reason, Refused};
use std::ffi::{CString, c_char};

/// The extension names of a plan as C wants them.
#[derive(Debug)]
struct Names {
    pointers: Vec<*const c_char>,
    /// What the pointers point to.
    _owned: Vec<CString>,
}

impl Names {
    fn new(names: &[Name]) -> Result<Self, Refused> {
        let c = |n: &Name| {
            CString::new(n.as_bytes()).map_err(|_| {
                let what = format!("extension name {n:?}");
                invalid(what, "an extension name holds no zero byte; take it from the registry")
            })
        };
        let owned = names.iter().map(c).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { pointers: owned.iter().map(|n| n.as_ptr()).collect(), _owned: owned })
    }
}

fn invalid(what: String, rule: &str) -> Refused {
    Reason::Invalid { what, rule: rule.to_owned() }.into()
}

/// The part of a plan that concerns the instance, ready for `VkInstanceCreateInfo`.
#[derive(Debug)]
pub struct InstanceParts {
    names: Names,
    portability: bool,
    api_version: u32,
}

impl InstanceParts {
    /// Takes over the instance part of a plan.
    ///
    /// # Errors
    /// An extension name that can't be a C string.
    pub fn new(plan: &Plan) -> Result<Self, Refused> {
        Ok(Self {
            names: Names::new(&plan.instance_extensions)?,
            portability: plan.enumerate_portability,
            api_version: plan.api_version,
        })
    }

    /// What to put into `VkApplicationInfo::apiVersion`.
    pub fn api_version(&self) -> u32 {
        self.api_version
    }

    /// Maps to `VkInstanceCreateInfo` with the extensions and the portability flag; application info and layers are the
    /// caller's to add.
    pub fn create_info(&self) -> vk::InstanceCreateInfo<'_> {
        let flags = if self.portability {
            vk::InstanceCreateFlags::ENUMERATE_PORTABILITY_KHR
        } else {
            vk::InstanceCreateFlags::empty()
        };
        vk::InstanceCreateInfo::default().flags(flags).enabled_extension_names(&self.names.pointers)
    }
}

/// The part of a plan that concerns the device: the extension names and the chain of feature structs, with the memory that
/// both lie in. Features travel in the chain alone; `pEnabledFeatures` stays null.
#[derive(Debug)]
pub struct DeviceChain {
    names: Names,
    blocks: Blocks,
}

// SAFETY: the pointers inside point to memory that the value owns and that does not move; nothing is shared or written
// after construction.
unsafe impl Send for DeviceChain {}
// SAFETY: as above; all that a shared reference allows is reading.
unsafe impl Sync for DeviceChain {}

impl DeviceChain {
    /// Builds names and chain from a plan.
    ///
    /// # Errors
    /// An extension name that can't be a C string, or a bit outside of its struct (a plan that nobody resolved).
    pub fn new(plan: &Plan) -> Result<Self, Refused> {
        let names = Names::new(&plan.device_extensions)?;
        let mut blocks = Blocks::default();
        for (i, s) in plan.features.iter().enumerate() {
            let again = plan.features[..i].iter().any(|before| before.s_type == s.s_type);
            if again {
                let what = format!("{} in the plan", s.name);
                return Err(invalid(what, "a chain holds a struct once; merge its bits"));
            }
            if s.is_base() && i != 0 {
                let what = format!("{} in the plan", s.name);
                return Err(invalid(what, "it heads the chain; put it first"));
            }
            // The 1.0 struct travels inside `VkPhysicalDeviceFeatures2`, which is a header and the same members.
            blocks.push(s.s_type, flags_size(s.member_count as usize));
            for bit in &s.bits {
                if bit.index >= s.member_count || !blocks.set_flag(i, bit.index as usize) {
                    let what = format!("bit {} of {}", bit.name, s.name);
                    let rule = format!(
                        "its position is {} and the struct has {} members; resolve the plan from the registry",
                        bit.index, s.member_count
                    );
                    return Err(invalid(what, &rule));
                }
            }
        }
        Ok(Self { names, blocks })
    }

    /// Maps to `VkDeviceCreateInfo` for these queues. What it points to lives as long as this value.
    pub fn create_info<'a>(
        &'a self,
        queues: &'a [vk::DeviceQueueCreateInfo<'a>],
    ) -> vk::DeviceCreateInfo<'a> {
        let mut info = vk::DeviceCreateInfo::default()
            .queue_create_infos(queues)
            .enabled_extension_names(&self.names.pointers);
        info.p_next = self.blocks.first_const();
        info
    }
}

/// `VkStructureType` of the struct that heads the chain when 1.0 bits are in it.
const _: () = {
    assert!(vk::StructureType::PHYSICAL_DEVICE_FEATURES_2.as_raw() == 1_000_059_000);
    assert!(FeatureStruct::BASE.len() == "VkPhysicalDeviceFeatures".len());
};

#[cfg(test)]
mod tests {
    use super::*;
    use candor_caps::plan::FeatureBit;
    use std::ffi::CStr;

    fn bit(name: &'static str, index: u32) -> FeatureBit {
        FeatureBit { name, index }
    }

    fn plan() -> Plan {
        Plan {
            api_version: vk::API_VERSION_1_2,
            instance_extensions: vec!["VK_KHR_portability_enumeration".into()],
            enumerate_portability: true,
            device_extensions: vec!["VK_KHR_swapchain".into(), "VK_KHR_portability_subset".into()],
            features: vec![
                FeatureStruct {
                    name: FeatureStruct::BASE,
                    s_type: vk::StructureType::PHYSICAL_DEVICE_FEATURES_2.as_raw(),
                    member_count: 55,
                    bits: vec![bit("robustBufferAccess", 0), bit("inheritedQueries", 54)],
                },
                FeatureStruct {
                    name: "VkPhysicalDeviceVulkan12Features",
                    s_type: vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_2_FEATURES.as_raw(),
                    member_count: 47,
                    bits: vec![bit("drawIndirectCount", 1)],
                },
            ],
            queues: Vec::new(),
        }
    }

    #[test]
    fn a_plan_becomes_one_chain_and_never_two_ways_of_features() {
        let chain = DeviceChain::new(&plan()).unwrap();
        let chain = std::thread::spawn(move || chain).join().unwrap();
        let queues = [vk::DeviceQueueCreateInfo::default()];
        let info = chain.create_info(&queues);
        assert!(info.p_enabled_features.is_null());
        assert_eq!((info.enabled_extension_count, info.queue_create_info_count), (2, 1));
        // SAFETY: the names belong to `chain`, which is alive.
        let first = unsafe { CStr::from_ptr(*info.pp_enabled_extension_names) };
        assert_eq!(first, c"VK_KHR_swapchain");
        // SAFETY: the plan's first struct is VkPhysicalDeviceFeatures2.
        let two = unsafe { &*info.p_next.cast::<vk::PhysicalDeviceFeatures2<'_>>() };
        assert_eq!(two.s_type, vk::StructureType::PHYSICAL_DEVICE_FEATURES_2);
        assert_eq!((two.features.robust_buffer_access, two.features.inherited_queries), (1, 1));
        assert_eq!(two.features.geometry_shader, 0);
        // SAFETY: and its second one VkPhysicalDeviceVulkan12Features.
        let core = unsafe { &*two.p_next.cast::<vk::PhysicalDeviceVulkan12Features<'_>>() };
        assert_eq!((core.draw_indirect_count, core.p_next), (1, std::ptr::null_mut()));
        let instance = InstanceParts::new(&plan()).unwrap();
        let info = instance.create_info();
        assert_eq!(info.flags, vk::InstanceCreateFlags::ENUMERATE_PORTABILITY_KHR);
        assert_eq!((info.enabled_extension_count, instance.api_version()), (1, vk::API_VERSION_1_2));
    }

    #[test]
    fn an_empty_plan_gives_an_empty_chain() {
        let chain = DeviceChain::new(&Plan::default()).unwrap();
        let info = chain.create_info(&[]);
        assert!(info.p_next.is_null() && info.enabled_extension_count == 0);
    }

    #[test]
    fn plans_that_no_device_may_be_created_with_are_refused() {
        let refuse = |change: fn(&mut Plan)| {
            let mut p = plan();
            change(&mut p);
            DeviceChain::new(&p).unwrap_err().to_string()
        };
        let e = refuse(|p| p.features[1].bits[0].index = 47);
        assert!(e.contains("its position is 47 and the struct has 47 members"), "{e}");
        assert!(refuse(|p| p.device_extensions[0] = "VK\0KHR".into()).contains("holds no zero byte"));
        assert!(refuse(|p| p.features.push(p.features[1].clone())).contains("holds a struct once"));
        assert!(refuse(|p| p.features.swap(0, 1)).contains("it heads the chain"));
    }
}
