//! The same question to the device of this machine: ask, resolve, create what the plan says.

use crate::ask;
use ash::vk;
use candor_caps::report::Body;
use candor_caps::{DeviceReport, Resolution};
use candor_caps_ash::{DeviceChain, InstanceParts, Live};
use std::error::Error;

/// An instance that is destroyed at the end of its scope.
struct Instance<'e> {
    entry: &'e ash::Entry,
    instance: ash::Instance,
    api_version: u32,
}

impl Drop for Instance<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing made from the instance outlives it in this program.
        unsafe { self.instance.destroy_instance(None) }
    }
}

impl<'e> Instance<'e> {
    /// # Safety
    /// `info` must be valid, with all that it points to.
    unsafe fn new(
        entry: &'e ash::Entry,
        info: vk::InstanceCreateInfo<'_>,
        api_version: u32,
    ) -> Result<Self, vk::Result> {
        let app = vk::ApplicationInfo::default().application_name(c"ash-caps").api_version(api_version);
        // SAFETY: the caller vouches for `info`; `app` is alive.
        let instance = unsafe { entry.create_instance(&info.application_info(&app), None)? };
        Ok(Self { entry, instance, api_version })
    }

    /// Every physical device with its report.
    fn reports(&self) -> Result<Vec<(vk::PhysicalDevice, DeviceReport)>, Box<dyn Error>> {
        let live = Live {
            entry: self.entry,
            instance: &self.instance,
            instance_api_version: self.api_version,
            properties2: false,
        };
        // SAFETY: the instance is alive.
        let devices = unsafe { self.instance.enumerate_physical_devices()? };
        // SAFETY: the devices come from this instance, which was created as `live` says.
        devices.into_iter().map(|d| Ok((d, unsafe { live.report(d)? }))).collect()
    }
}

/// The first device that meets the requirements is created; its resolution comes first, and those of the devices before it
/// that don't meet them after it. `true` when one was created.
///
/// # Errors
/// No loader, or a driver call failed.
pub(crate) fn run(mut say: impl FnMut(&Resolution, Option<&str>)) -> Result<bool, Box<dyn Error>> {
    // SAFETY: the system's loader is loaded once and kept to the end.
    let entry = unsafe { ash::Entry::load() }
        .map_err(|e| format!("no Vulkan loader: {e}; install it (libvulkan1 on Debian) and a driver"))?;
    // SAFETY: a global function.
    let version = unsafe { entry.try_enumerate_instance_version()? }.unwrap_or(vk::API_VERSION_1_0);
    // SAFETY: the default is valid.
    let bare = unsafe { Instance::new(&entry, vk::InstanceCreateInfo::default(), version) }
        .map_err(|e| format!("no Vulkan instance: {e}; install a driver (mesa-vulkan-drivers on Debian)"))?;
    for (i, (_, report)) in bare.reports()?.iter().enumerate() {
        let resolution = ask::answer(report)?;
        if !resolution.requirements_met {
            say(&resolution, None);
            continue;
        }
        // The plan names what the instance has to enable, so the one to work with is made from it.
        let parts = InstanceParts::new(&resolution.plan)?;
        // SAFETY: `parts` is alive.
        let instance = unsafe { Instance::new(&entry, parts.create_info(), parts.api_version())? };
        // SAFETY: the instance is alive.
        let devices = unsafe { instance.instance.enumerate_physical_devices()? };
        let device = *devices.get(i).ok_or("the device went away between two instances")?;
        let chain = DeviceChain::new(&resolution.plan)?;
        let family = graphics_family(report).ok_or("the device has no graphics queue")?;
        let queues =
            [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
        // SAFETY: the physical device is of this instance; chain and queues outlive the call; the device is destroyed
        // before the instance.
        unsafe {
            let made = instance.instance.create_device(device, &chain.create_info(&queues), None)?;
            made.destroy_device(None);
        }
        say(&resolution, Some("the device was created as planned"));
        return Ok(true);
    }
    Ok(false)
}

fn graphics_family(report: &DeviceReport) -> Option<u32> {
    let Body::Vulkan(v) = &report.body else { return None };
    let graphics = vk::QueueFlags::GRAPHICS.as_raw();
    let at = v.queue_families.as_ref()?.iter().position(|q| q.flags & graphics != 0)?;
    u32::try_from(at).ok()
}
