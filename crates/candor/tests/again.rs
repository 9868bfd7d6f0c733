//! After a loss the same instance selects again in the same process, on Null and on the Vulkan that is here; objects of the lost
//! device may still be held, and are dropped later.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use candor::caps::Plan;
use candor::rhi::backend::{Backend as Device, Fault};
use candor::rhi::driver::{Adapter, Driver, Instance as Api, LoadDesc};
use candor::rhi::layer::{FaultPlan, Faults, Injected, Layered, Site};
use candor::rhi::null::NullDriver;
use candor::rhi::{BufferDesc, BufferUsage, Code, DeviceState, Leaks};
use candor::{Backend, BackendKind, Environment, Instance, InstanceDesc, Registry, SelectDesc};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const WAIT: Duration = Duration::from_secs(30);

type Made = Arc<Mutex<Vec<Arc<Layered<Faults>>>>>;

/// An API whose devices can be lost on demand.
struct Losing {
    driver: Arc<dyn Driver>,
    made: Made,
}

struct LosingApi {
    api: Box<dyn Api>,
    made: Made,
}

impl Driver for Losing {
    fn kind(&self) -> BackendKind {
        self.driver.kind()
    }
    fn load(&self, desc: &LoadDesc) -> Result<Box<dyn Api>, Fault> {
        Ok(Box::new(LosingApi { api: self.driver.load(desc)?, made: self.made.clone() }))
    }
}

impl Api for LosingApi {
    fn adapters(&self) -> Result<Vec<Adapter>, Fault> {
        self.api.adapters()
    }
    fn create_device(&self, adapter: usize, plan: &Plan) -> Result<Arc<dyn Device>, Fault> {
        let faults = Faults::around(self.api.create_device(adapter, plan)?);
        self.made.lock().unwrap().push(faults.clone());
        Ok(faults)
    }
    fn validation(&self) -> (bool, String) {
        self.api.validation()
    }
    fn validation_messages(&self) -> Vec<String> {
        self.api.validation_messages()
    }
}

fn selects_again(driver: Arc<dyn Driver>) {
    let kind = driver.kind();
    let made = Made::default();
    let instance = Instance::new(InstanceDesc {
        drivers: vec![Arc::new(Losing { driver, made: made.clone() })],
        registry: Arc::new(Registry::new()),
        ..InstanceDesc::default()
    });
    let desc = SelectDesc {
        backend: Backend::Only(kind),
        environment: Some(Environment::empty()),
        probe_limit: WAIT,
        ..SelectDesc::default()
    };
    let mut held = Vec::new();
    for round in 0..3 {
        let selected = match instance.select(&desc) {
            Ok(s) => s,
            Err(e) if round == 0 => {
                return eprintln!("SKIP selecting again [{kind}]: {}", e.to_string().replace('\n', ";"));
            }
            Err(e) => panic!("round {round}: {e}"),
        };
        let d = &selected.device;
        let usage = BufferUsage::VERTEX | BufferUsage::COPY_DST;
        let mesh = BufferDesc { label: "mesh", size_bytes: 64, usage, ..BufferDesc::default() };
        let mesh = d.create_buffer(&mesh).unwrap();
        d.batch().submit().unwrap().wait(WAIT).unwrap();
        let faults = made.lock().unwrap().pop().unwrap();
        faults.layer().plan(Some(FaultPlan { site: Site::Submit, nth: 1, fault: Injected::DeviceLost }));
        let e = d.batch().submit().unwrap_err();
        assert_eq!(e.errors[0].code(), Code::DeviceLost, "round {round}: {e}");
        assert!(matches!(d.state(), DeviceState::Lost(_)), "round {round}");
        if round == 1 {
            // One that is not closed and whose objects outlive it.
            let watch = d.watch_leaks();
            held.push(mesh);
            drop(selected);
            assert_eq!(watch.found().map(|l| l.to_string()), Some("Buffer 'mesh'".to_owned()));
            continue;
        }
        drop(mesh);
        let watch = d.watch_leaks();
        let messages = selected.validation_messages();
        assert_eq!(messages, Vec::<String>::new(), "round {round}");
        let report = selected.device.clone().close(WAIT);
        assert!(report.destroyed && report.alive.is_empty(), "round {round}: {report:?}");
        drop(selected);
        assert_eq!(watch.found(), Some(Leaks::default()), "round {round}");
    }
    drop(held);
}

#[test]
fn null_is_selected_again_after_a_loss() {
    selects_again(Arc::new(NullDriver::default()));
}

#[cfg(feature = "vulkan")]
#[test]
fn vulkan_is_selected_again_after_a_loss() {
    selects_again(Arc::new(candor_vulkan::VulkanDriver));
}
