//! The state tracker: from what passes declare to the barriers between them. Pure; shared by every backend with explicit
//! barriers. It may not know a backend, and makes no allocation once its lists have grown.
//!
//! Within a batch each resource has a [`State`]. The first use in a batch is only noted: what came before is known when
//! the batch is submitted, and [`Tracker::settle`] then brings the device's table up to date and yields the prologue.
//!
//! A resource is followed as a whole until a part of it is used differently; from then on, for the rest of the batch, by
//! subresource. Barriers of neighbouring subresources with the same transition are put together.

use crate::format::Aspects;
use crate::record::Raw;
use crate::usage::{Access, Layout, ResourceKind, SubRange, Usage};

/// A tracked resource: what the tracker must know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resource {
    /// Index into the device's state table.
    pub slot: u32,
    /// Decides which layout an access needs.
    pub kind: ResourceKind,
    /// Aspects that exist.
    pub aspects: Aspects,
    /// Mip levels.
    pub mips: u16,
    /// Array layers.
    pub layers: u16,
    /// Native handle, handed on in barriers.
    pub raw: Raw,
}

impl Resource {
    /// The range that is the whole resource.
    pub fn whole(&self) -> SubRange {
        SubRange { mip: 0, mips: self.mips, layer: 0, layers: self.layers, aspects: self.aspects }
    }

    fn planes(&self) -> usize {
        self.aspects.bits().count_ones() as usize
    }

    fn parts(&self) -> usize {
        self.planes() * usize::from(self.layers) * usize::from(self.mips)
    }

    fn part(&self, plane: usize, layer: u16, mip: u16) -> usize {
        (plane * usize::from(self.layers) + usize::from(layer)) * usize::from(self.mips) + usize::from(mip)
    }

    fn plane_aspect(&self, plane: usize) -> Aspects {
        self.aspects.iter().nth(plane).unwrap_or(self.aspects)
    }
}

/// A usage in the backend's own terms (on Vulkan its stage and access masks), translated once when an object is made. All
/// zero: not translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C, align(16))]
pub struct Scope(pub [u64; 2]);

impl Scope {
    /// Not translated.
    pub const NONE: Scope = Scope([0; 2]);

    /// Both, or not translated when one of them is not.
    fn with(self, o: Scope) -> Scope {
        if self == Scope::NONE || o == Scope::NONE {
            return Scope::NONE;
        }
        Scope([self.0[0] | o.0[0], self.0[1] | o.0[1]])
    }
}

/// A use of a resource as it is declared: what, in the backend's terms, and in which layout.
#[derive(Debug, Clone, Copy)]
pub struct Touch {
    /// What is done.
    pub usage: Usage,
    /// Layout that it needs.
    pub layout: Layout,
    /// The contents before are not needed.
    pub discard: bool,
    /// The usage in the backend's terms.
    pub scope: Scope,
}

impl Touch {
    /// A use that keeps the contents, not translated.
    pub fn new(kind: ResourceKind, usage: Usage) -> Self {
        Self { usage, layout: Layout::of(kind, usage.access()), discard: false, scope: Scope::NONE }
    }
}

/// What has last been done to a resource or a part of it.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(32))]
pub struct State {
    /// The last write, or the read that a layout change was made for.
    pub write: Usage,
    /// Reads since, for which the write has been made visible.
    pub reads: Usage,
    /// Layout that the contents are in.
    pub layout: Layout,
    /// What [`State::held`] is in the backend's terms.
    scope: Scope,
}

impl PartialEq for State {
    /// Scopes are translations and say nothing of their own.
    fn eq(&self, o: &Self) -> bool {
        (self.write, self.reads, self.layout) == (o.write, o.reads, o.layout)
    }
}

impl State {
    /// Nothing has been done yet.
    pub const NEW: State =
        State { write: Usage::NONE, reads: Usage::NONE, layout: Layout::Undefined, scope: Scope::NONE };

    /// After a write.
    pub fn written(kind: ResourceKind, usage: Usage) -> Self {
        let layout = Layout::of(kind, usage.access());
        Self { write: usage, reads: Usage::NONE, layout, scope: Scope::NONE }
    }

    /// What must have finished before the next write.
    #[inline(always)]
    pub fn held(self) -> Usage {
        if self.reads.is_none() { self.write } else { self.reads }
    }
}

impl Default for State {
    fn default() -> Self {
        Self::NEW
    }
}

/// One barrier. `before` may be empty: nothing to wait for, only a change of layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Barrier {
    /// Native handle.
    pub raw: Raw,
    /// Index into the device's state table.
    pub slot: u32,
    /// Buffer or texture.
    pub kind: ResourceKind,
    /// What must have finished.
    pub before: Usage,
    /// What may then begin.
    pub after: Usage,
    /// Layout that the contents are in; `Undefined` when they are not kept.
    pub old: Layout,
    /// Layout that they must be in.
    pub new: Layout,
    /// Subresources.
    pub range: SubRange,
}

/// A barrier as it is handed to a backend, with both sides in the backend's own terms where they have been translated: `to` is
/// [`Scope::NONE`] where they have not, and the usages tell.
#[derive(Debug, Clone, Copy)]
pub struct Planned {
    /// What must have finished, in the backend's terms.
    pub from: Scope,
    /// What may then begin, in the backend's terms.
    pub to: Scope,
    /// Native handle.
    pub raw: Raw,
    /// Index into the device's state table.
    pub slot: u32,
    /// What must have finished.
    pub before: Usage,
    /// What may then begin.
    pub after: Usage,
    /// Subresources.
    pub range: SubRange,
    /// Layout that the contents are in.
    pub old: Layout,
    /// Layout that they must be in.
    pub new: Layout,
    /// Buffer or texture.
    pub kind: ResourceKind,
}

impl Planned {
    const EMPTY: Planned = Planned {
        from: Scope::NONE,
        to: Scope::NONE,
        raw: Raw::NULL,
        slot: 0,
        before: Usage::NONE,
        after: Usage::NONE,
        range: SubRange::BUFFER,
        old: Layout::Undefined,
        new: Layout::Undefined,
        kind: ResourceKind::Buffer,
    };

    /// The barrier in neutral terms.
    pub fn barrier(&self) -> Barrier {
        Barrier {
            raw: self.raw,
            slot: self.slot,
            kind: self.kind,
            before: self.before,
            after: self.after,
            old: self.old,
            new: self.new,
            range: self.range,
        }
    }
}

impl From<Barrier> for Planned {
    fn from(b: Barrier) -> Self {
        Self {
            from: Scope::NONE,
            to: Scope::NONE,
            raw: b.raw,
            slot: b.slot,
            before: b.before,
            after: b.after,
            range: b.range,
            old: b.old,
            new: b.new,
            kind: b.kind,
        }
    }
}

/// A list that keeps its memory and its contents, so that an entry is written where it will stay.
#[derive(Debug, Default)]
struct List {
    all: Vec<Planned>,
    len: usize,
}

impl List {
    #[inline(always)]
    fn push(&mut self, write: impl FnOnce(&mut Planned)) {
        if self.len >= self.all.len() {
            self.grow();
        }
        if let Some(place) = self.all.get_mut(self.len) {
            write(place);
            self.len += 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.all.resize(self.all.len() + CHUNK, Planned::EMPTY);
    }

    fn remove(&mut self, i: usize) {
        self.all[i..self.len].rotate_left(1);
        self.len -= 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[Planned] {
        self.all.get(..self.len).unwrap_or(&[])
    }
}

/// What one step of a state needs.
#[derive(Debug, Clone, Copy)]
enum Step {
    Nothing,
    /// Only reads have happened since the batch began: widen the first use instead.
    WidenFirst,
    Barrier {
        before: Usage,
        old: Layout,
    },
}

fn step(kind: ResourceKind, state: &mut State, t: &Touch) -> Step {
    let (held, old) = (state.held(), state.layout);
    if t.usage.writes() {
        *state = State { write: t.usage, reads: Usage::NONE, layout: t.layout, scope: t.scope };
        if held.is_none() && kind == ResourceKind::Buffer {
            return Step::Nothing;
        }
        return Step::Barrier { before: held, old: if t.discard { Layout::Undefined } else { old } };
    }
    if state.reads.is_none() {
        (state.reads, state.layout, state.scope) = (t.usage, t.layout, t.scope);
        if held.is_none() {
            if kind == ResourceKind::Buffer {
                return Step::Nothing;
            }
            state.write = t.usage;
        }
        return Step::Barrier { before: held, old };
    }
    if old != t.layout {
        *state = State { write: t.usage, reads: t.usage, layout: t.layout, scope: t.scope };
        return Step::Barrier { before: held, old };
    }
    if state.reads.covers(t.usage) {
        return Step::Nothing;
    }
    let earlier = state.reads;
    state.reads = earlier.with(t.usage);
    state.scope = state.scope.with(t.scope);
    if state.write.is_none() {
        return Step::WidenFirst;
    }
    // The layout may have changed for the earlier readers: only through their stages is there an order after the change.
    let before = if kind == ResourceKind::Buffer { state.write } else { state.write.with(earlier) };
    Step::Barrier { before, old }
}

/// Two uses of one subresource in one pass: the union, or nothing when they cannot be.
#[inline]
fn merge(kind: ResourceKind, a: Usage, b: Usage) -> Option<Usage> {
    const STORAGE: u16 = Access::STORAGE_READ.bits() | Access::STORAGE_WRITE.bits();
    let both = a.with(b);
    let needs_one_kind = both.writes() && both.access().bits() & !STORAGE != 0;
    if needs_one_kind && (kind != ResourceKind::Buffer || both.access() != Access::COPY_DST) {
        return None;
    }
    Some(both)
}

/// A resource as a whole, or one subresource of it, within a batch.
#[derive(Debug, Clone, Copy)]
struct Part {
    /// The pass that used it last.
    pass: u32,
    first: Usage,
    /// What that pass does with it.
    pending: Usage,
    first_discard: bool,
    discard: bool,
    /// Some pass of the batch has written it.
    wrote: bool,
    state: State,
}

impl Part {
    const UNUSED: Part = Part {
        pass: 0,
        first: Usage::NONE,
        pending: Usage::NONE,
        first_discard: false,
        discard: false,
        wrote: false,
        state: State::NEW,
    };
}

/// What a declaration looks at first.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Entry {
    part: Part,
    /// The batch that follows the resource as a whole.
    whole_in: u32,
    /// Barrier that the pass in `part.pass` made for the whole; `NO_BARRIER` for none.
    barrier: u32,
    /// State before that pass, so that a second use in it can be joined with the first.
    before: State,
}

/// The rest.
#[derive(Debug, Clone, Copy)]
struct Rest {
    /// The batch that follows the resource at all.
    batch: u32,
    /// Index into `subs` plus one; 0 while the resource is followed as a whole.
    sub: u32,
    resource: Resource,
}

const NO_BARRIER: u32 = u32::MAX;

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
    batch: u32,
    pass: u32,
    entries: Vec<Entry>,
    rest: Vec<Rest>,
    touched: Vec<u32>,
    pending: Vec<u32>,
    subs: Vec<Vec<Part>>,
    subs_used: usize,
    barriers: List,
    conflict: Option<Conflict>,
}

const NOWHERE: Entry = Entry { part: Part::UNUSED, whole_in: 0, barrier: NO_BARRIER, before: State::NEW };

const NO_REST: Rest = Rest {
    batch: 0,
    sub: 0,
    resource: Resource {
        slot: 0,
        kind: ResourceKind::Buffer,
        aspects: Aspects::COLOR,
        mips: 1,
        layers: 1,
        raw: Raw::NULL,
    },
};

/// Lists grow by chunks of this many, so that growth is rare.
const CHUNK: usize = 64;

impl Default for Tracker {
    fn default() -> Self {
        Self {
            batch: 1,
            pass: 0,
            entries: Vec::new(),
            rest: Vec::new(),
            touched: Vec::with_capacity(CHUNK),
            pending: Vec::with_capacity(CHUNK),
            subs: Vec::new(),
            subs_used: 0,
            barriers: List::default(),
            conflict: None,
        }
    }
}

impl Tracker {
    /// Forgets everything, keeps the memory.
    pub fn reset(&mut self) {
        self.batch = self.batch.wrapping_add(1);
        if self.batch == 0 {
            self.entries.fill(NOWHERE);
            self.rest.fill(NO_REST);
            self.batch = 1;
        }
        self.pass = 0;
        self.touched.clear();
        self.subs_used = 0;
        self.barriers.len = 0;
        self.pending.clear();
        self.conflict = None;
    }

    /// Opens the declaration of a pass.
    #[inline(always)]
    pub fn begin_pass(&mut self) {
        self.pass += 1;
        self.barriers.len = 0;
        self.pending.clear();
    }

    /// Notes one use of a range.
    #[inline(always)]
    pub fn touch(&mut self, r: &Resource, range: &SubRange, whole: bool, t: &Touch) {
        let known = self.entries.get_mut(r.slot as usize);
        let Some(e) = known.filter(|e| e.whole_in == self.batch && whole && e.part.pass != self.pass) else {
            return self.touch_slow(r, range, whole, t);
        };
        // What `step` does, for a write and for the first read after one, without a detour through memory.
        let p = &mut e.part;
        let writes = t.usage.writes();
        if !writes && !p.state.reads.is_none() {
            return self.touch_again(r, range, t);
        }
        (p.pass, p.pending, p.discard) = (self.pass, t.usage, t.discard);
        e.before = p.state;
        let held = e.before.held();
        let old = if t.discard { Layout::Undefined } else { e.before.layout };
        if writes {
            p.wrote = true;
            p.state.write = t.usage;
            p.state.reads = Usage::NONE;
        } else {
            p.state.reads = t.usage;
        }
        p.state.layout = t.layout;
        p.state.scope = t.scope;
        e.barrier = self.barriers.len as u32;
        // Within a batch something has been done before, so that there is always something to wait for.
        self.barriers.push(|place| {
            place.from = e.before.scope;
            place.to = t.scope;
            place.raw = r.raw;
            place.slot = r.slot;
            place.before = held;
            place.after = t.usage;
            place.range = *range;
            place.old = old;
            place.new = t.layout;
            place.kind = r.kind;
        });
    }

    /// A read after a read.
    #[inline(never)]
    fn touch_again(&mut self, r: &Resource, range: &SubRange, t: &Touch) {
        let e = &mut self.entries[r.slot as usize];
        let p = &mut e.part;
        (p.pass, p.pending, p.discard) = (self.pass, t.usage, t.discard);
        e.before = p.state;
        e.barrier = NO_BARRIER;
        match step(r.kind, &mut p.state, t) {
            Step::Nothing => {}
            Step::WidenFirst => p.first = p.first.with(t.usage),
            Step::Barrier { before, old } => {
                e.barrier = self.barriers.len as u32;
                let (new, after) = (t.layout, t.usage);
                let b = Barrier {
                    raw: r.raw,
                    slot: r.slot,
                    kind: r.kind,
                    before,
                    after,
                    old,
                    new,
                    range: *range,
                };
                self.barriers.push(|place| *place = b.into());
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn touch_slow(&mut self, r: &Resource, range: &SubRange, whole: bool, t: &Touch) {
        let slot = r.slot as usize;
        if slot >= self.entries.len() {
            let chunks = (slot / CHUNK + 1) * CHUNK;
            self.entries.resize(chunks, NOWHERE);
            self.rest.resize(chunks, NO_REST);
        }
        let (e, rest) = (&mut self.entries[slot], &mut self.rest[slot]);
        if rest.batch != self.batch {
            *e = NOWHERE;
            e.whole_in = self.batch;
            *rest = Rest { batch: self.batch, sub: 0, resource: *r };
            self.touched.push(r.slot);
            if whole {
                // The first use of the batch: what came before is known when the batch is submitted.
                let p = &mut e.part;
                (p.pass, p.pending, p.discard) = (self.pass, t.usage, t.discard);
                advance(r.kind, p, t);
                return;
            }
        }
        if !whole || rest.sub != 0 {
            return self.touch_parts(r, range, t);
        }
        self.join(r, range, t);
    }

    /// A second use of the whole resource in one pass: both become one.
    fn join(&mut self, r: &Resource, range: &SubRange, t: &Touch) {
        let e = &mut self.entries[r.slot as usize];
        let p = &mut e.part;
        let Some(usage) = merge(r.kind, p.pending, t.usage) else {
            self.conflict = Some(Conflict { slot: r.slot, earlier: p.pending, later: t.usage });
            return;
        };
        p.discard &= t.discard;
        p.pending = usage;
        let both = Touch { discard: p.discard, ..Touch::new(r.kind, usage) };
        if e.before == State::NEW {
            // The first use of the batch.
            p.first = Usage::NONE;
            advance(r.kind, p, &both);
            return;
        }
        p.state = e.before;
        let (before, old) = match step(r.kind, &mut p.state, &both) {
            Step::Nothing if e.barrier == NO_BARRIER => return,
            Step::Nothing => (e.before.held(), e.before.layout),
            Step::WidenFirst => {
                p.first = p.first.with(usage);
                return;
            }
            Step::Barrier { before, old } => (before, old),
        };
        let b = Planned::from(Barrier {
            raw: r.raw,
            slot: r.slot,
            kind: r.kind,
            before,
            after: usage,
            old,
            new: both.layout,
            range: *range,
        });
        if e.barrier == NO_BARRIER {
            e.barrier = self.barriers.len as u32;
            self.barriers.push(|place| *place = b);
        } else {
            self.barriers.all[e.barrier as usize] = b;
        }
    }

    fn touch_parts(&mut self, r: &Resource, range: &SubRange, t: &Touch) {
        let slot = r.slot as usize;
        if self.rest[slot].sub == 0 {
            self.split(slot);
        }
        let e = &mut self.entries[slot];
        if e.part.pass != self.pass || e.whole_in != 0 {
            e.part.pass = self.pass;
            e.whole_in = 0;
            self.pending.push(r.slot);
        }
        let parts = &mut self.subs[self.rest[slot].sub as usize - 1];
        for plane in 0..r.planes() {
            if !range.aspects.contains(r.plane_aspect(plane)) {
                continue;
            }
            for layer in range.layer..range.layer + range.layers {
                for mip in range.mip..range.mip + range.mips {
                    let p = &mut parts[r.part(plane, layer, mip)];
                    if p.pass != self.pass {
                        (p.pass, p.pending, p.discard) = (self.pass, t.usage, t.discard);
                        continue;
                    }
                    match merge(r.kind, p.pending, t.usage) {
                        Some(u) => {
                            p.pending = u;
                            p.discard &= t.discard;
                        }
                        None => {
                            self.conflict =
                                Some(Conflict { slot: r.slot, earlier: p.pending, later: t.usage });
                        }
                    }
                }
            }
        }
    }

    /// From now on the resource is followed by subresource. What this pass has done with the whole is taken back and becomes
    /// pending for each part.
    fn split(&mut self, slot: usize) {
        if self.subs_used == self.subs.len() {
            self.subs.push(Vec::new());
        }
        let e = &mut self.entries[slot];
        let mut part = e.part;
        if part.pass == self.pass {
            part.state = e.before;
            if e.before == State::NEW {
                part.first = Usage::NONE;
            }
            if e.barrier != NO_BARRIER {
                let taken = std::mem::replace(&mut e.barrier, NO_BARRIER);
                self.barriers.remove(taken as usize);
                for other in &self.touched {
                    let o = &mut self.entries[*other as usize];
                    if o.part.pass == self.pass && o.barrier != NO_BARRIER && o.barrier > taken {
                        o.barrier -= 1;
                    }
                }
            }
        }
        let parts = &mut self.subs[self.subs_used];
        parts.clear();
        parts.resize(self.rest[slot].resource.parts(), part);
        self.subs_used += 1;
        self.rest[slot].sub = self.subs_used as u32;
    }

    /// Closes the declaration and yields its barriers.
    ///
    /// # Errors
    /// A [`Conflict`] when one subresource is written and used in another way in the same pass.
    #[inline(always)]
    pub fn end_pass(&mut self) -> Result<&[Planned], Conflict> {
        if self.conflict.is_some() || !self.pending.is_empty() {
            self.end_slow()?;
        }
        Ok(self.barriers.as_slice())
    }

    #[cold]
    #[inline(never)]
    fn end_slow(&mut self) -> Result<(), Conflict> {
        if let Some(c) = self.conflict.take() {
            return Err(c);
        }
        for slot in &self.pending {
            let rest = &self.rest[*slot as usize];
            let parts = &mut self.subs[rest.sub as usize - 1];
            emit_parts(&rest.resource, parts, self.pass, &mut self.barriers);
        }
        Ok(())
    }

    /// Barriers of the pass that was declared last.
    pub fn barriers(&self) -> Vec<Barrier> {
        self.barriers.as_slice().iter().map(Planned::barrier).collect()
    }

    /// Brings the device's table to what the batch leaves behind and appends the barriers that its first uses need.
    pub fn settle(&mut self, table: &mut StateTable, prologue: &mut Vec<Planned>) {
        for &slot in &self.touched {
            let (e, rest) = (&self.entries[slot as usize], &self.rest[slot as usize]);
            let r = &rest.resource;
            let known = table.get_mut(slot);
            if rest.sub == 0 && known.parts.is_none() {
                settle_part(r, &e.part, &mut known.whole, r.whole(), prologue);
                continue;
            }
            let before = known.parts.get_or_insert_with(|| vec![known.whole; r.parts()].into_boxed_slice());
            let mut coalesce = Coalesce::new(prologue);
            for plane in 0..r.planes() {
                for layer in 0..r.layers {
                    for mip in 0..r.mips {
                        let i = r.part(plane, layer, mip);
                        let now = if rest.sub == 0 { &e.part } else { &self.subs[rest.sub as usize - 1][i] };
                        let range =
                            SubRange { mip, mips: 1, layer, layers: 1, aspects: r.plane_aspect(plane) };
                        if let Some(b) = settled_barrier(r, now, &mut before[i], range) {
                            coalesce.push(b);
                        }
                    }
                }
            }
            coalesce.finish();
            if before.iter().all(|s| *s == before[0]) {
                known.whole = before[0];
                known.parts = None;
            }
        }
    }

    /// Slots that the batch has touched, in order of first use, with whether the first use discards the whole resource.
    pub fn touched(&self) -> impl Iterator<Item = (Resource, bool)> + '_ {
        self.touched.iter().map(|&s| {
            let (e, rest) = (&self.entries[s as usize], &self.rest[s as usize]);
            let discards = match rest.sub {
                0 => e.part.first_discard,
                n => self.subs[n as usize - 1].iter().all(|p| p.first_discard && !p.first.is_none()),
            };
            (rest.resource, discards)
        })
    }
}

impl Tracker {
    /// Resources that the batch writes.
    pub fn written(&self) -> impl Iterator<Item = Resource> + '_ {
        self.touched.iter().filter_map(|&s| {
            let (e, rest) = (&self.entries[s as usize], &self.rest[s as usize]);
            let any = match rest.sub {
                0 => e.part.wrote,
                n => self.subs[n as usize - 1].iter().any(|p| p.wrote),
            };
            any.then_some(rest.resource)
        })
    }
}

/// Moves a part on; `Some` when a barrier is due.
fn advance(kind: ResourceKind, p: &mut Part, t: &Touch) -> Option<(Usage, Layout)> {
    p.wrote |= t.usage.writes();
    if p.first.is_none() {
        p.first = t.usage;
        p.first_discard = t.discard;
        let (write, reads) = match t.usage.writes() {
            true => (t.usage, Usage::NONE),
            false => (Usage::NONE, t.usage),
        };
        p.state = State { write, reads, layout: t.layout, scope: t.scope };
        return None;
    }
    match step(kind, &mut p.state, t) {
        Step::Nothing => None,
        Step::WidenFirst => {
            p.first = p.first.with(t.usage);
            None
        }
        Step::Barrier { before, old } => Some((before, old)),
    }
}

#[cold]
#[inline(never)]
fn emit_parts(r: &Resource, parts: &mut [Part], pass: u32, out: &mut List) {
    let mut found = Vec::new();
    let mut coalesce = Coalesce::new(&mut found);
    for plane in 0..r.planes() {
        for layer in 0..r.layers {
            for mip in 0..r.mips {
                let p = &mut parts[r.part(plane, layer, mip)];
                if p.pass != pass {
                    continue;
                }
                let t = Touch { discard: p.discard, ..Touch::new(r.kind, p.pending) };
                if let Some((before, old)) = advance(r.kind, p, &t) {
                    coalesce.push(Barrier {
                        raw: r.raw,
                        slot: r.slot,
                        kind: r.kind,
                        before,
                        after: t.usage,
                        old,
                        new: t.layout,
                        range: SubRange { mip, mips: 1, layer, layers: 1, aspects: r.plane_aspect(plane) },
                    });
                }
            }
        }
    }
    coalesce.finish();
    for b in found {
        out.push(|place| *place = b);
    }
}

fn settle_part(r: &Resource, now: &Part, known: &mut State, range: SubRange, out: &mut Vec<Planned>) {
    if let Some(b) = settled_barrier(r, now, known, range) {
        out.push(b.into());
    }
}

fn settled_barrier(r: &Resource, now: &Part, known: &mut State, range: SubRange) -> Option<Barrier> {
    if now.first.is_none() {
        return None;
    }
    let t = Touch { discard: now.first_discard, ..Touch::new(r.kind, now.first) };
    let found = step(r.kind, known, &t);
    if !now.state.write.is_none() {
        *known = now.state;
    }
    match found {
        // Widening happens here only for a buffer that nothing has written yet: there is nothing to wait for.
        Step::Nothing | Step::WidenFirst => None,
        Step::Barrier { before, old } => Some(Barrier {
            raw: r.raw,
            slot: r.slot,
            kind: r.kind,
            before,
            after: t.usage,
            old,
            new: t.layout,
            range,
        }),
    }
}

/// Puts barriers of neighbouring subresources together: first mips of a layer, then equal layers, then aspects.
struct Coalesce<'a> {
    out: &'a mut Vec<Planned>,
    start: usize,
}

impl<'a> Coalesce<'a> {
    fn new(out: &'a mut Vec<Planned>) -> Self {
        let start = out.len();
        Self { out, start }
    }

    fn same(a: &Planned, b: &Planned) -> bool {
        a.before == b.before && a.after == b.after && a.old == b.old && a.new == b.new
    }

    fn push(&mut self, b: Barrier) {
        let b = Planned::from(b);
        let fresh = self.out.len() > self.start;
        if let Some(last) = self.out.last_mut().filter(|_| fresh) {
            let (l, n) = (&mut last.range, b.range);
            let in_row =
                l.layers == 1 && l.layer == n.layer && l.aspects == n.aspects && l.mip + l.mips == n.mip;
            if in_row && Self::same(last, &b) {
                last.range.mips += 1;
                return;
            }
        }
        self.out.push(b);
    }

    /// Joins the rows.
    fn finish(self) {
        for by_aspect in [false, true] {
            let mut i = self.start;
            while i < self.out.len() {
                let a = self.out[i];
                let next = self.out[i + 1..].iter().position(|b| {
                    let (l, n) = (a.range, b.range);
                    let rows = l.mip == n.mip && l.mips == n.mips;
                    let joins = if by_aspect {
                        rows && l.layer == n.layer && l.layers == n.layers
                    } else {
                        rows && l.aspects == n.aspects && l.layer + l.layers == n.layer
                    };
                    joins && Self::same(&a, b)
                });
                match next {
                    Some(j) => {
                        let b = self.out.remove(i + 1 + j);
                        if by_aspect {
                            self.out[i].range.aspects |= b.range.aspects;
                        } else {
                            self.out[i].range.layers += b.range.layers;
                        }
                    }
                    None => i += 1,
                }
            }
        }
    }
}

/// What the device knows of every tracked resource between batches.
#[derive(Debug, Default)]
pub struct StateTable {
    known: Vec<Known>,
    free: Vec<u32>,
}

/// State of one resource between batches.
#[derive(Debug, Default, Clone)]
pub struct Known {
    /// State of the whole resource, when `parts` is empty.
    pub whole: State,
    /// State by subresource, where they differ.
    pub parts: Option<Box<[State]>>,
    /// The contents must read as zero and have not been made so yet.
    pub wants_zero: bool,
    /// Nothing may write it any more.
    pub settled: bool,
}

impl StateTable {
    /// A slot for a new resource.
    pub fn add(&mut self, wants_zero: bool) -> u32 {
        let fresh = Known { wants_zero, ..Known::default() };
        if let Some(slot) = self.free.pop() {
            self.known[slot as usize] = fresh;
            return slot;
        }
        self.known.push(fresh);
        (self.known.len() - 1) as u32
    }

    /// Gives a slot back.
    pub fn remove(&mut self, slot: u32) {
        self.known[slot as usize] = Known::default();
        self.free.push(slot);
    }

    /// What is known of a slot.
    pub fn get_mut(&mut self, slot: u32) -> &mut Known {
        &mut self.known[slot as usize]
    }
}
