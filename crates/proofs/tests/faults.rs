//! Faults are survived: on Null every call of a frame fails in every way, on Vulkan a part of them under the validation layer.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod sweep;

use candor_caps::plan::Plan;
use candor_rhi::backend::Backend;
use candor_rhi::driver::{ApiValidation, Driver, Instance, LoadDesc};
use candor_rhi::layer::{Injected, Site};
use candor_rhi::{BackendKind, CloseReport, Code, Device, DeviceState};
use candor_vulkan::{DriverFaults, Hide, VulkanFaulty, VulkanHiding};
use std::collections::BTreeSet;
use std::sync::Arc;
use sweep::{Became, frame};

#[test]
fn every_call_of_a_frame_may_fail_and_the_page_says_what_becomes_of_it() {
    let table = sweep::table(&sweep::everything_on_null());
    let page = include_str!("../../../docs/faults.md");
    let write = "run `cargo run -p candor-proofs --example faults -- write` and read what has changed";
    assert!(table == page, "docs/faults.md is not what the sweep found; {write}:\n{table}");
}

struct Vulkan {
    instance: Box<dyn Instance>,
    plan: Plan,
}

impl sweep::Maker for Vulkan {
    fn device(&self) -> Arc<dyn Backend> {
        self.instance.create_device(0, &self.plan).unwrap()
    }
    fn messages(&self) -> Vec<String> {
        self.instance.validation_messages()
    }
}

/// A device as it is, and one without dynamic rendering, on which passes make objects.
#[test]
fn a_part_of_the_calls_may_fail_on_vulkan() {
    for hidden in [vec![], vec![Hide::DynamicRendering]] {
        let driver = VulkanHiding { hidden: hidden.clone() };
        let load = |validation| driver.load(&LoadDesc { validation, ..LoadDesc::default() });
        let instance = match load(ApiValidation::On).or_else(|_| load(ApiValidation::Off)) {
            Ok(i) => i,
            Err(why) => return eprintln!("SKIP faults on vulkan [vulkan]: {why}"),
        };
        let adapters = instance.adapters().unwrap();
        drop(instance.validation_messages());
        let Some(adapter) = adapters.first() else {
            return eprintln!("SKIP faults on vulkan [vulkan]: no vulkan adapter");
        };
        let requests = candor_proofs::requests(BackendKind::Vulkan).on_candor_vulkan().unwrap();
        let plan = candor_caps::resolve(&adapter.report, &requests).plan;
        let maker: Arc<dyn sweep::Maker> = Arc::new(Vulkan { instance, plan });
        let results = sweep::part_on(&maker);
        let prepared = results.keys().any(|(site, _)| *site == Site::PrepareRaster);
        assert_eq!(prepared, !hidden.is_empty());
        let page = include_str!("../../../docs/faults.md");
        for ((site, fault), became) in results {
            let lost = fault == Injected::DeviceLost || site == Site::Submit;
            assert_eq!(became.contains(&Became::Lost), lost, "{site}, {fault}: {became:?}");
            // On Null nothing is made for a pass: what becomes of it is found here, and said there.
            if site == Site::PrepareRaster {
                assert_eq!(sweep::cell(&became), sweep::told(page, site, fault), "{site}, {fault}");
            }
        }
    }
}

/// Every call of the driver that makes, binds or maps something fails once: what the backend's own call has made until then goes,
/// nothing is destroyed twice, and the next attempt is right.
#[test]
fn each_call_of_the_driver_may_fail_and_leaves_nothing_behind() {
    // The second makes render passes, framebuffers and fences.
    let hidden = [vec![], Hide::ALL.to_vec()];
    let mut seen = BTreeSet::new();
    for hidden in hidden {
        let driver = VulkanFaulty { hidden: hidden.clone(), ..Default::default() };
        let load = |validation| driver.load(&LoadDesc { validation, ..LoadDesc::default() });
        let instance = match load(ApiValidation::On).or_else(|_| load(ApiValidation::Off)) {
            Ok(i) => i,
            Err(why) => return eprintln!("SKIP faults of the driver [vulkan]: {why}"),
        };
        let adapters = instance.adapters().unwrap();
        drop(instance.validation_messages());
        let Some(adapter) = adapters.first() else {
            return eprintln!("SKIP faults of the driver [vulkan]: no vulkan adapter");
        };
        let requests = candor_proofs::requests(BackendKind::Vulkan).on_candor_vulkan().unwrap();
        let plan = candor_caps::resolve(&adapter.report, &requests).plan;
        let maker = Vulkan { instance, plan };
        let right = {
            driver.faults.fail_at(None);
            let device = Device::new(sweep::Maker::device(&maker));
            let right = frame::render(&device, None).unwrap_or_else(|e| panic!("{}", e.sentence()));
            ended(device, &driver.faults, "no fault");
            right
        };
        for n in 1.. {
            driver.faults.fail_at(Some(n));
            let what = format!("call {n} without {hidden:?}");
            let failed = match maker.instance.create_device(0, &maker.plan) {
                Ok(backend) => one_frame(&driver.faults, backend, &right, &what),
                Err(why) => {
                    let failed = driver.faults.failed();
                    assert!(failed.is_some() && why.to_string().contains("memory"), "{what}: {why}");
                    driver.faults.fail_at(None);
                    one_frame(&driver.faults, sweep::Maker::device(&maker), &right, &what);
                    failed
                }
            };
            assert_eq!(sweep::Maker::messages(&maker), Vec::<String>::new(), "{what}, {failed:?}");
            let Some(call) = failed else { break };
            seen.insert(call);
        }
    }
    // The frame resolves no depth, for which there is a render pass of a newer kind.
    let missed: Vec<_> = DriverFaults::CALLS.iter().filter(|c| !seen.contains(*c)).collect();
    assert_eq!(missed, [&"vkCreateRenderPass2"]);
}

/// The frame in which a call may fail, and the next one; the call.
fn one_frame(
    faults: &DriverFaults,
    backend: Arc<dyn Backend>,
    right: &[Vec<u8>],
    what: &str,
) -> Option<&'static str> {
    let device = Device::new(backend);
    let got = frame::render(&device, None);
    let failed = faults.failed();
    faults.fail_at(None);
    let what = format!("{what}, {failed:?}");
    match &got {
        Ok(bytes) => assert!(bytes == right, "{what}: nobody noticed, and the frame is wrong"),
        Err(stop) => {
            let codes = stop.codes();
            // The allocator keeps the text of that answer alone.
            let own = if failed == Some("vkMapMemory") { Code::Driver } else { Code::OutOfMemory };
            let told = codes.iter().all(|c| *c == own || *c == Code::DeviceLost);
            assert!(failed.is_some() && !codes.is_empty() && told, "{what}: {}", stop.sentence());
        }
    }
    // What a submission cannot take back loses the device: there, a fence of its own where semaphores do not count.
    let lost = matches!(device.state(), DeviceState::Lost(_));
    assert!(!lost || failed == Some("vkCreateFence"), "{what}: the device is lost");
    match frame::render(&device, None) {
        Ok(bytes) => assert!(!lost && bytes == right, "{what}: the next frame is wrong"),
        Err(stop) => assert!(lost, "{what}: the next frame failed: {}", stop.sentence()),
    }
    ended(device, faults, &what);
    failed
}

fn ended(device: Device, faults: &DriverFaults, what: &str) {
    device.poll();
    let report = device.close(frame::WAIT);
    assert_eq!(report, CloseReport { alive: vec![], destroyed: true }, "{what}");
    assert!(faults.live().is_empty(), "{what}: left behind: {:?}", faults.live());
    assert_eq!(faults.misuse(), Vec::<String>::new(), "{what}");
}
