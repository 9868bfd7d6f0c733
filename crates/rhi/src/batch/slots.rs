//! Slots: passes that were declared and are recorded later, on any thread.

use super::{Batch, BatchInner, RasterDesc};
use crate::core::Core;
use crate::error::{Code, Error, Place};
use crate::object::TargetKey;
use crate::query::PassQueryPlan;
use crate::record::{Cmd, Declared, Extra, Latch, RasterPass, calls};
use crate::stats::Counts;
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

#[derive(Debug)]
struct Job {
    cmd: Cmd,
    key: TargetKey,
    label: String,
    extra: Extra,
    latch: Latch,
    stats: Counts,
    /// Its queries, when it has any.
    queries: Option<PassQueryPlan>,
    recorded: bool,
}

impl SlotShared {
    pub(super) fn reset(&self) {
        let mut s = lock(&self.state);
        s.alive = 0;
        for j in &mut s.jobs {
            j.recorded = false;
            j.stats = Counts::default();
            j.latch.kept.clear();
            j.latch.count = 0;
            j.latch.groups = 0;
            j.latch.occlusion.clear();
        }
    }
}

impl Batch {
    /// Declares a raster pass that is recorded later, on any thread. `None`: the declaration was refused; `submit` says why.
    pub fn raster_slot(&mut self, d: &RasterDesc<'_>) -> Option<Slot> {
        let inner = self.inner.as_deref_mut()?;
        if !inner.errors.is_empty() {
            return None;
        }
        let cmd = match self.core.backend.open() {
            Ok(cmd) => cmd,
            Err(fault) => {
                inner.fail(self.core.fault(d.label, fault));
                return None;
            }
        };
        // From here on the list belongs to the batch, which recycles it whatever happens.
        inner.lists.push(cmd);
        inner.inline = Cmd::NULL;
        if inner.begin_raster(&self.core, d, cmd) == Cmd::NULL {
            return None;
        }
        let index = inner.slots as usize;
        inner.slots += 1;
        let key = inner.key;
        let mut s = lock(&inner.shared.state);
        s.alive += 1;
        if s.jobs.len() == index {
            s.jobs.push(Job {
                cmd,
                key,
                label: String::new(),
                extra: Extra::default(),
                latch: Latch::default(),
                stats: Counts::default(),
                queries: None,
                recorded: false,
            });
        }
        let job = &mut s.jobs[index];
        (job.cmd, job.key) = (cmd, key);
        job.label.clear();
        job.label.push_str(d.label);
        job.extra.groups.clear();
        job.extra.groups.extend(d.groups.iter().map(|g| g.raw));
        std::mem::swap(&mut job.extra.uses, &mut inner.extra.uses);
        job.queries = inner.queried.then_some(inner.pass_queries);
        std::mem::swap(&mut job.latch.occlusion, &mut inner.latch.occlusion);
        inner.latch.occlusion.clear();
        drop(s);
        Some(Slot { core: self.core.clone(), shared: inner.shared.clone(), index, done: false })
    }
}

impl Slot {
    /// Records the pass on this thread.
    pub fn record(mut self, record: impl FnOnce(&mut RasterPass<'_>)) {
        let core = &*self.core;
        let (cmd, key, extra, mut latch, label, queries) = {
            let mut s = lock(&self.shared.state);
            let j = &mut s.jobs[self.index];
            let extra = std::mem::take(&mut j.extra);
            (j.cmd, j.key, extra, std::mem::take(&mut j.latch), std::mem::take(&mut j.label), j.queries)
        };
        let declared = Declared { groups: &[], extra: &extra };
        let mut pass = RasterPass::new(cmd, core, key, declared, &mut latch);
        record(&mut pass);
        let stats = *pass.close();
        calls::end_raster(&*core.backend, cmd, &label);
        if let Some(q) = &queries {
            calls::end_queries(&*core.backend, cmd, q);
        }
        latch.occlusion.clear();
        let mut s = lock(&self.shared.state);
        let j = &mut s.jobs[self.index];
        (j.extra, j.latch, j.label, j.stats) = (extra, latch, label, stats);
        j.recorded = true;
        drop(s);
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
            if !j.recorded {
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
