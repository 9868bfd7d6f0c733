//! Devices for tests and examples: Vulkan by hand, without choosing.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "helpers of tests, each of which uses a part"
)]

use candor_caps::{Feature, Requests, resolve};
use candor_rhi::driver::{ApiValidation, Driver, Instance, LoadDesc};
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::{Device, DeviceDesc};
use candor_vulkan::{Hide, VulkanHiding};
use std::sync::Arc;

/// What the renderer can make use of.
const OPTIONAL: &[Feature] = &[Feature::AnisotropicFiltering, Feature::Wireframe, Feature::PolygonMode];

/// A device on the first Vulkan adapter that meets Candor's base set, with its instance; `None`, with the reason printed,
/// where there is none.
pub fn vulkan(validation: ApiValidation) -> Option<(Device, Box<dyn Instance>)> {
    vulkan_without(validation, &[])
}

/// The same as a lesser device would be.
pub fn vulkan_without(validation: ApiValidation, hidden: &[Hide]) -> Option<(Device, Box<dyn Instance>)> {
    vulkan_as(validation, hidden, &DeviceDesc::default())
}

/// The same as it is described.
pub fn vulkan_as(
    validation: ApiValidation,
    hidden: &[Hide],
    device: &DeviceDesc,
) -> Option<(Device, Box<dyn Instance>)> {
    let desc = LoadDesc { app_name: "candor-render".into(), validation, ..LoadDesc::default() };
    let driver = VulkanHiding { hidden: hidden.to_vec() };
    let instance = match driver.load(&desc) {
        Ok(instance) => instance,
        Err(why) => {
            eprintln!("SKIP: no Vulkan: {why}");
            return None;
        }
    };
    let adapters = instance.adapters().expect("adapters can be listed");
    for (i, adapter) in adapters.iter().enumerate() {
        let mut requests = Requests::new().on_candor_vulkan().expect("Candor's base set is valid");
        for feature in OPTIONAL {
            requests = requests.optional(*feature);
        }
        let resolution = resolve(&adapter.report, &requests);
        if resolution.requirements_met {
            let backend = instance.create_device(i, &resolution.plan).expect("a device");
            return Some((Device::with(backend, device), instance));
        }
    }
    eprintln!("SKIP: none of {} Vulkan adapters meets Candor's base set", adapters.len());
    None
}

/// A Null device, and its backend to ask what was misused.
pub fn null() -> (Device, Arc<NullBackend>) {
    let backend = NullBackend::new(NullDesc::default());
    (Device::new(backend.clone()), backend)
}

/// What the validation layer found, without its advice on what a fragment shader leaves unread: one vertex shader serves all.
pub fn faults(instance: &dyn Instance) -> Vec<String> {
    const ADVICE: &str = "UNASSIGNED-CoreValidation-Shader-OutputNotConsumed";
    instance.validation_messages().into_iter().filter(|m| !m.contains(ADVICE)).collect()
}
