//! Submission: all of a batch or nothing.

use super::copies::host_barrier;
use super::{Batch, BatchInner, slots};
use crate::backend::NativeCopy;
use crate::core::{Core, Shared};
use crate::error::{Code, Error};
use crate::future::Receipt;
use crate::query;
use crate::queue::Queue;
use crate::record::{Cmd, calls};
use crate::sync::lock;
use crate::track::{Barrier, State};
use crate::upload;
use crate::usage::{Access, Layout, ResourceKind, Stages, Usage};
use std::fmt;
use std::sync::atomic::Ordering;

/// Why a batch was not submitted. Nothing of it reached the GPU.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmitError {
    /// What was wrong, in the order in which it was found.
    pub errors: Vec<Error>,
    /// Errors beyond those that are kept.
    pub more: u32,
}

impl fmt::Display for SubmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the batch was not submitted: ")?;
        for (i, e) in self.errors.iter().enumerate() {
            let sep = if i == 0 { "" } else { "; " };
            write!(f, "{sep}{e}")?;
        }
        if self.more > 0 {
            write!(f, " [and {} more]", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for SubmitError {}

const WRITE: Usage = Usage::new(Access::COPY_DST, Stages::empty());

impl Batch {
    /// Submits all passes in the order of declaration.
    ///
    /// # Errors
    /// Every error that was latched, a slot that was not recorded, a write to a settled texture, or the driver's answer. Nothing of
    /// the batch reaches the GPU then.
    pub fn submit(mut self) -> Result<Receipt, SubmitError> {
        let Some(mut inner) = self.inner.take() else {
            return Err(SubmitError { errors: vec![Error::new(Code::Closed, "batch", "")], more: 0 });
        };
        let core = &self.core;
        inner.gather_slots();
        inner.check_open();
        if let (true, Err(e)) = (inner.errors.is_empty(), core.alive("batch")) {
            inner.fail(e);
        }
        if core.validation.is_some() {
            inner.judge(core);
        }
        if inner.errors.is_empty() {
            let mut shared = lock(&core.shared);
            let ready = make_ready(core, &mut shared, &mut inner);
            let sent = ready.map(|last| {
                prepare(core, &mut shared, &mut inner, last)?;
                if let Some(f) = &core.follower {
                    f.submit(inner.ticket);
                }
                inner.send(core, &mut shared)
            });
            match sent {
                Ok(Ok(())) => {
                    query::mark_written(&inner.queries);
                    inner.queries.clear();
                    for obj in &inner.settle {
                        obj.settled.store(true, Ordering::Release);
                        shared.states.get_mut(obj.slot).settled = true;
                    }
                }
                // Nothing has changed yet.
                Err(e) => inner.fail(e),
                Ok(Err(e)) => {
                    // The state table has moved on and the GPU has not: there is no way back.
                    core.lose(&e.to_string(), false);
                    inner.failed = true;
                    inner.fail(e);
                }
            }
        }
        // Once no lock is held: the last owner of an object may be among them.
        inner.held.clear();
        inner.settle.clear();
        inner.frames.clear();
        if inner.failed && !core.end_failed(&mut inner) {
            let error = SubmitError { errors: std::mem::take(&mut inner.errors), more: inner.more_errors };
            // What of it runs may use its lists for as long as it likes.
            lock(&core.flight).running.push(inner);
            return Err(error);
        }
        if !inner.errors.is_empty() {
            let error = SubmitError { errors: std::mem::take(&mut inner.errors), more: inner.more_errors };
            slots::abandon(core, inner);
            return Err(error);
        }
        inner.stats.batches = 1;
        let commands = inner.pass_stats;
        inner.stats.add_commands(&commands);
        *lock(&core.stats) += &inner.stats;
        let largest = inner.readbacks.iter().map(|r| r.size_bytes()).max().unwrap_or(0);
        lock(&core.reads).submitted(core, inner.readbacks.len(), largest);
        let receipt = Receipt { core: core.clone(), ticket: inner.ticket, timepoint: inner.timepoint };
        lock(&core.flight).run(core, inner);
        Ok(receipt)
    }
}

/// All that may still be refused, and every list that the submission will need: after it nothing is left that can fail but the
/// submission itself. Yields the list for what the host reads, where there is any.
fn make_ready(core: &Core, shared: &mut Shared, inner: &mut BatchInner) -> Result<Option<Cmd>, Error> {
    if let Some(slot) = writes_settled(shared, inner) {
        return Err(Error::new(Code::SettledWrite, core.label_of(slot), "the texture was settled"));
    }
    inner.check_frames(core, shared)?;
    inner.check_foreign(core, shared)?;
    if let Some((label, index)) = query::unwritten(&inner.queries) {
        return Err(Error::new(Code::QueryUnwritten, label, format!("query {index}")));
    }
    inner.take_back(core)?;
    inner.leave(core, shared)?;
    for queue in Queue::ALL {
        if shared.spares[queue as usize].is_none() && inner.uses_queue(queue) {
            let opened = core.backend.open(queue);
            shared.spares[queue as usize] = Some(opened.map_err(|fault| core.fault("prologue", fault))?);
        }
    }
    if !inner.timing.is_used() && inner.readbacks.is_empty() {
        return Ok(None);
    }
    let last = inner.last_list(core);
    match (last, inner.errors.pop()) {
        (Some(cmd), _) => Ok(Some(cmd)),
        (None, Some(e)) => Err(e),
        (None, None) => Err(Error::new(Code::Driver, "readback", "no list of the batch can end it")),
    }
}

/// Settles first uses and puts the lists together: prologue first, then the batch's own.
fn prepare(core: &Core, shared: &mut Shared, inner: &mut BatchInner, last: Option<Cmd>) -> Result<(), Error> {
    let b = &*core.backend;
    let first = shared.positions[0] + 1;
    let ends = inner.number(&shared.positions);
    shared.opening.begin(first);
    let mut prologue = None;
    let mut spare = shared.spares[0].take();
    let mut open = |inner: &mut BatchInner| match prologue {
        Some(cmd) => Ok::<_, Error>(cmd),
        None => {
            let cmd = match spare.take() {
                Some(cmd) => cmd,
                None => b.open(Queue::Main).map_err(|fault| core.fault("prologue", fault))?,
            };
            inner.own_list(cmd);
            prologue = Some(cmd);
            Ok(cmd)
        }
    };
    if !shared.uploads.is_empty() {
        let cmd = open(inner)?;
        inner.stats.upload_bytes +=
            upload::carry(core, shared, cmd, &mut inner.carried, &mut inner.held, first);
        // What is filled may have been read on any queue, and may be read on any.
        (shared.opening.waits[0][1], shared.opening.waits[0][2]) = (shared.positions[1], shared.positions[2]);
        shared.uploaded = first;
    } else {
        shared.uploads.staging.carry_nothing();
    }
    for (_, slot) in &inner.for_host {
        shared.states.get_mut(*slot).written_by = inner.ticket;
    }
    inner.stats.upload_blocks_grown += shared.uploads.staging.submitted(b);
    let Shared { states, opening, copies, uploaded, spares, .. } = &mut *shared;
    for q in [Queue::Compute, Queue::Copy] {
        opening.waits[q as usize][0] = *uploaded;
    }
    let list = &mut opening.lists[0];
    copies.clear();
    for (place, discards) in inner.tracker.touched() {
        let r = place.resource;
        inner.reach = inner.reach.max(r.slot + 1);
        inner.touched += 1;
        let known = states.get_mut(r.slot);
        if !std::mem::take(&mut known.wants_zero) || discards {
            continue;
        }
        copies.push(match r.kind {
            ResourceKind::Buffer => NativeCopy::Fill { dst: r.raw, offset: 0, size: u64::MAX, value: 0 },
            ResourceKind::Color | ResourceKind::Storage | ResourceKind::Depth => {
                NativeCopy::Zero { raw: r.raw, range: r.whole() }
            }
        });
        known.whole = State::written(r.kind, WRITE, b.scopes(WRITE));
        known.last = [first, 0, 0];
        if r.kind != ResourceKind::Buffer {
            core.push_barrier(
                list,
                &Barrier {
                    raw: r.raw,
                    slot: r.slot,
                    kind: r.kind,
                    before: Usage::NONE,
                    after: WRITE,
                    old: Layout::Undefined,
                    new: Layout::CopyDst,
                    range: r.whole(),
                    queues: Default::default(),
                },
            );
        }
    }
    if !copies.is_empty() {
        let cmd = open(inner)?;
        calls::barriers(b, cmd, list);
        calls::copies(b, cmd, copies);
        list.clear();
    }
    inner.tracker.settle(states, &ends, opening);
    if !opening.lists[0].is_empty() {
        let cmd = open(inner)?;
        calls::barriers(b, cmd, &opening.lists[0]);
    }
    spares[0] = spare;
    inner.stats.barriers += opening.lists.iter().map(|l| l.len() as u64).sum::<u64>();
    inner.copies.clear();
    inner.timing.copies(&mut inner.copies);
    let timed = !inner.copies.is_empty();
    if let Some(cmd) = last {
        if timed {
            calls::copies(b, cmd, &inner.copies);
        }
        let list = &mut shared.readable;
        list.clear();
        for native in inner.readbacks.iter().map(|r| r.native).chain(inner.timing.written()) {
            core.push_barrier(list, &host_barrier(native.raw, crate::object::SETTLED));
        }
        calls::barriers(b, cmd, list);
    }
    inner.gather(core, shared, prologue)
}

impl BatchInner {
    /// Debug groups that are open at the end are an error.
    fn check_open(&mut self) {
        if self.groups > 0 {
            self.fail_pass("batch", Code::DebugGroup, "", format!("{} were open", self.groups));
        }
    }
}

/// The slot of a settled texture that the batch writes, if there is one.
fn writes_settled(shared: &mut Shared, inner: &BatchInner) -> Option<u32> {
    let mut written = inner.tracker.written();
    written.find(|r| shared.states.get_mut(r.slot).settled).map(|r| r.slot)
}
