//! All pipelines of a manifest, made before the first frame on as many threads as there are cores.

use crate::ShaderHash;
use crate::manifest::{ComputeEntry, PipelineManifest, RasterEntry, ShaderRef, mips_name};
use crate::shaders::ShaderSet;
use candor_rhi::*;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is told of a pipeline that is done, with how many are done so far.
pub type Progress<'a> = dyn Fn(&PipelineOutcome, usize) + Sync + 'a;

/// How pipelines are prewarmed.
#[derive(Clone, Copy, Default)]
pub struct PrewarmOptions<'a> {
    /// Threads, the calling one among them; 0 for as many as there are cores.
    pub threads: usize,
    /// Set by anybody: what has not begun is not made any more.
    pub cancel: Option<&'a AtomicBool>,
    /// Told of each pipeline as it is done, from any of the threads, with how many are done so far.
    pub progress: Option<&'a Progress<'a>>,
}

impl fmt::Debug for PrewarmOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrewarmOptions").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Kind of a pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PipelineKind {
    /// It draws.
    Raster,
    /// It computes.
    Compute,
    /// It draws mip levels, and is the device's own.
    Mips,
}

impl PipelineKind {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raster => "raster",
            Self::Compute => "compute",
            Self::Mips => "mips",
        }
    }
}

/// How a pipeline came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// The driver's cache had it, and the driver said so.
    Ready,
    /// The driver made it. Where it does not tell, its cache may have helped.
    Made,
}

/// Why a pipeline was not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// No shader has the name.
    #[error("there is no shader '{name}'; add it to the `ShaderSet`")]
    UnknownShader {
        /// The name.
        name: String,
    },
    /// The shader of the name is another one.
    #[error("shader '{name}' is {found}, {listed} is listed; build the manifest anew")]
    OtherShader {
        /// The name.
        name: String,
        /// As the manifest has it.
        listed: ShaderHash,
        /// As the set has it.
        found: ShaderHash,
    },
    /// The device refused it.
    #[error("{0}")]
    Device(Error),
    /// It was not begun.
    #[error("prewarming was cancelled before it was begun")]
    Cancelled,
}

/// What became of one pipeline.
#[derive(Debug, Clone, PartialEq)]
pub struct PipelineOutcome {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: PipelineKind,
    /// How long it took.
    pub time: Duration,
    /// How it came about, or why it did not.
    pub result: Result<Made, Failure>,
}

/// Pipelines by name.
#[derive(Debug, Default)]
pub struct Pipelines {
    raster: HashMap<String, RasterPipeline>,
    compute: HashMap<String, ComputePipeline>,
    /// Equal layouts that are made while these live are the same ones, so that groups fit.
    _layouts: Vec<BindGroupLayout>,
}

impl Pipelines {
    /// How many.
    pub fn len(&self) -> usize {
        self.raster.len() + self.compute.len()
    }

    /// None?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A raster pipeline.
    pub fn raster(&self, name: &str) -> Option<&RasterPipeline> {
        self.raster.get(name)
    }

    /// A compute pipeline.
    pub fn compute(&self, name: &str) -> Option<&ComputePipeline> {
        self.compute.get(name)
    }

    /// Takes a raster pipeline out, to be kept elsewhere.
    pub fn take_raster(&mut self, name: &str) -> Option<RasterPipeline> {
        self.raster.remove(name)
    }

    /// Likewise a compute pipeline.
    pub fn take_compute(&mut self, name: &str) -> Option<ComputePipeline> {
        self.compute.remove(name)
    }
}

/// What prewarming has made.
#[derive(Debug)]
#[must_use = "what was not made stands in it, and what was made goes with it"]
pub struct PrewarmReport {
    /// All that were made, but for the device's own, which it keeps itself.
    pub pipelines: Pipelines,
    /// What became of each, in the order of the manifest.
    pub outcomes: Vec<PipelineOutcome>,
    /// Time from beginning to end.
    pub time: Duration,
    /// Threads that took part.
    pub threads: usize,
}

impl PrewarmReport {
    /// Were all made?
    pub fn is_complete(&self) -> bool {
        self.failures().next().is_none()
    }

    /// Those that were not made.
    pub fn failures(&self) -> impl Iterator<Item = (&str, &Failure)> {
        self.outcomes.iter().filter_map(|o| Some((o.name.as_str(), o.result.as_ref().err()?)))
    }

    /// How many of them the driver's cache had, as far as the driver tells.
    pub fn ready(&self) -> usize {
        self.outcomes.iter().filter(|o| o.result == Ok(Made::Ready)).count()
    }
}

enum Task<'a> {
    Raster(&'a RasterEntry),
    Compute(&'a ComputeEntry),
    Mips(Format, TextureDim),
}

enum Done {
    Raster(RasterPipeline),
    Compute(ComputePipeline),
    Mips,
}

/// What became of a task, and what it made.
type Ended = (PipelineOutcome, Option<Done>);
type Layouts<'a> = HashMap<&'a str, Result<BindGroupLayout, Error>>;

/// Makes every pipeline of a manifest. Call it where no batch of the thread is open: what is made in a frame is late.
pub fn prewarm(
    device: &Device,
    manifest: &PipelineManifest,
    shaders: &ShaderSet,
    options: &PrewarmOptions<'_>,
) -> PrewarmReport {
    let start = Instant::now();
    let layouts: Layouts<'_> =
        manifest.layouts.iter().map(|l| (l.name.as_str(), layout(device, l))).collect();
    let raster = manifest.raster.iter().map(Task::Raster);
    let compute = manifest.compute.iter().map(Task::Compute);
    let mips = manifest.mips.iter().map(|(f, d)| Task::Mips(*f, *d));
    let tasks: Vec<_> = raster.chain(compute).chain(mips).collect();
    let results: Vec<Mutex<Option<Ended>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some((task, result)) = {
            let i = next.fetch_add(1, Ordering::Relaxed);
            tasks.get(i).zip(results.get(i))
        } {
            let cancelled = options.cancel.is_some_and(|c| c.load(Ordering::Relaxed));
            let made = one(device, shaders, &layouts, task, cancelled);
            let n = 1 + done.fetch_add(1, Ordering::Relaxed);
            if let Some(progress) = options.progress {
                progress(&made.0, n);
            }
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
        }
    };
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let most = if options.threads == 0 { cores() } else { options.threads };
    let mut threads = 1;
    std::thread::scope(|s| {
        for _ in 1..most.min(tasks.len()) {
            let spawned = std::thread::Builder::new().name("candor prewarm".into()).spawn_scoped(s, work);
            match spawned {
                Ok(_) => threads += 1,
                Err(e) => {
                    tracing::warn!("prewarming goes on with {threads} threads: {e}");
                    break;
                }
            }
        }
        work();
    });
    let mut report = PrewarmReport {
        pipelines: Pipelines::default(),
        outcomes: Vec::with_capacity(tasks.len()),
        time: Duration::ZERO,
        threads,
    };
    for (outcome, made) in
        results.into_iter().filter_map(|r| r.into_inner().unwrap_or_else(PoisonError::into_inner))
    {
        match made {
            Some(Done::Raster(p)) => drop(report.pipelines.raster.insert(outcome.name.clone(), p)),
            Some(Done::Compute(p)) => drop(report.pipelines.compute.insert(outcome.name.clone(), p)),
            Some(Done::Mips) | None => {}
        }
        report.outcomes.push(outcome);
    }
    report.pipelines._layouts = layouts.into_values().filter_map(Result::ok).collect();
    report.time = start.elapsed();
    report
}

fn one(
    device: &Device,
    shaders: &ShaderSet,
    layouts: &Layouts<'_>,
    task: &Task<'_>,
    cancelled: bool,
) -> Ended {
    let start = Instant::now();
    let (name, kind) = match task {
        Task::Raster(r) => (r.name.clone(), PipelineKind::Raster),
        Task::Compute(c) => (c.name.clone(), PipelineKind::Compute),
        Task::Mips(f, d) => (mips_name(*f, *d), PipelineKind::Mips),
    };
    let made = if cancelled { Err(Failure::Cancelled) } else { make(device, shaders, layouts, task) };
    let (result, done) = match made {
        Ok((made, done)) => (Ok(made), Some(done)),
        Err(why) => (Err(why), None),
    };
    (PipelineOutcome { name, kind, time: start.elapsed(), result }, done)
}

fn make(
    device: &Device,
    shaders: &ShaderSet,
    layouts: &Layouts<'_>,
    task: &Task<'_>,
) -> Result<(Made, Done), Failure> {
    let how = |ready| if ready { Made::Ready } else { Made::Made };
    match task {
        Task::Raster(r) => {
            let state = r.state.with_stages(|s| stage(shaders, s))?;
            let groups = groups(layouts, &r.groups)?;
            let made = state.lend(&r.name, &groups, r.push, |d| device.prewarm_raster_pipeline(d));
            let made = made.map_err(Failure::Device)?;
            Ok((how(made.was_ready), Done::Raster(made.pipeline)))
        }
        Task::Compute(c) => {
            let shader = stage(shaders, &c.shader)?;
            let groups = groups(layouts, &c.groups)?;
            let d =
                ComputePipelineDesc { label: &c.name, groups: &groups, push: c.push, shader: shader.lend() };
            let made = device.prewarm_compute_pipeline(&d).map_err(Failure::Device)?;
            Ok((how(made.was_ready), Done::Compute(made.pipeline)))
        }
        Task::Mips(format, dim) => {
            device.prepare_mips(*format, *dim).map_err(Failure::Device)?;
            Ok((Made::Made, Done::Mips))
        }
    }
}

fn stage(shaders: &ShaderSet, s: &ShaderRef) -> Result<OwnedStage, Failure> {
    let known = shaders.hash(&s.name).zip(shaders.owned(&s.name));
    let (found, stage) = known.ok_or_else(|| Failure::UnknownShader { name: s.name.clone() })?;
    if found != s.hash {
        return Err(Failure::OtherShader { name: s.name.clone(), listed: s.hash, found });
    }
    Ok(OwnedStage { constants: s.constants.clone(), ..stage })
}

fn groups<'l>(layouts: &'l Layouts<'_>, names: &[String]) -> Result<Vec<&'l BindGroupLayout>, Failure> {
    let missing = |n: &String| {
        // A manifest that was read has them all; one that was put together may not.
        Failure::Device(Error::new(Code::GroupLayout, n.as_str(), "the manifest has no layout of this name"))
    };
    let one = |n: &String| match layouts.get(n.as_str()) {
        Some(Ok(l)) => Ok(l),
        Some(Err(e)) => Err(Failure::Device(e.clone())),
        None => Err(missing(n)),
    };
    names.iter().map(one).collect()
}

fn layout(device: &Device, item: &crate::LayoutItem) -> Result<BindGroupLayout, Error> {
    let mut made: Vec<(u32, Vec<Sampler>)> = Vec::new();
    for (binding, all) in &item.samplers {
        let one = |s: &SamplerState| device.create_sampler(&s.desc(&item.name)).map(|g| g.value);
        made.push((*binding, all.iter().map(one).collect::<Result<_, _>>()?));
    }
    let lent: Vec<(u32, Vec<&Sampler>)> = made.iter().map(|(b, all)| (*b, all.iter().collect())).collect();
    let samplers: Vec<_> =
        lent.iter().map(|(binding, samplers)| ImmutableSamplers { binding: *binding, samplers }).collect();
    let d = BindGroupLayoutDesc { label: &item.name, entries: &item.entries, samplers: &samplers };
    device.create_bind_group_layout(&d)
}
