//! The short path gives what the full path gives. Keeping notes turns the short path off, so that two trackers which differ in
//! that alone must agree, whatever is declared.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::usage::{Access, Stages};
use proptest::prelude::*;

const KINDS: [ResourceKind; 4] =
    [ResourceKind::Color, ResourceKind::Depth, ResourceKind::Storage, ResourceKind::Buffer];

/// What may be done to resource `i`.
fn usages(i: usize) -> &'static [(Access, Stages)] {
    const F: Stages = Stages::FRAGMENT;
    const C: Stages = Stages::COMPUTE;
    const N: Stages = Stages::empty();
    match KINDS[i] {
        ResourceKind::Color => &[
            (Access::COLOR, N),
            (Access::SAMPLED, F),
            (Access::SAMPLED, C),
            (Access::COPY_SRC, N),
            (Access::COPY_DST, N),
        ],
        ResourceKind::Depth => {
            &[(Access::DEPTH, N), (Access::DEPTH_READ, N), (Access::SAMPLED, F), (Access::COPY_SRC, N)]
        }
        ResourceKind::Storage => {
            &[(Access::STORAGE_WRITE, C), (Access::STORAGE_READ, C), (Access::SAMPLED, F), (Access::COLOR, N)]
        }
        ResourceKind::Buffer => &[
            (Access::STORAGE_WRITE, C),
            (Access::STORAGE_READ, C),
            (Access::VERTEX, N),
            (Access::COPY_DST, N),
        ],
    }
}

/// A translation that can be told from every other: one bit for each access and stage.
fn scopes(u: Usage) -> Scopes {
    let scope = Scope([u.access().bits().into(), u.stages().bits().into()]);
    Scopes { from: scope, to: scope }
}

/// A use: resource, which of its usages, discards, which part (0: the whole).
type Used = (usize, usize, bool, usize);

fn place(i: usize, part: usize) -> Place {
    let kind = KINDS[i];
    let (mips, aspects) = match kind {
        ResourceKind::Buffer => (1, Aspects::COLOR),
        ResourceKind::Depth => (2, Aspects::DEPTH),
        _ => (2, Aspects::COLOR),
    };
    let resource = Resource { slot: i as u32 * 70, kind, aspects, mips, layers: 1, raw: Raw(i as u64 + 1) };
    let range = match part {
        0 => resource.whole(),
        _ if mips == 1 => resource.whole(),
        mip => SubRange { mip: mip as u16 - 1, mips: 1, ..resource.whole() },
    };
    Place::new(resource, range, [7, 0], [3, 4])
}

type Line = ([u64; 2], Scope, Scope, u32, u32, [u32; 5], Raw);

fn lines(l: &List) -> Vec<Line> {
    l.planned().iter().map(|p| (p.head, p.from, p.to, p.old, p.new, p.subject.range, p.subject.raw)).collect()
}

/// Declares batches of passes and yields every list, conflict, prologue, and what was written.
fn run(noted: bool, batches: &[Vec<Vec<Used>>]) -> (Vec<Vec<Line>>, Vec<Conflict>, Vec<Resource>) {
    let mut table = StateTable::default();
    while table.add(false) < 70 * KINDS.len() as u32 {}
    let mut t = Tracker::default();
    t.set_terms(Terms { noted, head: [7, 0] });
    let (mut lists, mut conflicts, mut written) = (Vec::new(), Vec::new(), Vec::new());
    'batches: for passes in batches {
        for uses in passes {
            t.begin_pass();
            for &(i, u, discard, part) in uses {
                let place = place(i, part);
                let (access, stages) = usages(i)[u % usages(i).len()];
                let usage = Usage::new(access, stages);
                let layout = Layout::of(KINDS[i], access);
                t.touch(&place, usage, layout, discard && usage.writes(), &scopes(usage));
            }
            match t.end_pass() {
                Ok(l) => lists.push(lines(l)),
                Err(c) => {
                    // Such a batch is never submitted.
                    conflicts.push(c);
                    t.reset();
                    continue 'batches;
                }
            }
        }
        let mut prologue = List::new(noted);
        t.settle(&mut table, &mut prologue);
        lists.push(lines(&prologue));
        written.extend(t.written());
        t.reset();
    }
    (lists, conflicts, written)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn short_and_full_paths_agree(
        batches in prop::collection::vec(
            prop::collection::vec(
                prop::collection::vec((0..KINDS.len(), 0usize..5, any::<bool>(), prop_oneof![8 => Just(0usize), 1 => 1usize..3]), 1..4),
                1..9,
            ),
            1..4,
        ),
    ) {
        prop_assert_eq!(run(false, &batches), run(true, &batches));
    }
}

/// The short path is really taken: a write, a read of it and the next write make no call of the slow one, which would leave
/// its mark in the entry.
#[test]
fn the_usual_chain_takes_the_short_path() {
    let mut t = Tracker::default();
    let place = place(0, 0);
    for i in 0..6 {
        t.begin_pass();
        let access = if i % 2 == 0 { Access::COLOR } else { Access::SAMPLED };
        let usage = Usage::new(access, Stages::empty());
        t.touch(&place, usage, Layout::of(ResourceKind::Color, access), false, &scopes(usage));
        t.end_pass().unwrap();
        let want = match i {
            0 => Mode::Full,
            // The list has no room yet: it grows once.
            1 => Mode::FullRead,
            _ if i % 2 == 0 => Mode::Written,
            _ => Mode::Read,
        };
        assert_eq!(t.entries[0].mode, want, "pass {i}");
    }
}
