//! Several queues in one batch: what a pass must wait for in another queue, and textures that are handed over.
//!
//! A batch that stays on the main queue never comes here. As soon as a pass runs elsewhere, every resource of the batch is
//! followed by subresource, with the passes that used it last on each queue.

use super::list::List;
use super::parts;
use super::state::State;
use super::table::{Known, StateTable};
use super::tracker::{Part, Tracker};
use super::{Place, Scope, Scopes, Terms, Touch};
use crate::queue::{PerQueue, Queue};
use crate::usage::{Layout, ResourceKind, Usage};

/// Who used a resource, or a part of it, in this batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Trail {
    /// The pass that used it last on each queue, as far as it must still be waited for; 0 for none.
    pub(super) last: PerQueue<u32>,
    /// The pass that wrote it last or changed its layout.
    change: u32,
    changer: Queue,
    /// Where it was used first.
    pub(super) first: Queue,
}

impl Trail {
    pub(super) const NONE: Trail =
        Trail { last: [0; Queue::COUNT], change: 0, changer: Queue::Main, first: Queue::Main };

    /// Used on the main queue alone so far.
    fn main(pass: u32) -> Self {
        Trail { last: [pass, 0, 0], change: pass, ..Self::NONE }
    }
}

/// What the declared pass needs of other queues.
#[derive(Debug, Default)]
pub(super) struct Crossing {
    /// Some pass of the batch runs on another queue than the main one.
    pub(super) on: bool,
    /// Number of the last pass before the first of those.
    before: u32,
    /// Where the declared pass runs.
    pub(super) queue: Queue,
    /// The newest pass on each queue that it waits for; 0 for none.
    pub(super) waits: PerQueue<u32>,
    /// What each queue hands over, to be recorded behind everything that it has done so far.
    pub(super) releases: PerQueue<List>,
}

impl Crossing {
    pub(super) fn reset(&mut self) {
        self.on = false;
        self.queue = Queue::Main;
        self.clear();
    }

    pub(super) fn note(&mut self, noted: bool) {
        for l in &mut self.releases {
            l.noted = noted;
        }
    }

    fn clear(&mut self) {
        self.waits = [0; Queue::COUNT];
        for l in &mut self.releases {
            l.clear();
        }
    }
}

/// What a step on one of several queues needs.
pub(super) enum Due {
    Nothing,
    Barrier {
        before: Usage,
        old: Layout,
        from: Scope,
    },
    /// Handed over by another queue.
    Transfer {
        by: Queue,
        before: Usage,
        old: Layout,
        from: Scope,
    },
}

impl Part {
    /// As [`Part::advance`], for a batch on several queues.
    pub(super) fn advance_across(
        &mut self,
        kind: ResourceKind,
        exclusive: bool,
        t: &Touch,
        pass: u32,
        everything: Scope,
        c: &mut Crossing,
    ) -> Due {
        let here = c.queue as usize;
        let writes = t.usage.writes();
        if self.trail == Trail::NONE && !self.first.is_none() {
            self.trail = Trail::main(c.before);
        }
        let s = self.state;
        let moves = writes || s.reads.is_none() || s.layout != t.layout;
        let elsewhere = Queue::ALL.into_iter().filter(|q| *q as usize != here);
        let other = elsewhere.clone().find(|q| self.trail.last[*q as usize] != 0);
        let Some(other) = other else {
            if self.first.is_none() {
                self.trail.first = c.queue;
            }
            let due = match self.advance(kind, t) {
                Some((before, old, from)) => Due::Barrier { before, old, from },
                None => Due::Nothing,
            };
            self.trail.used(c.queue, pass, moves);
            return due;
        };
        self.wrote |= writes;
        let (before, old, from) = (s.held(), s.layout, s.held_scope());
        let old = if t.discard { Layout::Undefined } else { old };
        let last = self.trail.last;
        let wait = |c: &mut Crossing, q: Queue, pass: u32| {
            let w = &mut c.waits[q as usize];
            *w = (*w).max(pass);
        };
        if !moves && !exclusive {
            // Another reader. It waits for the writer alone.
            let changed_here = self.trail.changer == c.queue;
            if !changed_here {
                wait(c, self.trail.changer, self.trail.change);
            }
            self.state.reads = s.reads.with(t.usage);
            self.state.reads_scope = everything;
            self.trail.last[here] = pass;
            return match changed_here && !s.write.is_none() {
                true => Due::Barrier { before: s.write, old, from: everything },
                false => Due::Nothing,
            };
        }
        for q in elsewhere {
            wait(c, q, last[q as usize]);
        }
        let scope = t.scopes.from;
        let reads = if writes { Usage::NONE } else { t.usage };
        self.state =
            State { write: t.usage, reads, layout: t.layout, write_scope: scope, reads_scope: scope };
        self.trail = Trail { last: [0; Queue::COUNT], first: self.trail.first, ..self.trail };
        self.trail.used(c.queue, pass, true);
        if exclusive && old != Layout::Undefined {
            return Due::Transfer { by: other, before, old, from };
        }
        Due::Barrier { before, old, from: everything }
    }
}

impl Trail {
    fn used(&mut self, queue: Queue, pass: u32, moves: bool) {
        self.last[queue as usize] = pass;
        if moves {
            (self.change, self.changer) = (pass, queue);
        }
    }
}

/// What must happen before a batch's first uses.
#[derive(Debug, Default)]
pub struct Opening {
    /// Barriers of each queue.
    pub lists: PerQueue<List>,
    /// Submissions that each queue's first part waits for: earlier ones, and the one with the main queue's list.
    pub waits: PerQueue<PerQueue<u64>>,
    /// Number of the submission that the main queue's list is in.
    first: u64,
}

impl Opening {
    /// An empty one that keeps notes or does not.
    pub fn new(noted: bool) -> Self {
        Self { lists: std::array::from_fn(|_| List::new(noted)), ..Self::default() }
    }

    /// Empties it for a batch that begins with this submission on the main queue, and keeps the memory.
    pub fn begin(&mut self, first: u64) {
        for l in &mut self.lists {
            l.clear();
        }
        (self.waits, self.first) = (Default::default(), first);
    }

    /// A queue waits for the main queue's list.
    pub(super) fn wait_for_main(&mut self, queue: Queue) {
        let w = &mut self.waits[queue as usize][Queue::Main as usize];
        *w = (*w).max(self.first);
    }
}

impl Tracker {
    /// Opens the declaration of a pass on a queue.
    pub fn begin_pass_on(&mut self, queue: Queue) {
        if queue != Queue::Main && !self.crossing.on {
            self.crossing.on = true;
            self.crossing.before = self.pass;
            (self.short, self.stride) = (0, 0);
        }
        self.begin_pass();
    }

    /// Number of the pass that is declared.
    pub fn pass(&self) -> u32 {
        self.pass
    }

    /// Follows all that the pass on this queue has declared and yields the passes of other queues that it waits for, by number; 0 for
    /// none. What these queues hand over is in [`Tracker::released`].
    pub fn cross(&mut self, queue: Queue) -> PerQueue<u32> {
        self.crossing.queue = queue;
        self.crossing.clear();
        self.follow_uses();
        self.crossing.waits
    }

    /// What a queue hands over to the declared pass.
    pub fn released(&self, by: Queue) -> &List {
        &self.crossing.releases[by as usize]
    }

    /// Has the declared pass uses that are still to be followed?
    pub fn has_uses(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Declares a pass of the main queue that takes back every texture which another queue was handed.
    pub fn take_back(&mut self) {
        self.begin_pass_on(Queue::Main);
        let everything = self.terms.everything;
        for &slot in &self.touched {
            let rest = &self.rest[slot as usize];
            if rest.sub == 0 || !rest.place.resource.exclusive {
                continue;
            }
            let away = |p: &Part| p.trail.last[1] | p.trail.last[2] != 0;
            let parts = self.subs[rest.sub as usize - 1].iter_mut().filter(|s| away(&s.part));
            let mut any = false;
            for s in parts {
                let (state, scopes) = (s.part.state, Scopes { from: everything, to: everything });
                s.touch = Some(Touch { usage: state.held(), layout: state.layout, discard: false, scopes });
                s.part.pass = self.pass;
                any = true;
            }
            if any {
                self.pending.push(slot);
                self.unusual = true;
            }
        }
    }

    /// Brings the device's table to what the batch leaves behind and collects what its first uses need. `ends` is the number
    /// of the batch's last submission on each queue.
    pub fn settle(&mut self, table: &mut StateTable, ends: &PerQueue<u64>, out: &mut Opening) {
        for &slot in &self.touched {
            let (e, rest) = (&self.entries[slot as usize], &mut self.rest[slot as usize]);
            e.unfold(rest, &self.barriers);
            let (place, r) = (&rest.place, &rest.place.resource);
            let known = table.get_mut(slot);
            let away = known.last[1] | known.last[2] != 0;
            match rest.sub {
                0 if known.parts.is_none() && !away => {
                    if let Some(f) = parts::settled(r, &rest.part, &mut known.whole, r.whole()) {
                        out.lists[0].push(place.head, &place.subject, &f.barrier, f.from, f.to);
                    }
                    known.last[0] = ends[0];
                }
                0 => settle_parts(place, |_| &rest.part, known, &self.terms, ends, out),
                n => {
                    let subs = &self.subs[n as usize - 1];
                    settle_parts(place, |i| &subs[i].part, known, &self.terms, ends, out);
                }
            }
        }
    }
}

/// Settles a resource that is followed by subresource, or that another queue has used.
fn settle_parts<'a>(
    place: &Place,
    now: impl Fn(usize) -> &'a Part + Copy,
    known: &mut Known,
    terms: &Terms,
    ends: &PerQueue<u64>,
    out: &mut Opening,
) {
    let r = &place.resource;
    let (mut kept, mut new) = (known.last, [0; Queue::COUNT]);
    for (i, _) in parts::each(r) {
        let p = now(i);
        if p.first.is_none() {
            continue;
        }
        let here = p.trail.first as usize;
        for q in (0..Queue::COUNT).filter(|q| *q != here && known.last[*q] != 0) {
            let w = &mut out.waits[here][q];
            *w = (*w).max(known.last[q]);
            kept[q] = 0;
        }
        let used = if p.trail == Trail::NONE { [1, 0, 0] } else { p.trail.last };
        for q in (0..Queue::COUNT).filter(|q| used[*q] != 0) {
            new[q] = ends[q];
        }
    }
    let foreign = |here| (0..Queue::COUNT).any(|q| q != here && known.last[q] != 0);
    let foreign: PerQueue<bool> = std::array::from_fn(foreign);
    parts::settle(place, now, known, terms, &foreign, out);
    known.last = std::array::from_fn(|q| if new[q] != 0 { new[q] } else { kept[q] });
}
