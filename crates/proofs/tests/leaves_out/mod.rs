//! A backend that hands everything on to another, but leaves out one of the lists of barriers that Candor derives, or all marks of
//! passes from some on.

#![allow(dead_code, missing_docs, unreachable_pub, reason = "a module of tests")]
#![allow(clippy::unwrap_used)]

use candor_rhi::backend::*;
use candor_rhi::query::{PassQueryPlan, QuerySetDesc};
use candor_rhi::queue::{PerQueue, Queue};
use candor_rhi::record::Commands;
use candor_rhi::track::{List, Scope, Scopes};
use candor_rhi::usage::Usage;
use candor_rhi::{
    AdapterInfo, Cmd, Format, Kind, LayoutEntry, Limits, Native, PushLayout, RasterDesc, Raw, ShaderStage,
    TextureInfo,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Never left out.
const NONE: usize = usize::MAX;

pub struct LeavesOut {
    inner: Arc<dyn Backend>,
    /// In its place.
    empty: List,
    /// Lists that are not empty, so far.
    seen: AtomicUsize,
    /// The number of the one that is left out.
    at: AtomicUsize,
    /// Marks of passes that are still written.
    marks: AtomicUsize,
}

impl LeavesOut {
    pub fn new(inner: Arc<dyn Backend>) -> Arc<Self> {
        let empty = List::new(inner.wants_notes());
        Arc::new(Self {
            inner,
            empty,
            seen: AtomicUsize::new(0),
            at: AtomicUsize::new(NONE),
            marks: AtomicUsize::new(NONE),
        })
    }

    /// From now on the lists are counted from 0, and the one of this number is left out.
    pub fn leave_out(&self, at: Option<usize>) {
        self.seen.store(0, Ordering::Relaxed);
        self.at.store(at.unwrap_or(NONE), Ordering::Relaxed);
    }

    /// From now on so many marks of passes are written, as a GPU would that stops there.
    pub fn stop_after(&self, marks: usize) {
        self.marks.store(marks, Ordering::Relaxed);
    }

    /// Lists since then.
    pub fn seen(&self) -> usize {
        self.seen.load(Ordering::Relaxed)
    }

    fn kept<'a>(&'a self, list: &'a List) -> &'a List {
        if list.is_empty() {
            return list;
        }
        let number = self.seen.fetch_add(1, Ordering::Relaxed);
        if number == self.at.load(Ordering::Relaxed) { &self.empty } else { list }
    }
}

#[allow(clippy::undocumented_unsafe_blocks, reason = "every call is handed on under the same contract")]
impl Backend for LeavesOut {
    fn info(&self) -> &AdapterInfo {
        self.inner.info()
    }
    fn limits(&self) -> &Limits {
        self.inner.limits()
    }
    fn enabled(&self) -> Enabled {
        self.inner.enabled()
    }
    fn format_support(&self, format: Format) -> (FormatSupport, u32) {
        self.inner.format_support(format)
    }
    fn scopes(&self, usage: Usage) -> Scopes {
        self.inner.scopes(usage)
    }
    fn barrier_template(&self) -> ([u64; 2], [u32; 2]) {
        self.inner.barrier_template()
    }
    fn wants_notes(&self) -> bool {
        self.inner.wants_notes()
    }
    fn commands(&self) -> Commands {
        self.inner.commands()
    }
    fn create_buffer(&self, plan: &BufferPlan<'_>) -> Result<Native, Fault> {
        self.inner.create_buffer(plan)
    }
    fn create_texture(&self, info: &TextureInfo, label: &str) -> Result<Native, Fault> {
        self.inner.create_texture(info, label)
    }
    fn create_view(&self, plan: &ViewPlan<'_>) -> Result<Native, Fault> {
        self.inner.create_view(plan)
    }
    fn create_sampler(&self, plan: &SamplerPlan<'_>) -> Result<Native, Fault> {
        self.inner.create_sampler(plan)
    }
    fn create_group_layout(
        &self,
        entries: &[LayoutEntry],
        samplers: &[(u32, Box<[Raw]>)],
        label: &str,
    ) -> Result<Native, Fault> {
        self.inner.create_group_layout(entries, samplers, label)
    }
    fn create_group(&self, layout: Native, entries: &[NativeEntry], label: &str) -> Result<Native, Fault> {
        self.inner.create_group(layout, entries, label)
    }
    fn create_interface(&self, groups: &[Raw], push: PushLayout) -> Result<(Native, u32), Fault> {
        self.inner.create_interface(groups, push)
    }
    fn create_raster_pipeline(&self, plan: &RasterPipelinePlan<'_>) -> Result<Native, Fault> {
        self.inner.create_raster_pipeline(plan)
    }
    fn create_compute_pipeline(
        &self,
        layout: Raw,
        shader: ShaderStage<'_>,
        label: &str,
    ) -> Result<Native, Fault> {
        self.inner.create_compute_pipeline(layout, shader, label)
    }
    fn create_query_set(&self, d: &QuerySetDesc<'_>) -> Result<Native, Fault> {
        self.inner.create_query_set(d)
    }
    unsafe fn destroy(&self, kind: Kind, native: Native) {
        unsafe { self.inner.destroy(kind, native) }
    }
    fn write_host(&self, buffer: Native, offset: u64, data: &[u8]) -> Result<(), Fault> {
        self.inner.write_host(buffer, offset, data)
    }
    fn read_host(&self, buffer: Native, offset: u64, data: &mut [u8]) -> Result<(), Fault> {
        self.inner.read_host(buffer, offset, data)
    }
    fn families(&self) -> PerQueue<u32> {
        self.inner.families()
    }
    fn everything(&self) -> Scope {
        self.inner.everything()
    }
    fn open(&self, queue: Queue) -> Result<Cmd, Fault> {
        self.inner.open(queue)
    }
    fn reserve_lists(&self, count: usize) {
        self.inner.reserve_lists(count)
    }
    unsafe fn recycle(&self, cmd: Cmd) {
        unsafe { self.inner.recycle(cmd) }
    }
    unsafe fn barriers(&self, cmd: Cmd, barriers: &List) {
        unsafe { self.inner.barriers(cmd, self.kept(barriers)) }
    }
    fn prepares_rasters(&self) -> bool {
        self.inner.prepares_rasters()
    }
    fn prepare_raster(&self, desc: &RasterDesc<'_>, size: [u32; 2], part: PassPart) -> Result<(), Fault> {
        self.inner.prepare_raster(desc, size, part)
    }
    unsafe fn begin_raster(&self, cmd: Cmd, plan: &RasterPlan<'_>) {
        let plan = RasterPlan { barriers: self.kept(plan.barriers), ..*plan };
        // SAFETY: as above.
        unsafe { self.inner.begin_raster(cmd, &plan) }
    }
    unsafe fn end_raster(&self, cmd: Cmd, label: &str) {
        unsafe { self.inner.end_raster(cmd, label) }
    }
    unsafe fn begin_compute(&self, cmd: Cmd, barriers: &List, label: &str) {
        unsafe { self.inner.begin_compute(cmd, self.kept(barriers), label) }
    }
    unsafe fn end_compute(&self, cmd: Cmd, label: &str) {
        unsafe { self.inner.end_compute(cmd, label) }
    }
    unsafe fn serial(&self, cmd: Cmd) {
        unsafe { self.inner.serial(cmd) }
    }
    unsafe fn begin_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        unsafe { self.inner.begin_queries(cmd, plan) }
    }
    unsafe fn end_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        unsafe { self.inner.end_queries(cmd, plan) }
    }
    unsafe fn timestamp(&self, cmd: Cmd, set: Raw, index: u32) {
        unsafe { self.inner.timestamp(cmd, set, index) }
    }
    unsafe fn mark(&self, cmd: Cmd, mark: Mark<'_>) {
        unsafe { self.inner.mark(cmd, mark) }
    }
    fn wants_marks(&self) -> bool {
        self.inner.wants_marks()
    }
    unsafe fn copies(&self, cmd: Cmd, copies: &[NativeCopy]) {
        unsafe { self.inner.copies(cmd, copies) }
    }
    unsafe fn submit(&self, parts: &[Part], lists: &[Cmd]) -> Result<(), Fault> {
        unsafe { self.inner.submit(parts, lists) }
    }
    fn identity(&self) -> usize {
        self.inner.identity()
    }
    fn breadcrumbs(&self) -> Option<&dyn Breadcrumbs> {
        self.inner.breadcrumbs().map(|_| self as &dyn Breadcrumbs)
    }
    fn loss_details(&self) -> Option<String> {
        self.inner.loss_details()
    }
    fn submitted(&self) -> Timepoint {
        self.inner.submitted()
    }
    fn finished(&self, t: Timepoint) -> Result<bool, Fault> {
        self.inner.finished(t)
    }
    fn wait(&self, t: Timepoint, timeout: Duration) -> Result<bool, Fault> {
        self.inner.wait(t, timeout)
    }
    fn poll(&self, faults: &mut Vec<LateFault>) {
        self.inner.poll(faults)
    }
    fn memory(&self) -> MemoryStats {
        self.inner.memory()
    }
}

#[allow(clippy::undocumented_unsafe_blocks, reason = "as above")]
impl Breadcrumbs for LeavesOut {
    fn reserve_marks(&self, passes: u32) -> Result<(), Fault> {
        self.inner.breadcrumbs().unwrap().reserve_marks(passes)
    }
    unsafe fn write_mark(&self, cmd: Cmd, place: u32, edge: Edge, value: u32) {
        let left = self.marks.load(Ordering::Relaxed);
        if left > 0 {
            self.marks.store(left - 1, Ordering::Relaxed);
            unsafe { self.inner.breadcrumbs().unwrap().write_mark(cmd, place, edge, value) }
        }
    }
    fn read_marks(&self, words: &mut [u32]) -> Result<(), Fault> {
        self.inner.breadcrumbs().unwrap().read_marks(words)
    }
    fn release_marks(&self) {
        self.inner.breadcrumbs().unwrap().release_marks();
    }
}
