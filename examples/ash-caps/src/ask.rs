//! What this program asks of a device, and the answer for a report.

use candor_caps::evidence::extension;
use candor_caps::requests::RequestError;
use candor_caps::{BaseRequirement, DeviceReport, Feature, Requests, Resolution, Tier, resolve};

/// The extensions that this renderer can't do without.
pub(crate) const BASE_EXTENSIONS: [&str; 4] =
    ["VK_KHR_swapchain", "VK_KHR_shader_non_semantic_info", "VK_KHR_maintenance5", "VK_KHR_maintenance6"];

/// The base extensions are required, ray tracing is welcome.
///
/// # Errors
/// A name that the registry doesn't know.
pub(crate) fn requests() -> Result<Requests, RequestError> {
    let mut requests = Requests::new();
    for name in BASE_EXTENSIONS {
        requests.add_base(BaseRequirement { name: name.to_owned(), evidence: extension(name) })?;
    }
    requests.add(Feature::RayTracing, Tier::Optional);
    Ok(requests)
}

/// The answer for one report.
///
/// # Errors
/// As for [`requests`].
pub(crate) fn answer(report: &DeviceReport) -> Result<Resolution, RequestError> {
    Ok(resolve(report, &requests()?))
}
