//! Faults are survived: on Null every call of a frame fails in every way, on Vulkan a part of them under the validation layer.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod sweep;

use candor_caps::plan::Plan;
use candor_rhi::BackendKind;
use candor_rhi::backend::Backend;
use candor_rhi::driver::{ApiValidation, Driver, Instance, LoadDesc};
use candor_rhi::layer::{Injected, Site};
use candor_vulkan::{Hide, VulkanHiding};
use std::sync::Arc;
use sweep::Became;

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
        for ((site, fault), became) in results {
            let lost = fault == Injected::DeviceLost || site == Site::Submit;
            assert_eq!(became.contains(&Became::Lost), lost, "{site}, {fault}: {became:?}");
        }
    }
}
