//! Resources that are followed by subresource.

use super::coalesce::{Coalesce, Found};
use super::list::List;
use super::queues::{Crossing, Due, Opening};
use super::state::{State, Step, merge, step};
use super::table::Known;
use super::tracker::{Part, barrier};
use super::{Barrier, Place, Resource, Scopes, Terms, Touch};
use crate::queue::{PerQueue, Queue};
use crate::usage::{Layout, SubRange, Usage};

/// A subresource, and what the pass that is declared does with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sub {
    pub(super) part: Part,
    pub(super) touch: Option<Touch>,
}

/// One subresource after the other: its index and its range.
pub(super) fn each(r: &Resource) -> impl Iterator<Item = (usize, SubRange)> + '_ {
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
pub(super) fn emit(
    place: &Place,
    parts: &mut [Sub],
    pass: u32,
    terms: &Terms,
    out: &mut List,
    c: &mut Crossing,
) {
    let r = &place.resource;
    let mut coalesce = Coalesce::into_list(out);
    let mut releases: PerQueue<Coalesce> = std::array::from_fn(|q| Coalesce::into_list(&mut c.releases[q]));
    for (i, range) in each(r) {
        let s = &mut parts[i];
        let Some(t) = s.touch.take().filter(|_| s.part.pass == pass) else { continue };
        let due = match c.on {
            true => s.part.advance_across(r.kind, r.exclusive, &t, pass, terms.everything, c),
            false => match s.part.advance(r.kind, &t) {
                Some((before, old, from)) => Due::Barrier { before, old, from },
                None => Due::Nothing,
            },
        };
        let made = |before, old| Barrier { range, ..barrier(place, before, t.usage, old, t.layout) };
        match due {
            Due::Nothing => {}
            Due::Barrier { before, old, from } => {
                coalesce.push(Found { barrier: made(before, old), from, to: t.scopes.to });
            }
            Due::Transfer { by, before, old, from } => {
                let barrier = Barrier { queues: (by, c.queue), ..made(before, old) };
                releases[by as usize].push(Found { barrier, from, to: terms.everything });
                coalesce.push(Found { barrier, from: terms.everything, to: t.scopes.to });
            }
        }
    }
    coalesce.finish(place, &terms.families, out);
    for (release, list) in releases.into_iter().zip(&mut c.releases) {
        release.finish(place, &terms.families, list);
    }
}

/// Brings what the device knows of each subresource up to date. `foreign`: on these queues a first use follows a use on
/// another one.
pub(super) fn settle<'a>(
    place: &Place,
    now: impl Fn(usize) -> &'a Part,
    known: &mut Known,
    terms: &Terms,
    foreign: &PerQueue<bool>,
    out: &mut Opening,
) {
    let r = &place.resource;
    let before = known.parts.get_or_insert_with(|| match known.spare.take() {
        Some(mut kept) if kept.len() == r.parts() => {
            kept.fill(known.whole);
            kept
        }
        _ => vec![known.whole; r.parts()].into_boxed_slice(),
    });
    let mut lists: PerQueue<Coalesce> = std::array::from_fn(|q| Coalesce::into_list(&mut out.lists[q]));
    for (i, range) in each(r) {
        let (p, state) = (now(i), &mut before[i]);
        let here = p.trail.first;
        if foreign[here as usize] {
            (state.write_scope, state.reads_scope) = (terms.everything, terms.everything);
        }
        let Some(mut found) = settled(r, p, state, range) else { continue };
        if r.exclusive && here != Queue::Main && found.barrier.old != Layout::Undefined {
            found.barrier.queues = (Queue::Main, here);
            lists[0].push(Found { to: terms.everything, ..found });
            found.from = terms.everything;
            out.wait_for_main(here);
        }
        lists[here as usize].push(found);
    }
    for (coalesce, list) in lists.into_iter().zip(&mut out.lists) {
        coalesce.finish(place, &terms.families, list);
    }
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
                queues: Default::default(),
            },
            from,
            to: t.scopes.to,
        }),
    }
}
