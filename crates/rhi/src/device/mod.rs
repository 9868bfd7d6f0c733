//! The device: one concrete type for every backend. It makes objects, opens batches, and notices what has finished.

mod binding;
mod binding_limits;
mod buffer;
mod bundle;
mod chain;
mod derive;
mod detail;
mod internal;
mod mapped;
mod pipeline;
mod sampler;
mod slots;
mod states;
mod texture;
mod view;
mod wiring;
mod write;

pub use bundle::BundleDesc;
pub(crate) use internal::MipPipeline;
pub use mapped::Mapped;
pub(crate) use texture::texture_of;

use crate::adapter::AdapterInfo;
use crate::backend::{Backend, Enabled, FormatSupport, Timepoint};
use crate::batch::Batch;
use crate::core::Core;
use crate::desc::DeviceDesc;
use crate::error::Error;
use crate::format::Format;
use crate::layer::Counted;
use crate::leaks::LeakWatch;
use crate::limits::Limits;
use crate::lint::Lints;
use crate::loss::Loss;
use crate::memory::{MemoryPressure, MemoryStats};
use crate::object::Kind;
use crate::stats::{FrameStats, Geometry, GpuTimes, PassTime, Stats};
use crate::sync::{deadline, lock};
use crate::upload::UploadMemory;
use crate::validate::Findings;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A device. Clones are handles to the same device.
#[derive(Debug, Clone)]
pub struct Device {
    pub(crate) core: Arc<Core>,
    /// Counts handles: when the last one goes, uploads that nothing will carry any more are forgotten.
    _handle: Arc<Handle>,
}

#[derive(Debug)]
struct Handle(Option<Arc<Core>>);

impl Drop for Handle {
    fn drop(&mut self) {
        let Some(core) = &self.0 else { return };
        core.forget();
        core.poll();
        core.report_leaks();
    }
}

/// What `close` found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CloseReport {
    /// Kind and label of every object that the program still held. They are inert: they may be dropped, nothing else.
    pub alive: Vec<(Kind, String)>,
    /// Everything was destroyed. Otherwise a batch was still open somewhere, or work did not end in time, and destruction
    /// waits until the last object is dropped.
    pub destroyed: bool,
}

/// How the device is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceState {
    /// It works.
    Alive,
    /// It was lost, for good: why, and what the GPU was doing.
    Lost(Loss),
    /// Another device stands on its backend, so that it was never alive: every call answers with
    /// [`Code::BackendTaken`](crate::Code::BackendTaken).
    Refused,
}

/// Counters for leaks and pinned memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// Objects that exist.
    pub live_objects: usize,
    /// Objects that were dropped and wait for batches to finish.
    pub waiting_objects: usize,
    /// Batches that are open or running.
    pub batches: u64,
    /// The oldest of them; what was dropped since it opened cannot be destroyed.
    pub oldest_ticket: u64,
}

impl Device {
    /// A device on a backend, which it has for itself: while another device stands on it, every call of this one is refused with
    /// [`Code::BackendTaken`](crate::Code::BackendTaken).
    pub fn new(backend: Arc<dyn Backend>) -> Self {
        Self::with(backend, &DeviceDesc::default())
    }

    /// A device on a backend, with choices that are Candor's own.
    pub fn with(backend: Arc<dyn Backend>, desc: &DeviceDesc) -> Self {
        let core = Core::new(backend, desc);
        Self { _handle: Arc::new(Handle(Some(core.clone()))), core }
    }

    /// For Candor's own use while a batch is declared. It does not count as a handle.
    pub(crate) fn lent(core: &Arc<Core>) -> Self {
        Self { core: core.clone(), _handle: Arc::new(Handle(None)) }
    }

    /// Who the adapter is.
    pub fn info(&self) -> &AdapterInfo {
        self.core.backend.info()
    }

    /// What the device allows.
    pub fn limits(&self) -> &Limits {
        &self.core.limits
    }

    /// What the device was created with.
    pub fn enabled(&self) -> Enabled {
        self.core.enabled
    }

    /// What a format can be used for, and with which sample counts as an attachment (bit n set means n samples).
    pub fn format_support(&self, format: Format) -> (FormatSupport, u32) {
        self.core.backend.format_support(format)
    }

    /// Opens a batch. Passes are declared in order on this thread.
    pub fn batch(&self) -> Batch {
        Batch::open(&self.core)
    }

    /// Notices what has finished, destroys what nothing uses any more, wakes futures. Never blocks.
    pub fn poll(&self) {
        self.core.poll();
    }

    /// Waits until all submitted work has finished.
    ///
    /// # Errors
    /// When the time runs out, or the device is lost.
    pub fn wait_idle(&self, timeout: Duration) -> Result<(), Error> {
        if self.core.loss().is_some() {
            return self.core.alive("");
        }
        let end = deadline(timeout);
        loop {
            let running = lock(&self.core.flight).running.iter().map(|b| b.timepoint).reduce(Timepoint::with);
            let Some(t) = running else { break };
            let left = end.saturating_duration_since(Instant::now());
            match self.core.backend.wait(t, left) {
                Ok(true) => {}
                Ok(false) => {
                    let detail = format!("work did not finish within {} ms", timeout.as_millis());
                    return Err(Error::new(crate::error::Code::Timeout, "", detail));
                }
                Err(fault) => return Err(self.core.fault("", fault)),
            }
            self.core.poll();
            if Instant::now() >= end && !lock(&self.core.flight).running.is_empty() {
                let detail = format!("work did not finish within {} ms", timeout.as_millis());
                return Err(Error::new(crate::error::Code::Timeout, "", detail));
            }
        }
        self.core.poll();
        self.core.alive("")
    }

    /// Alive or lost.
    pub fn state(&self) -> DeviceState {
        match self.core.loss() {
            Some(loss) => DeviceState::Lost(loss.clone()),
            None if self.core.is_refused() => DeviceState::Refused,
            None => DeviceState::Alive,
        }
    }

    /// What tells, after the last handle of the device was dropped, which objects were alive then. They are also named in the log.
    pub fn watch_leaks(&self) -> LeakWatch {
        self.core.leaks.clone()
    }

    /// Faults of objects that the driver reported late, since the last call.
    pub fn faults(&self) -> Vec<Error> {
        std::mem::take(&mut lock(&self.core.faults))
    }

    /// What was beyond the portable limits ([`crate::limits::PORTABLE`]) so far. It was made all the same.
    pub fn lints(&self) -> Lints {
        self.core.lints.found()
    }

    /// What validation has found so far; nothing on a device that was made with [`Validation::Off`](crate::Validation::Off).
    pub fn findings(&self) -> Findings {
        self.core.validation.as_ref().map(|v| v.layer().found()).unwrap_or_default()
    }

    /// What all batches have done so far.
    pub fn stats(&self) -> Stats {
        let mut stats = *lock(&self.core.stats);
        if let Some(counting) = &self.core.counting {
            let c = counting.layer().counted();
            (stats.vertices, stats.triangles, stats.indirect_draws) =
                (c.vertices, c.triangles, c.indirect_draws);
        }
        stats
    }

    /// Turns the measuring of each pass's time on the GPU on or off, for batches that are opened from now on. It costs two timestamps
    /// a pass.
    ///
    /// # Errors
    /// A device without timestamps.
    pub fn time_passes(&self, on: bool) -> Result<(), Error> {
        if on && self.core.limits.timestamp_bits == 0 {
            return Err(Error::new(crate::error::Code::NotEnabled, "", "timestamps"));
        }
        self.core.timed.store(on, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    }

    /// Shows the times of the timed batch that finished last, in the order of declaration; nothing where none has.
    pub fn pass_times<T>(&self, look: impl FnOnce(&[PassTime]) -> T) -> T {
        look(lock(&self.core.times).get())
    }

    /// What was done since `before` (an earlier [`Device::stats`]), what the device holds, and how long passes took. It makes copies:
    /// a program that must not allocate calls [`Device::stats`], [`Device::memory`] and [`Device::pass_times`].
    pub fn frame_stats(&self, before: &Stats) -> FrameStats {
        let gpu = if self.core.limits.timestamp_bits == 0 {
            GpuTimes::Unavailable { why: "the device's queue writes no timestamps".to_owned() }
        } else if self.core.timed.load(std::sync::atomic::Ordering::Relaxed) {
            GpuTimes::Known(self.pass_times(<[_]>::to_vec))
        } else {
            GpuTimes::Off
        };
        let work = self.stats().since(before);
        let (vertices, triangles, indirect_draws) = (work.vertices, work.triangles, work.indirect_draws);
        let geometry = match self.core.counting {
            Some(_) => Geometry::Known(Counted { vertices, triangles, indirect_draws }),
            None => Geometry::Off,
        };
        FrameStats { work, geometry, memory: self.memory(), uploads: self.upload_memory(), gpu }
    }

    /// Memory as the backend's allocator sees it, with the budgets of the heaps where the driver tells them.
    pub fn memory(&self) -> MemoryStats {
        self.core.memory()
    }

    /// How near the end of memory is: to be asked once a frame, before it hurts.
    pub fn memory_pressure(&self) -> MemoryPressure {
        self.memory().pressure()
    }

    /// Staging memory of uploads.
    pub fn upload_memory(&self) -> UploadMemory {
        lock(&self.core.shared).uploads.staging.memory()
    }

    /// Objects and batches that exist.
    pub fn usage(&self) -> Usage {
        let (oldest_ticket, batches) = self.core.epochs.pinned();
        Usage {
            live_objects: self.core.live(),
            waiting_objects: self.core.waiting_to_die(),
            batches,
            oldest_ticket,
        }
    }

    /// Ends the device: waits for its work for at most `timeout`, names what is still alive, and destroys everything. Objects
    /// that are still held become inert.
    pub fn close(self, timeout: Duration) -> CloseReport {
        self.core.begin_close();
        let idle = self.wait_idle_closing(timeout);
        if self.core.loss().is_some() {
            self.core.end_lost();
        }
        let (alive, destroyed) = if idle { self.core.close() } else { (self.core.named_alive(), false) };
        CloseReport { alive, destroyed }
    }

    fn wait_idle_closing(&self, timeout: Duration) -> bool {
        match self.wait_idle(timeout) {
            Ok(()) => true,
            Err(e) => {
                let ended =
                    [crate::error::Code::Closed, crate::error::Code::BackendTaken].contains(&e.code());
                ended || self.core.loss().is_some()
            }
        }
    }
}
