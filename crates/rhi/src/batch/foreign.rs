//! Foreign code in a batch: passes that it records itself, resources that are handed to it, semaphores between it and the batch.

use super::declare::{Recording, buffer_allows};
use super::{Batch, BatchInner, Use};
use crate::backend::{Fault, Mark};
use crate::core::{Core, Shared};
use crate::desc::{BufferUsage, TextureUsage};
use crate::error::{Code, Error};
use crate::interop::{Join, MAX_JOINS};
use crate::object::{Buffer, SETTLED};
use crate::queue::Queue;
use crate::record::{Cmd, Raw, calls};
use crate::stats::PassKind;
use crate::track::{Place, Touch};
use crate::usage::Access;

/// A pass that foreign code records.
#[derive(Debug, Clone, Copy, Default)]
pub struct ForeignDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// All that it reads and writes, with every access that the resource was made for. Stages of shaders count for accesses by
    /// shaders.
    pub uses: &'a [Use<'a>],
}

/// What a batch has to do with foreign code.
#[derive(Debug, Default)]
pub(crate) struct Foreign {
    waits: Joins,
    signals: Joins,
}

/// Semaphores on one side.
#[derive(Debug, Default)]
struct Joins {
    all: [Join; MAX_JOINS],
    count: usize,
}

impl Joins {
    fn get(&self) -> &[Join] {
        self.all.get(..self.count).unwrap_or(&[])
    }

    /// `false`: there is no room.
    fn push(&mut self, join: Join) -> bool {
        let Some(free) = self.all.get_mut(self.count) else { return false };
        (*free, self.count) = (join, self.count + 1);
        true
    }
}

/// What a batch leaves in a state of its own: filled anew by each submission, kept by the device.
pub(crate) type Leaving = Vec<(Place, Touch)>;

impl Foreign {
    pub(super) fn reset(&mut self) {
        (self.waits.count, self.signals.count) = (0, 0);
    }

    fn is_empty(&self) -> bool {
        self.waits.count + self.signals.count == 0
    }
}

impl Batch {
    /// Declares a pass on the main queue that foreign code records, and has it recorded at once. Outside of any attachments; the
    /// resources are in the layouts that go with the accesses ([`crate::Texture::layout_for`]) and have been waited for. Passes that
    /// follow assume nothing of what is bound.
    ///
    /// The list is the backend's own; its crate has the door that gives it a type. What foreign code must keep to is said there:
    /// it records commands that end what they begin, leaves every resource in the layout in which it found it, uses nothing that is
    /// tracked and not declared, and neither closes nor resets nor keeps the list.
    pub fn foreign(&mut self, d: &ForeignDesc<'_>, record: impl FnOnce(Cmd)) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        let core = &*self.core;
        if !inner.errors.is_empty() {
            return;
        }
        let Some(door) = core.backend.interop() else {
            let backend = core.backend.info().backend;
            let detail = format!("the device is one of the {backend} backend");
            return inner.fail_pass(d.label, Code::NoDoor, "", detail);
        };
        let Some(cmd) = inner.declare_foreign(core, d.label, d.uses, true) else { return };
        inner.stats.foreign_passes += 1;
        if core.marked {
            calls::mark(&*core.backend, cmd, Mark::Begin(d.label));
        }
        let open = Recording { inner, label: &d.label };
        let inner = &mut *open.inner;
        record(door.list(cmd, d.label));
        if core.marked {
            calls::mark(&*core.backend, cmd, Mark::End);
        }
        // Whatever it has set.
        inner.viewport = [0; 2];
        if inner.queried {
            inner.end_queries(core, cmd);
        }
        open.end();
    }

    /// Brings resources to where foreign code wants them that runs after the batch: waits for what the batch has done, and changes
    /// the layout to the one that goes with the accesses. What the batch does with them afterwards moves them on again.
    pub fn release(&mut self, label: &str, uses: &[Use<'_>]) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        if inner.errors.is_empty() {
            let cmd = inner.declare_foreign(&self.core, label, uses, false);
            if let (Some(cmd), true) = (cmd, inner.queried) {
                inner.end_queries(&self.core, cmd);
            }
        }
    }

    /// The batch begins when a foreign semaphore was signalled. It stays on the main queue. For a timeline semaphore a value is
    /// given, for a binary one 0.
    ///
    /// # Safety
    /// The handle is a semaphore of the backend's API and of this device, of the kind that the value says. It lives until the batch
    /// has finished. What signals it has been submitted when the batch is; a binary one is waited for by nobody else.
    #[allow(unsafe_code, reason = "declares a function with a contract; the call is in `record`")]
    pub unsafe fn wait_foreign(&mut self, semaphore: Raw, value: u64) {
        self.join(Join { raw: semaphore, value }, |f| &mut f.waits);
    }

    /// Signals a foreign semaphore when the batch has finished, and all that was submitted before it. It stays on the main queue.
    ///
    /// # Safety
    /// As for [`Batch::wait_foreign`]; a binary one is not signalled and nothing else signals it before it was waited for, and the
    /// value of a timeline is larger than all before.
    #[allow(unsafe_code, reason = "declares a function with a contract; the call is in `record`")]
    pub unsafe fn signal_foreign(&mut self, semaphore: Raw, value: u64) {
        self.join(Join { raw: semaphore, value }, |f| &mut f.signals);
    }

    fn join(&mut self, join: Join, side: impl FnOnce(&mut Foreign) -> &mut Joins) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        let Some(door) = self.core.backend.interop() else {
            let backend = self.core.backend.info().backend;
            let detail = format!("the device is one of the {backend} backend");
            return inner.fail_pass("batch", Code::NoDoor, "semaphore", detail);
        };
        if let Err(why) = door.check_join(&join) {
            return inner.fail_pass("batch", Code::ForeignJoin, "semaphore", why.to_string());
        }
        if !side(&mut inner.foreign).push(join) {
            let detail = format!("{MAX_JOINS} are waited for or signalled at most");
            inner.fail_pass("batch", Code::ForeignJoin, "semaphore", detail);
        }
    }

    /// Is it a batch of this device?
    pub fn is_of(&self, device: &crate::device::Device) -> bool {
        self.core.id == device.core.id
    }
}

impl BatchInner {
    /// Declares uses of foreign code, in a pass or after the batch, and makes their barriers. `None`: an error was noted.
    fn declare_foreign(&mut self, core: &Core, label: &str, uses: &[Use<'_>], pass: bool) -> Option<Cmd> {
        self.start();
        for u in uses {
            if !self.declare_foreign_use(core, label, u) {
                return None;
            }
        }
        let timed = pass && self.timing.on;
        self.queried = timed || pass && core.follower.is_some();
        if self.queried {
            if !self.declare_queries(core, label, None, (PassKind::Foreign, timed)) {
                return None;
            }
            if timed {
                self.timing.is_foreign();
            }
        }
        let cmd = self.inline_list(core, Queue::Main)?;
        if self.queried {
            self.begin_queries(core, cmd);
        }
        match self.tracker.end_pass() {
            Ok(barriers) => {
                self.stats.barriers += barriers.len() as u64;
                calls::barriers(&*core.backend, cmd, barriers);
                Some(cmd)
            }
            Err(c) => {
                self.conflict(label, c, &[], &[], uses);
                None
            }
        }
    }

    fn declare_foreign_use(&mut self, core: &Core, pass: &str, u: &Use<'_>) -> bool {
        let (access, settled, name) = match u {
            Use::View(v, access, _) => (*access, v.place.resource.slot == SETTLED, v.label()),
            Use::Texture(t, access, _) => (*access, t.resource.slot == SETTLED, t.label()),
            Use::Buffer(b, access, _) => (*access, b.slot == SETTLED, b.label()),
        };
        if access.is_empty() {
            self.fail_pass(pass, Code::Adoption, name, "no access was named");
            return false;
        }
        if settled && access.intersects(Access::WRITES) {
            self.fail_pass(pass, Code::SettledWrite, name, format!("{access:?} was declared"));
            return false;
        }
        let allowed = match u {
            Use::View(v, ..) => texture_allows(v.usage, access),
            Use::Texture(t, ..) => texture_allows(t.info.usage, access),
            Use::Buffer(b, ..) => foreign_buffer_allows(b, access),
        };
        self.declare_allowed(core, pass, u, allowed)
    }

    /// Brings back what every batch leaves in a state of its own.
    pub(super) fn leave(&mut self, core: &Core, shared: &mut Shared) -> Result<(), Error> {
        if !shared.states.has_guests() {
            return Ok(());
        }
        let Shared { states, uploads, leaving, .. } = shared;
        let mut left = |slot| states.get_mut(slot).guest.as_ref().and_then(|g| g.left.as_deref().copied());
        leaving.clear();
        for (place, _) in self.tracker.touched() {
            let whole = core.place(place.resource, place.resource.whole());
            leaving.extend(left(place.resource.slot).map(|touch| (whole, touch)));
        }
        for r in uploads.tracked() {
            if leaving.iter().all(|(p, _)| p.resource.slot != r.slot) {
                leaving.extend(left(r.slot).map(|touch| (core.place(r, r.whole()), touch)));
            }
        }
        if leaving.is_empty() {
            return Ok(());
        }
        self.start();
        for (place, t) in &*leaving {
            self.tracker.touch(place, t.usage, t.layout, false, &t.scopes);
        }
        if let Some(cmd) = self.inline_list(core, Queue::Main)
            && let Ok(barriers) = self.tracker.end_pass()
        {
            self.stats.barriers += barriers.len() as u64;
            calls::barriers(&*core.backend, cmd, barriers);
        }
        self.errors.pop().map_or(Ok(()), Err)
    }

    /// What a batch that is about to be submitted may not do with foreign code.
    pub(super) fn check_foreign(&self, core: &Core, shared: &mut Shared) -> Result<(), Error> {
        if self.uses_several_queues() && !self.foreign.is_empty() {
            return Err(Error::new(Code::ForeignJoin, "batch", "it uses several queues"));
        }
        if !shared.states.has_guests() {
            return Ok(());
        }
        let guest = self.settle.iter().find(|o| shared.states.get_mut(o.slot).guest.is_some());
        match guest {
            Some(o) => {
                let detail = "a foreign texture is not settled: foreign code may write it";
                Err(Error::new(Code::SettledWrite, core.label_of(o.slot), detail))
            }
            None => Ok(()),
        }
    }

    /// Waits for foreign semaphores, before the batch is submitted.
    pub(super) fn join_before(&self, core: &Core) -> Result<(), Fault> {
        join(core, self.foreign.waits.get(), &[])
    }

    /// Signals foreign semaphores, after it was submitted.
    pub(super) fn join_after(&self, core: &Core) -> Result<(), Fault> {
        join(core, &[], self.foreign.signals.get())
    }
}

fn join(core: &Core, waits: &[Join], signals: &[Join]) -> Result<(), Fault> {
    if waits.is_empty() && signals.is_empty() {
        return Ok(());
    }
    match core.backend.interop() {
        Some(door) => calls::join(door, waits, signals),
        None => Err(Fault::Unavailable("the backend has no doors".into())),
    }
}

/// What foreign code may do with a texture: all that it was made for.
fn texture_allows(usage: TextureUsage, access: Access) -> bool {
    [
        (Access::SAMPLED, TextureUsage::SAMPLED),
        (Access::STORAGE_READ | Access::STORAGE_WRITE, TextureUsage::STORAGE),
        (Access::COLOR | Access::PRESENT, TextureUsage::COLOR),
        (Access::DEPTH | Access::DEPTH_READ, TextureUsage::DEPTH),
        (Access::COPY_SRC, TextureUsage::COPY_SRC),
        (Access::COPY_DST, TextureUsage::COPY_TARGET),
    ]
    .iter()
    .fold(access, |left, (a, u)| if usage.contains(*u) { left - *a } else { left })
    .is_empty()
}

/// The same for a buffer. What the host reads is nobody's usage.
fn foreign_buffer_allows(b: &Buffer, access: Access) -> bool {
    let copies = [(Access::COPY_SRC, BufferUsage::COPY_SRC), (Access::COPY_DST, BufferUsage::COPY_TARGET)];
    let rest = copies
        .iter()
        .fold(access - Access::HOST_READ, |left, (a, u)| if b.usage.contains(*u) { left - *a } else { left });
    buffer_allows(b.usage, rest)
}
