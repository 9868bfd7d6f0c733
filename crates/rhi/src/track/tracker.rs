//! The tracker of one batch: resources as a whole. What is followed by subresource is in [`super::parts`].

use super::list::{CHUNK, List, Planned};
use super::parts::{self, Sub};
use super::queues::{Crossing, Trail};
use super::state::{State, Step, merge, step};
use super::{Barrier, Place, Resource, Scope, Scopes, Terms, Touch};
use crate::format::Aspects;
use crate::record::Raw;
use crate::usage::{Layout, ResourceKind, SubRange, Usage};

/// A resource as a whole, or one subresource of it, within a batch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) state: State,
    /// The first use of the batch, in the backend's terms.
    pub(super) first_scope: Scope,
    /// The pass that used it last.
    pub(super) pass: u32,
    pub(super) first: Usage,
    /// What that pass does with it.
    pending: Usage,
    pub(super) first_discard: bool,
    discard: bool,
    /// Some pass of the batch has written it.
    pub(super) wrote: bool,
    pub(super) trail: Trail,
}

impl Part {
    const UNUSED: Part = Part {
        state: State::NEW,
        first_scope: Scope::NONE,
        pass: 0,
        first: Usage::NONE,
        pending: Usage::NONE,
        first_discard: false,
        discard: false,
        wrote: false,
        trail: Trail::NONE,
    };

    /// Moves on by one use; `Some` when a barrier is due.
    pub(super) fn advance(&mut self, kind: ResourceKind, t: &Touch) -> Option<(Usage, Layout, Scope)> {
        self.wrote |= t.usage.writes();
        if self.first.is_none() {
            (self.first, self.first_discard, self.first_scope) = (t.usage, t.discard, t.scopes.to);
            let (write, reads) = match t.usage.writes() {
                true => (t.usage, Usage::NONE),
                false => (Usage::NONE, t.usage),
            };
            let scope = t.scopes.from;
            self.state = State { write, reads, layout: t.layout, write_scope: scope, reads_scope: scope };
            return None;
        }
        match step(kind, &mut self.state, t) {
            Step::Nothing => None,
            Step::WidenFirst => {
                self.widen(t);
                None
            }
            Step::Barrier { before, old, from } => Some((before, old, from)),
        }
    }

    /// Widens the first use of the batch.
    fn widen(&mut self, t: &Touch) {
        self.first = self.first.with(t.usage);
        self.first_scope = self.first_scope.with(t.scopes.to);
    }
}

/// What must have finished before the next write of a resource, and the layout that it is in.
#[derive(Debug, Clone, Copy)]
struct Held {
    usage: Usage,
    layout: Layout,
}

/// How much an [`Entry`] says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Everything: `now` is a write, `before` was held before it.
    Written,
    /// Everything: `now` is a read, `before` the write that it reads.
    Read,
    /// The rest is in [`Rest::part`]; nothing has been read since the last write.
    Full,
    /// The rest is in [`Rest::part`], with reads since the last write.
    FullRead,
}

impl Mode {
    #[inline(always)]
    fn reads(self) -> bool {
        self as u8 & 1 != 0
    }
}

/// What a declaration looks at first: one cache line.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Entry {
    /// The pass that used the whole last; 0 when the short path is not for this resource.
    pass: u32,
    /// Barrier that this pass made for the whole; `NO_BARRIER` for none.
    barrier: u32,
    now: Held,
    before: Held,
    mode: Mode,
    wrote: bool,
    now_scope: Scope,
    before_scope: Scope,
}

/// The rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    /// The batch that follows the resource at all.
    batch: u32,
    /// Index into `subs` plus one; 0 while the resource is followed as a whole.
    pub(super) sub: u32,
    pub(super) part: Part,
    /// State before the last pass, so that a second use in it can be joined with the first.
    before: State,
    pub(super) place: Place,
}

const NO_BARRIER: u32 = u32::MAX;

const NOWHERE: Entry = Entry {
    pass: 0,
    barrier: NO_BARRIER,
    now: Held { usage: Usage::NONE, layout: Layout::Undefined },
    before: Held { usage: Usage::NONE, layout: Layout::Undefined },
    mode: Mode::Full,
    wrote: false,
    now_scope: Scope::NONE,
    before_scope: Scope::NONE,
};

const NO_REST: Rest = Rest {
    batch: 0,
    sub: 0,
    part: Part::UNUSED,
    before: State::NEW,
    place: Place {
        head: [0; 2],
        subject: Planned::EMPTY.subject,
        resource: Resource {
            slot: 0,
            kind: ResourceKind::Buffer,
            aspects: Aspects::COLOR,
            mips: 1,
            layers: 1,
            exclusive: false,
            raw: Raw::NULL,
        },
        range: SubRange::BUFFER,
        key: u32::MAX,
    },
};

impl Entry {
    /// Lays out in full what the short path has left here.
    pub(super) fn unfold(&self, rest: &mut Rest, barriers: &List) {
        if matches!(self.mode, Mode::Full | Mode::FullRead) {
            return;
        }
        let only = |held: Held, scope: Scope| State {
            write: held.usage,
            reads: Usage::NONE,
            layout: held.layout,
            write_scope: scope,
            reads_scope: Scope::NONE,
        };
        rest.before = only(self.before, self.before_scope);
        let now = only(self.now, self.now_scope);
        let p = &mut rest.part;
        p.state = match self.mode.reads() {
            false => now,
            true => State {
                reads: self.now.usage,
                layout: self.now.layout,
                reads_scope: self.now_scope,
                ..rest.before
            },
        };
        p.pass = self.pass;
        p.pending = self.now.usage;
        p.wrote |= self.wrote;
        let made = barriers.planned().get(self.barrier as usize);
        p.discard = made.is_some_and(|b| b.old == Layout::Undefined as u32);
    }

    /// Takes over what the rest says; the short path goes on from here.
    fn fold(&mut self, p: &Part) {
        self.pass = p.pass;
        self.mode = if p.state.reads.is_none() { Mode::Full } else { Mode::FullRead };
        self.now = Held { usage: p.state.held(), layout: p.state.layout };
        self.now_scope = p.state.held_scope();
    }
}

/// Conflict: one pass writes a subresource and uses it in another way as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// Index into the device's state table.
    pub slot: u32,
    /// The use that was declared before.
    pub earlier: Usage,
    /// The use that cannot be beside it.
    pub later: Usage,
}

/// The tracker of one batch.
#[derive(Debug)]
pub struct Tracker {
    /// Number of the pass that is declared, counted over all batches. A batch takes a number for itself, `base`, before those of
    /// its passes.
    pub(super) pass: u32,
    base: u32,
    /// Passes of this batch so far, or always 0 where notes are kept: the short path is for uses that are fewer passes ago.
    pub(super) short: u32,
    /// What a pass adds to `short`.
    pub(super) stride: u32,
    /// The pass has a conflict or parts to follow.
    pub(super) unusual: bool,
    pub(super) entries: Vec<Entry>,
    pub(super) barriers: List,
    pub(super) rest: Vec<Rest>,
    pub(super) touched: Vec<u32>,
    pub(super) pending: Vec<u32>,
    pub(super) subs: Vec<Vec<Sub>>,
    subs_used: usize,
    conflict: Option<Conflict>,
    pub(super) terms: Terms,
    /// Some pass of the batch runs on another queue than the main one.
    pub(super) crossing: Crossing,
}

impl Default for Tracker {
    fn default() -> Self {
        Self {
            pass: 1,
            base: 1,
            short: 0,
            stride: 1,
            unusual: false,
            entries: Vec::new(),
            rest: Vec::new(),
            touched: Vec::with_capacity(CHUNK),
            pending: Vec::with_capacity(CHUNK),
            subs: Vec::new(),
            subs_used: 0,
            barriers: List::default(),
            conflict: None,
            terms: Terms::default(),
            crossing: Crossing::default(),
        }
    }
}

impl Tracker {
    /// Forgets everything, keeps the memory.
    pub fn reset(&mut self) {
        if self.pass > u32::MAX / 2 {
            self.entries.fill(NOWHERE);
            self.rest.fill(NO_REST);
            self.pass = 0;
        }
        self.pass += 1;
        self.base = self.pass;
        (self.short, self.stride) = (0, u32::from(!self.terms.noted));
        self.unusual = false;
        self.touched.clear();
        self.subs_used = 0;
        self.barriers.clear();
        self.pending.clear();
        self.conflict = None;
        self.crossing.reset();
    }

    /// What the backend says of itself. To be said before the first pass, once.
    pub fn set_terms(&mut self, terms: Terms) {
        self.terms = terms;
        self.barriers.noted = terms.noted;
        self.barriers.reserve(CHUNK, terms.head);
        self.crossing.note(terms.noted);
        self.stride = u32::from(!terms.noted);
    }

    /// What every barrier begins with.
    pub(crate) fn head(&self) -> [u64; 2] {
        self.terms.head
    }

    /// Makes room for slots up to a number, so many of them in one batch and so many barriers at one place.
    pub fn reserve(&mut self, slots: usize, touched: usize, barriers: usize) {
        if slots > self.entries.len() {
            self.entries.resize(slots, NOWHERE);
            self.rest.resize(slots, NO_REST);
        }
        self.touched.reserve_exact(touched.saturating_sub(self.touched.len()));
        self.barriers.reserve(barriers, self.terms.head);
    }

    /// Opens the declaration of a pass.
    #[inline(always)]
    pub fn begin_pass(&mut self) {
        self.pass = self.pass.wrapping_add(1);
        self.short = self.short.wrapping_add(self.stride);
        self.barriers.clear();
    }

    /// Notes one use of a place.
    #[inline(always)]
    pub fn touch(&mut self, place: &Place, usage: Usage, layout: Layout, discard: bool, scopes: &Scopes) {
        let writes = usage.writes();
        // What `step` does, for a write and for the first read after one, on the values that are at hand. Within a batch
        // something has been done before, so that there is always something to wait for.
        if let Some(e) = self.entries.get_mut(place.key as usize)
            && e.pass.wrapping_sub(self.base) < self.short
            && (writes || !e.mode.reads())
            && let Some(b) = self.barriers.all.get_mut(self.barriers.len)
        {
            e.barrier = self.barriers.len as u32;
            self.barriers.len += 1;
            let held = e.now;
            b.from = e.now_scope;
            (e.before, e.before_scope) = (held, e.now_scope);
            e.pass = self.pass;
            (e.now, e.now_scope) = (Held { usage, layout }, scopes.from);
            if writes {
                (e.mode, e.wrote) = (Mode::Written, true);
            } else {
                e.mode = Mode::Read;
            }
            b.to = scopes.to;
            b.old = if discard { Layout::Undefined as u32 } else { held.layout as u32 };
            b.new = layout as u32;
            b.subject = place.subject;
            return;
        }
        self.touch_slow(place, usage, layout, discard, scopes);
    }

    #[inline(never)]
    fn touch_slow(&mut self, place: &Place, usage: Usage, layout: Layout, discard: bool, scopes: &Scopes) {
        let t = &Touch { usage, layout, discard, scopes: *scopes };
        let r = &place.resource;
        let slot = r.slot as usize;
        if slot >= self.entries.len() {
            let chunks = (slot / CHUNK + 1) * CHUNK;
            self.entries.resize(chunks, NOWHERE);
            self.rest.resize(chunks, NO_REST);
        }
        let (e, rest) = (&mut self.entries[slot], &mut self.rest[slot]);
        if rest.batch != self.base {
            *e = NOWHERE;
            *rest = Rest { batch: self.base, place: *place, ..NO_REST };
            self.touched.push(r.slot);
            if place.whole() && !self.crossing.on {
                // The first use of the batch: what came before is known when the batch is submitted.
                let p = &mut rest.part;
                (p.pass, p.pending, p.discard) = (self.pass, t.usage, t.discard);
                p.advance(r.kind, t);
                e.fold(p);
                return;
            }
        }
        if rest.sub != 0 {
            return self.touch_parts(place, t);
        }
        if self.crossing.on {
            e.unfold(rest, &self.barriers);
            return self.touch_parts(place, t);
        }
        e.unfold(rest, &self.barriers);
        if !place.whole() {
            return self.touch_parts(place, t);
        }
        if rest.part.pass == self.pass {
            self.join(place, t);
        } else {
            self.touch_again(place, t);
        }
        self.entries[slot].fold(&self.rest[slot].part);
    }

    /// A use in a later pass than the last one.
    fn touch_again(&mut self, place: &Place, t: &Touch) {
        let slot = place.resource.slot as usize;
        let (e, rest) = (&mut self.entries[slot], &mut self.rest[slot]);
        let p = &mut rest.part;
        (p.pass, p.pending, p.discard) = (self.pass, t.usage, t.discard);
        (rest.before, e.barrier) = (p.state, NO_BARRIER);
        if let Some((before, old, from)) = p.advance(place.resource.kind, t) {
            e.barrier = self.barriers.len as u32;
            let b = barrier(place, before, t.usage, old, t.layout);
            self.barriers.push(place.head, &place.subject, &b, from, t.scopes.to);
        }
    }

    /// A second use of the whole resource in one pass: both become one.
    fn join(&mut self, place: &Place, t: &Touch) {
        let r = &place.resource;
        let (e, rest) = (&mut self.entries[r.slot as usize], &mut self.rest[r.slot as usize]);
        let (before_pass, pending, discards) = (rest.before, rest.part.pending, rest.part.discard);
        let Some(usage) = merge(pending, t.usage) else {
            self.conflict = Some(Conflict { slot: r.slot, earlier: pending, later: t.usage });
            self.unusual = true;
            return;
        };
        // What the pass asked for before is in its barrier or, at the first use of a batch, in the state; what was read earlier
        // besides does no harm.
        let p = &mut rest.part;
        let made = self.barriers.planned().get(e.barrier as usize);
        let from = p.state.held_scope().with(t.scopes.from);
        let to = made.map_or(p.first_scope, |b| b.to).with(t.scopes.to);
        let scopes = Scopes { from, to };
        let both = Touch { discard: discards && t.discard, ..Touch::new(r.kind, usage, scopes) };
        (p.pending, p.discard) = (usage, both.discard);
        if before_pass == State::NEW {
            // The first use of the batch.
            p.first = Usage::NONE;
            p.advance(r.kind, &both);
            return;
        }
        p.state = before_pass;
        let (before, old, from) = match step(r.kind, &mut p.state, &both) {
            Step::Nothing if e.barrier == NO_BARRIER => return,
            Step::Nothing => (before_pass.held(), before_pass.layout, before_pass.held_scope()),
            Step::WidenFirst => return p.widen(&both),
            Step::Barrier { before, old, from } => (before, old, from),
        };
        p.wrote |= usage.writes();
        let b = barrier(place, before, usage, old, both.layout);
        if e.barrier == NO_BARRIER {
            e.barrier = self.barriers.len as u32;
            self.barriers.push(place.head, &place.subject, &b, from, both.scopes.to);
        } else {
            self.barriers.replace(e.barrier as usize, &b, from, both.scopes.to);
        }
    }

    /// From now on the resource is followed by subresource. What this pass has done with the whole is taken back and becomes
    /// pending for each part.
    fn split(&mut self, slot: usize) {
        if self.subs_used == self.subs.len() {
            self.subs.push(Vec::new());
        }
        let (e, rest) = (&mut self.entries[slot], &mut self.rest[slot]);
        let mut part = rest.part;
        let mut touch = None;
        if part.pass == self.pass {
            let made = self.barriers.planned().get(e.barrier as usize);
            let to = made.map_or(part.first_scope, |b| b.to);
            let scopes = Scopes { from: part.state.held_scope(), to };
            let kind = rest.place.resource.kind;
            touch = Some(Touch { discard: part.discard, ..Touch::new(kind, part.pending, scopes) });
            part.state = rest.before;
            if rest.before == State::NEW {
                part.first = Usage::NONE;
            }
            let taken = e.barrier;
            if taken != NO_BARRIER {
                self.barriers.remove(taken as usize);
                for other in &self.touched {
                    let o = &mut self.entries[*other as usize];
                    if o.pass == self.pass && o.barrier != NO_BARRIER && o.barrier > taken {
                        o.barrier -= 1;
                    }
                }
            }
        }
        // Nothing of the whole is known from here on, and the parts of this pass are still to be followed.
        self.entries[slot] = NOWHERE;
        let parts = &mut self.subs[self.subs_used];
        parts.clear();
        parts.resize(self.rest[slot].place.resource.parts(), Sub { part, touch });
        self.subs_used += 1;
        self.rest[slot].sub = self.subs_used as u32;
        self.follow(slot);
    }

    /// The pass uses parts of this resource.
    fn follow(&mut self, slot: usize) {
        self.rest[slot].part.pass = self.pass;
        self.pending.push(slot as u32);
        self.unusual = true;
    }

    fn touch_parts(&mut self, place: &Place, t: &Touch) {
        let slot = place.resource.slot as usize;
        if self.rest[slot].sub == 0 {
            self.split(slot);
        } else if self.rest[slot].part.pass != self.pass {
            self.follow(slot);
        }
        let parts = &mut self.subs[self.rest[slot].sub as usize - 1];
        if let Err(earlier) = parts::touch(parts, place, t, self.pass) {
            self.conflict = Some(Conflict { slot: place.resource.slot, earlier, later: t.usage });
            self.unusual = true;
        }
    }

    /// Closes the declaration and yields its barriers.
    ///
    /// # Errors
    /// A [`Conflict`] when one subresource is written and used in another way in the same pass.
    #[inline(always)]
    pub fn end_pass(&mut self) -> Result<&List, Conflict> {
        if self.unusual {
            self.end_unusual()?;
        }
        Ok(&self.barriers)
    }

    #[cold]
    #[inline(never)]
    fn end_unusual(&mut self) -> Result<(), Conflict> {
        self.unusual = false;
        if let Some(c) = self.conflict.take() {
            self.pending.clear();
            return Err(c);
        }
        for slot in self.pending.drain(..) {
            let rest = &self.rest[slot as usize];
            let parts = &mut self.subs[rest.sub as usize - 1];
            parts::emit(&rest.place, parts, self.pass, &self.terms, &mut self.barriers, &mut self.crossing);
        }
        Ok(())
    }

    /// Follows every use that the pass has declared; a conflict stays to be told by [`Tracker::end_pass`].
    pub(super) fn follow_uses(&mut self) {
        if self.unusual && self.conflict.is_none() {
            let _ = self.end_unusual();
        }
    }

    /// Barriers of the pass that was declared last.
    pub fn barriers(&self) -> Vec<Barrier> {
        self.barriers.notes().to_vec()
    }

    /// Slots that the batch has touched, in order of first use, with whether the first use discards the whole resource.
    pub fn touched(&self) -> impl Iterator<Item = (Place, bool)> + '_ {
        self.touched.iter().map(|&s| {
            let rest = &self.rest[s as usize];
            let discards = match rest.sub {
                0 => rest.part.first_discard,
                n => {
                    self.subs[n as usize - 1].iter().all(|p| p.part.first_discard && !p.part.first.is_none())
                }
            };
            (rest.place, discards)
        })
    }

    /// Resources that the batch writes.
    pub fn written(&self) -> impl Iterator<Item = Resource> + '_ {
        self.touched.iter().filter_map(|&s| {
            let (e, rest) = (&self.entries[s as usize], &self.rest[s as usize]);
            let any = match rest.sub {
                0 => e.wrote || rest.part.wrote,
                n => self.subs[n as usize - 1].iter().any(|p| p.part.wrote),
            };
            any.then_some(rest.place.resource)
        })
    }
}

pub(super) fn barrier(place: &Place, before: Usage, after: Usage, old: Layout, new: Layout) -> Barrier {
    let r = &place.resource;
    let queues = Default::default();
    Barrier { raw: r.raw, slot: r.slot, kind: r.kind, before, after, old, new, range: place.range, queues }
}

#[cfg(test)]
mod tests;
