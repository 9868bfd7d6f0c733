//! Resources that are followed by subresource.

use super::coalesce::{Coalesce, Found};
use super::list::List;
use super::state::{State, Step, merge, step};
use super::table::Known;
use super::tracker::{Part, barrier};
use super::{Barrier, Place, Resource, Scopes, Touch};
use crate::usage::{SubRange, Usage};

/// A subresource, and what the pass that is declared does with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sub {
    pub(super) part: Part,
    pub(super) touch: Option<Touch>,
}

/// One subresource after the other: its index and its range.
fn each(r: &Resource) -> impl Iterator<Item = (usize, SubRange)> + '_ {
    (0..r.planes()).flat_map(move |plane| {
        (0..r.layers).flat_map(move |layer| {
            (0..r.mips).map(move |mip| {
                let aspects = r.plane_aspect(plane);
                (r.part(plane, layer, mip), SubRange { mip, mips: 1, layer, layers: 1, aspects })
            })
        })
    })
}

/// Notes a use of a range. `Err`: a use that was declared before and cannot stand beside it.
pub(super) fn touch(parts: &mut [Sub], place: &Place, t: &Touch, pass: u32) -> Result<(), Usage> {
    let r = &place.resource;
    let mut conflict = Ok(());
    for (i, _) in each(r).filter(|(_, range)| range.overlaps(&place.range)) {
        let p = &mut parts[i];
        let Some(earlier) = p.touch.filter(|_| p.part.pass == pass) else {
            p.part.pass = pass;
            p.touch = Some(*t);
            continue;
        };
        match merge(earlier.usage, t.usage) {
            Some(u) => {
                let from = earlier.scopes.from.with(t.scopes.from);
                let to = earlier.scopes.to.with(t.scopes.to);
                let discard = earlier.discard && t.discard;
                p.touch = Some(Touch { discard, ..Touch::new(r.kind, u, Scopes { from, to }) });
            }
            None => conflict = Err(earlier.usage),
        }
    }
    conflict
}

/// Adds the barriers that a pass's uses of parts need.
#[cold]
#[inline(never)]
pub(super) fn emit(place: &Place, parts: &mut [Sub], pass: u32, out: &mut List) {
    let r = &place.resource;
    let mut coalesce = Coalesce::into_list(out);
    for (i, range) in each(r) {
        let s = &mut parts[i];
        let Some(t) = s.touch.take().filter(|_| s.part.pass == pass) else { continue };
        if let Some((before, old, from)) = s.part.advance(r.kind, &t) {
            let barrier = Barrier { range, ..barrier(place, before, t.usage, old, t.layout) };
            coalesce.push(Found { barrier, from, to: t.scopes.to });
        }
    }
    coalesce.finish(place, out);
}

/// Brings what the device knows of each subresource up to date.
pub(super) fn settle<'a>(
    place: &Place,
    now: impl Fn(usize) -> &'a Part,
    known: &mut Known,
    prologue: &mut List,
) {
    let r = &place.resource;
    let before = known.parts.get_or_insert_with(|| match known.spare.take() {
        Some(mut kept) if kept.len() == r.parts() => {
            kept.fill(known.whole);
            kept
        }
        _ => vec![known.whole; r.parts()].into_boxed_slice(),
    });
    let mut coalesce = Coalesce::into_list(prologue);
    for (i, range) in each(r) {
        if let Some(b) = settled(r, now(i), &mut before[i], range) {
            coalesce.push(b);
        }
    }
    coalesce.finish(place, prologue);
    if before.iter().all(|s| *s == before[0]) {
        known.whole = before[0];
        known.join_parts();
    }
}

/// The barrier that the first use of a batch needs, given what was known before.
pub(super) fn settled(r: &Resource, now: &Part, known: &mut State, range: SubRange) -> Option<Found> {
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
