//! A batch: passes declared in order on one thread, recorded anywhere, submitted whole or not at all.
//!
//! Declaring derives the barriers. First uses are settled at submission, under one short lock, in one prologue list. A batch
//! that is dropped has done nothing.

mod copies;
mod declare;
mod depth;
mod foreign;
mod judge;
mod marks;
mod mips;
mod present;
mod queries;
mod regions;
mod route;
mod slots;
mod snapshot;
mod submit;
mod texels;
mod timing;
mod warm;

pub use copies::{BufferSide, Copy, Region};
pub use declare::{Color, ComputeDesc, Order, RasterDesc, Use};
pub use depth::{Depth, DepthResolve, ResolveMode, StencilOps};
pub use foreign::ForeignDesc;
pub(crate) use foreign::Leaving;
pub use regions::{ClearValue, Levels};
pub(crate) use regions::{Written, meet, written};
pub use slots::{Slot, Slots};
pub use snapshot::Contents as ObjectContents;
pub(crate) use snapshot::{Contained, Shape};
pub use submit::SubmitError;
pub(crate) use texels::{Rows, check_region};
pub(crate) use timing::Times;
pub(crate) use warm::{READY, Room};

use crate::backend::{Backend, Enabled, NativeCopy, Timepoint};
use crate::core::Core;
use crate::epoch::Ticket;
use crate::error::{Code, Error, Place};
use crate::object::{Obj, TargetKey};
use crate::query::{PassQueryPlan, QueryUse};
use crate::queue::Queue;
use crate::readback::Slot as ReadSlot;
use crate::record::{Cmd, Extra, INDIRECT_COUNT, Latch, Latched, Raw, calls};
use crate::stats::{PassStats, Stats};
use crate::sync::lock;
use crate::track::{List, Terms, Tracker};
use crate::upload::Carried;
use route::Routes;
use slots::SlotShared;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use timing::Timing;

/// Errors of a batch that are kept in full.
const KEPT: usize = 32;

/// A batch. Not `Send`: it is declared on the thread that opened it. Slots may go anywhere.
#[derive(Debug)]
pub struct Batch {
    /// Taken by `submit` and by the drop.
    inner: Option<Box<BatchInner>>,
    core: Arc<Core>,
    _one_thread: PhantomData<*const ()>,
}

/// What a batch is made of; used again for a later one.
#[derive(Debug, Default)]
pub(crate) struct BatchInner {
    pub(crate) ticket: Ticket,
    pub(crate) timepoint: Timepoint,
    tracker: Tracker,
    /// Lists in the order of declaration.
    lists: Vec<Cmd>,
    /// The list that passes are recorded into at once; the last of `lists`. Null when the batch uses several queues.
    inline: Cmd,
    routes: Routes,
    latch: Latch,
    errors: Vec<Error>,
    more_errors: u32,
    stats: Stats,
    /// Staging memory that it carries.
    carried: Carried,
    readbacks: Vec<Arc<ReadSlot>>,
    /// Buffers in readback memory that copies write, with their slots, and how many of them have their barrier.
    for_host: Vec<(Raw, u32)>,
    shown_to_host: usize,
    host_barriers: List,
    settle: Vec<Arc<Obj>>,
    /// Frames that it presents.
    frames: Vec<crate::surface::SurfaceFrame>,
    /// What uploads held until the batch that carries them had its ticket.
    held: Vec<Arc<Obj>>,
    shared: Arc<SlotShared>,
    slots: u32,
    /// One more than the largest slot of a tracked resource that the batch names, and how many it names.
    reach: u32,
    touched: u32,
    /// Sums over the passes.
    pass_stats: PassStats,
    /// Target key of the pass declared last.
    key: TargetKey,
    /// Layers of its attachments.
    layers: u32,
    /// Viewport and scissor that the inline list is at: the whole of a target of this size.
    viewport: [u32; 2],
    foreign: foreign::Foreign,
    /// What is done to queries, in order.
    queries: Vec<QueryUse>,
    /// Queries of the pass declared last, when it is `queried`.
    pass_queries: PassQueryPlan,
    queried: bool,
    timing: Timing,
    /// Passes are timed or followed.
    watched: bool,
    /// The number of the pass declared last, where passes are followed.
    crumb: Option<u64>,
    /// It failed while it was submitted, and some of it may run.
    failed: bool,
    /// Debug groups that are open between passes.
    groups: u32,
    // Lists that are filled anew by each declaration.
    extra: Extra,
    copies: Vec<NativeCopy>,
    /// Where these copies run.
    copying: Queue,
    written: Vec<Written>,
}

impl Batch {
    pub(crate) fn open(core: &Arc<Core>) -> Self {
        let ready = lock(&core.flight).idle.pop();
        let mut inner = ready.unwrap_or_else(|| BatchInner::fresh(core.terms));
        inner.ticket = core.epochs.open();
        inner.timing.on = core.timed.load(Ordering::Relaxed);
        inner.watched = inner.timing.on || core.follower.is_some();
        // After the ticket: a device that closes either sees the ticket or is seen here.
        if let Err(e) = core.alive("batch") {
            inner.errors.push(e);
        }
        Self { inner: Some(inner), core: core.clone(), _one_thread: PhantomData }
    }

    /// Errors so far. `submit` returns them and submits nothing.
    pub fn errors(&self) -> &[Error] {
        self.inner.as_ref().map_or(&[], |i| &i.errors)
    }

    /// Barriers that the pass declared last needs within this batch, for tests and tools.
    pub fn last_barriers(&self) -> Vec<crate::track::Barrier> {
        self.inner.as_ref().map_or_else(Vec::new, |i| i.tracker.barriers())
    }
}

impl BatchInner {
    fn fresh(terms: Terms) -> Box<Self> {
        let mut fresh = Box::new(Self { host_barriers: List::new(terms.noted), ..Self::default() });
        fresh.tracker.set_terms(terms);
        fresh
    }

    #[cold]
    fn fail(&mut self, e: Error) {
        if self.errors.len() < KEPT {
            self.errors.push(e);
        } else {
            self.more_errors += 1;
        }
    }

    #[cold]
    fn fail_pass(&mut self, pass: &str, code: Code, label: &str, detail: impl Into<String>) {
        let place = Place { pass: pass.to_owned(), command: None, more: 0 };
        self.fail(Error::new(code, label, detail).at(place));
    }

    /// Moves what a pass latched to the batch's errors.
    #[cold]
    #[inline(never)]
    fn collect(&mut self, pass: &str) {
        let mut latch = std::mem::take(&mut self.latch);
        self.collect_from(pass, &mut latch);
        self.latch = latch;
    }

    fn collect_from(&mut self, pass: &str, latch: &mut Latch) {
        let more = latch.count - latch.kept.len() as u32;
        for l in latch.kept.drain(..) {
            let place = Place { pass: pass.to_owned(), command: Some(l.command), more };
            let detail = detail(&l);
            self.fail(Error::new(l.code, l.label, detail).at(place));
        }
        latch.count = 0;
    }

    /// The list that the declared pass goes to. `None`: an error was noted.
    fn inline_list(&mut self, core: &Core, queue: Queue) -> Option<Cmd> {
        let cmd = match (self.inline, queue) {
            (Cmd::NULL, _) | (_, Queue::Compute | Queue::Copy) => self.open_inline(core, queue),
            (cmd, Queue::Main) => cmd,
        };
        (cmd != Cmd::NULL).then_some(cmd)
    }

    /// The GPU has finished: hand readbacks over, give everything back.
    pub(crate) fn finish(&mut self, core: &Core) {
        if self.failed {
            return self.release(core);
        }
        for r in self.readbacks.drain(..) {
            r.arrive();
        }
        self.timing.finish(core);
        self.release(core);
    }

    /// Gives everything back, and what is kept for later batches too.
    pub(crate) fn dismantle(&mut self, core: &Core) {
        self.release(core);
        self.timing.dismantle(core);
    }

    /// Nothing uses the batch any more: recycle its lists and clear it.
    pub(crate) fn release(&mut self, core: &Core) {
        let b: &dyn Backend = &*core.backend;
        for cmd in self.lists.drain(..) {
            calls::recycle(b, cmd);
        }
        for r in self.readbacks.drain(..) {
            let why = core.alive("readback").err();
            let why =
                why.unwrap_or_else(|| Error::new(Code::Closed, "readback", "its batch was never finished"));
            r.fail(why);
        }
        if !self.carried.is_empty() {
            lock(&core.shared).uploads.staging.reclaim(&mut self.carried);
        }
        self.inline = Cmd::NULL;
        self.routes.reset();
        self.viewport = [0; 2];
        self.tracker.reset();
        self.latch.kept.clear();
        self.latch.count = 0;
        self.errors.clear();
        self.more_errors = 0;
        self.stats = Stats::default();
        self.pass_stats = PassStats::default();
        self.for_host.clear();
        self.shown_to_host = 0;
        self.settle.clear();
        self.frames.clear();
        self.foreign.reset();
        self.queries.clear();
        (self.queried, self.watched, self.crumb, self.failed) = (false, false, None, false);
        self.timing.reset();
        self.groups = 0;
        self.latch.close();
        self.held.clear();
        self.slots = 0;
        (self.reach, self.touched) = (0, 0);
        self.shared.reset();
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take() {
            slots::abandon(&self.core, inner);
        }
    }
}

/// What was asked and what is allowed, in the words of the rule.
pub(crate) fn detail(l: &Latched) -> String {
    let (asked, allowed) = (l.asked, l.allowed);
    if let Some(said) = &l.said {
        return said.clone();
    }
    match l.code {
        Code::Incomplete => format!("missing: {}", l.label),
        Code::GroupLayout if asked > allowed => format!("index {asked} of 0 to {allowed}"),
        Code::GroupLayout => {
            format!("index {asked}, at which the bound pipeline has another layout, or none")
        }
        Code::DynamicOffset => format!("{asked} was given, at most {allowed} is allowed"),
        Code::PushRange => format!("{asked} bytes were given, the pipeline takes {allowed}"),
        Code::IndexRange => format!("up to index {asked}, {allowed} exist"),
        Code::DrawRange => format!("{asked}..{allowed} was given"),
        Code::DispatchSize => {
            format!("{asked} workgroups were asked for along an axis, {allowed} are allowed")
        }
        Code::NotEnabled if asked == Enabled::SEPARATE_STENCIL.bits() => {
            "separate-stencil-reference".to_owned()
        }
        Code::NotEnabled if asked == INDIRECT_COUNT => "indirect-count".to_owned(),
        Code::NotPortable => {
            let lint = crate::lint::LintCode::DynamicOffset;
            format!(
                "{}: a dynamic offset of {asked} was given, multiples of {allowed} are portable",
                lint.id()
            )
        }
        Code::NotEnabled => "multi-draw-indirect".to_owned(),
        Code::QueryRange => format!("query {asked}"),
        Code::DebugGroup => format!("{asked} were open"),
        _ => String::new(),
    }
}
