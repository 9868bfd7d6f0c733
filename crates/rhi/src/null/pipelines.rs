//! Pipelines of the Null backend: held back on demand, so that a program can be tested against drivers that take long, and kept in a
//! cache of the simplest kind, which knows what was made.

use super::NullBackend;
use crate::adapter::BackendKind;
use crate::backend::{CacheKey, Fault, LateFault, PipelineCache, RasterPipelinePlan};
use crate::desc::ShaderStage;
use crate::object::{Kind, Native};
use crate::sync::{Mutex, lock};
use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Condvar;
use std::time::{Duration, Instant};

/// A pipeline is held back for at most so long.
const LONGEST_HOLD: Duration = Duration::from_secs(30);
/// What the contents of the cache begin with.
const MAGIC: [u8; 8] = *b"nullpipe";

#[derive(Default)]
struct Held {
    on: bool,
    /// Threads that are held back.
    waiting: usize,
}

#[derive(Default)]
pub(super) struct Pipelines {
    held: std::sync::Mutex<Held>,
    released: Condvar,
    known: Mutex<BTreeSet<u64>>,
}

impl Pipelines {
    fn is_held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn wait(&self) -> Result<(), Fault> {
        let end = Instant::now() + LONGEST_HOLD;
        let mut held = self.is_held();
        while held.on {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Unavailable("the pipeline was held back for too long".into()));
            }
            held.waiting += 1;
            held =
                self.released.wait_timeout(held, left).unwrap_or_else(std::sync::PoisonError::into_inner).0;
            held.waiting -= 1;
        }
        Ok(())
    }
}

/// A number for what pipelines are made of.
pub(super) fn number(plan: &RasterPipelinePlan<'_>) -> u64 {
    let d = plan.desc;
    let mut h = DefaultHasher::new();
    let tessellation = d.tessellation.iter().flat_map(|t| [&t.control, &t.evaluation]);
    let stages = std::iter::once(&d.vertex).chain(tessellation).chain(&d.geometry).chain(&d.fragment);
    stages.for_each(|s| hash_stage(s, &mut h));
    // What is not a shader, in words: it need not be quick.
    let fixed = RasterPipelineDescState(d);
    format!("{fixed:?} {} {}", plan.samples, plan.inputs).hash(&mut h);
    h.finish()
}

pub(super) fn number_of_compute(shader: &ShaderStage<'_>) -> u64 {
    let mut h = DefaultHasher::new();
    hash_stage(shader, &mut h);
    h.finish()
}

fn hash_stage(s: &ShaderStage<'_>, h: &mut DefaultHasher) {
    (s.spirv, s.entry).hash(h);
    s.constants.iter().for_each(|c| (c.id, c.value.bits()).hash(h));
}

struct RasterPipelineDescState<'a>(&'a crate::desc::RasterPipelineDesc<'a>);

impl std::fmt::Debug for RasterPipelineDescState<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let d = self.0;
        write!(f, "{:?} {:?} {:?} {:?} ", d.buffers, d.topology, d.primitive_restart, d.polygon)?;
        write!(f, "{} {} {:?} {:?} {:?} ", d.line_width, d.conservative, d.cull, d.front, d.depth)?;
        write!(f, "{:?} {:?} {} {:?} ", d.colors, d.sample_mask, d.alpha_to_coverage, d.logic_op)?;
        write!(f, "{} {:?}", d.view_mask, d.push)
    }
}

impl NullBackend {
    /// Holds pipelines back from now on, or lets them go: whoever makes one waits, for 30 seconds at most.
    pub fn hold_pipelines(&self, hold: bool) {
        self.pipelines.is_held().on = hold;
        self.pipelines.released.notify_all();
    }

    /// How many pipelines are held back now.
    pub fn held_pipelines(&self) -> usize {
        self.pipelines.is_held().waiting
    }

    pub(super) fn make_pipeline(&self, kind: Kind, label: &str, number: u64) -> Result<Native, Fault> {
        self.pipelines.wait()?;
        let native = self.make(kind)?;
        lock(&self.pipelines.known).insert(number);
        if self.desc.fail_late.as_ref().is_some_and(|text| label.contains(text.as_str())) {
            let fault = Fault::Call { call: "create pipeline", answer: "told to fail late".into() };
            lock(&self.state).late.push(LateFault { kind, raw: native.raw, fault });
        }
        Ok(native)
    }

    /// Makes a pipeline only where the cache knows it.
    pub(super) fn make_known(&self, kind: Kind, number: u64) -> Result<Option<Native>, Fault> {
        if !lock(&self.pipelines.known).contains(&number) {
            return Ok(None);
        }
        self.make(kind).map(Some)
    }
}

impl PipelineCache for NullBackend {
    fn key(&self) -> CacheKey {
        CacheKey {
            backend: BackendKind::Null,
            vendor_id: 0,
            device_id: 0,
            driver_version: self.desc.driver_version,
            uuid: *b"Candor Null mock",
        }
    }

    fn data(&self) -> Result<Vec<u8>, Fault> {
        let known = lock(&self.pipelines.known);
        Ok(MAGIC.into_iter().chain(known.iter().flat_map(|n| n.to_le_bytes())).collect())
    }

    fn load(&self, data: &[u8]) -> Result<(), Fault> {
        let numbers = data.strip_prefix(&MAGIC).map(<[u8]>::as_chunks::<8>);
        let Some((numbers, [])) = numbers else {
            return Err(Fault::Invalid("the contents do not begin as those of a Null device do".into()));
        };
        lock(&self.pipelines.known).extend(numbers.iter().map(|n| u64::from_le_bytes(*n)));
        Ok(())
    }
}
