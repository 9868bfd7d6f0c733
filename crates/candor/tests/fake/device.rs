//! A device that is Null's in everything, under another name, and whose picture is right, wrong, late or never there.

use super::{Act, DRAWN, Gate};
use candor::rhi::backend::*;
use candor::rhi::null::{NullBackend, NullDesc, Timing};
use candor::rhi::query::{PassQueryPlan, QuerySetDesc};
use candor::rhi::queue::Queue;
use candor::rhi::record::Commands;
use candor::rhi::track::List;
use candor::rhi::{
    AdapterInfo, Cmd, Format, Kind, LayoutEntry, Limits, Native, PushLayout, Raw, ShaderStage, TextureInfo,
};
use std::sync::Arc;
use std::time::Duration;

pub struct FakeDevice {
    null: Arc<NullBackend>,
    info: AdapterInfo,
    draw: Act,
    gate: Arc<Gate>,
}

impl FakeDevice {
    pub fn new(info: AdapterInfo, draw: Act, gate: Arc<Gate>) -> Arc<Self> {
        let desc = match draw {
            Act::LosesDevice => NullDesc { lose_at_submit: Some(1), ..NullDesc::default() },
            Act::FailsLate => NullDesc { fail_late: Some("probe".into()), ..NullDesc::default() },
            Act::TooSlow => NullDesc { timing: Timing::Late { polls: u32::MAX }, ..NullDesc::default() },
            Act::Works | Act::Fails(_) | Act::Panics | Act::Hangs | Act::DrawsWrongly => NullDesc::default(),
        };
        Arc::new(Self { null: NullBackend::new(desc), info, draw, gate })
    }
}

#[allow(clippy::undocumented_unsafe_blocks, reason = "every call is handed on under the same contract")]
impl Backend for FakeDevice {
    fn info(&self) -> &AdapterInfo {
        &self.info
    }
    fn limits(&self) -> &Limits {
        self.null.limits()
    }
    fn enabled(&self) -> Enabled {
        self.null.enabled()
    }
    fn format_support(&self, format: Format) -> (FormatSupport, u32) {
        self.null.format_support(format)
    }
    fn commands(&self) -> Commands {
        self.null.commands()
    }
    fn create_buffer(&self, p: &BufferPlan<'_>) -> Result<Native, Fault> {
        self.null.create_buffer(p)
    }
    fn create_texture(&self, info: &TextureInfo, label: &str) -> Result<Native, Fault> {
        self.null.create_texture(info, label)
    }
    fn create_view(&self, p: &ViewPlan<'_>) -> Result<Native, Fault> {
        self.null.create_view(p)
    }
    fn create_sampler(&self, p: &SamplerPlan<'_>) -> Result<Native, Fault> {
        self.null.create_sampler(p)
    }
    fn create_group_layout(
        &self,
        e: &[LayoutEntry],
        s: &[(u32, Box<[Raw]>)],
        label: &str,
    ) -> Result<Native, Fault> {
        self.null.create_group_layout(e, s, label)
    }
    fn create_group(&self, layout: Native, e: &[NativeEntry], label: &str) -> Result<Native, Fault> {
        self.null.create_group(layout, e, label)
    }
    fn create_interface(&self, groups: &[Raw], push: PushLayout) -> Result<(Native, u32), Fault> {
        self.null.create_interface(groups, push)
    }
    fn create_raster_pipeline(&self, p: &RasterPipelinePlan<'_>) -> Result<Native, Fault> {
        match self.draw {
            Act::Fails(why) => Err(Fault::Call { call: "createPipeline", answer: why.into() }),
            Act::Panics => std::panic::resume_unwind(Box::new("told to panic")),
            _ => self.null.create_raster_pipeline(p),
        }
    }
    fn create_compute_pipeline(&self, l: Raw, s: ShaderStage<'_>, label: &str) -> Result<Native, Fault> {
        self.null.create_compute_pipeline(l, s, label)
    }
    unsafe fn destroy(&self, kind: Kind, native: Native) {
        unsafe { self.null.destroy(kind, native) }
    }
    fn write_host(&self, buffer: Native, offset: u64, data: &[u8]) -> Result<(), Fault> {
        self.null.write_host(buffer, offset, data)
    }
    fn read_host(&self, buffer: Native, offset: u64, data: &mut [u8]) -> Result<(), Fault> {
        if self.draw == Act::DrawsWrongly {
            return self.null.read_host(buffer, offset, data);
        }
        data.iter_mut().zip(DRAWN.iter().cycle()).for_each(|(to, from)| *to = *from);
        Ok(())
    }
    fn open(&self, queue: Queue) -> Result<Cmd, Fault> {
        self.null.open(queue)
    }
    unsafe fn recycle(&self, cmd: Cmd) {
        unsafe { self.null.recycle(cmd) }
    }
    unsafe fn barriers(&self, cmd: Cmd, barriers: &List) {
        unsafe { self.null.barriers(cmd, barriers) }
    }
    unsafe fn begin_raster(&self, cmd: Cmd, plan: &RasterPlan<'_>) {
        unsafe { self.null.begin_raster(cmd, plan) }
    }
    unsafe fn end_raster(&self, cmd: Cmd, label: &str) {
        unsafe { self.null.end_raster(cmd, label) }
    }
    unsafe fn begin_compute(&self, cmd: Cmd, barriers: &List, label: &str) {
        unsafe { self.null.begin_compute(cmd, barriers, label) }
    }
    unsafe fn end_compute(&self, cmd: Cmd, label: &str) {
        unsafe { self.null.end_compute(cmd, label) }
    }
    unsafe fn serial(&self, cmd: Cmd) {
        unsafe { self.null.serial(cmd) }
    }
    fn create_query_set(&self, d: &QuerySetDesc<'_>) -> Result<Native, Fault> {
        self.null.create_query_set(d)
    }
    unsafe fn begin_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        unsafe { self.null.begin_queries(cmd, plan) }
    }
    unsafe fn end_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        unsafe { self.null.end_queries(cmd, plan) }
    }
    unsafe fn timestamp(&self, cmd: Cmd, set: Raw, index: u32) {
        unsafe { self.null.timestamp(cmd, set, index) }
    }
    unsafe fn mark(&self, cmd: Cmd, mark: Mark<'_>) {
        unsafe { self.null.mark(cmd, mark) }
    }
    fn wants_marks(&self) -> bool {
        self.null.wants_marks()
    }
    unsafe fn copies(&self, cmd: Cmd, copies: &[NativeCopy]) {
        unsafe { self.null.copies(cmd, copies) }
    }
    unsafe fn submit(&self, parts: &[Part], lists: &[Cmd]) -> Result<(), Fault> {
        if self.draw == Act::Hangs {
            self.gate.wait();
        }
        unsafe { self.null.submit(parts, lists) }
    }
    fn submitted(&self) -> Timepoint {
        self.null.submitted()
    }
    fn finished(&self, t: Timepoint) -> Result<bool, Fault> {
        self.null.finished(t)
    }
    fn wait(&self, t: Timepoint, timeout: Duration) -> Result<bool, Fault> {
        self.null.wait(t, timeout)
    }
    fn poll(&self, faults: &mut Vec<LateFault>) {
        self.null.poll(faults);
    }
    fn memory(&self) -> MemoryStats {
        self.null.memory()
    }
}
