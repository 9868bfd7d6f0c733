//! The Null backend: does everything but draw. Always compiled.
//!
//! It makes objects, moves bytes in copies, counts commands, derives and keeps barriers, and notices misuse that a driver
//! would: an object destroyed twice, or while a list that names it is pending. It can be told to complete late, out of order,
//! or to fail late, so that a program can be tested against drivers that do.

mod crumbs;
mod interop;
mod memory;
mod recorder;
mod surface;

pub use recorder::{Logged, NullStats};
pub use surface::{KEPT_WAITS, NoWindow, NullSurfaces};

use crate::adapter::{AdapterInfo, BackendKind};
use crate::backend::*;
use crate::desc::{LayoutEntry, Memory, PushLayout, ShaderStage};
use crate::driver::{Adapter, Driver, Instance, LoadDesc};
use crate::format::Format;
use crate::limits::Limits;
use crate::object::{Kind, Native, TextureInfo};
use crate::query::{PassQueryPlan, QuerySetDesc};
use crate::queue::{PerQueue, Queue};
use crate::record::{Cmd, Commands, Raw, calls, shims};
use crate::sync::{Mutex, lock};
use crate::track::List;
use candor_caps::plan::Plan;
use candor_caps::report::DeviceType;
use candor_caps::{Body, DeviceReport};
use memory::{Op, Store as Bytes};
use recorder::NullRecorder;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// When what was submitted or created completes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Timing {
    /// At once.
    #[default]
    Immediate,
    /// After this many polls.
    Late {
        /// Polls.
        polls: u32,
    },
    /// Late, the newest first.
    OutOfOrder,
    /// Never: the GPU hangs, and nobody says so. Every wait is told that its time has run out.
    Never,
}

/// How a Null device behaves.
#[derive(Debug, Clone, Default)]
pub struct NullDesc {
    /// When submissions complete.
    pub timing: Timing,
    /// Pipelines whose label contains this text are created and fail at a later poll.
    pub fail_late: Option<String>,
    /// The device is lost at this submission, counted from 1.
    pub lose_at_submit: Option<u64>,
    /// The device is lost in the first pass whose label contains this text. The submission is taken; what comes after it tells.
    pub lose_in_pass: Option<String>,
    /// Keep every barrier and command for tests.
    pub log: bool,
    /// Limits; the least that any device may offer, when not given.
    pub limits: Option<Limits>,
    /// What no format can be used for.
    pub no_format: FormatSupport,
    /// What the device is created without.
    pub without: Enabled,
    /// It has no doors for foreign objects.
    pub no_doors: bool,
    /// It is asked before each raster pass, as backends are that make objects for one.
    pub prepares_rasters: bool,
    /// Bytes of memory for buffers and textures; without end, when not given.
    pub memory_bytes: Option<u64>,
    /// The budget in bytes that its one heap tells; unknown, when not given.
    pub heap_budget: Option<u64>,
}

/// A Null device.
pub struct NullBackend {
    info: AdapterInfo,
    limits: Limits,
    desc: NullDesc,
    state: Mutex<State>,
    surfaces: Mutex<NullSurfaces>,
}

#[derive(Default)]
struct State {
    next: u64,
    live: HashMap<u64, Kind>,
    /// Objects of somebody else.
    foreign: HashMap<u64, Kind>,
    bytes: Bytes,
    submitted: u64,
    polls: u64,
    /// Poll number at which each unfinished submission was made.
    running: Vec<(Timepoint, u64)>,
    /// Number of each queue's last submission.
    positions: PerQueue<u64>,
    late: Vec<LateFault>,
    /// How far passes have come.
    marks: Vec<u32>,
    lost: bool,
    misuse: Vec<String>,
    stats: NullStats,
    log: Vec<Logged>,
}

impl NullBackend {
    /// A device that behaves as told.
    pub fn new(desc: NullDesc) -> Arc<Self> {
        let limits = desc.limits.clone().unwrap_or_default();
        Arc::new(Self { info: info(), limits, desc, state: Mutex::default(), surfaces: Mutex::default() })
    }

    /// What was misused, one sentence each: an object destroyed twice or unknown.
    pub fn misuse(&self) -> Vec<String> {
        lock(&self.state).misuse.clone()
    }

    /// What was counted.
    pub fn null_stats(&self) -> NullStats {
        lock(&self.state).stats
    }

    /// Barriers and commands of all submitted lists, when the device keeps them.
    pub fn take_log(&self) -> Vec<Logged> {
        std::mem::take(&mut lock(&self.state).log)
    }

    /// Objects that exist.
    pub fn live(&self) -> usize {
        lock(&self.state).live.len()
    }

    fn make(&self, kind: Kind) -> Result<Native, Fault> {
        let mut s = lock(&self.state);
        if s.lost {
            return Err(Fault::Lost("the Null device was told to be lost".into()));
        }
        s.next += 1;
        let id = s.next;
        s.live.insert(id, kind);
        Ok(Native { raw: Raw(id), aux: 0 })
    }

    /// Is the device to be lost in a pass?
    fn loses_in(&self, label: &str) -> bool {
        self.desc.lose_in_pass.as_ref().is_some_and(|text| label.contains(text.as_str()))
    }

    fn has_room(&self, bytes: u64) -> Result<(), Fault> {
        let used = lock(&self.state).bytes.used();
        match self.desc.memory_bytes {
            Some(most) if used.saturating_add(bytes) > most => Err(Fault::OutOfMemory("device")),
            _ => Ok(()),
        }
    }

    fn make_pipeline(&self, kind: Kind, label: &str) -> Result<Native, Fault> {
        let native = self.make(kind)?;
        if self.desc.fail_late.as_ref().is_some_and(|text| label.contains(text.as_str())) {
            let fault = Fault::Call { call: "create pipeline", answer: "told to fail late".into() };
            lock(&self.state).late.push(LateFault { kind, raw: native.raw, fault });
        }
        Ok(native)
    }

    #[allow(clippy::mut_from_ref, reason = "a list is lent to one caller at a time; see `calls::lend`")]
    fn recorder(&self, cmd: Cmd) -> &mut NullRecorder {
        calls::lend(cmd)
    }
}

fn info() -> AdapterInfo {
    AdapterInfo {
        backend: BackendKind::Null,
        name: "Null".into(),
        vendor_id: 0,
        device_id: 0,
        driver: concat!("Candor ", env!("CARGO_PKG_VERSION")).into(),
        api_version: "1".into(),
        device_type: DeviceType::Other,
        dedicated_memory_bytes: 0,
        shared_memory_bytes: 0,
    }
}

#[allow(unsafe_code, reason = "the trait's contract; nothing unsafe is done here")]
impl Backend for NullBackend {
    fn info(&self) -> &AdapterInfo {
        &self.info
    }
    fn limits(&self) -> &Limits {
        &self.limits
    }
    fn enabled(&self) -> Enabled {
        Enabled::all() - Enabled::ANISOTROPY - self.desc.without
    }
    fn format_support(&self, format: Format) -> (FormatSupport, u32) {
        let f = FormatSupport::all();
        let never = match () {
            () if format.is_depth() => FormatSupport::COLOR | FormatSupport::BLEND | FormatSupport::STORAGE,
            () if format.is_compressed() => {
                FormatSupport::COLOR | FormatSupport::BLEND | FormatSupport::STORAGE | FormatSupport::DEPTH
            }
            () => FormatSupport::DEPTH | FormatSupport::COMPARE,
        };
        (f - never - self.desc.no_format, self.limits.sample_counts)
    }
    fn commands(&self) -> Commands {
        shims::<NullRecorder>()
    }
    fn create_buffer(&self, p: &BufferPlan<'_>) -> Result<Native, Fault> {
        self.has_room(p.size)?;
        // Its bytes are the host's.
        crate::upload::has_memory(p.size)?;
        let n = self.make(Kind::Buffer)?;
        let mut s = lock(&self.state);
        s.bytes.add_buffer(n.raw, p.size, p.memory != Memory::Device);
        Ok(n)
    }
    fn create_texture(&self, info: &TextureInfo, _label: &str) -> Result<Native, Fault> {
        self.has_room(info.texel_bytes())?;
        let n = self.make(Kind::Texture)?;
        lock(&self.state).bytes.add_texture(n.raw, *info);
        Ok(n)
    }
    fn create_view(&self, _p: &ViewPlan<'_>) -> Result<Native, Fault> {
        self.make(Kind::View)
    }
    fn create_sampler(&self, _p: &SamplerPlan<'_>) -> Result<Native, Fault> {
        self.make(Kind::Sampler)
    }
    fn create_group_layout(
        &self,
        _e: &[LayoutEntry],
        _s: &[(u32, Box<[Raw]>)],
        _label: &str,
    ) -> Result<Native, Fault> {
        self.make(Kind::BindGroupLayout)
    }
    fn create_group(&self, _layout: Native, _e: &[NativeEntry], _label: &str) -> Result<Native, Fault> {
        self.make(Kind::BindGroup)
    }
    fn create_interface(&self, _groups: &[Raw], push: PushLayout) -> Result<(Native, u32), Fault> {
        Ok((self.make(Kind::PipelineLayout)?, u32::from(push.stages.bits())))
    }
    fn create_raster_pipeline(&self, p: &RasterPipelinePlan<'_>) -> Result<Native, Fault> {
        self.make_pipeline(Kind::RasterPipeline, p.desc.label)
    }
    fn create_compute_pipeline(&self, _l: Raw, _s: ShaderStage<'_>, label: &str) -> Result<Native, Fault> {
        self.make_pipeline(Kind::ComputePipeline, label)
    }
    unsafe fn destroy(&self, kind: Kind, native: Native) {
        if kind == Kind::Swapchain {
            lock(&self.surfaces).forget(native.raw);
        }
        let mut s = lock(&self.state);
        match s.live.remove(&native.raw.0) {
            Some(k) if k == kind => s.bytes.remove(native.raw),
            Some(k) => {
                s.misuse.push(format!("object {} is a {k:?} and was destroyed as a {kind:?}", native.raw.0))
            }
            None => s.misuse.push(format!("{kind:?} {} was destroyed and does not exist", native.raw.0)),
        }
    }
    fn write_host(&self, buffer: Native, offset: u64, data: &[u8]) -> Result<(), Fault> {
        lock(&self.state).bytes.write(buffer.raw, offset, data)
    }
    fn read_host(&self, buffer: Native, offset: u64, data: &mut [u8]) -> Result<(), Fault> {
        lock(&self.state).bytes.read(buffer.raw, offset, data)
    }
    fn families(&self) -> PerQueue<u32> {
        [0, 1, 2]
    }
    fn open(&self, _queue: Queue) -> Result<Cmd, Fault> {
        if lock(&self.state).lost {
            return Err(Fault::Lost("the Null device was told to be lost".into()));
        }
        Ok(recorder::open(self.desc.log))
    }
    unsafe fn recycle(&self, cmd: Cmd) {
        drop(calls::take::<NullRecorder>(cmd));
    }
    unsafe fn barriers(&self, cmd: Cmd, barriers: &List) {
        self.recorder(cmd).barriers(barriers);
    }
    fn prepares_rasters(&self) -> bool {
        self.desc.prepares_rasters
    }
    unsafe fn begin_raster(&self, cmd: Cmd, plan: &RasterPlan<'_>) {
        let r = self.recorder(cmd);
        r.barriers(plan.barriers);
        r.begin(plan.desc.label, self.loses_in(plan.desc.label));
    }
    unsafe fn end_raster(&self, cmd: Cmd, label: &str) {
        self.recorder(cmd).end(label);
    }
    unsafe fn begin_compute(&self, cmd: Cmd, barriers: &List, label: &str) {
        let r = self.recorder(cmd);
        r.barriers(barriers);
        r.begin(label, self.loses_in(label));
    }
    unsafe fn end_compute(&self, cmd: Cmd, label: &str) {
        self.recorder(cmd).end(label);
    }
    unsafe fn serial(&self, cmd: Cmd) {
        self.recorder(cmd).serial();
    }
    fn create_query_set(&self, d: &QuerySetDesc<'_>) -> Result<Native, Fault> {
        let n = self.make(Kind::QuerySet)?;
        lock(&self.state).bytes.add_queries(n.raw, d.count * d.kind.words());
        Ok(n)
    }
    unsafe fn begin_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        self.recorder(cmd).begin_queries(plan);
    }
    unsafe fn end_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        self.recorder(cmd).end_queries(plan);
    }
    unsafe fn timestamp(&self, cmd: Cmd, set: Raw, index: u32) {
        self.recorder(cmd).stamp(set, index);
    }
    unsafe fn mark(&self, cmd: Cmd, mark: Mark<'_>) {
        self.recorder(cmd).mark(mark);
    }
    fn wants_marks(&self) -> bool {
        true
    }
    unsafe fn copies(&self, cmd: Cmd, copies: &[NativeCopy]) {
        self.recorder(cmd).copies(copies);
    }
    unsafe fn submit(&self, parts: &[Part], lists: &[Cmd]) -> Result<(), Fault> {
        let mut s = lock(&self.state);
        s.submitted += 1;
        if s.lost || self.desc.lose_at_submit == Some(s.submitted) {
            s.lost = true;
            return Err(Fault::Lost("the Null device was told to be lost".into()));
        }
        let several = parts.len() > 1 || parts.iter().any(|p| p.waits != Timepoint::default());
        let mut ends = Timepoint::default();
        for part in parts {
            if (0..Queue::COUNT).any(|q| part.waits.0[q] > s.positions[q]) {
                s.misuse.push(format!("{part:?} waits for what was not submitted"));
            }
            let at = part.queue as usize;
            if part.number <= s.positions[at] {
                s.misuse.push(format!("{part:?} has the number of an earlier submission"));
            }
            (s.positions[at], ends.0[at]) = (part.number, part.number);
            if several && self.desc.log {
                let (queue, waits, number) = (part.queue, part.waits.0, part.number);
                s.log.push(Logged::Part { queue, waits, number });
            }
            for cmd in &lists[part.lists.clone()] {
                let r = self.recorder(*cmd);
                for op in &r.ops {
                    match op {
                        _ if s.lost => {}
                        Op::Lose => s.lost = true,
                        Op::Mark(word, value) => {
                            if let Some(mark) = s.marks.get_mut(*word) {
                                *mark = *value;
                            }
                        }
                        op => s.bytes.run(op, self.limits.timestamp_bits),
                    }
                }
                s.stats += r.stats;
                let log = std::mem::take(&mut r.log);
                s.log.extend(log);
            }
        }
        let now = s.polls;
        s.running.push((ends, now));
        Ok(())
    }
    fn interop(&self) -> Option<&dyn crate::interop::Interop> {
        (!self.desc.no_doors).then_some(self)
    }
    fn presenter(&self) -> Option<&dyn crate::surface::Presenter> {
        self.enabled().contains(Enabled::PRESENT).then_some(self)
    }
    fn breadcrumbs(&self) -> Option<&dyn Breadcrumbs> {
        Some(self)
    }
    fn submitted(&self) -> Timepoint {
        Timepoint(lock(&self.state).positions)
    }
    fn finished(&self, t: Timepoint) -> Result<bool, Fault> {
        let mut s = lock(&self.state);
        if s.lost {
            return Err(Fault::Lost("the Null device was told to be lost".into()));
        }
        let Some(i) = s.running.iter().position(|(n, _)| *n == t) else { return Ok(true) };
        let polls = s.polls;
        let done = match self.desc.timing {
            Timing::Immediate => true,
            Timing::Late { polls: n } => polls >= s.running[i].1 + u64::from(n),
            // The newest first; the older ones wait until nothing newer runs.
            Timing::OutOfOrder => polls > s.running[i].1 && i + 1 == s.running.len(),
            Timing::Never => false,
        };
        if done {
            s.running.remove(i);
        }
        Ok(done)
    }
    fn wait(&self, t: Timepoint, timeout: Duration) -> Result<bool, Fault> {
        let mut s = lock(&self.state);
        if s.lost {
            return Err(Fault::Lost("the Null device was told to be lost".into()));
        }
        if !timeout.is_zero() && self.desc.timing != Timing::Never {
            // Waiting lets the time pass that polls would.
            let Some(i) = s.running.iter().position(|(n, _)| *n == t) else { return Ok(true) };
            s.running.remove(i);
        }
        Ok(!s.running.iter().any(|(n, _)| *n == t))
    }
    fn poll(&self, faults: &mut Vec<LateFault>) {
        let mut s = lock(&self.state);
        s.polls += 1;
        faults.append(&mut s.late);
    }
    fn memory(&self) -> MemoryStats {
        lock(&self.state).bytes.stats(self.desc.heap_budget)
    }
}

/// The Null API: one adapter, always there.
#[derive(Debug, Clone, Default)]
pub struct NullDriver {
    /// How its devices behave.
    pub desc: NullDesc,
}

impl Driver for NullDriver {
    fn kind(&self) -> BackendKind {
        BackendKind::Null
    }
    fn load(&self, _desc: &LoadDesc) -> Result<Box<dyn Instance>, Fault> {
        Ok(Box::new(self.clone()))
    }
}

impl Instance for NullDriver {
    fn adapters(&self) -> Result<Vec<Adapter>, Fault> {
        let info = info();
        let report = DeviceReport {
            schema: DeviceReport::SCHEMA,
            name: Some(info.name.clone()),
            vendor_id: None,
            device_id: None,
            driver: Some(info.driver.clone()),
            device_type: Some(info.device_type),
            source: "the Null backend".into(),
            body: Body::Null,
            faults: Vec::new(),
            notes: Vec::new(),
        };
        Ok(vec![Adapter { info, report, can_present: false }])
    }
    fn create_device(&self, _adapter: usize, _plan: &Plan) -> Result<Arc<dyn Backend>, Fault> {
        Ok(NullBackend::new(self.desc.clone()))
    }
    fn validation(&self) -> (bool, String) {
        (true, "the Null backend validates by itself".into())
    }
    fn validation_messages(&self) -> Vec<String> {
        Vec::new()
    }
}
