//! The backend around a backend.

use super::{Event, Gate, Layer, Made, WindowGate, Withheld};
use crate::adapter::AdapterInfo;
use crate::backend::*;
use crate::batch::RasterDesc;
use crate::desc::{BufferUsage, LayoutEntry, Memory, PushLayout, ShaderStage, TextureUsage};
use crate::driver::SurfaceFault;
use crate::format::Format;
use crate::limits::Limits;
use crate::object::{Kind, Native, TextureInfo};
use crate::query::{PassQueryPlan, QuerySetDesc};
use crate::queue::{PerQueue, Queue};
use crate::record::{Cmd, Commands, Raw, Watched, calls};
use crate::surface::{
    HdrMetadata, NewSwapchain, PacingOffer, PresentTimes, Presenter, Shown, SurfaceAnswer, SurfaceOffer,
    SurfaceTarget, SwapchainPlan,
};
use crate::sync::{Mutex, lock};
use crate::track::{List, Scope, Scopes};
use crate::usage::Usage;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// A backend with a layer around it.
pub struct Layered<L: Layer> {
    inner: Arc<dyn Backend>,
    layer: L,
    /// In place of barriers that the layer withholds.
    none: List,
    /// Lists that are not open, to be used again.
    idle: Mutex<Vec<Cmd>>,
    /// The other backend's lists of one submission.
    lists: Mutex<Vec<Cmd>>,
}

impl<L: Layer> std::fmt::Debug for Layered<L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layered").field("info", self.inner.info()).finish_non_exhaustive()
    }
}

/// The lists of a submission.
pub struct Lists<'a, L: Layer + ?Sized> {
    cmds: &'a [Cmd],
    layer: PhantomData<fn(&L)>,
}

impl<L: Layer> Lists<'_, L> {
    /// How many.
    pub fn len(&self) -> usize {
        self.cmds.len()
    }
    /// None?
    pub fn is_empty(&self) -> bool {
        self.cmds.is_empty()
    }
    /// What is kept for one of them, as [`Part::lists`] numbers them.
    pub fn get(&mut self, index: usize) -> Option<&mut L::List> {
        self.cmds.get(index).map(|cmd| &mut calls::lend::<Watched<L::List>>(*cmd).watch)
    }
}

impl<L: Layer> Layered<L> {
    /// Puts a layer around a backend.
    pub fn new(inner: Arc<dyn Backend>, layer: L) -> Arc<Self> {
        let none = List::new(inner.wants_notes());
        Arc::new(Self { inner, layer, none, idle: Mutex::default(), lists: Mutex::default() })
    }

    /// The layer.
    pub fn layer(&self) -> &L {
        &self.layer
    }

    /// The backend inside.
    pub fn inner(&self) -> &Arc<dyn Backend> {
        &self.inner
    }

    /// What is kept for lists that this layer has opened, and that are complete.
    pub(crate) fn lists<'a>(&self, cmds: &'a [Cmd]) -> Lists<'a, L> {
        Lists { cmds, layer: PhantomData }
    }

    #[allow(clippy::mut_from_ref, reason = "a list is lent to one caller at a time; see `calls::lend`")]
    fn watched(&self, cmd: Cmd) -> &mut Watched<L::List> {
        calls::lend(cmd)
    }

    /// The barriers that reach the backend.
    fn kept<'a>(&'a self, list: &'a List) -> &'a List {
        let withheld = !list.is_empty() && self.layer.withholds(&Withheld::Barriers(list));
        if withheld { &self.none } else { list }
    }

    /// Shows an event, and names the other backend's list.
    pub(super) fn see(&self, cmd: Cmd, e: &Event<'_>) -> Cmd {
        use super::Watch;
        let list = self.watched(cmd);
        list.watch.event(e);
        list.inner
    }

    fn make(
        &self,
        made: &Made<'_>,
        make: impl FnOnce(&dyn Backend) -> Result<Native, Fault>,
    ) -> Result<Native, Fault> {
        self.layer.before(&Gate::Make(*made))?;
        let native = make(&*self.inner)?;
        self.layer.made(made, native);
        Ok(native)
    }

    fn make_ready(
        &self,
        made: &Made<'_>,
        make: impl FnOnce(&dyn Backend) -> Result<Option<Native>, Fault>,
    ) -> Result<Option<Native>, Fault> {
        self.layer.before(&Gate::Make(*made))?;
        let native = make(&*self.inner)?;
        if let Some(native) = native {
            self.layer.made(made, native);
        }
        Ok(native)
    }

    fn window(&self) -> Result<&dyn Presenter, Fault> {
        self.inner.presenter().ok_or_else(|| Fault::Unavailable("the device does not present".into()))
    }

    fn hand_in(
        &self,
        parts: &[Part],
        lists: &[Cmd],
        shown: &mut [Shown],
        submit: impl FnOnce(&[Cmd], &mut [Shown]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.layer.before(&Gate::Submit(parts))?;
        let mut inner = lock(&self.lists);
        inner.clear();
        inner.extend(lists.iter().map(|cmd| self.watched(*cmd).inner));
        let answer = submit(&inner, shown);
        self.layer.submitted(parts, &mut self.lists(lists), shown, &answer);
        answer
    }
}

impl<L: Layer> Drop for Layered<L> {
    fn drop(&mut self) {
        for cmd in lock(&self.idle).drain(..) {
            drop(calls::take::<Watched<L::List>>(cmd));
        }
    }
}

#[allow(unsafe_code, reason = "the trait's contract is handed on as it is; nothing unsafe is done here")]
impl<L: Layer> Backend for Layered<L> {
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
        self.inner.wants_notes() || self.layer.wants_notes()
    }
    fn copies_out(&self) -> bool {
        self.inner.copies_out() || self.layer.wants_copies()
    }
    fn commands(&self) -> Commands {
        Watched::<L::List>::commands(&self.inner.commands())
    }

    fn create_buffer(&self, plan: &BufferPlan<'_>) -> Result<Native, Fault> {
        let mut given = *plan;
        if self.layer.wants_copies() && plan.memory != Memory::Readback {
            given.usage |= BufferUsage::COPY_SRC;
        }
        self.make(&Made::Buffer(plan), |b| b.create_buffer(&given))
    }
    fn create_texture(&self, info: &TextureInfo, label: &str) -> Result<Native, Fault> {
        let mut given = *info;
        if self.layer.wants_copies() && info.samples == 1 && !info.usage.contains(TextureUsage::TRANSIENT) {
            let (support, _) = self.inner.format_support(info.format);
            given.usage.set(
                TextureUsage::COPY_SRC,
                info.usage.contains(TextureUsage::COPY_SRC) || support.contains(FormatSupport::COPY_SRC),
            );
        }
        self.make(&Made::Texture { info, label }, |b| b.create_texture(&given, label))
    }
    fn create_view(&self, plan: &ViewPlan<'_>) -> Result<Native, Fault> {
        self.make(&Made::View(plan), |b| b.create_view(plan))
    }
    fn create_sampler(&self, plan: &SamplerPlan<'_>) -> Result<Native, Fault> {
        self.make(&Made::Sampler(plan), |b| b.create_sampler(plan))
    }
    fn create_group_layout(
        &self,
        entries: &[LayoutEntry],
        samplers: &[(u32, Box<[Raw]>)],
        label: &str,
    ) -> Result<Native, Fault> {
        let made = Made::GroupLayout { entries, samplers, label };
        self.make(&made, |b| b.create_group_layout(entries, samplers, label))
    }
    fn create_group(&self, layout: Native, entries: &[NativeEntry], label: &str) -> Result<Native, Fault> {
        self.make(&Made::Group { layout, entries, label }, |b| b.create_group(layout, entries, label))
    }
    fn create_interface(&self, groups: &[Raw], push: PushLayout) -> Result<(Native, u32), Fault> {
        let mut stages = 0;
        let native = self.make(&Made::Interface { groups, push }, |b| {
            let (native, flags) = b.create_interface(groups, push)?;
            stages = flags;
            Ok(native)
        })?;
        Ok((native, stages))
    }
    fn create_raster_pipeline(&self, plan: &RasterPipelinePlan<'_>) -> Result<Native, Fault> {
        self.make(&Made::RasterPipeline(plan), |b| b.create_raster_pipeline(plan))
    }
    fn create_compute_pipeline(
        &self,
        layout: Raw,
        shader: ShaderStage<'_>,
        label: &str,
    ) -> Result<Native, Fault> {
        let made = Made::ComputePipeline { layout, shader, label };
        self.make(&made, |b| b.create_compute_pipeline(layout, shader, label))
    }
    fn create_ready_raster_pipeline(&self, plan: &RasterPipelinePlan<'_>) -> Result<Option<Native>, Fault> {
        let made = Made::RasterPipeline(plan);
        self.make_ready(&made, |b| b.create_ready_raster_pipeline(plan))
    }
    fn create_ready_compute_pipeline(
        &self,
        layout: Raw,
        shader: ShaderStage<'_>,
        label: &str,
    ) -> Result<Option<Native>, Fault> {
        let made = Made::ComputePipeline { layout, shader, label };
        self.make_ready(&made, |b| b.create_ready_compute_pipeline(layout, shader, label))
    }
    fn creates_on_threads(&self) -> bool {
        self.inner.creates_on_threads()
    }
    fn pipeline_cache(&self) -> Option<&dyn PipelineCache> {
        self.inner.pipeline_cache()
    }
    fn create_query_set(&self, d: &QuerySetDesc<'_>) -> Result<Native, Fault> {
        self.make(&Made::QuerySet(d), |b| b.create_query_set(d))
    }
    unsafe fn destroy(&self, kind: Kind, native: Native) {
        self.layer.destroyed(kind, native);
        calls::destroy(&*self.inner, kind, native);
    }

    fn write_host(&self, buffer: Native, offset: u64, data: &[u8]) -> Result<(), Fault> {
        self.layer.before(&Gate::WriteHost { buffer, offset, data })?;
        self.inner.write_host(buffer, offset, data)
    }
    fn read_host(&self, buffer: Native, offset: u64, data: &mut [u8]) -> Result<(), Fault> {
        self.layer.before(&Gate::ReadHost { buffer, offset, size: data.len() })?;
        self.inner.read_host(buffer, offset, data)?;
        self.layer.has_read(buffer, offset, data);
        Ok(())
    }

    fn families(&self) -> PerQueue<u32> {
        self.inner.families()
    }
    fn everything(&self) -> Scope {
        self.inner.everything()
    }
    fn open(&self, queue: Queue) -> Result<Cmd, Fault> {
        self.layer.before(&Gate::Open(queue))?;
        let inner = self.inner.open(queue)?;
        let known = lock(&self.idle).pop();
        let cmd = known.unwrap_or_else(|| {
            Cmd::from_recorder(Box::new(Watched::new(inner, self.inner.commands(), self.layer.list())))
        });
        let list = self.watched(cmd);
        list.inner = inner;
        self.layer.reopen(&mut list.watch, queue);
        Ok(cmd)
    }
    fn reserve_lists(&self, count: usize) {
        self.inner.reserve_lists(count);
    }
    unsafe fn recycle(&self, cmd: Cmd) {
        calls::recycle(&*self.inner, self.watched(cmd).inner);
        lock(&self.idle).push(cmd);
    }

    unsafe fn barriers(&self, cmd: Cmd, barriers: &List) {
        let inner = self.see(cmd, &Event::Barriers(barriers));
        calls::barriers(&*self.inner, inner, self.kept(barriers));
    }
    fn prepares_rasters(&self) -> bool {
        self.inner.prepares_rasters()
    }
    fn prepare_raster(&self, desc: &RasterDesc<'_>, size: [u32; 2], part: PassPart) -> Result<(), Fault> {
        self.layer.before(&Gate::PrepareRaster(desc))?;
        self.inner.prepare_raster(desc, size, part)
    }
    unsafe fn begin_raster(&self, cmd: Cmd, plan: &RasterPlan<'_>) {
        let inner = self.see(cmd, &Event::BeginRaster(plan));
        calls::begin_raster(&*self.inner, inner, &RasterPlan { barriers: self.kept(plan.barriers), ..*plan });
    }
    unsafe fn end_raster(&self, cmd: Cmd, label: &str) {
        let inner = self.see(cmd, &Event::EndRaster(label));
        calls::end_raster(&*self.inner, inner, label);
    }
    unsafe fn begin_compute(&self, cmd: Cmd, barriers: &List, label: &str) {
        let inner = self.see(cmd, &Event::BeginCompute(barriers, label));
        calls::begin_compute(&*self.inner, inner, self.kept(barriers), label);
    }
    unsafe fn end_compute(&self, cmd: Cmd, label: &str) {
        let inner = self.see(cmd, &Event::EndCompute(label));
        calls::end_compute(&*self.inner, inner, label);
    }
    unsafe fn serial(&self, cmd: Cmd) {
        let inner = self.see(cmd, &Event::Serial);
        calls::serial(&*self.inner, inner);
    }
    unsafe fn begin_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        let inner = self.see(cmd, &Event::BeginQueries(plan));
        calls::begin_queries(&*self.inner, inner, plan);
    }
    unsafe fn end_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        let inner = self.see(cmd, &Event::EndQueries(plan));
        calls::end_queries(&*self.inner, inner, plan);
    }
    unsafe fn timestamp(&self, cmd: Cmd, set: Raw, index: u32) {
        let inner = self.see(cmd, &Event::Timestamp(set, index));
        calls::timestamp(&*self.inner, inner, set, index);
    }
    unsafe fn mark(&self, cmd: Cmd, mark: Mark<'_>) {
        let inner = self.see(cmd, &Event::Mark(mark));
        if self.inner.wants_marks() {
            calls::mark(&*self.inner, inner, mark);
        }
    }
    fn wants_marks(&self) -> bool {
        self.inner.wants_marks() || self.layer.wants_marks()
    }
    unsafe fn copies(&self, cmd: Cmd, copies: &[NativeCopy]) {
        let inner = self.see(cmd, &Event::Copies(copies));
        calls::copies(&*self.inner, inner, copies);
    }
    unsafe fn submit(&self, parts: &[Part], lists: &[Cmd]) -> Result<(), Fault> {
        self.hand_in(parts, lists, &mut [], |lists, _| calls::submit(&*self.inner, parts, lists))
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
    fn interop(&self) -> Option<&dyn crate::interop::Interop> {
        self.inner.interop().map(|_| self as &dyn crate::interop::Interop)
    }
    fn presenter(&self) -> Option<&dyn Presenter> {
        self.inner.presenter().map(|_| self as &dyn Presenter)
    }
    fn submitted(&self) -> Timepoint {
        self.inner.submitted()
    }
    fn finished(&self, t: Timepoint) -> Result<bool, Fault> {
        self.layer.before(&Gate::Finished(t))?;
        self.inner.finished(t)
    }
    fn wait(&self, t: Timepoint, timeout: Duration) -> Result<bool, Fault> {
        self.layer.before(&Gate::Wait(t))?;
        self.inner.wait(t, timeout)
    }
    fn poll(&self, faults: &mut Vec<LateFault>) {
        self.inner.poll(faults);
    }
    fn memory(&self) -> MemoryStats {
        self.layer.memory(self.inner.memory())
    }
}

#[allow(unsafe_code, reason = "as above")]
impl<L: Layer> Breadcrumbs for Layered<L> {
    fn reserve_marks(&self, passes: u32) -> Result<(), Fault> {
        self.inner.breadcrumbs().map_or(Ok(()), |b| b.reserve_marks(passes))
    }
    unsafe fn write_mark(&self, cmd: Cmd, place: u32, edge: Edge, value: u32) {
        if let Some(b) = self.inner.breadcrumbs()
            && !self.layer.withholds(&Withheld::Crumb)
        {
            calls::crumb(b, self.watched(cmd).inner, place, edge, value);
        }
    }
    fn read_marks(&self, words: &mut [u32]) -> Result<(), Fault> {
        self.inner.breadcrumbs().map_or(Ok(()), |b| b.read_marks(words))
    }
    fn release_marks(&self) {
        if let Some(b) = self.inner.breadcrumbs() {
            b.release_marks();
        }
    }
}

#[allow(unsafe_code, reason = "as above")]
impl<L: Layer> Presenter for Layered<L> {
    fn create_surface(&self, target: &Arc<dyn SurfaceTarget>, label: &str) -> Result<Native, SurfaceFault> {
        let unspoiled = |fault| SurfaceFault { fault, window_spoiled: false };
        self.layer.before(&Gate::Surface(label)).map_err(unspoiled)?;
        self.window().map_err(unspoiled)?.create_surface(target, label)
    }
    fn offer(&self, surface: Native) -> Result<SurfaceOffer, SurfaceAnswer> {
        self.layer.before_window(&WindowGate::Offer(surface))?;
        self.window().map_err(SurfaceAnswer::Fault)?.offer(surface)
    }
    fn create_swapchain(&self, plan: &SwapchainPlan<'_>) -> Result<NewSwapchain, SurfaceAnswer> {
        self.layer.before_window(&WindowGate::Swapchain(plan))?;
        let new = self.window().map_err(SurfaceAnswer::Fault)?.create_swapchain(plan)?;
        self.layer.made_swapchain(plan, new.native, &new.images);
        Ok(new)
    }
    fn acquire(&self, swapchain: Native, timeout: Duration) -> Result<(u32, bool), SurfaceAnswer> {
        self.layer.before_window(&WindowGate::Acquire(swapchain))?;
        self.window().map_err(SurfaceAnswer::Fault)?.acquire(swapchain, timeout)
    }
    fn pacing(&self) -> PacingOffer {
        match self.window() {
            Ok(window) => window.pacing(),
            Err(_) => PacingOffer::none(&self.info().backend.to_string()),
        }
    }
    fn wait_presented(
        &self,
        swapchain: Native,
        number: u64,
        timeout: Duration,
    ) -> Result<bool, SurfaceAnswer> {
        self.layer.before_window(&WindowGate::Shown(swapchain, number))?;
        self.window().map_err(SurfaceAnswer::Fault)?.wait_presented(swapchain, number, timeout)
    }
    fn set_hdr_metadata(&self, swapchain: Native, metadata: &HdrMetadata) -> Result<(), SurfaceAnswer> {
        self.window().map_err(SurfaceAnswer::Fault)?.set_hdr_metadata(swapchain, metadata)
    }
    fn present_times(&self, swapchain: Native, newest: u64) -> Result<PresentTimes, SurfaceAnswer> {
        self.layer.before_window(&WindowGate::Times(swapchain))?;
        self.window().map_err(SurfaceAnswer::Fault)?.present_times(swapchain, newest)
    }
    unsafe fn submit_shown(&self, parts: &[Part], lists: &[Cmd], shown: &mut [Shown]) -> Result<(), Fault> {
        let window = self.window()?;
        let refused = shown.iter().map(|s| self.layer.before_window(&WindowGate::Present(s)).err());
        let refused: Vec<_> = refused.collect();
        let answer = self
            .hand_in(parts, lists, shown, |lists, shown| calls::submit_shown(window, parts, lists, shown));
        for (s, refused) in shown.iter_mut().zip(refused) {
            if let Some(refused) = refused {
                s.answer = Err(refused);
            }
        }
        answer
    }
}
