//! The pace of frames on Khronos' mock driver, which offers what no driver here does: it answers every call and shows nothing. What
//! this tells is that the calls are valid, by the validation layer, and that wishes are granted where a device was made for them.
//! One test, since a process has one event loop and one list of drivers.
#![cfg(all(target_os = "linux", feature = "vulkan"))]
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod xvfb;

use candor::caps::Plan;
use candor::prelude::*;
use candor::rhi::driver::{Driver, LoadDesc};
use candor_vulkan::VulkanDriver;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use winit::event_loop::EventLoop;
use winit::platform::x11::EventLoopBuilderExtX11;
use winit::window::Window;
use xvfb::Server;

const WAIT: Duration = Duration::from_secs(30);
/// Where Debian's chromium-common has it.
const MOCK: &str = "/usr/lib/chromium/libVkICD_mock_icd.so";

#[test]
#[allow(deprecated, reason = "a test draws outside of events")]
fn frames_are_numbered_waited_for_and_timed_by_valid_calls() {
    if !Path::new(MOCK).exists() {
        return eprintln!("SKIP pacing on the mock driver: {MOCK} is not there (Debian: chromium-common)");
    }
    let server = match Server::start() {
        Ok(server) => server,
        Err(why) => return eprintln!("SKIP pacing on the mock driver: {why}"),
    };
    let manifest = std::env::temp_dir().join(format!("candor-mock-{}.json", std::process::id()));
    let text = format!(
        r#"{{"file_format_version":"1.0.0","ICD":{{"library_path":"{MOCK}","api_version":"1.4.0"}}}}"#
    );
    std::fs::write(&manifest, text).unwrap();
    // SAFETY: this is the only test of its process, and no other thread reads the environment yet.
    #[allow(unsafe_code)]
    unsafe {
        std::env::set_var("DISPLAY", &server.display);
        std::env::remove_var("WAYLAND_DISPLAY");
        // Where Wayland would be looked for.
        std::env::set_var("XDG_RUNTIME_DIR", std::env::temp_dir());
        std::env::set_var("VK_DRIVER_FILES", &manifest);
        std::env::set_var("VK_ICD_FILENAMES", &manifest);
    }
    let events = EventLoop::builder().with_x11().with_any_thread(true).build().unwrap();
    let window: Arc<Window> = Arc::new(events.create_window(Window::default_attributes()).unwrap());
    let surfaces = vec!["VK_KHR_surface".to_owned()];
    let load = |validation| {
        let instance_extensions = surfaces.clone();
        VulkanDriver.load(&LoadDesc { validation, instance_extensions, ..LoadDesc::default() })
    };
    let instance = match load(ApiValidation::On).or_else(|_| load(ApiValidation::Off)) {
        Ok(instance) => instance,
        Err(why) => return eprintln!("SKIP pacing on the mock driver: {why}"),
    };
    std::fs::remove_file(&manifest).unwrap();
    // Without timeline semaphores: the mock driver allows no difference between their values.
    let bits = [
        ("VkPhysicalDeviceVulkan13Features", "dynamicRendering"),
        ("VkPhysicalDeviceVulkan13Features", "synchronization2"),
        ("VkPhysicalDevicePresentIdFeaturesKHR", "presentId"),
        ("VkPhysicalDevicePresentWaitFeaturesKHR", "presentWait"),
    ];
    let pace = ["VK_KHR_present_id", "VK_KHR_present_wait", "VK_GOOGLE_display_timing"];
    let device = |extensions: &[&str], bits: &[(&str, &str)]| {
        let all: Vec<&str> = ["VK_KHR_swapchain"].into_iter().chain(extensions.iter().copied()).collect();
        let plan = Plan::told(1 << 22 | 3 << 12, &["VK_KHR_surface"], &all, bits).unwrap();
        Device::new(instance.create_device(0, &plan).unwrap())
    };
    let config = |formats, present_modes| SurfaceConfig {
        size: [64, 64],
        formats,
        present_modes,
        // The mock driver has one image.
        max_latency: Some(1),
        present_wait: true,
        present_times: true,
        ..SurfaceConfig::default()
    };

    // A device that was not made for it says so.
    let plain = device(&[], &bits[..2]);
    let mut surface = plain.create_surface("plain", &(window.clone() as _)).unwrap();
    let offer = surface.offer().unwrap();
    let configured = surface.configure(&config(&offer.formats, &offer.present_modes)).unwrap().value;
    for wish in [configured.pacing.present_wait, configured.pacing.present_times] {
        let why = wish.unwrap().unwrap_err().why;
        assert!(matches!(why, Reason::Conflict { .. }), "{why:?}");
    }
    drop((surface, plain));

    let device = device(&pace, &bits);
    let mut surface = device.create_surface("paced", &(window.clone() as _)).unwrap();
    for round in 0..2 {
        let configured = surface.configure(&config(&offer.formats, &offer.present_modes)).unwrap().value;
        let p = configured.pacing;
        for wish in [p.max_latency, p.present_wait, p.present_times] {
            assert_eq!(wish, Some(Ok(Outcome::Applied)));
        }
        for frame in 1..=4 {
            let shown = surface.acquire(WAIT).unwrap().into_frame();
            let number = shown.number();
            assert_eq!(number, round * 4 + frame);
            let mut batch = device.batch();
            let color = [Color::clear(shown.view(), [0.0, 1.0, 1.0, 1.0])];
            batch.raster(&RasterDesc { label: "frame", color: &color, ..Default::default() }, |_| {});
            batch.present(shown);
            batch.submit().unwrap();
            surface.wait_presented(number, WAIT).unwrap();
            let _ = surface.present_times().unwrap();
            assert!(surface.frames_out() <= 2);
        }
    }
    assert_eq!(surface.wait_presented(4, WAIT), Err(SurfaceState::OutOfDate), "of the swapchain before");
    drop((surface, device));
    assert_eq!(instance.validation_messages(), Vec::<String>::new());
}
