//! Slots: passes that were declared and are recorded later, on any thread.

use super::warm::reserve;
use super::{Batch, BatchInner, RasterDesc};
use crate::backend::Edge;
use crate::core::Core;
use crate::error::{Code, Error, Place};
use crate::loss;
use crate::object::TargetKey;
use crate::query::PassQueryPlan;
use crate::record::{Cmd, Declared, Extra, Latch, RasterPass, calls};
use crate::stats::PassStats;
use crate::sync::{Mutex, lock};
use std::sync::Arc;

/// A declared pass that waits to be recorded. It may be sent to another thread. One that is dropped unrecorded makes `submit`
/// name it.
#[derive(Debug)]
#[must_use = "a declared pass must be recorded before its batch is submitted"]
pub struct Slot {
    core: Arc<Core>,
    shared: Arc<SlotShared>,
    index: usize,
    done: bool,
}

/// What a batch and its slots share.
#[derive(Debug, Default)]
pub(crate) struct SlotShared {
    state: Mutex<Jobs>,
}

#[derive(Debug, Default)]
struct Jobs {
    /// One for each slot of the batch; the rest is kept for later batches.
    jobs: Vec<Job>,
    /// Slots that exist.
    alive: u32,
    /// The batch was dropped while slots existed: the last slot gives it back.
    orphan: Option<Box<BatchInner>>,
}

#[derive(Debug, Default)]
struct Job {
    cmd: Cmd,
    key: TargetKey,
    label: String,
    extra: Extra,
    latch: Latch,
    stats: PassStats,
    /// Its queries, when it has any.
    queries: Option<PassQueryPlan>,
    /// Its number, where passes are followed.
    crumb: Option<u64>,
    recorded: bool,
    /// Its recording panicked.
    cut_short: bool,
}

impl SlotShared {
    pub(super) fn reset(&self) {
        let mut s = lock(&self.state);
        s.alive = 0;
        for j in &mut s.jobs {
            (j.recorded, j.cut_short) = (false, false);
            j.stats = PassStats::default();
            j.latch.kept.clear();
            j.latch.count = 0;
            j.latch.close();
        }
    }
}

/// Parts of one split pass, at most.
const MAX_PARTS: usize = 64;

/// How much a slot of the batch has room for.
#[derive(Debug)]
pub(super) struct JobRoom {
    pub(super) uses: usize,
    pub(super) groups: usize,
    pub(super) label: usize,
}

impl SlotShared {
    pub(super) fn room(&self) -> JobRoom {
        let mut room = JobRoom { uses: 0, groups: 0, label: 0 };
        for j in &lock(&self.state).jobs {
            room.uses = room.uses.max(j.extra.uses.capacity());
            room.groups = room.groups.max(j.extra.groups.capacity());
            room.label = room.label.max(j.label.capacity());
        }
        room
    }

    /// Makes room for so many slots, each of which keeps so much.
    pub(super) fn make_room(&self, jobs: usize, each: &JobRoom) {
        let mut s = lock(&self.state);
        while s.jobs.len() < jobs {
            s.jobs.push(Job::default());
        }
        for j in &mut s.jobs {
            reserve(&mut j.extra.uses, each.uses);
            reserve(&mut j.extra.groups, each.groups);
            j.label.reserve_exact(each.label.saturating_sub(j.label.len()));
        }
    }
}

impl Batch {
    /// Declares a raster pass that is recorded later, on any thread. `None`: the declaration was refused; `submit` says why.
    pub fn raster_slot(&mut self, d: &RasterDesc<'_>) -> Option<Slot> {
        self.raster_split(d, 1).next()
    }

    /// Declares one raster pass that is recorded in several parts (1 to 64), each on any thread, at any time. On the GPU the parts
    /// follow each other in order. A part begins as a pass does: nothing is bound, viewport and scissor are the whole target.
    /// Empty: the declaration was refused; `submit` says why.
    pub fn raster_split(&mut self, d: &RasterDesc<'_>, parts: usize) -> Slots {
        let range = self.inner.as_deref_mut().and_then(|inner| inner.split(&self.core, d, parts));
        let (core, shared) = (self.core.clone(), self.shared());
        Slots { core, shared, range: range.unwrap_or(0..0) }
    }

    fn shared(&self) -> Arc<SlotShared> {
        self.inner.as_ref().map(|i| i.shared.clone()).unwrap_or_default()
    }
}

/// The parts of a split pass, in order. What is not taken out counts as not recorded.
#[derive(Debug)]
#[must_use = "a declared pass must be recorded before its batch is submitted"]
pub struct Slots {
    core: Arc<Core>,
    shared: Arc<SlotShared>,
    range: std::ops::Range<usize>,
}

impl Iterator for Slots {
    type Item = Slot;

    fn next(&mut self) -> Option<Slot> {
        let index = self.range.next()?;
        Some(Slot { core: self.core.clone(), shared: self.shared.clone(), index, done: false })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl ExactSizeIterator for Slots {}

impl Drop for Slots {
    fn drop(&mut self) {
        self.for_each(drop);
    }
}

impl BatchInner {
    /// Numbers of the slots. `None`: an error was noted.
    fn split(&mut self, core: &Core, d: &RasterDesc<'_>, parts: usize) -> Option<std::ops::Range<usize>> {
        if !self.errors.is_empty() {
            return None;
        }
        if !(1..=MAX_PARTS).contains(&parts) {
            let asked = format!("{parts} parts were asked for, 1 to {MAX_PARTS} are allowed");
            self.fail_pass(d.label, Code::SplitCount, "", asked);
            return None;
        }
        let begun = self.begin_raster_in(core, d, parts);
        let first = begun?;
        let slots = self.slots as usize;
        for part in 0..parts {
            self.add_job(self.lists[first + part], d, part + 1 == parts);
        }
        Some(slots..slots + parts)
    }
}

impl BatchInner {
    /// Notes a part of a pass that is to be recorded. The last part takes the list of uses along.
    fn add_job(&mut self, cmd: Cmd, d: &RasterDesc<'_>, last: bool) {
        let index = self.slots as usize;
        self.slots += 1;
        let key = self.key;
        let mut s = lock(&self.shared.state);
        s.alive += 1;
        if s.jobs.len() == index {
            s.jobs.push(Job::default());
        }
        let job = &mut s.jobs[index];
        (job.cmd, job.key) = (cmd, key);
        job.label.clear();
        job.label.push_str(d.label);
        job.extra.groups.clear();
        job.extra.groups.extend(d.groups.iter().map(|g| g.raw));
        if last {
            std::mem::swap(&mut job.extra.uses, &mut self.extra.uses);
        } else {
            job.extra.uses.clone_from(&self.extra.uses);
        }
        (job.queries, job.crumb) = (None, None);
        if last {
            job.queries = self.queried.then_some(self.pass_queries);
            job.crumb = self.crumb;
            std::mem::swap(&mut job.latch.occlusion, &mut self.latch.occlusion);
            job.latch.open = job.latch.occlusion.count > 0;
            self.latch.close();
        }
    }
}

impl Slot {
    /// Records the pass on this thread.
    pub fn record(mut self, record: impl FnOnce(&mut RasterPass<'_>)) {
        let core = &*self.core;
        let mut taken = Taken::new(&self.shared, self.index);
        let job = &mut taken.job;
        let declared = Declared { groups: &[], extra: &job.extra };
        let mut pass = RasterPass::new(job.cmd, core, job.key, declared, &mut job.latch);
        record(&mut pass);
        pass.close();
        job.stats = pass.stats();
        calls::end_raster(&*core.backend, job.cmd, &job.label);
        if let Some(q) = &job.queries {
            calls::end_queries(&*core.backend, job.cmd, q);
        }
        if let Some(number) = job.crumb {
            loss::mark(&*core.backend, job.cmd, number, Edge::End);
        }
        (job.recorded, job.cut_short) = (true, false);
        drop(taken);
        self.finish();
    }

    fn finish(&mut self) {
        self.done = true;
        let orphan = {
            let mut s = lock(&self.shared.state);
            s.alive -= 1;
            if s.alive == 0 { s.orphan.take() } else { None }
        };
        if let Some(inner) = orphan {
            give_back(&self.core, inner);
        }
    }
}

/// A job while its pass is recorded: no lock is held meanwhile. It is put back however the recording ends.
struct Taken<'a> {
    shared: &'a SlotShared,
    index: usize,
    job: Job,
}

impl<'a> Taken<'a> {
    fn new(shared: &'a SlotShared, index: usize) -> Self {
        let job = std::mem::take(&mut lock(&shared.state).jobs[index]);
        Self { shared, index, job: Job { cut_short: true, ..job } }
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        lock(&self.shared.state).jobs[self.index] = std::mem::take(&mut self.job);
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if !self.done {
            self.finish();
        }
    }
}

impl BatchInner {
    /// Every slot must have been recorded; their errors and statistics become the batch's.
    pub(super) fn gather_slots(&mut self) {
        if self.slots == 0 {
            return;
        }
        let shared = self.shared.clone();
        let mut s = lock(&shared.state);
        for j in &mut s.jobs[..self.slots as usize] {
            if j.cut_short {
                self.cut_short(&j.label);
            } else if !j.recorded {
                let place = Place { pass: j.label.clone(), command: None, more: 0 };
                self.fail(Error::new(Code::SlotNotRecorded, j.label.as_str(), "").at(place));
            }
            if j.latch.count != 0 {
                self.collect_from(&j.label, &mut j.latch);
            }
            self.pass_stats.add(&j.stats);
        }
    }
}

/// A batch was dropped, or refused by `submit`: give its lists back now, or leave that to the last slot.
pub(super) fn abandon(core: &Arc<Core>, inner: Box<BatchInner>) {
    let shared = inner.shared.clone();
    let mut s = lock(&shared.state);
    if s.alive > 0 {
        s.orphan = Some(inner);
        return;
    }
    drop(s);
    give_back(core, inner);
}

fn give_back(core: &Arc<Core>, mut inner: Box<BatchInner>) {
    let ticket = inner.ticket;
    inner.release(core);
    core.epochs.end(ticket);
    lock(&core.flight).idle.push(inner);
    core.sweep();
}
