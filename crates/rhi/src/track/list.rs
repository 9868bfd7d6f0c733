//! Lists of barriers, in the shape in which a backend takes them.

use super::coalesce::Found;
use super::{Barrier, Scope, numbers};
use crate::record::Raw;
use crate::usage::ResourceKind;

/// Lists grow by chunks of this many, so that growth is rare.
pub(super) const CHUNK: usize = 64;

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

/// Barriers of one place: in the backend's terms and, where somebody reads them, in neutral ones.
#[derive(Debug, Default)]
pub struct List {
    /// The first `len` are the list. The others keep what a barrier begins with, so that it need not be written again.
    pub(super) all: Vec<Planned>,
    pub(super) len: usize,
    /// Some of them are of buffers.
    buffers: bool,
    notes: Vec<Barrier>,
    /// Memory for [`super::coalesce`].
    pub(super) rows: Vec<Found>,
    /// Keep notes: tests and tools do, a program that draws does not.
    pub(super) noted: bool,
}

impl List {
    /// An empty list that keeps notes or does not.
    pub fn new(noted: bool) -> Self {
        Self { noted, ..Self::default() }
    }

    /// Makes room for so many, which begin with `head`.
    pub(crate) fn reserve(&mut self, n: usize, head: [u64; 2]) {
        for p in &mut self.all {
            p.head = head;
        }
        if n > self.all.len() {
            self.all.resize(n, Planned { head, ..Planned::EMPTY });
        }
    }

    /// Empties it and keeps the memory.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
        self.buffers = false;
    }

    /// True when some are of buffers.
    #[inline(always)]
    pub fn has_buffers(&self) -> bool {
        self.buffers
    }

    /// True when there is none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a barrier with its template.
    pub fn push(&mut self, head: [u64; 2], subject: &Subject, b: &Barrier, from: Scope, to: Scope) {
        let subject = Subject { range: numbers(&b.range), ..*subject };
        self.buffers |= b.kind == ResourceKind::Buffer;
        if self.len == self.all.len() {
            self.all.resize(self.len + CHUNK, Planned { head, ..Planned::EMPTY });
        }
        self.all[self.len] = Planned { head, from, to, old: b.old as u32, new: b.new as u32, subject };
        self.len += 1;
        if self.noted {
            // What an earlier use of the list has left.
            self.notes.truncate(self.len - 1);
            self.notes.push(*b);
        }
    }

    pub(super) fn replace(&mut self, i: usize, b: &Barrier, from: Scope, to: Scope) {
        let p = &mut self.all[i];
        (p.from, p.to, p.old, p.new) = (from, to, b.old as u32, b.new as u32);
        if let Some(n) = self.notes.get_mut(i) {
            *n = *b;
        }
    }

    pub(super) fn remove(&mut self, i: usize) {
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
        self.notes.get(..self.len).unwrap_or(&[])
    }
}
