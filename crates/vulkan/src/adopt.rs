//! A device that somebody else has made: what is said of it is checked as far as Vulkan can tell.

use crate::device::VulkanDevice;
use crate::fault;
use crate::instance::Shared;
use crate::interop::ForeignDevice;
use crate::turn::turn;
use ash::vk;
use candor_caps::evidence::{all, bit};
use candor_caps::{BaseRequirement, Body, DeviceReport, Name, Plan, Requests, VulkanReport, resolve};
use candor_caps_ash::Live;
use candor_rhi::backend::Fault;
use std::ffi::CString;
use std::sync::Arc;

fn refuse<T>(why: String) -> Result<T, Fault> {
    Err(Fault::Unavailable(why))
}

fn version(v: u32) -> String {
    format!("{}.{}", vk::api_version_major(v), vk::api_version_minor(v))
}

/// # Safety
/// As for [`crate::interop::adopt_device`].
pub(crate) unsafe fn device(f: &ForeignDevice<'_>) -> Result<Arc<VulkanDevice>, Fault> {
    let _turn = turn();
    // SAFETY: the entry is loaded.
    let loader = unsafe { f.entry.try_enumerate_instance_version() }
        .map_err(|e| fault("vkEnumerateInstanceVersion", e))?
        .unwrap_or(vk::API_VERSION_1_0);
    // Patches do not count, and 0 counts as 1.0.
    let least =
        |v: u32| vk::make_api_version(0, vk::api_version_major(v).max(1), vk::api_version_minor(v), 0);
    let claimed = least(f.plan.api_version);
    if claimed > least(loader) {
        let (claimed, loader) = (version(claimed), version(loader));
        return refuse(format!("the plan says Vulkan {claimed}, the loader has {loader}"));
    }
    let live = Live {
        entry: &f.entry,
        instance: &f.instance,
        instance_api_version: claimed,
        properties2: f.plan.has_instance_extension("VK_KHR_get_physical_device_properties2"),
    };
    // SAFETY: by contract instance and physical device are alive and belong together.
    let report = unsafe { live.report(f.physical) }.map_err(|e| Fault::Unavailable(e.to_string()))?;
    // What device and instance share.
    let Body::Vulkan(offered) = &report.body else { return refuse("the device is no Vulkan device".into()) };
    let plan = Plan { api_version: claimed.min(least(offered.api_version)), ..f.plan.clone() };
    check(&plan, &report, offered)?;
    // SAFETY: as above.
    let families = unsafe { f.instance.get_physical_device_queue_family_properties(f.physical) };
    let Some(family) = families.get(f.family as usize) else {
        return refuse(format!("queue family {} was told, {} are there", f.family, families.len()));
    };
    if !family.queue_flags.contains(vk::QueueFlags::GRAPHICS) || f.queue == vk::Queue::null() {
        return refuse(format!("queue family {} ({:?}) draws nothing", f.family, family.queue_flags));
    }
    let extensions = plan.instance_extensions.iter().filter_map(|n| CString::new(n.as_bytes()).ok());
    let shared = Shared::foreign(f.entry.clone(), f.instance.clone(), claimed, extensions.collect());
    let lines = [Some((f.family, f.queue)), None, None];
    VulkanDevice::with(Arc::new(shared), f.physical, f.device.clone(), lines, &families, &plan).map(Arc::new)
}

/// Everything that the plan names is offered, and Candor can work with it.
fn check(plan: &Plan, report: &DeviceReport, offered: &VulkanReport) -> Result<(), Fault> {
    let offers = |n: &Name| offered.extensions.contains_key::<str>(n.as_ref());
    if let Some(name) = plan.device_extensions.iter().find(|n| !offers(n)) {
        return refuse(format!("the plan says that {name} was enabled, and the device does not offer it"));
    }
    let known = offered.instance_extensions.as_ref();
    let missing = |n: &&_| known.is_some_and(|k| !k.contains_key::<str>(AsRef::<str>::as_ref(*n)));
    if let Some(name) = plan.instance_extensions.iter().find(missing) {
        return refuse(format!("the plan says that {name} was enabled, and the loader does not offer it"));
    }
    if plan.api_version < vk::API_VERSION_1_1 && !plan.has_device_extension("VK_KHR_maintenance1") {
        let says = version(plan.api_version);
        return refuse(format!(
            "the plan says Vulkan {says} without VK_KHR_maintenance1, which Candor needs"
        ));
    }
    let bits = plan.features.iter().flat_map(|s| s.bits.iter().map(move |b| bit(s.name, b.name)));
    let evidence = all(bits);
    let told = BaseRequirement { name: "told-features".into(), evidence };
    let mut requests = Requests::new();
    requests.add_base(told).map_err(|e| Fault::Unavailable(e.to_string()))?;
    let resolution = resolve(report, &requests);
    if resolution.requirements_met {
        return Ok(());
    }
    refuse(format!("the plan says that features were enabled which the device does not offer: {resolution}"))
}
