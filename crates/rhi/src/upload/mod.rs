//! Uploads: data that waits for the next submission, and the staging memory that it lies in.
//!
//! The next batch that is submitted carries all of it in its prologue, before its own passes.

mod staging;
mod zeros;

pub use staging::UploadMemory;
pub(crate) use staging::{Carried, Staging};
pub(crate) use zeros::{Strips, has_memory, write_zeros, zeros};

use crate::backend::{Fault, NativeCopy, TextureSide};
use crate::batch::{Written, meet, written};
use crate::core::Core;
use crate::error::Error;
use crate::format::Aspects;
use crate::object::{Obj, SETTLED};
use crate::record::{Raw, calls};
use crate::track::{Barrier, Known, Resource, State};
use crate::usage::{Access, Layout, ResourceKind, Stages, Usage};
use std::sync::Arc;

/// Uploads that share their barriers, at most: each is compared with all before it.
const ROUND: usize = 64;

/// What an upload does to its destination.
#[derive(Debug)]
struct Op {
    /// Keeps the destination alive until the batch that carries the upload has its ticket.
    obj: Arc<Obj>,
    resource: Resource,
    /// State that a settled destination was in, and the one that it is left in.
    before: Usage,
    after: Usage,
    old: Layout,
    copies: (usize, usize),
    /// The part that it writes; none for all.
    part: Option<Written>,
}

impl Op {
    /// Do both write one place?
    fn meets(&self, o: &Op) -> bool {
        Arc::ptr_eq(&self.obj, &o.obj)
            && match (&self.part, &o.part) {
                (Some(a), Some(b)) => meet(a, b),
                _ => true,
            }
    }
}

/// Everything that waits.
#[derive(Debug, Default)]
pub(crate) struct Uploads {
    ops: Vec<Op>,
    copies: Vec<NativeCopy>,
    pub(crate) staging: Staging,
    bytes: u64,
}

/// Where an upload goes.
pub(crate) struct Destination<'a> {
    pub(crate) obj: &'a Arc<Obj>,
    pub(crate) resource: Resource,
    /// Reads that a settled resource is open to.
    pub(crate) reads: Usage,
    /// It was filled before: reads of the old contents must end first.
    pub(crate) again: bool,
}

impl Uploads {
    pub(crate) fn new(ring_bytes: u64) -> Self {
        Self { staging: Staging::new(ring_bytes), ..Self::default() }
    }

    /// Copies `data` to staging memory and says where it lies.
    pub(crate) fn stage(&mut self, core: &Core, data: &[u8]) -> Result<(Raw, u64), Fault> {
        let staged = self.staging.stage(core, data)?;
        self.bytes += data.len() as u64;
        Ok(staged)
    }

    /// The same with rows that lie `pitch` bytes apart and come to lie one after the other. `data` has all of them.
    pub(crate) fn stage_rows(
        &mut self,
        core: &Core,
        data: &[u8],
        rows: impl ExactSizeIterator<Item = usize>,
        row: usize,
    ) -> Result<(Raw, u64), Fault> {
        let len = (rows.len() * row) as u64;
        let (native, start) = self.staging.reserve(core, len)?;
        for (i, at) in rows.enumerate() {
            let bytes = data.get(at..at + row).unwrap_or(&[]);
            core.backend.write_host(native, start + (i * row) as u64, bytes)?;
        }
        self.bytes += len;
        Ok((native.raw, start))
    }

    /// Queues copies into a destination.
    pub(crate) fn push(&mut self, d: &Destination<'_>, copies: impl IntoIterator<Item = NativeCopy>) {
        self.push_part(d, copies, false);
    }

    /// Queues a copy into a part of a destination.
    pub(crate) fn push_one(&mut self, d: &Destination<'_>, copy: NativeCopy) {
        self.push_part(d, [copy], true);
    }

    fn push_part(&mut self, d: &Destination<'_>, copies: impl IntoIterator<Item = NativeCopy>, part: bool) {
        let start = self.copies.len();
        self.copies.extend(copies);
        let (before, old) = match d.again {
            true => (d.reads, Layout::of(d.resource.kind, Access::SAMPLED)),
            false => (Usage::NONE, Layout::Undefined),
        };
        let part = self.copies.get(start).filter(|_| part).and_then(written);
        self.ops.push(Op {
            obj: d.obj.clone(),
            resource: d.resource,
            before,
            after: d.reads,
            old,
            copies: (start, self.copies.len()),
            part,
        });
    }

    /// Each tracked resource that data waits for.
    pub(crate) fn tracked(&self) -> impl Iterator<Item = Resource> + '_ {
        self.ops.iter().map(|o| o.resource).filter(|r| r.slot != SETTLED)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// What waits to be filled.
    pub(crate) fn destinations(&self) -> impl Iterator<Item = Raw> {
        self.ops.iter().map(|o| o.obj.native.raw)
    }

    /// Forgets what waits; the caller drops it outside its locks.
    pub(crate) fn forget(&mut self) -> impl Sized + use<> {
        self.copies.clear();
        std::mem::take(&mut self.ops)
    }
}

/// Writes all waiting uploads into a list: barriers, copies, barriers. Tracked destinations are left in the state table as
/// written by a copy; settled ones are left readable. Staging memory moves to the batch, and so do the destinations, which are
/// to be dropped once no lock is held. Yields the number of bytes.
///
/// Uploads go in rounds; two that write one place are in different ones. `number` is that of the submission.
pub(crate) fn carry(
    core: &Core,
    shared: &mut crate::core::Shared,
    cmd: crate::record::Cmd,
    carried: &mut Carried,
    held: &mut Vec<Arc<Obj>>,
    number: u64,
) -> u64 {
    const WRITE: Usage = Usage::new(Access::COPY_DST, Stages::empty());
    let b = &*core.backend;
    let crate::core::Shared { states, uploads, opening, .. } = shared;
    let list = &mut opening.lists[0];
    let mut start = 0;
    while start < uploads.ops.len() {
        let mut end = start + 1;
        while end < uploads.ops.len() && end - start < ROUND {
            let (round, next) = (&uploads.ops[start..end], &uploads.ops[end]);
            if round.iter().any(|o| o.meets(next)) {
                break;
            }
            end += 1;
        }
        let round = &uploads.ops[start..end];
        // Of several parts of one resource the first has the barriers.
        let firsts = || {
            let first = |(i, o): &(usize, &Op)| !round[..*i].iter().any(|p| Arc::ptr_eq(&p.obj, &o.obj));
            round.iter().enumerate().filter(first).map(|(_, o)| o)
        };
        list.clear();
        for o in firsts() {
            let made = |before: Usage, old, range| Barrier {
                raw: o.resource.raw,
                slot: o.resource.slot,
                kind: o.resource.kind,
                before,
                after: WRITE,
                old,
                new: Layout::CopyDst,
                range,
                queues: Default::default(),
            };
            let mut push = |barrier: Barrier| {
                if o.resource.kind != ResourceKind::Buffer || !barrier.before.is_none() {
                    core.push_barrier(list, &barrier);
                }
            };
            let all = o.resource.whole();
            if o.resource.slot == SETTLED {
                push(made(o.before, o.old, all));
                continue;
            }
            let known = states.get_mut(o.resource.slot);
            known.wants_zero = false;
            known.each_state(&all, |state, range| push(made(state.held(), state.layout, range)));
        }
        calls::barriers(b, cmd, list);
        let (from, to) = (round[0].copies.0, round[round.len() - 1].copies.1);
        calls::copies(b, cmd, &uploads.copies[from..to]);
        list.clear();
        for o in firsts() {
            let r = o.resource;
            if r.slot != SETTLED {
                let known: &mut Known = states.get_mut(r.slot);
                known.whole = State::written(r.kind, WRITE, b.scopes(WRITE));
                known.join_parts();
                known.last = [number, 0, 0];
                continue;
            }
            core.push_barrier(
                list,
                &Barrier {
                    raw: r.raw,
                    slot: r.slot,
                    kind: r.kind,
                    before: WRITE,
                    after: o.after,
                    old: Layout::CopyDst,
                    new: Layout::of(r.kind, o.after.access() & (Access::SAMPLED | Access::DEPTH_READ)),
                    range: r.whole(),
                    queues: Default::default(),
                },
            );
        }
        calls::barriers(b, cmd, list);
        start = end;
    }
    list.clear();
    uploads.copies.clear();
    uploads.staging.carry(core, carried);
    held.extend(uploads.ops.drain(..).map(|o| o.obj));
    std::mem::take(&mut uploads.bytes)
}

/// One copy for each subresource of tightly packed texture data, whose length has been checked.
pub(crate) fn texture_copies(
    info: &crate::object::TextureInfo,
    raw: Raw,
    staged: (Raw, u64),
) -> impl Iterator<Item = NativeCopy> + '_ {
    let all = (0..info.layers).flat_map(move |layer| (0..info.mips).map(move |mip| (layer, mip)));
    all.scan(staged.1, move |at, (layer, mip)| {
        let size = info.level_size(mip);
        let block = info.format.info().block;
        let offset = *at;
        *at += info.format.level_bytes(size);
        // Of depth with stencil data fills the depth, whose bytes alone are counted; a copy takes one aspect.
        let aspects = info.format.info().aspects;
        let aspect = if aspects.contains(Aspects::DEPTH) { Aspects::DEPTH } else { aspects };
        Some(NativeCopy::Upload {
            src: staged.0,
            offset,
            row_texels: size[0].next_multiple_of(u32::from(block.0)),
            rows: size[1].next_multiple_of(u32::from(block.1)),
            dst: TextureSide { raw, aspect, mip, layer, layers: 1, origin: [0; 3] },
            size,
        })
    })
}

/// Is this the number of bytes that fills the texture?
pub(crate) fn check_length(info: &crate::object::TextureInfo, label: &str, len: usize) -> Result<(), Error> {
    let level = |mip| info.format.level_bytes(info.level_size(mip));
    let need = (0..info.mips).map(level).sum::<u64>() * u64::from(info.layers);
    if len as u64 == need {
        return Ok(());
    }
    let detail = format!("{len} bytes were given, {need} are needed for all mip levels and layers");
    Err(Error::new(crate::error::Code::DataLength, label, detail))
}
