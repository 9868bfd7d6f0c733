//! The entrance: which backends there are, and a device out of one of them.

use crate::claims::Claims;
use crate::error::SelectError;
use crate::host::Host;
use crate::order::Platform;
use crate::proved::Proofs;
use crate::request::SelectDesc;
use crate::walk::{self, Selected};
use crate::worker::{Ran, Registry, Worker};
use candor_rhi::BackendKind;
use candor_rhi::driver::{Driver, LoadDesc};
use candor_rhi::null::NullDriver;
use std::sync::Arc;
use std::time::Duration;

/// What an instance is made of. The default is what this build has; a program may bring backends of its own.
#[derive(Clone)]
pub struct InstanceDesc {
    /// Backends; of two for the same API the later one counts. Null is added where it is missing.
    pub drivers: Vec<Arc<dyn Driver>>,
    /// What Candor claims of itself.
    pub claims: Arc<dyn Claims>,
    /// Backends that hung and are not entered again.
    pub registry: Arc<Registry>,
    /// What decides the order of backends.
    pub platform: Platform,
    /// Where the program runs; `None` looks.
    pub host: Option<Host>,
}

impl Default for InstanceDesc {
    fn default() -> Self {
        Self {
            drivers: built_in_drivers(),
            claims: Arc::new(Proofs),
            registry: Registry::process(),
            platform: Platform::current(),
            host: None,
        }
    }
}

/// The backends of this build.
pub fn built_in_drivers() -> Vec<Arc<dyn Driver>> {
    vec![
        #[cfg(feature = "vulkan")]
        Arc::new(candor_vulkan::VulkanDriver),
        Arc::new(NullDriver::default()),
    ]
}

/// The backends that are compiled into this build. Whether their APIs can be loaded on this machine is another question:
/// [`Instance::loadable_backends`].
pub fn compiled_backends() -> Vec<BackendKind> {
    Instance::default().compiled_backends()
}

/// The backends of this build whose APIs can be loaded on this machine.
pub fn loadable_backends() -> Vec<BackendKind> {
    let all = Instance::default().loadable_backends(crate::request::PROBE_LIMIT);
    all.into_iter().filter(|l| l.loaded.is_ok()).map(|l| l.backend).collect()
}

/// Whether the API of a backend can be loaded on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loadable {
    /// The backend.
    pub backend: BackendKind,
    /// It can, or why not, in one sentence.
    pub loaded: Result<(), String>,
}

/// Backends to choose among.
pub struct Instance {
    pub(crate) drivers: Vec<Arc<dyn Driver>>,
    pub(crate) claims: Arc<dyn Claims>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) platform: Platform,
    pub(crate) host: Option<Host>,
}

impl Default for Instance {
    fn default() -> Self {
        Self::new(InstanceDesc::default())
    }
}

impl Instance {
    /// An instance. Nothing is loaded before it is needed.
    pub fn new(desc: InstanceDesc) -> Self {
        let mut drivers: Vec<Arc<dyn Driver>> = Vec::new();
        for driver in desc.drivers {
            drivers.retain(|d| d.kind() != driver.kind());
            drivers.push(driver);
        }
        if drivers.iter().all(|d| d.kind() != BackendKind::Null) {
            drivers.push(Arc::new(NullDriver::default()));
        }
        Self {
            drivers,
            claims: desc.claims,
            registry: desc.registry,
            platform: desc.platform,
            host: desc.host,
        }
    }

    /// Chooses a backend and an adapter and makes a device, with the whole story of why.
    ///
    /// # Errors
    /// A wrong override or request, or a failure of every candidate, each by name and with its reason.
    pub fn select(&self, desc: &SelectDesc) -> Result<Selected, SelectError> {
        walk::select(self, desc)
    }

    /// The backends that this instance has, loadable or not.
    pub fn compiled_backends(&self) -> Vec<BackendKind> {
        self.drivers.iter().map(|d| d.kind()).collect()
    }

    /// Tries to load the API of every backend. Each may take at most `limit`; one that takes longer is not entered again.
    pub fn loadable_backends(&self, limit: Duration) -> Vec<Loadable> {
        let each = |d: &Arc<dyn Driver>| Loadable { backend: d.kind(), loaded: self.loads(d, limit) };
        self.drivers.iter().map(each).collect()
    }

    fn loads(&self, driver: &Arc<dyn Driver>, limit: Duration) -> Result<(), String> {
        let backend = driver.kind();
        if let Some(why) = self.registry.abandoned(backend) {
            return Err(why);
        }
        let worker = Worker::start(backend).map_err(|e| format!("no thread could be started: {e}"))?;
        let driver = driver.clone();
        // The API is unloaded on the same thread, within the same time.
        match worker
            .run(limit, move || driver.load(&LoadDesc::default()).map(drop).map_err(|e| e.to_string()))
        {
            Ran::Done(loaded) => loaded,
            Ran::Panicked(text) => Err(format!("loading panicked: {text}")),
            Ran::Hung => {
                let why = walk::hung(backend, "load", limit);
                self.registry.abandon(backend, why.clone());
                Err(why)
            }
        }
    }

    pub(crate) fn driver(&self, backend: BackendKind) -> Option<Arc<dyn Driver>> {
        self.drivers.iter().find(|d| d.kind() == backend).cloned()
    }
}
