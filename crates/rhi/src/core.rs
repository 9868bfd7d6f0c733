//! What the handles of one device share: backend, command table, epochs, state table, pools. Private to the crate.

mod life;

use crate::backend::{Backend, Enabled, Fault, NativeCopy, Part};
use crate::batch::{BatchInner, Contained, Leaving, READY, Room, Shape, Times};
use crate::desc::{DeviceDesc, PipelinePolicy};
use crate::device::MipPipeline;
use crate::epoch::{Epochs, Ticket};
use crate::error::{Code, Error};
use crate::known::Known;
use crate::label::Label;
use crate::late::in_frame;
use crate::layer::{Counting, Layered};
use crate::leaks::{Claim, LeakWatch};
use crate::limits::Limits;
use crate::lint::Linter;
use crate::loss::{Breadcrumbs, Follower, Loss};
use crate::object::{Interface, Keep, Kind, LayoutInner, Native, Obj, SETTLED};
use crate::pending::Workshop;
use crate::queue::PerQueue;
use crate::readback::ReadPool;
use crate::record::{Commands, Held, Raw, calls};
use crate::stats::Stats;
use crate::sync::{Mutex, deadline, lock};
use crate::track::{Barrier, List, Opening, Place, Resource, Scopes, StateTable, Subject, Terms, Touch};
use crate::upload::Uploads;
use crate::usage::{Access, ResourceKind, Stages, SubRange, Usage};
use crate::validate::{Validating, Validation};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::Waker;
use std::time::Duration;

/// How long work may take to end when nobody is left who could wait for it.
pub(crate) const LAST_WAIT: Duration = Duration::from_secs(5);
/// How long is waited for what was submitted to a device that is lost, which should end at once.
const LOST_WAIT: Duration = Duration::from_secs(1);

/// Devices are numbered in the process, so that a foreign object is told by one compare.
static DEVICES: AtomicU32 = AtomicU32::new(1);
/// Group layouts are numbered in the process.
static LAYOUTS: AtomicU32 = AtomicU32::new(1);

/// What attachments do.
pub(crate) const COLOR: Usage = Usage::new(Access::COLOR, Stages::empty());
pub(crate) const DEPTH: Usage = Usage::new(Access::DEPTH, Stages::empty());
pub(crate) const DEPTH_READ: Usage = Usage::new(Access::DEPTH_READ, Stages::empty());

pub(crate) fn next_layout_id() -> u32 {
    LAYOUTS.fetch_add(1, Ordering::Relaxed)
}

pub(crate) struct Core {
    pub(crate) id: u32,
    /// The device's number where the backend prepares nothing for a raster pass, else one that no view has: what the short way
    /// of declaring a pass compares with.
    pub(crate) unprepared: u32,
    pub(crate) backend: Held,
    pub(crate) table: Commands,
    pub(crate) limits: Limits,
    pub(crate) enabled: Enabled,
    /// Attachments in the backend's own terms.
    pub(crate) color_scopes: Scopes,
    pub(crate) depth_scopes: Scopes,
    pub(crate) depth_read_scopes: Scopes,
    /// What every barrier begins with, and its queue families.
    head: [u64; 2],
    queues: [u32; 2],
    /// What trackers must know of the backend.
    pub(crate) terms: Terms,
    pub(crate) epochs: Epochs,
    pub(crate) shared: Mutex<Shared>,
    pub(crate) flight: Mutex<Flight>,
    pub(crate) reads: Mutex<ReadPool>,
    graveyard: Mutex<Vec<Grave>>,
    register: Mutex<Register>,
    pub(crate) layouts: Mutex<Known<LayoutKey, LayoutInner>>,
    pub(crate) interfaces: Mutex<Known<InterfaceKey, Interface>>,
    pub(crate) samplers: Mutex<Known<Vec<u32>, Obj>>,
    pub(crate) stats: Mutex<Stats>,
    /// Counts vertices and triangles, where that was asked for.
    pub(crate) counting: Option<Arc<Layered<Counting>>>,
    /// Validates, where that was asked for.
    pub(crate) validation: Option<Arc<Layered<Validating>>>,
    /// Where pipelines are made that frames do not wait for.
    pub(crate) workshop: Workshop,
    /// Frames that wait for a pipeline are an error.
    strict: bool,
    /// Pipelines of Candor's own.
    pub(crate) internal: Mutex<Vec<Arc<MipPipeline>>>,
    /// Passes are timed.
    pub(crate) timed: AtomicBool,
    /// Times of the batch that finished last.
    pub(crate) times: Mutex<Times>,
    /// Somebody reads debug groups.
    pub(crate) marked: bool,
    pub(crate) faults: Mutex<Vec<Error>>,
    pub(crate) lints: Linter,
    /// Bytes that buffers and textures may take.
    budget: Option<u64>,
    /// Passes are followed.
    pub(crate) follower: Option<Follower>,
    pub(crate) leaks: LeakWatch,
    closed: AtomicBool,
    lost: OnceLock<Loss>,
    /// Nothing when another device stands on the backend.
    claim: Option<Claim>,
}

/// Entries and the samplers that are part of the layout, by binding.
pub(crate) type LayoutKey = (Box<[crate::desc::LayoutEntry]>, LayoutSamplers);
/// For each binding whose samplers are part of a layout, their handles.
pub(crate) type LayoutSamplers = Box<[(u32, Box<[Raw]>)]>;
pub(crate) type InterfaceKey = ([u32; crate::limits::MAX_BIND_GROUPS], crate::desc::PushLayout);

/// What submission orders: the state table and the uploads that go first. Held across the native submit, so that the table
/// changes in the order in which the queue runs.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) states: StateTable,
    pub(crate) uploads: Uploads,
    pub(crate) opening: Opening,
    /// Barriers for the host's reads.
    pub(crate) readable: List,
    pub(crate) parts: Vec<Part>,
    /// The newest submission of each queue, and the newest that carried uploads.
    pub(crate) positions: PerQueue<u64>,
    pub(crate) uploaded: u64,
    pub(crate) copies: Vec<NativeCopy>,
    pub(crate) lists: Vec<crate::record::Cmd>,
    pub(crate) shown: Vec<crate::surface::Shown>,
    pub(crate) leaving: Leaving,
    /// A list of each queue that was opened ahead, so that a submission that has begun to change the state table needs none.
    pub(crate) spares: PerQueue<Option<crate::record::Cmd>>,
}

/// Batches that are on their way, and those that can be used again.
pub(crate) struct Flight {
    #[allow(clippy::vec_box, reason = "a batch is large and moves between here and its owner")]
    pub(crate) running: Vec<Box<BatchInner>>,
    #[allow(clippy::vec_box, reason = "as above")]
    pub(crate) idle: Vec<Box<BatchInner>>,
    pub(crate) wakers: Vec<Waker>,
    /// How far any batch has reached so far.
    pub(crate) room: Room,
}

struct Grave {
    stamp: Ticket,
    kind: Kind,
    native: Native,
    slot: u32,
}

/// Every live object, so that `close` can name and destroy what is left.
#[derive(Default)]
struct Register {
    entries: Vec<Option<Alive>>,
    free: Vec<u32>,
    live: usize,
    /// Everything was destroyed; nothing may enter.
    closed: bool,
}

struct Alive {
    kind: Kind,
    native: Native,
    slot: u32,
    label: Label,
    /// What can be copied out of it, where the backend sees to that.
    contents: Option<Box<Contained>>,
}

impl Register {
    fn named(&self) -> Vec<(Kind, String)> {
        let own = [Kind::PipelineLayout, Kind::BindGroupLayout, Kind::Swapchain, Kind::SurfaceImage];
        let named = self.entries.iter().flatten().filter(|a| !own.contains(&a.kind));
        named.map(|a| (a.kind, a.label.to_string())).collect()
    }
}

impl std::fmt::Debug for Core {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Core").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Core {
    pub(crate) fn new(backend: Arc<dyn Backend>, desc: &DeviceDesc) -> Arc<Self> {
        let (backend, counting) = if desc.count_geometry {
            let counting = Layered::new(backend, Counting::default());
            (counting.clone() as Arc<dyn Backend>, Some(counting))
        } else {
            (backend, None)
        };
        // The outermost layer, so that lists of batches are its own.
        let (backend, validation) = if desc.validation == Validation::Off {
            (backend, None)
        } else {
            let validation = Validating::around(backend, desc.validation, desc.on_finding);
            (validation.clone() as Arc<dyn Backend>, Some(validation))
        };
        let (noted, marked) = (backend.wants_notes(), backend.wants_marks());
        let (families, everything) = (backend.families(), backend.everything());
        let threads = backend.creates_on_threads();
        let terms = Terms { noted, head: backend.barrier_template().0, families, everything };
        let shared = Shared { opening: Opening::new(noted), readable: List::new(noted), ..Shared::default() };
        // A device may have been used before, under another handle.
        let uploads =
            Uploads::new(desc.memory_budget_bytes.map_or(u64::MAX, |b| b / 8).min(desc.upload_ring_bytes));
        let shared = Shared { positions: backend.submitted().0, uploads, ..shared };
        let claim = Claim::of(backend.identity());
        if claim.is_some() {
            backend.reserve_lists(READY * Room::FIRST.lists + 1);
        }
        let followed = claim.is_some() && desc.breadcrumbs == Breadcrumbs::On;
        let follower = followed.then(|| Follower::new(&*backend));
        let id = DEVICES.fetch_add(1, Ordering::Relaxed);
        Arc::new(Self {
            id,
            unprepared: if backend.prepares_rasters() { u32::MAX } else { id },
            table: backend.commands(),
            limits: backend.limits().clone(),
            enabled: backend.enabled(),
            color_scopes: backend.scopes(COLOR),
            depth_scopes: backend.scopes(DEPTH),
            depth_read_scopes: backend.scopes(DEPTH_READ),
            head: backend.barrier_template().0,
            queues: backend.barrier_template().1,
            terms,
            backend: Held::new(backend),
            epochs: Epochs::default(),
            shared: Mutex::new(shared),
            flight: Mutex::new(Flight::first(terms)),
            reads: Mutex::default(),
            graveyard: Mutex::default(),
            register: Mutex::default(),
            layouts: Mutex::default(),
            interfaces: Mutex::default(),
            samplers: Mutex::default(),
            stats: Mutex::default(),
            counting,
            validation,
            workshop: Workshop::new(threads),
            strict: desc.pipelines == PipelinePolicy::Strict,
            internal: Mutex::default(),
            timed: AtomicBool::new(false),
            times: Mutex::default(),
            marked,
            faults: Mutex::default(),
            lints: Linter::new(desc.portability),
            budget: desc.memory_budget_bytes,
            follower,
            leaks: LeakWatch::default(),
            closed: AtomicBool::new(false),
            lost: OnceLock::new(),
            claim,
        })
    }

    /// A range of a resource, ready for barriers.
    pub(crate) fn place(&self, resource: Resource, range: SubRange) -> Place {
        Place::new(resource, range, self.head, self.queues)
    }

    /// A use that keeps the contents, in the backend's terms.
    pub(crate) fn touch(&self, kind: ResourceKind, usage: Usage) -> Touch {
        Touch::new(kind, usage, self.backend.scopes(usage))
    }

    /// Adds a barrier that no tracker made.
    pub(crate) fn push_barrier(&self, list: &mut List, b: &Barrier) {
        let (head, queues) = (self.head, self.queues);
        let subject = Subject { queues, raw: b.raw, range: [0; 5], kind: b.kind as u32 };
        let (from, to) = (self.backend.scopes(b.before).from, self.backend.scopes(b.after).to);
        list.push(head, &subject, b, from, to);
    }

    /// An error when the device was closed or lost.
    pub(crate) fn alive(&self, label: &str) -> Result<(), Error> {
        if let Some(loss) = self.lost.get() {
            return Err(Error::new(Code::DeviceLost, label, loss.to_string()));
        }
        if self.claim.is_none() {
            let backend = self.backend.info().backend;
            let detail = format!("another device stands on this {backend} backend");
            return Err(Error::new(Code::BackendTaken, label, detail));
        }
        if self.closed.load(Ordering::Acquire) {
            return Err(Error::new(Code::Closed, label, "the device was closed"));
        }
        Ok(())
    }

    /// A creation is about to block this thread: late where it is in a frame.
    pub(crate) fn blocks(&self, label: &str) -> Result<(), Error> {
        match in_frame(self.id) {
            true => {
                self.late(label, "this thread is in a frame: it has a batch open, or records a pass of one")
            }
            false => Ok(()),
        }
    }

    /// A frame waits for a pipeline: counted always, and an error where the program wants it to be one.
    #[cold]
    pub(crate) fn late(&self, label: &str, why: &str) -> Result<(), Error> {
        lock(&self.stats).pipelines_late += 1;
        if self.strict { Err(Error::new(Code::PipelineLate, label, why)) } else { Ok(()) }
    }

    /// A driver's answer as an error that names the object.
    pub(crate) fn fault(&self, label: &str, fault: Fault) -> Error {
        match fault {
            Fault::Lost(why) => {
                self.lose(&why, true);
                let loss = self.lost.get().map_or(why, Loss::to_string);
                Error::new(Code::DeviceLost, label, loss)
            }
            Fault::OutOfMemory(which) => {
                Error::new(Code::OutOfMemory, label, format!("no {which} memory is left"))
            }
            Fault::Invalid(why) => Error::new(Code::Invalid, label, why),
            over @ Fault::OverBudget { .. } => Error::new(Code::OverBudget, label, over.to_string()),
            other @ (Fault::Call { .. } | Fault::Unavailable(_)) => {
                Error::new(Code::Driver, label, other.to_string())
            }
        }
    }

    /// Wraps a new native object.
    pub(crate) fn adopt(
        self: &Arc<Self>,
        kind: Kind,
        native: Native,
        label: &str,
        slot: u32,
        keep: Keep,
    ) -> Result<Arc<Obj>, Error> {
        let label = Label::from(label);
        let entry = {
            let mut r = lock(&self.register);
            if r.closed {
                drop(r);
                calls::destroy(&*self.backend, kind, native);
                return Err(Error::new(Code::Closed, &*label, "the device was closed"));
            }
            let alive = Some(Alive { kind, native, slot, label: label.clone(), contents: None });
            r.live += 1;
            match r.free.pop() {
                Some(i) => {
                    r.entries[i as usize] = alive;
                    i
                }
                None => {
                    r.entries.push(alive);
                    (r.entries.len() - 1) as u32
                }
            }
        };
        Ok(Arc::new(Obj {
            core: self.clone(),
            kind,
            native,
            slot,
            entry,
            label,
            settled: AtomicBool::new(false),
            keep,
        }))
    }

    /// Notes what can be copied out of a buffer or texture, where the backend sees to that.
    pub(crate) fn note_contents(&self, obj: &Obj, resource: Resource, shape: Shape) {
        if !self.backend.copies_out() {
            return;
        }
        let mut r = lock(&self.register);
        if let Some(Some(alive)) = r.entries.get_mut(obj.entry as usize) {
            alive.contents = Some(Box::new(Contained { native: alive.native, resource, shape }));
        }
    }

    /// What can be copied out of buffers and textures, in the order of the register, with their labels. They stay alive while a
    /// batch is open that was opened before.
    pub(crate) fn contained(&self) -> Vec<(Contained, String)> {
        let r = lock(&self.register);
        let all = r.entries.iter().flatten();
        all.filter_map(|a| Some((**a.contents.as_ref()?, a.label.to_string()))).collect()
    }

    /// An object was dropped: destroy it when no batch can be using it.
    pub(crate) fn retire(&self, obj: &Obj) {
        {
            let mut r = lock(&self.register);
            if r.closed {
                return;
            }
            r.entries[obj.entry as usize] = None;
            r.free.push(obj.entry);
            r.live -= 1;
        }
        let stamp = self.epochs.stamp();
        lock(&self.graveyard).push(Grave { stamp, kind: obj.kind, native: obj.native, slot: obj.slot });
    }

    /// Destroys what no batch can be using any more.
    pub(crate) fn sweep(&self) {
        let horizon = self.epochs.horizon();
        lock(&self.graveyard).retain(|g| {
            if g.stamp >= horizon {
                return true;
            }
            calls::destroy(&*self.backend, g.kind, g.native);
            if g.slot != SETTLED {
                lock(&self.shared).states.remove(g.slot);
            }
            false
        });
    }

    /// Objects dropped and not yet destroyed.
    pub(crate) fn waiting_to_die(&self) -> usize {
        lock(&self.graveyard).len()
    }

    /// Objects alive.
    pub(crate) fn live(&self) -> usize {
        lock(&self.register).live
    }

    /// Notices finished batches, destroys what they held, hands readbacks over. Never blocks.
    pub(crate) fn poll(&self) {
        if self.lost.get().is_some() {
            // Nothing will carry them any more.
            self.forget();
        }
        let mut late = Vec::new();
        self.backend.poll(&mut late);
        for l in late {
            self.note_fault(l.kind, l.raw, l.fault);
        }
        let mut i = 0;
        loop {
            let mut flight = lock(&self.flight);
            let Some(batch) = flight.running.get(i) else { break };
            match self.backend.finished(batch.timepoint) {
                Ok(false) => {
                    i += 1;
                    continue;
                }
                Ok(true) => {}
                // It can be asked again.
                Err(Fault::OutOfMemory(_)) => {
                    i += 1;
                    continue;
                }
                Err(fault) => {
                    drop(flight);
                    match fault {
                        Fault::Lost(why) => self.lose(&why, true),
                        other => self.lose(&other.to_string(), false),
                    }
                    break;
                }
            }
            let mut batch = flight.running.swap_remove(i);
            drop(flight);
            batch.finish(self);
            self.epochs.end(batch.ticket);
            let mut flight = lock(&self.flight);
            flight.idle.push(batch);
            for w in flight.wakers.drain(..) {
                w.wake();
            }
        }
        self.sweep();
    }

    /// Wakes whoever waits for anything.
    pub(crate) fn wake_all(&self) {
        let woken = std::mem::take(&mut lock(&self.flight).wakers);
        woken.into_iter().for_each(Waker::wake);
    }

    fn note_fault(&self, kind: Kind, raw: Raw, fault: Fault) {
        let label = {
            let r = lock(&self.register);
            let found = r.entries.iter().flatten().find(|a| a.kind == kind && a.native.raw == raw);
            found.map(|a| a.label.to_string()).unwrap_or_default()
        };
        self.note(self.fault(&label, fault));
    }

    /// Keeps a fault that no call can answer with, for `Device::faults`.
    pub(crate) fn note(&self, fault: Error) {
        lock(&self.faults).push(fault);
    }

    /// Lets go of the objects that the device itself holds.
    pub(crate) fn forget(&self) {
        // An object that waits for its first upload is held by that upload alone. Dropped outside the locks: dropping an object
        // takes locks of its own.
        let held = lock(&self.shared).uploads.forget();
        drop(held);
        let internal = std::mem::take(&mut *lock(&self.internal));
        drop(internal);
    }

    /// Lets nothing new begin.
    pub(crate) fn begin_close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.workshop.wake();
        self.forget();
    }

    /// Label of the tracked object in a slot.
    pub(crate) fn label_of(&self, slot: u32) -> String {
        let r = lock(&self.register);
        let found = r.entries.iter().flatten().find(|a| a.slot == slot);
        found.map(|a| a.label.to_string()).unwrap_or_default()
    }

    /// Kind and label of what the program still holds. Layouts and pipeline layouts are the device's own, shared by equal
    /// descriptors.
    pub(crate) fn named_alive(&self) -> Vec<(Kind, String)> {
        lock(&self.register).named()
    }

    /// Names what is alive, and destroys everything unless a batch is still open somewhere. `true`: destroyed.
    pub(crate) fn close(&self) -> (Vec<(Kind, String)>, bool) {
        let (_, open) = self.epochs.pinned();
        let mut r = lock(&self.register);
        let named = r.named();
        if open > 0 {
            return (named, false);
        }
        r.closed = true;
        r.live = 0;
        let mut alive: Vec<_> = std::mem::take(&mut r.entries).into_iter().flatten().collect();
        drop(r);
        let graves: Vec<_> = lock(&self.graveyard).drain(..).collect();
        for g in graves {
            calls::destroy(&*self.backend, g.kind, g.native);
        }
        // What refers to others goes first.
        alive.sort_by_key(|a| match a.kind {
            Kind::BindGroup => 0,
            Kind::RasterPipeline | Kind::ComputePipeline => 1,
            Kind::PipelineLayout => 2,
            Kind::BindGroupLayout | Kind::View => 3,
            Kind::Buffer | Kind::Texture | Kind::Sampler | Kind::QuerySet | Kind::SurfaceImage => 4,
            Kind::Swapchain => 5,
            Kind::Surface => 6,
        });
        for a in &alive {
            calls::destroy(&*self.backend, a.kind, a.native);
        }
        let idle = std::mem::take(&mut lock(&self.flight).idle);
        for mut batch in idle {
            batch.dismantle(self);
        }
        self.release_own();
        (named, true)
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        // The last handle is gone: nothing can be recorded any more; whatever still runs is waited for, within bounds.
        let end = deadline(LAST_WAIT);
        let running = std::mem::take(&mut lock(&self.flight).running);
        let mut stuck = Vec::new();
        for mut batch in running {
            if self.has_ended(batch.timepoint, end) {
                batch.dismantle(self);
            } else {
                stuck.push(batch);
            }
        }
        if !stuck.is_empty() {
            // Destroying what the GPU may still use is undefined, and so may be to end its driver: all of it is left behind.
            tracing::error!(
                "{} batches did not end within {} s of the last object's end: their device is left behind as it is",
                stuck.len(),
                LAST_WAIT.as_secs()
            );
            std::mem::forget((stuck, self.backend.share(), self.claim.take()));
            return;
        }
        let idle_batches = std::mem::take(&mut lock(&self.flight).idle);
        for mut batch in idle_batches {
            batch.dismantle(self);
        }
        let graves: Vec<_> = lock(&self.graveyard).drain(..).collect();
        for g in graves {
            calls::destroy(&*self.backend, g.kind, g.native);
        }
        self.release_own();
    }
}
