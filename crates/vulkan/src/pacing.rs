//! The pace of frames: waits until a frame was shown (`VK_KHR_present_id`, `VK_KHR_present_wait`), and when frames were shown
//! (`VK_GOOGLE_display_timing`), where the plan enables them.

use crate::device::VulkanDevice;
use crate::instance::Shared;
use crate::memory::lock;
use crate::surface::answer;
use ash::{google, khr, vk};
use candor_caps::Reason;
use candor_caps::plan::Plan;
use candor_rhi::Native;
use candor_rhi::surface::{PacingOffer, PresentTime, PresentTimes, SurfaceAnswer};
use std::ffi::CStr;
use std::time::Duration;

/// What is enabled.
pub(crate) struct Pacing {
    waits: Option<khr::present_wait::Device>,
    times: Option<google::display_timing::Device>,
}

impl Pacing {
    pub(crate) fn new(shared: &Shared, device: &ash::Device, plan: &Plan) -> Self {
        let has = |name: &CStr| name.to_str().is_ok_and(|n| plan.has_device_extension(n));
        let waits = has(khr::present_wait::NAME) && plan.sets("presentWait");
        let waits = waits && has(khr::present_id::NAME) && plan.sets("presentId");
        let times = has(google::display_timing::NAME);
        Self {
            waits: waits.then(|| khr::present_wait::Device::new(&shared.raw, device)),
            times: times.then(|| google::display_timing::Device::new(&shared.raw, device)),
        }
    }

    /// What is there, or what the device lacks, or that it was made without.
    pub(crate) fn offer(&self, device: &VulkanDevice) -> PacingOffer {
        let wait = [khr::present_id::NAME, khr::present_wait::NAME];
        PacingOffer {
            present_wait: judge(device, "present-wait", self.waits.is_some(), &wait),
            present_times: judge(
                device,
                "present-timing",
                self.times.is_some(),
                &[google::display_timing::NAME],
            ),
        }
    }
}

fn judge(device: &VulkanDevice, what: &str, there: bool, needs: &[&CStr]) -> Result<(), Reason> {
    if there {
        return Ok(());
    }
    // SAFETY: the physical device is the instance's.
    let offered = unsafe { device.shared.raw.enumerate_device_extension_properties(device.physical) };
    let offered = offered.unwrap_or_default();
    let lists = |name: &CStr| offered.iter().any(|e| e.extension_name_as_c_str() == Ok(name));
    let names = |all: Vec<&CStr>| all.into_iter().map(|n| n.to_string_lossy().into_owned()).collect();
    let lacks: Vec<String> = names(needs.iter().copied().filter(|n| !lists(n)).collect());
    let what = what.to_owned();
    if !lacks.is_empty() {
        return Err(Reason::DeviceLacks { what, lacks });
    }
    let with: Vec<String> = names(needs.to_vec());
    Err(Reason::Conflict { what, with: format!("a device that was made without {}", with.join(" and ")) })
}

/// How a frame of this number is named where times are asked for; it is shown as soon as it can be. The extension has 32 bits for
/// the number.
pub(crate) fn time_of(number: u64) -> vk::PresentTimeGOOGLE {
    vk::PresentTimeGOOGLE { present_id: number as u32, desired_present_time: 0 }
}

/// The number that was cut to 32 bits, not larger than the newest.
fn whole_number(cut: u32, newest: u64) -> u64 {
    let number = (newest & !u64::from(u32::MAX)) | u64::from(cut);
    if number > newest { number.saturating_sub(1 << 32) } else { number }
}

impl VulkanDevice {
    pub(crate) fn wait_shown(
        &self,
        swapchain: Native,
        number: u64,
        timeout: Duration,
    ) -> Result<bool, SurfaceAnswer> {
        let p = self.presenting().map_err(SurfaceAnswer::Fault)?;
        let Some(f) = &p.pacing.waits else {
            let why = "the device was made without VK_KHR_present_wait".to_owned();
            return Err(SurfaceAnswer::Fault(candor_rhi::backend::Fault::Unavailable(why)));
        };
        let chain = p.chain(swapchain)?;
        let chain = lock(&chain);
        let ns = u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX - 1);
        // SAFETY: the swapchain is locked and was made for it; the number was presented.
        match unsafe { f.wait_for_present(chain.raw, number, ns) } {
            Ok(()) | Err(vk::Result::SUBOPTIMAL_KHR) => Ok(true),
            Err(vk::Result::TIMEOUT) => Ok(false),
            Err(e) => Err(answer("vkWaitForPresentKHR", e)),
        }
    }

    pub(crate) fn shown_times(&self, swapchain: Native, newest: u64) -> Result<PresentTimes, SurfaceAnswer> {
        let p = self.presenting().map_err(SurfaceAnswer::Fault)?;
        let Some(f) = &p.pacing.times else {
            let why = "the device was made without VK_GOOGLE_display_timing".to_owned();
            return Err(SurfaceAnswer::Fault(candor_rhi::backend::Fault::Unavailable(why)));
        };
        let chain = p.chain(swapchain)?;
        let chain = lock(&chain);
        // SAFETY: the swapchain is locked.
        let (refresh, past) = unsafe {
            let refresh = f
                .get_refresh_cycle_duration(chain.raw)
                .map_err(|e| answer("vkGetRefreshCycleDurationGOOGLE", e))?;
            let past = f
                .get_past_presentation_timing(chain.raw)
                .map_err(|e| answer("vkGetPastPresentationTimingGOOGLE", e))?;
            (refresh, past)
        };
        let frame = |t: &vk::PastPresentationTimingGOOGLE| PresentTime {
            number: whole_number(t.present_id, newest),
            shown_ns: t.actual_present_time,
            earliest_ns: t.earliest_present_time,
            margin_ns: t.present_margin,
        };
        Ok(PresentTimes { refresh_ns: refresh.refresh_duration, frames: past.iter().map(frame).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_was_cut_to_32_bits_is_found_again() {
        let high = 1u64 << 32;
        for (number, newest) in [(1, 1), (7, 9), (high - 1, high + 1), (high + 1, high + 1), (high, high)] {
            assert_eq!(whole_number(time_of(number).present_id, newest), number);
        }
        // Nothing is newer than the newest, whatever a driver says.
        assert_eq!(whole_number(9, 3), 0);
    }
}
