//! The layer: what exists on the device, and the frame that is being captured.

use crate::error::CaptureError;
use crate::file::{CaptureFile, Info};
use crate::gather::{Recording, finish};
use crate::model::{
    Blob, Entry, Fill, Id, InterfaceMade, Made, Object, RasterMade, SamplerMade, Spirv, Stage,
};
use crate::watch::List;
use candor_rhi::backend::{Backend, BufferPlan, Fault, NativeResource, Part, RasterPipelinePlan, ViewPlan};
use candor_rhi::layer::{Gate, Layer, Layered, Lists, Made as MadeNow};
use candor_rhi::record::ViewportStyle;
use candor_rhi::surface::{Shown, SwapchainPlan};
use candor_rhi::*;
use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the contents of everything may take to be read.
const READ_TIME: Duration = Duration::from_secs(600);
/// An object that was made before the layer stood around the backend. No object has this number.
pub(crate) const UNKNOWN: Id = Id(u32::MAX);

/// Makes backends ready for captures.
#[derive(Debug)]
pub struct Capture;

impl Capture {
    /// Puts a layer around a backend, before its device is made. The backend that it gives makes everything such that it can be copied
    /// from; while no capture runs, a command costs one more call and a compare.
    pub fn arm(backend: Arc<dyn Backend>) -> (Arc<dyn Backend>, CaptureHandle) {
        let who = backend.info();
        let info = Info {
            candor: env!("CARGO_PKG_VERSION").to_owned(),
            backend: who.backend,
            adapter: who.name.clone(),
            driver: who.driver.clone(),
            api: who.api_version.clone(),
            enabled: backend.enabled(),
        };
        let style = backend.commands().viewport_style;
        let shared = Arc::new(Shared { state: Mutex::default(), running: AtomicU64::new(0), style, info });
        let layered = Layered::new(backend, CaptureLayer { shared: shared.clone() });
        (layered, CaptureHandle { shared })
    }
}

/// Begins and ends captures on an armed backend. Clones are handles to the same layer.
#[derive(Debug, Clone)]
pub struct CaptureHandle {
    shared: Arc<Shared>,
}

impl CaptureHandle {
    /// Begins a capture: waits until all that was submitted has finished, and reads what every buffer and texture contains. No other
    /// thread may submit work meanwhile. What is recorded from now on and submitted before the end is the frame.
    ///
    /// # Errors
    /// A capture that runs already, a device that stands on another backend, or contents that cannot be read.
    pub fn begin(&self, device: &Device) -> Result<(), CaptureError> {
        if self.is_capturing() {
            return Err(CaptureError::Begun);
        }
        let mut recording = Recording::default();
        let mut foreign = None;
        device.read_objects(READ_TIME, |c| match self.shared.state().id(c.kind, c.native.raw) {
            UNKNOWN => foreign = Some(format!("{:?} '{}'", c.kind, c.label)),
            id => {
                let parts = c.data.map(|parts| parts.into_iter().map(|(a, d)| (a, Blob(d.into()))).collect());
                recording.contents.insert(id, parts);
            }
        })?;
        if let Some(what) = foreign {
            return Err(CaptureError::Foreign { what });
        }
        let mut state = self.shared.state();
        if state.recording.is_some() {
            return Err(CaptureError::Begun);
        }
        state.generation += 1;
        recording.generation = state.generation;
        state.recording = Some(recording);
        self.shared.running.store(state.generation, Ordering::Release);
        Ok(())
    }

    /// Has a capture begun and not ended?
    pub fn is_capturing(&self) -> bool {
        self.shared.running.load(Ordering::Acquire) != 0
    }

    /// Ends the capture.
    ///
    /// # Errors
    /// No capture that has begun, nothing that was submitted, or a batch of which only a part was seen. The capture is over then, too.
    pub fn end(&self) -> Result<CaptureFile, CaptureError> {
        let mut state = self.shared.state();
        self.shared.running.store(0, Ordering::Release);
        let Some(recording) = state.recording.take() else { return Err(CaptureError::NotBegun) };
        let file = finish(recording, &state.objects, self.shared.info.clone());
        state.objects.retain(|_, o| !o.dead);
        file
    }
}

/// What the layer, its lists and its handles share.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Number of the capture that runs; 0 for none.
    pub(crate) running: AtomicU64,
    pub(crate) style: ViewportStyle,
    info: Info,
}

impl Shared {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Default)]
pub(crate) struct State {
    next: u32,
    generation: u64,
    known: HashMap<(Kind, Raw), Id>,
    pub(crate) objects: BTreeMap<Id, Live>,
    interfaces: HashMap<Raw, InterfaceMade>,
    swapchains: HashMap<Raw, Vec<Id>>,
    shaders: HashMap<Arc<[u32]>, ()>,
    pub(crate) recording: Option<Recording>,
}

#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) object: Object,
    /// It was destroyed while a capture ran.
    dead: bool,
}

impl State {
    pub(crate) fn id(&self, kind: Kind, raw: Raw) -> Id {
        self.known.get(&(kind, raw)).copied().unwrap_or(UNKNOWN)
    }

    fn add(&mut self, kind: Kind, raw: Raw, label: &str, made: Made) -> Id {
        let id = Id(self.next);
        self.next += 1;
        self.known.insert((kind, raw), id);
        let object = Object { label: label.to_owned(), made, contents: Vec::new() };
        self.objects.insert(id, Live { object, dead: false });
        id
    }

    fn remove(&mut self, kind: Kind, raw: Raw) {
        let Some(id) = self.known.remove(&(kind, raw)) else { return };
        if self.recording.is_none() {
            self.objects.remove(&id);
        } else if let Some(o) = self.objects.get_mut(&id) {
            o.dead = true;
        }
    }

    /// A shader; equal ones lie in memory once.
    fn spirv(&mut self, words: &[u32]) -> Spirv {
        if let Some((known, ())) = self.shaders.get_key_value(words) {
            return Spirv(known.clone());
        }
        let words: Arc<[u32]> = words.into();
        self.shaders.insert(words.clone(), ());
        Spirv(words)
    }

    fn stage(&mut self, s: &ShaderStage<'_>) -> Stage {
        Stage { spirv: self.spirv(s.spirv), entry: s.entry.to_owned(), constants: s.constants.to_vec() }
    }

    fn interface(&self, layout: Raw) -> InterfaceMade {
        let unknown = || InterfaceMade { groups: vec![UNKNOWN], push: PushLayout::default() };
        self.interfaces.get(&layout).cloned().unwrap_or_else(unknown)
    }

    fn raster(&mut self, plan: &RasterPipelinePlan<'_>) -> Made {
        let interface = self.interface(plan.layout);
        let Ok(state) = RasterState::of(plan.desc, |s| Ok::<_, Infallible>(self.stage(s)));
        Made::Raster(Box::new(RasterMade {
            interface,
            state: RasterState { samples: plan.samples, ..state },
        }))
    }
}

/// The layer.
#[derive(Debug)]
pub(crate) struct CaptureLayer {
    shared: Arc<Shared>,
}

impl Layer for CaptureLayer {
    type List = List;

    fn list(&self) -> List {
        List::new(self.shared.clone())
    }

    fn reopen(&self, list: &mut List, queue: Queue) {
        list.reopen(self.shared.running.load(Ordering::Acquire), queue);
    }

    fn wants_marks(&self) -> bool {
        true
    }

    fn wants_copies(&self) -> bool {
        true
    }

    fn before(&self, gate: &Gate<'_>) -> Result<(), Fault> {
        if let Gate::WriteHost { buffer, offset, data } = *gate
            && self.shared.running.load(Ordering::Acquire) != 0
        {
            let state = &mut *self.shared.state();
            let id = state.id(Kind::Buffer, buffer.raw);
            if let Some(recording) = &mut state.recording {
                recording.write(&state.objects, id, offset, data);
            }
        }
        Ok(())
    }

    fn made(&self, made: &MadeNow<'_>, native: Native) {
        let s = &mut *self.shared.state();
        let (label, object) = match made {
            MadeNow::Buffer(BufferPlan { label, size, usage, memory, .. }) => {
                (*label, Made::Buffer { size: *size, usage: *usage, memory: *memory })
            }
            MadeNow::Texture { info, label } => (*label, Made::Texture(**info)),
            MadeNow::View(ViewPlan { label, texture, dim, format, range, .. }) => {
                let texture = s.id(Kind::Texture, texture.raw);
                (*label, Made::View { texture, dim: *dim, format: *format, range: *range })
            }
            MadeNow::Sampler(p) => {
                let sampler = SamplerMade {
                    filter: p.filter,
                    address: p.address,
                    anisotropy: p.anisotropy,
                    compare: p.compare,
                    lod: p.lod,
                    lod_bias: p.lod_bias,
                };
                (p.label, Made::Sampler(sampler))
            }
            MadeNow::GroupLayout { entries, samplers, label } => {
                let ids = |all: &[Raw]| all.iter().map(|raw| s.id(Kind::Sampler, *raw)).collect();
                let samplers = samplers.iter().map(|(b, all)| (*b, ids(all))).collect();
                (*label, Made::GroupLayout { entries: entries.to_vec(), samplers })
            }
            MadeNow::Group { layout, entries, label } => {
                let fill = |r: NativeResource| match r {
                    NativeResource::Buffer { raw, offset, size } => {
                        Fill::Buffer { buffer: s.id(Kind::Buffer, raw), offset, size }
                    }
                    NativeResource::View { raw, .. } => Fill::View(s.id(Kind::View, raw)),
                    NativeResource::Sampler(raw) => Fill::Sampler(s.id(Kind::Sampler, raw)),
                };
                let entries = entries.iter();
                let entries =
                    entries.map(|e| Entry { binding: e.binding, element: e.element, fill: fill(e.resource) });
                (
                    *label,
                    Made::Group {
                        layout: s.id(Kind::BindGroupLayout, layout.raw),
                        entries: entries.collect(),
                    },
                )
            }
            MadeNow::Interface { groups, push } => {
                let groups = groups.iter().map(|raw| s.id(Kind::BindGroupLayout, *raw)).collect();
                s.interfaces.insert(native.raw, InterfaceMade { groups, push: *push });
                return;
            }
            MadeNow::RasterPipeline(plan) => (plan.desc.label, s.raster(plan)),
            MadeNow::ComputePipeline { layout, shader, label } => {
                (*label, Made::Compute { interface: s.interface(*layout), shader: s.stage(shader) })
            }
            MadeNow::QuerySet(d) => (d.label, Made::Queries { kind: d.kind, count: d.count }),
        };
        s.add(made.kind(), native.raw, label, object);
    }

    fn made_swapchain(&self, plan: &SwapchainPlan<'_>, native: Native, images: &[Native]) {
        let s = &mut *self.shared.state();
        let info = TextureInfo::of_surface(plan.format.format, plan.size);
        let ids =
            images.iter().map(|i| s.add(Kind::Texture, i.raw, plan.label, Made::Texture(info))).collect();
        s.swapchains.insert(native.raw, ids);
    }

    fn destroyed(&self, kind: Kind, native: Native) {
        let s = &mut *self.shared.state();
        match kind {
            Kind::PipelineLayout => drop(s.interfaces.remove(&native.raw)),
            Kind::Swapchain => drop(s.swapchains.remove(&native.raw)),
            Kind::SurfaceImage => s.remove(Kind::Texture, native.raw),
            _ => s.remove(kind, native.raw),
        }
    }

    fn submitted(
        &self,
        parts: &[Part],
        lists: &mut Lists<'_, Self>,
        shown: &[Shown],
        answer: &Result<(), Fault>,
    ) {
        if self.shared.running.load(Ordering::Acquire) == 0 {
            return;
        }
        let state = &mut *self.shared.state();
        let image = |s: &Shown| {
            let images = state.swapchains.get(&s.swapchain.raw);
            images.and_then(|i| i.get(s.image as usize)).copied().unwrap_or(UNKNOWN)
        };
        let shown: Vec<Id> = shown.iter().map(image).collect();
        let Some(recording) = &mut state.recording else { return };
        if let Err(fault) = answer {
            return recording.break_off(format!("a submission of it failed: {fault}"));
        }
        let mut ops = Vec::new();
        for i in parts.iter().flat_map(|p| p.lists.clone()) {
            let Some(list) = lists.get(i) else { continue };
            if list.generation != recording.generation {
                let why = "a batch was opened before the capture began and submitted within it; open batches after the beginning";
                return recording.break_off(why.to_owned());
            }
            list.hand_over(&mut ops);
        }
        recording.submit(&state.objects, ops, shown);
    }
}
