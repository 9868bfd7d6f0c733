//! Devices, armed or not, for tests of captures.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "helpers of tests, each of which uses a part"
)]

pub mod frame;

use candor_capture::{Capture, CaptureHandle};
use candor_proofs::requests;
use candor_rhi::backend::Backend;
use candor_rhi::driver::{ApiValidation, Driver, Instance, LoadDesc};
use candor_rhi::null::NoWindow;
use candor_rhi::*;
use candor_vulkan::{Hide, VulkanHiding};
use std::sync::Arc;
use std::time::Duration;

pub const WAIT: Duration = Duration::from_secs(60);

/// A Vulkan device under the validation layer where that is installed.
pub struct Bed {
    pub instance: Box<dyn Instance>,
    pub device: Device,
    pub capture: CaptureHandle,
    validated: bool,
}

impl Bed {
    /// `None`, with the reason printed, where there is no Vulkan.
    pub fn new(name: &str, hidden: &[Hide]) -> Option<Self> {
        Self::on(name, hidden, |backend| backend)
    }

    /// On a backend that stands before the armed one.
    pub fn on(
        name: &str,
        hidden: &[Hide],
        by: impl FnOnce(Arc<dyn Backend>) -> Arc<dyn Backend>,
    ) -> Option<Self> {
        let driver = VulkanHiding { hidden: hidden.to_vec() };
        let load = |validation| {
            driver.load(&LoadDesc { validation, app_name: "candor-capture".into(), ..Default::default() })
        };
        let instance = match load(ApiValidation::On).or_else(|_| load(ApiValidation::Off)) {
            Ok(i) => i,
            Err(why) => {
                eprintln!("SKIP {name} [vulkan]: {why}");
                return None;
            }
        };
        let adapters = instance.adapters().unwrap();
        drop(instance.validation_messages());
        let Some(adapter) = adapters.first() else {
            eprintln!("SKIP {name} [vulkan]: no vulkan adapter");
            return None;
        };
        let requests = requests(BackendKind::Vulkan).on_candor_vulkan().unwrap();
        let resolution = candor_caps::resolve(&adapter.report, &requests);
        let backend = instance.create_device(0, &resolution.plan).unwrap();
        let (backend, capture) = Capture::arm(backend);
        let (validated, why) = instance.validation();
        if !validated {
            eprintln!("SKIP validation of {name}: {why}");
        }
        Some(Self { instance, device: Device::new(by(backend)), capture, validated })
    }

    /// The validation layer has said nothing but its advice on what a fragment shader leaves unread.
    pub fn silent(&self) {
        const ADVICE: &str = "UNASSIGNED-CoreValidation-Shader-OutputNotConsumed";
        let said = self.instance.validation_messages();
        let said: Vec<_> = said.into_iter().filter(|m| !m.contains(ADVICE)).collect();
        assert_eq!(said, Vec::<String>::new());
    }
}

pub fn window() -> Arc<dyn SurfaceTarget> {
    Arc::new(NoWindow)
}
