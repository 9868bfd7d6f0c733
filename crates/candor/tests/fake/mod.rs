//! A backend that does as it is told: it loads, lists, makes devices, draws and makes surfaces, or fails, panics or hangs at
//! any of these. Its devices are Null's underneath.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "it is a part of tests")]

mod device;

use candor::caps::plan::Plan;
use candor::caps::report::{DeviceType, QueueFamily};
use candor::caps::{Body, Capability, DeviceReport, VulkanReport};
use candor::rhi::SurfaceTarget;
use candor::rhi::backend::{Backend, Fault};
use candor::rhi::driver::{Adapter, Driver, Instance as Api, LoadDesc, MadeSurface, SurfaceFault};
use candor::rhi::{AdapterInfo, BackendKind};
use candor::{
    Claim, Claims, Environment, Host, Instance, InstanceDesc, Platform, Registry, SelectDesc, SelectError,
    SelectionReport,
};
use device::FakeDevice;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// The colour of the probe's picture.
pub const DRAWN: [u8; 4] = [51, 102, 153, 204];
/// Long enough for a busy machine, for tests in which nothing hangs.
pub const LONG: Duration = Duration::from_secs(60);
/// Short, for tests in which something hangs.
pub const SHORT: Duration = Duration::from_millis(150);

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Act {
    /// It goes well.
    #[default]
    Works,
    /// It answers with an error.
    Fails(&'static str),
    /// It panics.
    Panics,
    /// It does not return.
    Hangs,
    /// Drawing: the device is lost.
    LosesDevice,
    /// Drawing: the pixels are wrong.
    DrawsWrongly,
    /// Drawing: the pipeline turns out to be broken after it was made.
    FailsLate,
    /// Drawing: the work does not end.
    TooSlow,
}

/// What holds back those that hang.
#[derive(Default)]
pub struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    pub fn wait(&self) {
        let mut open = self.open.lock().unwrap();
        while !*open {
            open = self.opened.wait(open).unwrap();
        }
    }
    pub fn open(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }
}

impl Act {
    fn act(self, gate: &Gate) -> Result<(), Fault> {
        match self {
            Self::Fails(why) => Err(Fault::Unavailable(why.into())),
            // Without the hook that prints: it is meant.
            Self::Panics => std::panic::resume_unwind(Box::new("told to panic")),
            Self::Hangs => {
                gate.wait();
                Ok(())
            }
            Self::Works | Self::LosesDevice | Self::DrawsWrongly | Self::FailsLate | Self::TooSlow => Ok(()),
        }
    }
}

/// An adapter that does as it is told. The plain one meets Candor's base set and has compute and geometry shaders.
#[derive(Clone)]
pub struct FakeAdapter {
    pub name: String,
    pub device_type: DeviceType,
    pub report: VulkanReport,
    pub can_present: bool,
    pub create: Act,
    pub draw: Act,
    pub surface: Act,
    pub spoils_window: bool,
    /// Listed only while this instance extension is enabled.
    pub hidden_without: Option<&'static str>,
}

fn bits(names: &[&str]) -> BTreeMap<String, bool> {
    names.iter().map(|n| ((*n).to_owned(), true)).collect()
}

impl FakeAdapter {
    pub fn new(name: &str, device_type: DeviceType) -> Self {
        let features = BTreeMap::from([
            (
                "VkPhysicalDeviceFeatures".to_owned(),
                bits(&["robustBufferAccess", "geometryShader", "wideLines"]),
            ),
            ("VkPhysicalDeviceVulkan12Features".to_owned(), bits(&["timelineSemaphore"])),
            ("VkPhysicalDeviceVulkan13Features".to_owned(), bits(&["dynamicRendering", "synchronization2"])),
        ]);
        let limits =
            BTreeMap::from([("maxColorAttachments".to_owned(), candor::caps::report::Property::Int(8))]);
        let family = QueueFamily { flags: 7, count: 1, present: Some(true), ..QueueFamily::default() };
        Self {
            name: name.into(),
            device_type,
            report: VulkanReport {
                api_version: (1 << 22) | (3 << 12),
                extensions: BTreeMap::from([("VK_KHR_swapchain".to_owned(), 70)]),
                instance_extensions: Some(BTreeMap::from([("VK_KHR_surface".to_owned(), 25)])),
                features,
                properties: BTreeMap::from([("VkPhysicalDeviceLimits".to_owned(), limits)]),
                formats: Some(BTreeMap::new()),
                queue_families: Some(vec![family]),
                memory: None,
            },
            can_present: true,
            create: Act::Works,
            draw: Act::Works,
            surface: Act::Works,
            spoils_window: false,
            hidden_without: None,
        }
    }

    pub fn without_bit(mut self, name: &str) -> Self {
        for bits in self.report.features.values_mut() {
            bits.entry(name.to_owned()).and_modify(|b| *b = false);
        }
        self
    }

    pub fn without_present(mut self) -> Self {
        self.can_present = false;
        for family in self.report.queue_families.iter_mut().flatten() {
            family.present = Some(false);
        }
        self
    }
}

/// What was asked of a fake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    Load { app_name: String, app_version: u32, extensions: Vec<String> },
    Enumerate,
    Create { adapter: usize, bits: Vec<String> },
    Surface,
}

/// An API that does as it is told.
#[derive(Clone)]
pub struct FakeDriver {
    pub kind: BackendKind,
    pub load: Act,
    pub enumerate: Act,
    /// Unloading it.
    pub unload: Act,
    pub adapters: Vec<FakeAdapter>,
    pub calls: Arc<Mutex<Vec<Call>>>,
    pub gate: Arc<Gate>,
}

impl FakeDriver {
    /// One discrete adapter that works.
    pub fn new(kind: BackendKind) -> Self {
        let adapter = FakeAdapter::new(&format!("Fake {kind} GPU"), DeviceType::Discrete);
        Self {
            kind,
            load: Act::Works,
            enumerate: Act::Works,
            unload: Act::Works,
            adapters: vec![adapter],
            calls: Arc::default(),
            gate: Arc::default(),
        }
    }

    pub fn with(kind: BackendKind, adapters: Vec<FakeAdapter>) -> Self {
        Self { adapters, ..Self::new(kind) }
    }

    pub fn calls(&self) -> Vec<Call> {
        self.calls.lock().unwrap().clone()
    }

    pub fn loads(&self) -> usize {
        self.calls().iter().filter(|c| matches!(c, Call::Load { .. })).count()
    }
}

impl Driver for FakeDriver {
    fn kind(&self) -> BackendKind {
        self.kind
    }
    fn load(&self, desc: &LoadDesc) -> Result<Box<dyn Api>, Fault> {
        self.calls.lock().unwrap().push(Call::Load {
            app_name: desc.app_name.clone(),
            app_version: desc.app_version,
            extensions: desc.instance_extensions.clone(),
        });
        self.load.act(&self.gate)?;
        Ok(Box::new(FakeApi { fake: self.clone(), extensions: desc.instance_extensions.clone() }))
    }
}

struct FakeApi {
    fake: FakeDriver,
    extensions: Vec<String>,
}

impl Drop for FakeApi {
    fn drop(&mut self) {
        let _ = self.fake.unload.act(&self.fake.gate);
    }
}

impl FakeApi {
    fn visible(&self) -> Vec<&FakeAdapter> {
        let seen = |a: &&FakeAdapter| a.hidden_without.is_none_or(|e| self.extensions.iter().any(|x| x == e));
        self.fake.adapters.iter().filter(seen).collect()
    }

    fn info(&self, a: &FakeAdapter) -> AdapterInfo {
        AdapterInfo {
            backend: self.fake.kind,
            name: a.name.clone(),
            vendor_id: 0,
            device_id: 0,
            driver: "fake 1".into(),
            api_version: "1.3.0".into(),
            device_type: a.device_type,
            dedicated_memory_bytes: 0,
            shared_memory_bytes: 0,
        }
    }
}

impl Api for FakeApi {
    fn adapters(&self) -> Result<Vec<Adapter>, Fault> {
        self.fake.calls.lock().unwrap().push(Call::Enumerate);
        self.fake.enumerate.act(&self.fake.gate)?;
        let each = |a: &FakeAdapter| Adapter {
            info: self.info(a),
            report: DeviceReport {
                schema: DeviceReport::SCHEMA,
                name: Some(a.name.clone()),
                vendor_id: None,
                device_id: None,
                driver: None,
                device_type: Some(a.device_type),
                source: "fake".into(),
                body: Body::Vulkan(Box::new(a.report.clone())),
                faults: Vec::new(),
                notes: Vec::new(),
            },
            can_present: a.can_present,
        };
        Ok(self.visible().into_iter().map(each).collect())
    }
    fn create_device(&self, adapter: usize, plan: &Plan) -> Result<Arc<dyn Backend>, Fault> {
        let set = plan.features.iter().flat_map(|s| s.bits.iter().map(|b| b.name.to_owned()));
        self.fake.calls.lock().unwrap().push(Call::Create { adapter, bits: set.collect() });
        let visible = self.visible();
        let a = visible.get(adapter).ok_or_else(|| Fault::Unavailable("no such adapter".into()))?;
        a.create.act(&self.fake.gate)?;
        Ok(FakeDevice::new(self.info(a), a.draw, self.fake.gate.clone()))
    }
    fn make_surface(
        &self,
        device: &Arc<dyn Backend>,
        _target: Option<&Arc<dyn SurfaceTarget>>,
    ) -> Result<Option<MadeSurface>, SurfaceFault> {
        self.fake.calls.lock().unwrap().push(Call::Surface);
        let name = &device.info().name;
        let Some(a) = self.fake.adapters.iter().find(|a| a.name == *name) else { unreachable!() };
        let window_spoiled = a.spoils_window;
        let made = a.surface.act(&self.fake.gate).map(|()| None);
        made.map_err(|fault| SurfaceFault { fault, window_spoiled })
    }
    fn validation(&self) -> (bool, String) {
        (false, "a fake has no validation layer".into())
    }
    fn validation_messages(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Claims everything, except what is named.
#[derive(Default)]
pub struct Scripted(pub Vec<(Capability, BackendKind)>);

impl Claims for Scripted {
    fn status(&self, c: Capability, b: BackendKind) -> Claim {
        if self.0.contains(&(c, b)) { Claim::NotYet { why: "told so".into() } } else { Claim::Proved }
    }
}

/// An instance of these, in the order of a platform that has Vulkan and then GL, with a registry of its own.
pub fn instance(drivers: &[&FakeDriver]) -> Instance {
    instance_with(drivers, Scripted::default(), Arc::default())
}

pub fn instance_with(drivers: &[&FakeDriver], claims: Scripted, registry: Arc<Registry>) -> Instance {
    let host = Host {
        system: "a test".into(),
        inside: Vec::new(),
        gpu_nodes: Vec::new(),
        looked_for_nodes: false,
        advice: Vec::new(),
    };
    instance_on(host, drivers, claims, registry)
}

/// The same on another machine.
pub fn instance_on(
    host: Host,
    drivers: &[&FakeDriver],
    claims: Scripted,
    registry: Arc<Registry>,
) -> Instance {
    Instance::new(InstanceDesc {
        drivers: drivers.iter().map(|d| Arc::new((*d).clone()) as Arc<dyn Driver>).collect(),
        claims: Arc::new(claims),
        registry,
        platform: Platform::Other,
        host: Some(host),
    })
}

/// The plain request, with no overrides from outside.
pub fn desc() -> SelectDesc {
    SelectDesc { environment: Some(Environment::empty()), probe_limit: LONG, ..SelectDesc::default() }
}

/// The story of a failure.
pub fn story(e: &SelectError) -> &SelectionReport {
    e.report().unwrap_or_else(|| panic!("nothing was tried: {e}"))
}
