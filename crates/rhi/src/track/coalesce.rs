//! Barriers of neighbouring subresources, put together.

use super::list::List;
use super::{Barrier, Place, Scope};
use crate::queue::PerQueue;

/// A barrier of one subresource with both sides in the backend's terms.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) barrier: Barrier,
    pub(super) from: Scope,
    pub(super) to: Scope,
}

/// Puts barriers of neighbouring subresources together: first mips of a layer, then equal layers, then aspects. The rows lie in
/// memory that the list keeps.
pub(super) struct Coalesce {
    found: Vec<Found>,
}

impl Coalesce {
    pub(super) fn into_list(out: &mut List) -> Self {
        Self { found: std::mem::take(&mut out.rows) }
    }

    fn same(a: &Found, b: &Found) -> bool {
        let uses = |f: &Found| {
            let b = &f.barrier;
            (b.before, b.after, b.old, b.new, b.queues)
        };
        uses(a) == uses(b)
    }

    pub(super) fn push(&mut self, f: Found) {
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
    pub(super) fn finish(mut self, place: &Place, families: &PerQueue<u32>, out: &mut List) {
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
        for f in all.drain(..) {
            let (from, to) = f.barrier.queues;
            let mut subject = place.subject;
            if from != to {
                subject.queues = [families[from as usize], families[to as usize]];
            }
            out.push(place.head, &subject, &f.barrier, f.from, f.to);
        }
        out.rows = self.found;
    }
}
