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

/// A usage in the backend's own terms: on Vulkan its stage and access masks. Translated once, when an object is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C, align(16))]
pub struct Scope(pub [u64; 2]);

impl Scope {
    /// Nothing.
    pub const NONE: Scope = Scope([0; 2]);

    fn with(self, o: Scope) -> Scope {
        Scope([self.0[0] | o.0[0], self.0[1] | o.0[1]])
    }
}

/// Both sides that a usage can be on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes {
    /// What must have finished.
    pub from: Scope,
    /// What may then begin.
    pub to: Scope,
}

/// A use of a resource as it is declared: what, in which layout, and in the backend's terms.
#[derive(Debug, Clone, Copy)]
pub struct Touch {
    /// What is done.
    pub usage: Usage,
    /// Layout that it needs.
    pub layout: Layout,
    /// The contents before are not needed.
    pub discard: bool,
    /// The usage in the backend's terms.
    pub scopes: Scopes,
}

impl Touch {
    /// A use that keeps the contents.
    pub fn new(kind: ResourceKind, usage: Usage, scopes: Scopes) -> Self {
        Self { usage, layout: Layout::of(kind, usage.access()), discard: false, scopes }
    }
}

/// What has last been done to a resource or a part of it.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub struct State {
    /// The last write, or the read that a layout change was made for.
    pub write: Usage,
    /// Reads since, for which the write has been made visible.
    pub reads: Usage,
    /// Layout that the contents are in.
    pub layout: Layout,
    /// `write` in the backend's terms.
    write_scope: Scope,
    /// `reads` in the backend's terms, where there are any.
    reads_scope: Scope,
}

impl PartialEq for State {
    /// Scopes are translations and say nothing of their own.
    fn eq(&self, o: &Self) -> bool {
        (self.write, self.reads, self.layout) == (o.write, o.reads, o.layout)
    }
}

impl State {
    /// Nothing has been done yet.
    pub const NEW: State = State {
        write: Usage::NONE,
        reads: Usage::NONE,
        layout: Layout::Undefined,
        write_scope: Scope::NONE,
        reads_scope: Scope::NONE,
    };

    /// After a write.
    pub fn written(kind: ResourceKind, usage: Usage, scopes: Scopes) -> Self {
        let layout = Layout::of(kind, usage.access());
        Self { write: usage, reads: Usage::NONE, layout, write_scope: scopes.from, reads_scope: Scope::NONE }
    }

    /// What must have finished before the next write.
    #[inline(always)]
    pub fn held(&self) -> Usage {
        if self.reads.is_none() { self.write } else { self.reads }
    }

    /// [`State::held`] in the backend's terms.
    #[inline(always)]
    pub fn held_scope(&self) -> Scope {
        if self.reads.is_none() { self.write_scope } else { self.reads_scope }
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

/// A barrier as it is handed to a backend. Its shape is that of the thinnest API, `VkImageMemoryBarrier2`, so that the Vulkan
/// backend hands a list on as it is; what Vulkan leaves as padding tells the kind. Layouts are numbered as Vulkan numbers them.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Planned {
    /// Structure type and next pointer, as the backend's template has them.
    pub head: [u64; 2],
    /// What must have finished.
    pub from: Scope,
    /// What may then begin.
    pub to: Scope,
    /// Layout that the contents are in.
    pub old: u32,
    /// Layout that they must be in.
    pub new: u32,
    /// What is the same for every barrier of a place.
    pub subject: Subject,
}

/// The part of a [`Planned`] that tells what the barrier is of.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Subject {
    /// Queue families, as the backend's template has them.
    pub queues: [u32; 2],
    /// Native handle.
    pub raw: Raw,
    /// Aspects, first mip, mips, first layer, layers.
    pub range: [u32; 5],
    /// The [`ResourceKind`] as a number.
    pub kind: u32,
}

impl Planned {
    /// Nothing; a template starts from it.
    pub const EMPTY: Planned = Planned {
        head: [0; 2],
        from: Scope::NONE,
        to: Scope::NONE,
        old: 0,
        new: 0,
        subject: Subject { queues: [0; 2], raw: Raw::NULL, range: [0; 5], kind: 0 },
    };

    /// Is it a buffer's?
    #[inline(always)]
    pub fn is_buffer(&self) -> bool {
        self.subject.kind == ResourceKind::Buffer as u32
    }
}

/// A range of a resource with all that a barrier of it has in common with every other.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// What a barrier of it begins with.
    pub head: [u64; 2],
    /// What a barrier of it is of.
    pub subject: Subject,
    /// The resource.
    pub resource: Resource,
    /// Subresources.
    pub range: SubRange,
    /// The resource's slot when the range is all of a texture, and no slot otherwise: the short path is for those.
    key: u32,
}

impl Place {
    /// A range of a resource; `head` and `queues` are the backend's.
    pub fn new(resource: Resource, range: SubRange, head: [u64; 2], queues: [u32; 2]) -> Self {
        let kind = resource.kind as u32;
        let subject = Subject { queues, raw: resource.raw, range: numbers(&range), kind };
        let short = resource.kind != ResourceKind::Buffer && range == resource.whole();
        Self { head, subject, resource, range, key: if short { resource.slot } else { u32::MAX } }
    }

    fn whole(&self) -> bool {
        self.range == self.resource.whole()
    }
}

fn numbers(r: &SubRange) -> [u32; 5] {
    [u32::from(r.aspects.bits()), r.mip.into(), r.mips.into(), r.layer.into(), r.layers.into()]
}

/// Barriers of one place: in the backend's terms and, where somebody reads them, in neutral ones.
#[derive(Debug, Default)]
pub struct List {
    all: Vec<Planned>,
    len: usize,
    /// Some of them are of buffers.
    buffers: bool,
    notes: Vec<Barrier>,
    /// Keep notes: tests and tools do, a program that draws does not.
    noted: bool,
}

impl List {
    /// An empty list that keeps notes or does not.
    pub fn new(noted: bool) -> Self {
        Self { noted, ..Self::default() }
    }

    /// Empties it and keeps the memory.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
        self.buffers = false;
        if self.noted {
            self.notes.clear();
        }
    }

    /// True when some are of buffers.
    #[inline(always)]
    pub fn has_buffers(&self) -> bool {
        self.buffers
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The next, written where it will stay.
    #[inline(always)]
    fn next(&mut self) -> &mut Planned {
        let i = self.len;
        if i >= self.all.len() {
            self.grow();
        }
        self.len = i + 1;
        &mut self.all[i]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.all.resize(self.all.len() + CHUNK, Planned::EMPTY);
    }

    /// Adds a barrier with its template.
    pub fn push(&mut self, head: [u64; 2], subject: &Subject, b: &Barrier, from: Scope, to: Scope) {
        let subject = Subject { range: numbers(&b.range), ..*subject };
        self.buffers |= b.kind == ResourceKind::Buffer;
        *self.next() = Planned { head, from, to, old: b.old as u32, new: b.new as u32, subject };
        if self.noted {
            self.notes.push(*b);
        }
    }

    fn replace(&mut self, i: usize, b: &Barrier, from: Scope, to: Scope) {
        let p = &mut self.all[i];
        (p.from, p.to, p.old, p.new) = (from, to, b.old as u32, b.new as u32);
        if let Some(n) = self.notes.get_mut(i) {
            *n = *b;
        }
    }

    fn remove(&mut self, i: usize) {
        self.all[i..self.len].rotate_left(1);
        self.len -= 1;
        if self.noted {
            self.notes.remove(i);
        }
    }

    /// In the backend's terms.
    #[inline(always)]
    pub fn planned(&self) -> &[Planned] {
        self.all.get(..self.len).unwrap_or(&[])
    }

    /// In neutral terms, where notes are kept.
    pub fn notes(&self) -> &[Barrier] {
        &self.notes
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
        from: Scope,
    },
}

fn step(kind: ResourceKind, state: &mut State, t: &Touch) -> Step {
    let (held, old, from) = (state.held(), state.layout, state.held_scope());
    if t.usage.writes() {
        (state.write, state.reads, state.layout) = (t.usage, Usage::NONE, t.layout);
        state.write_scope = t.scopes.from;
        if held.is_none() && kind == ResourceKind::Buffer {
            return Step::Nothing;
        }
        return Step::Barrier { before: held, old: if t.discard { Layout::Undefined } else { old }, from };
    }
    if state.reads.is_none() {
        (state.reads, state.layout, state.reads_scope) = (t.usage, t.layout, t.scopes.from);
        if held.is_none() {
            if kind == ResourceKind::Buffer {
                return Step::Nothing;
            }
            (state.write, state.write_scope) = (t.usage, t.scopes.from);
        }
        return Step::Barrier { before: held, old, from };
    }
    if old != t.layout {
        (state.write, state.reads, state.layout) = (t.usage, t.usage, t.layout);
        (state.write_scope, state.reads_scope) = (t.scopes.from, t.scopes.from);
        return Step::Barrier { before: held, old, from };
    }
    if state.reads.covers(t.usage) {
        return Step::Nothing;
    }
    let (earlier, earlier_scope) = (state.reads, state.reads_scope);
    state.reads = earlier.with(t.usage);
    state.reads_scope = earlier_scope.with(t.scopes.from);
    if state.write.is_none() {
        return Step::WidenFirst;
    }
    if kind == ResourceKind::Buffer {
        return Step::Barrier { before: state.write, old, from: state.write_scope };
    }
    // The layout may have changed for the earlier readers: only through their stages is there an order after the change.
    let from = state.write_scope.with(earlier_scope);
    Step::Barrier { before: state.write.with(earlier), old, from }
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
    state: State,
    /// The first use of the batch, in the backend's terms.
    first_scope: Scope,
    /// The pass that used it last.
    pass: u32,
    first: Usage,
    /// What that pass does with it, where no barrier tells.
    pending: Usage,
    first_discard: bool,
    discard: bool,
    /// Some pass of the batch has written it.
    wrote: bool,
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
    };
}

/// A subresource, and what the pass that is declared does with it.
#[derive(Debug, Clone, Copy)]
struct Sub {
    part: Part,
    touch: Option<Touch>,
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
    /// What was held before that pass, and in which layout, when it took the short path.
    quick: Option<(Usage, Layout)>,
    /// State before that pass otherwise, so that a second use in it can be joined with the first.
    before: State,
}

impl Entry {
    /// State before the last pass, what that pass does, and whether it discards what was there.
    fn undone(&self, barriers: &List) -> (State, Usage, bool) {
        let (Some((held, layout)), Some(b)) = (self.quick, barriers.planned().get(self.barrier as usize))
        else {
            return (self.before, self.part.pending, self.part.discard);
        };
        let before =
            State { write: held, reads: Usage::NONE, layout, write_scope: b.from, reads_scope: Scope::NONE };
        (before, self.part.state.held(), b.old == Layout::Undefined as u32)
    }
}

/// The rest.
#[derive(Debug, Clone, Copy)]
struct Rest {
    /// The batch that follows the resource at all.
    batch: u32,
    /// Index into `subs` plus one; 0 while the resource is followed as a whole.
    sub: u32,
    place: Place,
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
    subs: Vec<Vec<Sub>>,
    subs_used: usize,
    barriers: List,
    conflict: Option<Conflict>,
}

const NOWHERE: Entry =
    Entry { part: Part::UNUSED, whole_in: 0, barrier: NO_BARRIER, quick: None, before: State::NEW };

const NO_REST: Rest = Rest {
    batch: 0,
    sub: 0,
    place: Place {
        head: [0; 2],
        subject: Planned::EMPTY.subject,
        resource: Resource {
            slot: 0,
            kind: ResourceKind::Buffer,
            aspects: Aspects::COLOR,
            mips: 1,
            layers: 1,
            raw: Raw::NULL,
        },
        range: SubRange::BUFFER,
        key: u32::MAX,
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
        self.barriers.clear();
        self.pending.clear();
        self.conflict = None;
    }

    /// Keeps barriers in neutral terms beside the backend's, or does not.
    #[inline(always)]
    pub fn note(&mut self, noted: bool) {
        self.barriers.noted = noted;
    }

    /// Opens the declaration of a pass.
    #[inline(always)]
    pub fn begin_pass(&mut self) {
        self.pass += 1;
        self.barriers.clear();
        self.pending.clear();
    }

    /// Notes one use of a place.
    #[inline(always)]
    pub fn touch(&mut self, place: &Place, usage: Usage, layout: Layout, discard: bool, scopes: &Scopes) {
        let known = self.entries.get_mut(place.key as usize);
        let writes = usage.writes();
        let Some(e) = known.filter(|e| {
            e.whole_in == self.batch && e.part.pass != self.pass && (writes || e.part.state.reads.is_none())
        }) else {
            return self.touch_slow(place, &Touch { usage, layout, discard, scopes: *scopes });
        };
        // What `step` does, for a write and for the first read after one, without a detour through memory. Within a batch
        // something has been done before, so that there is always something to wait for.
        let p = &mut e.part;
        p.pass = self.pass;
        let (held, from, old) = (p.state.held(), p.state.held_scope(), p.state.layout);
        e.quick = Some((held, old));
        if writes {
            p.wrote = true;
            p.state.write = usage;
            p.state.reads = Usage::NONE;
            p.state.write_scope = scopes.from;
        } else {
            p.state.reads = usage;
            p.state.reads_scope = scopes.from;
        }
        p.state.layout = layout;
        e.barrier = self.barriers.len as u32;
        let old = if discard { Layout::Undefined } else { old };
        let b = self.barriers.next();
        b.head = place.head;
        b.from = from;
        b.to = scopes.to;
        b.old = old as u32;
        b.new = layout as u32;
        b.subject = place.subject;
        if self.barriers.noted {
            self.note_quick(place, held, usage, old, layout);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_quick(&mut self, place: &Place, before: Usage, after: Usage, old: Layout, new: Layout) {
        self.barriers.notes.push(barrier(place, before, after, old, new));
    }

    #[inline(never)]
    fn touch_slow(&mut self, place: &Place, t: &Touch) {
        let r = &place.resource;
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
            *rest = Rest { batch: self.batch, sub: 0, place: *place };
            self.touched.push(r.slot);
            if place.whole() {
                // The first use of the batch: what came before is known when the batch is submitted.
                let p = &mut e.part;
                (p.pass, p.pending, p.discard) = (self.pass, t.usage, t.discard);
                advance(r.kind, p, t);
                return;
            }
        }
        if !place.whole() || rest.sub != 0 {
            return self.touch_parts(place, t);
        }
        if e.part.pass == self.pass {
            return self.join(place, t);
        }
        self.touch_again(place, t);
    }

    /// A read after a read.
    fn touch_again(&mut self, place: &Place, t: &Touch) {
        let e = &mut self.entries[place.resource.slot as usize];
        let p = &mut e.part;
        (p.pass, p.pending, p.discard) = (self.pass, t.usage, t.discard);
        (e.before, e.quick, e.barrier) = (p.state, None, NO_BARRIER);
        match step(place.resource.kind, &mut p.state, t) {
            Step::Nothing => {}
            Step::WidenFirst => widen(p, t),
            Step::Barrier { before, old, from } => {
                e.barrier = self.barriers.len as u32;
                let b = barrier(place, before, t.usage, old, t.layout);
                self.barriers.push(place.head, &place.subject, &b, from, t.scopes.to);
            }
        }
    }

    /// A second use of the whole resource in one pass: both become one.
    fn join(&mut self, place: &Place, t: &Touch) {
        let r = &place.resource;
        let e = &mut self.entries[r.slot as usize];
        let (before_pass, pending, discards) = e.undone(&self.barriers);
        let Some(usage) = merge(r.kind, pending, t.usage) else {
            self.conflict = Some(Conflict { slot: r.slot, earlier: pending, later: t.usage });
            return;
        };
        // What the pass asked for before is in its barrier or, at the first use of a batch, in the state; what was read earlier
        // besides does no harm.
        let p = &mut e.part;
        let made = self.barriers.planned().get(e.barrier as usize);
        let from = p.state.held_scope().with(t.scopes.from);
        let to = made.map_or(p.first_scope, |b| b.to).with(t.scopes.to);
        let scopes = Scopes { from, to };
        let both = Touch { discard: discards && t.discard, ..Touch::new(r.kind, usage, scopes) };
        (p.pending, p.discard) = (usage, both.discard);
        if before_pass == State::NEW {
            // The first use of the batch.
            p.first = Usage::NONE;
            advance(r.kind, p, &both);
            return;
        }
        p.state = before_pass;
        let (before, old, from) = match step(r.kind, &mut p.state, &both) {
            Step::Nothing if e.barrier == NO_BARRIER => return,
            Step::Nothing => (before_pass.held(), before_pass.layout, before_pass.held_scope()),
            Step::WidenFirst => return widen(p, &both),
            Step::Barrier { before, old, from } => (before, old, from),
        };
        (e.before, e.quick) = (before_pass, None);
        let b = barrier(place, before, usage, old, both.layout);
        if e.barrier == NO_BARRIER {
            e.barrier = self.barriers.len as u32;
            self.barriers.push(place.head, &place.subject, &b, from, both.scopes.to);
        } else {
            self.barriers.replace(e.barrier as usize, &b, from, both.scopes.to);
        }
    }

    fn touch_parts(&mut self, place: &Place, t: &Touch) {
        let (r, range) = (&place.resource, &place.range);
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
                    if p.touch.is_none_or(|_| p.part.pass != self.pass) {
                        p.part.pass = self.pass;
                        p.touch = Some(*t);
                        continue;
                    }
                    let Some(earlier) = p.touch else { continue };
                    match merge(r.kind, earlier.usage, t.usage) {
                        Some(u) => {
                            let from = earlier.scopes.from.with(t.scopes.from);
                            let to = earlier.scopes.to.with(t.scopes.to);
                            let discard = earlier.discard && t.discard;
                            p.touch = Some(Touch { discard, ..Touch::new(r.kind, u, Scopes { from, to }) });
                        }
                        None => {
                            let (slot, earlier) = (r.slot, earlier.usage);
                            self.conflict = Some(Conflict { slot, earlier, later: t.usage });
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
        let mut touch = None;
        if part.pass == self.pass {
            let (before, usage, discard) = e.undone(&self.barriers);
            let made = self.barriers.planned().get(e.barrier as usize);
            let to = made.map_or(part.first_scope, |b| b.to);
            let scopes = Scopes { from: part.state.held_scope(), to };
            let kind = self.rest[slot].place.resource.kind;
            touch = Some(Touch { discard, ..Touch::new(kind, usage, scopes) });
            part.state = before;
            if before == State::NEW {
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
        parts.resize(self.rest[slot].place.resource.parts(), Sub { part, touch });
        self.subs_used += 1;
        self.rest[slot].sub = self.subs_used as u32;
    }

    /// Closes the declaration and yields its barriers.
    ///
    /// # Errors
    /// A [`Conflict`] when one subresource is written and used in another way in the same pass.
    #[inline(always)]
    pub fn end_pass(&mut self) -> Result<&List, Conflict> {
        if self.conflict.is_some() || !self.pending.is_empty() {
            self.end_slow()?;
        }
        Ok(&self.barriers)
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
            emit_parts(&rest.place, parts, self.pass, &mut self.barriers);
        }
        Ok(())
    }

    /// Barriers of the pass that was declared last.
    pub fn barriers(&self) -> Vec<Barrier> {
        self.barriers.notes.clone()
    }

    /// Brings the device's table to what the batch leaves behind and appends the barriers that its first uses need.
    pub fn settle(&mut self, table: &mut StateTable, prologue: &mut List) {
        for &slot in &self.touched {
            let (e, rest) = (&self.entries[slot as usize], &self.rest[slot as usize]);
            let (place, r) = (&rest.place, &rest.place.resource);
            let known = table.get_mut(slot);
            if rest.sub == 0 && known.parts.is_none() {
                if let Some(found) = settled(r, &e.part, &mut known.whole, r.whole()) {
                    prologue.push(place.head, &place.subject, &found.barrier, found.from, found.to);
                }
                continue;
            }
            let before = known.parts.get_or_insert_with(|| vec![known.whole; r.parts()].into_boxed_slice());
            let mut coalesce = Coalesce::default();
            for plane in 0..r.planes() {
                for layer in 0..r.layers {
                    for mip in 0..r.mips {
                        let i = r.part(plane, layer, mip);
                        let now =
                            if rest.sub == 0 { &e.part } else { &self.subs[rest.sub as usize - 1][i].part };
                        let range =
                            SubRange { mip, mips: 1, layer, layers: 1, aspects: r.plane_aspect(plane) };
                        if let Some(b) = settled(r, now, &mut before[i], range) {
                            coalesce.push(b);
                        }
                    }
                }
            }
            coalesce.finish(place, prologue);
            if before.iter().all(|s| *s == before[0]) {
                known.whole = before[0];
                known.parts = None;
            }
        }
    }

    /// Slots that the batch has touched, in order of first use, with whether the first use discards the whole resource.
    pub fn touched(&self) -> impl Iterator<Item = (Place, bool)> + '_ {
        self.touched.iter().map(|&s| {
            let (e, rest) = (&self.entries[s as usize], &self.rest[s as usize]);
            let discards = match rest.sub {
                0 => e.part.first_discard,
                n => {
                    self.subs[n as usize - 1].iter().all(|p| p.part.first_discard && !p.part.first.is_none())
                }
            };
            (rest.place, discards)
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
                n => self.subs[n as usize - 1].iter().any(|p| p.part.wrote),
            };
            any.then_some(rest.place.resource)
        })
    }
}

fn barrier(place: &Place, before: Usage, after: Usage, old: Layout, new: Layout) -> Barrier {
    let r = &place.resource;
    Barrier { raw: r.raw, slot: r.slot, kind: r.kind, before, after, old, new, range: place.range }
}

/// Widens the first use of a batch.
fn widen(p: &mut Part, t: &Touch) {
    p.first = p.first.with(t.usage);
    p.first_scope = p.first_scope.with(t.scopes.to);
}

/// Moves a part on; `Some` when a barrier is due.
fn advance(kind: ResourceKind, p: &mut Part, t: &Touch) -> Option<(Usage, Layout, Scope)> {
    p.wrote |= t.usage.writes();
    if p.first.is_none() {
        (p.first, p.first_discard, p.first_scope) = (t.usage, t.discard, t.scopes.to);
        let (write, reads) = match t.usage.writes() {
            true => (t.usage, Usage::NONE),
            false => (Usage::NONE, t.usage),
        };
        let scope = t.scopes.from;
        p.state = State { write, reads, layout: t.layout, write_scope: scope, reads_scope: scope };
        return None;
    }
    match step(kind, &mut p.state, t) {
        Step::Nothing => None,
        Step::WidenFirst => {
            widen(p, t);
            None
        }
        Step::Barrier { before, old, from } => Some((before, old, from)),
    }
}

/// A barrier of one subresource with both sides in the backend's terms.
#[derive(Debug, Clone, Copy)]
struct Found {
    barrier: Barrier,
    from: Scope,
    to: Scope,
}

#[cold]
#[inline(never)]
fn emit_parts(place: &Place, parts: &mut [Sub], pass: u32, out: &mut List) {
    let r = &place.resource;
    let mut coalesce = Coalesce::default();
    for plane in 0..r.planes() {
        for layer in 0..r.layers {
            for mip in 0..r.mips {
                let s = &mut parts[r.part(plane, layer, mip)];
                let Some(t) = s.touch.take().filter(|_| s.part.pass == pass) else { continue };
                if let Some((before, old, from)) = advance(r.kind, &mut s.part, &t) {
                    let range = SubRange { mip, mips: 1, layer, layers: 1, aspects: r.plane_aspect(plane) };
                    let barrier = Barrier { range, ..barrier(place, before, t.usage, old, t.layout) };
                    coalesce.push(Found { barrier, from, to: t.scopes.to });
                }
            }
        }
    }
    coalesce.finish(place, out);
}

fn settled(r: &Resource, now: &Part, known: &mut State, range: SubRange) -> Option<Found> {
    if now.first.is_none() {
        return None;
    }
    // The source side is only needed where the state keeps it.
    let scopes = Scopes { from: now.state.held_scope(), to: now.first_scope };
    let t = Touch { discard: now.first_discard, ..Touch::new(r.kind, now.first, scopes) };
    let found = step(r.kind, known, &t);
    if !now.state.write.is_none() {
        *known = now.state;
    }
    match found {
        // Widening happens here only for a buffer that nothing has written yet: there is nothing to wait for.
        Step::Nothing | Step::WidenFirst => None,
        Step::Barrier { before, old, from } => Some(Found {
            barrier: Barrier {
                raw: r.raw,
                slot: r.slot,
                kind: r.kind,
                before,
                after: t.usage,
                old,
                new: t.layout,
                range,
            },
            from,
            to: t.scopes.to,
        }),
    }
}

/// Puts barriers of neighbouring subresources together: first mips of a layer, then equal layers, then aspects.
#[derive(Default)]
struct Coalesce {
    found: Vec<Found>,
}

impl Coalesce {
    fn same(a: &Found, b: &Found) -> bool {
        let uses = |f: &Found| (f.barrier.before, f.barrier.after, f.barrier.old, f.barrier.new);
        uses(a) == uses(b)
    }

    fn push(&mut self, f: Found) {
        if let Some(last) = self.found.last_mut() {
            let (l, n) = (last.barrier.range, f.barrier.range);
            let in_row =
                l.layers == 1 && l.layer == n.layer && l.aspects == n.aspects && l.mip + l.mips == n.mip;
            if in_row && Self::same(last, &f) {
                last.barrier.range.mips += 1;
                return;
            }
        }
        self.found.push(f);
    }

    /// Joins the rows and adds all to a list.
    fn finish(mut self, place: &Place, out: &mut List) {
        let all = &mut self.found;
        for by_aspect in [false, true] {
            let mut i = 0;
            while i < all.len() {
                let a = all[i];
                let next = all[i + 1..].iter().position(|b| {
                    let (l, n) = (a.barrier.range, b.barrier.range);
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
                        let b = all.remove(i + 1 + j);
                        if by_aspect {
                            all[i].barrier.range.aspects |= b.barrier.range.aspects;
                        } else {
                            all[i].barrier.range.layers += b.barrier.range.layers;
                        }
                    }
                    None => i += 1,
                }
            }
        }
        for f in all {
            out.push(place.head, &place.subject, &f.barrier, f.from, f.to);
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
