//! The state tracker: from what passes declare to the barriers between them. Pure; shared by every backend with explicit
//! barriers. It may not know a backend, and makes no allocation once its lists have grown.
//!
//! Within a batch each resource has a [`State`]. The first use in a batch is only noted: what came before is known when
//! the batch is submitted, and [`Tracker::settle`] then brings the device's table up to date and yields the prologue.
//!
//! A resource is followed as a whole until a part of it is used differently; from then on, for the rest of the batch, by
//! subresource. Barriers of neighbouring subresources with the same transition are put together.

mod coalesce;
mod list;
mod parts;
mod queues;
mod state;
mod table;
mod tracker;

pub use list::{List, Planned, Subject};
pub use queues::Opening;
pub use state::State;
pub use table::{Guest, Known, StateTable};
pub use tracker::{Conflict, Tracker};

use crate::format::Aspects;
use crate::queue::{PerQueue, Queue};
use crate::record::Raw;
use crate::usage::{Layout, ResourceKind, SubRange, Usage};

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
    /// Belongs to one queue at a time and is handed over: a texture that was not made with `shared_queues`.
    pub exclusive: bool,
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

/// What a backend says of itself, as far as a tracker must know it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terms {
    /// Somebody reads barriers in neutral terms.
    pub noted: bool,
    /// What every barrier begins with.
    pub head: [u64; 2],
    /// Families of the queues.
    pub families: PerQueue<u32>,
    /// Everything that a queue may do.
    pub everything: Scope,
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
    /// From which queue to which it is handed over; twice the same where it is not.
    pub queues: (Queue, Queue),
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
