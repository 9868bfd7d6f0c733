//! In which order the passes of a frame run. Pure: indices in, an order out, and no allocation once its lists have grown.
//!
//! A read waits for the last write that was declared before it; where there is none, for the first one declared after it, so that
//! passes may be declared in any order. A write waits for the write before it and for whoever reads that. Among passes that wait
//! for nothing the one declared first runs first.

/// Nobody: the end of a chain, or no pass.
const NONE: u32 = u32::MAX;

/// What a pass does, as indices of resources.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Touches<'a> {
    pub(crate) reads: &'a [u32],
    pub(crate) writes: &'a [u32],
}

/// Why there is no order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoOrder {
    NeverWritten {
        pass: u32,
        resource: u32,
    },
    /// The passes of one ring, each before the one that waits for it.
    Cycle(Vec<u32>),
}

/// A resource while the passes are gone through as they were declared.
#[derive(Debug, Clone, Copy)]
struct Track {
    /// The pass that wrote it last.
    writer: u32,
    /// Chain of passes that read what that one wrote.
    readers: u32,
    /// Chain of passes that read before anybody wrote.
    early: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Order {
    tracks: Vec<Track>,
    /// Links of chains: a pass and the next link.
    links: Vec<(u32, u32)>,
    /// A pass, and one that waits for it.
    edges: Vec<(u32, u32)>,
    /// How many each pass waits for; `NONE` once it has its place.
    waits: Vec<u32>,
    /// Passes in the order in which they run.
    pub(crate) run: Vec<u32>,
}

impl Order {
    /// Finds the order of `passes`; `must_be_written` says of which resources nothing is there before the frame.
    pub(crate) fn find<'a>(
        &mut self,
        passes: usize,
        touches: impl Fn(usize) -> Touches<'a>,
        resources: usize,
        must_be_written: impl Fn(usize) -> bool,
    ) -> Result<(), NoOrder> {
        self.links.clear();
        self.edges.clear();
        self.tracks.clear();
        self.tracks.resize(resources, Track { writer: NONE, readers: NONE, early: NONE });
        for pass in 0..passes {
            let t = touches(pass);
            for r in t.reads {
                self.read(pass as u32, *r as usize, must_be_written(*r as usize));
            }
            for r in t.writes {
                self.write(pass as u32, *r as usize);
            }
        }
        for (resource, t) in (0u32..).zip(&self.tracks) {
            if let Some((pass, _)) = self.links.get(t.early as usize) {
                return Err(NoOrder::NeverWritten { pass: *pass, resource });
            }
        }
        self.run.clear();
        if self.edges.iter().all(|(before, after)| before < after) {
            self.run.extend(0..passes as u32);
            return Ok(());
        }
        self.sort(passes)
    }

    fn link(&mut self, pass: u32, next: u32) -> u32 {
        self.links.push((pass, next));
        self.links.len() as u32 - 1
    }

    fn read(&mut self, pass: u32, resource: usize, must_be_written: bool) {
        let Track { writer, readers, early } = self.tracks[resource];
        if writer == NONE && must_be_written {
            self.tracks[resource].early = self.link(pass, early);
            return;
        }
        if writer != NONE && writer != pass {
            self.edges.push((writer, pass));
        }
        self.tracks[resource].readers = self.link(pass, readers);
    }

    fn write(&mut self, pass: u32, resource: usize) {
        let Track { writer, mut readers, mut early } = self.tracks[resource];
        if writer == pass {
            return;
        }
        if writer != NONE {
            self.edges.push((writer, pass));
        }
        while let Some(&(reader, next)) = self.links.get(readers as usize) {
            if reader != pass {
                self.edges.push((reader, pass));
            }
            readers = next;
        }
        let mut now = Track { writer: pass, readers: NONE, early: NONE };
        while let Some(&(reader, next)) = self.links.get(early as usize) {
            if reader == pass {
                // It changes what somebody else must have written.
                now.early = self.link(reader, now.early);
            } else {
                self.edges.push((pass, reader));
                now.readers = self.link(reader, now.readers);
            }
            early = next;
        }
        self.tracks[resource] = now;
    }

    /// Each time the first pass as declared that waits for nothing (Kahn, "Topological sorting of large networks", 1962).
    fn sort(&mut self, passes: usize) -> Result<(), NoOrder> {
        self.waits.clear();
        self.waits.resize(passes, 0);
        for (_, after) in &self.edges {
            self.waits[*after as usize] += 1;
        }
        for _ in 0..passes {
            let Some(next) = self.waits.iter().position(|w| *w == 0) else {
                return Err(NoOrder::Cycle(self.ring()));
            };
            self.waits[next] = NONE;
            self.run.push(next as u32);
            for (before, after) in &self.edges {
                if *before == next as u32 {
                    self.waits[*after as usize] -= 1;
                }
            }
        }
        Ok(())
    }

    /// One ring among the passes without a place: each of them waits for another one.
    fn ring(&self) -> Vec<u32> {
        let placed = |p: u32| self.waits[p as usize] == NONE;
        let mut walk: Vec<u32> = Vec::new();
        let mut at = (0..self.waits.len() as u32).find(|p| !placed(*p));
        while let Some(pass) = at {
            if let Some(start) = walk.iter().position(|p| *p == pass) {
                walk.drain(..start);
                break;
            }
            walk.push(pass);
            at = self.edges.iter().find(|(before, after)| *after == pass && !placed(*before)).map(|e| e.0);
        }
        walk.reverse();
        // From the one declared first on.
        let first = (0..walk.len()).min_by_key(|i| walk[*i]).unwrap_or(0);
        walk.rotate_left(first);
        walk
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Pass = (Vec<u32>, Vec<u32>);

    fn find(passes: &[Pass], resources: usize, imported: &[u32]) -> Result<Vec<u32>, NoOrder> {
        let mut order = Order::default();
        let touches = |i: usize| Touches { reads: &passes[i].0, writes: &passes[i].1 };
        order.find(passes.len(), touches, resources, |r| !imported.contains(&(r as u32)))?;
        Ok(order.run)
    }

    #[test]
    fn a_frame_that_is_declared_in_order_keeps_it() {
        let passes = [(vec![], vec![0]), (vec![], vec![1]), (vec![0], vec![2]), (vec![1, 2], vec![0])];
        assert_eq!(find(&passes, 3, &[]), Ok(vec![0, 1, 2, 3]));
    }

    #[test]
    fn a_read_waits_for_the_write_that_is_declared_later_and_runs_before_the_next() {
        // show, draw, overwrite, show again
        let passes = [(vec![0], vec![1]), (vec![], vec![0]), (vec![], vec![0]), (vec![0], vec![2])];
        assert_eq!(find(&passes, 3, &[]), Ok(vec![1, 0, 2, 3]));
    }

    #[test]
    fn what_is_imported_is_read_as_it_was_before_the_frame() {
        let passes = [(vec![0], vec![1]), (vec![], vec![0])];
        assert_eq!(find(&passes, 2, &[0]), Ok(vec![0, 1]));
        assert_eq!(find(&passes, 2, &[]), Ok(vec![1, 0]));
    }

    #[test]
    fn a_change_of_what_nobody_else_writes_is_a_read_of_nothing() {
        let change = (vec![0], vec![0]);
        let never = NoOrder::NeverWritten { pass: 0, resource: 0 };
        assert_eq!(find(std::slice::from_ref(&change), 1, &[]), Err(never));
        assert_eq!(find(std::slice::from_ref(&change), 1, &[0]), Ok(vec![0]));
        // It changes what is written after it, which replaces what it has written.
        assert_eq!(find(&[change, (vec![], vec![0])], 1, &[]), Err(NoOrder::Cycle(vec![0, 1])));
    }

    #[test]
    fn a_ring_is_told_without_the_passes_that_hang_on_it() {
        let hanging = (vec![2], vec![3]);
        let passes = [hanging, (vec![2], vec![0]), (vec![0], vec![1]), (vec![1], vec![2])];
        assert_eq!(find(&passes, 4, &[]), Err(NoOrder::Cycle(vec![1, 2, 3])));
    }

    proptest! {
        /// A tree of passes, each of which reads what some earlier ones wrote, declared in any order, runs so that every read finds
        /// its write.
        #[test]
        fn any_order_of_declaration_runs_reads_after_writes(
            picks in prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..4), 1..12),
            seed in prop::collection::vec(any::<u32>(), 12),
        ) {
            let natural: Vec<Pass> = picks.iter().enumerate().map(|(i, reads)| {
                let reads = if i == 0 { vec![] } else { reads.iter().map(|r| r.index(i) as u32).collect() };
                (reads, vec![i as u32])
            }).collect();
            let mut declared: Vec<usize> = (0..natural.len()).collect();
            declared.sort_by_key(|i| seed[*i]);
            let passes: Vec<Pass> = declared.iter().map(|i| natural[*i].clone()).collect();
            let run = find(&passes, natural.len(), &[]).unwrap();
            let mut written = vec![false; natural.len()];
            for pass in &run {
                let (reads, writes) = &passes[*pass as usize];
                prop_assert!(reads.iter().all(|r| written[*r as usize]), "{passes:?} {run:?}");
                writes.iter().for_each(|w| written[*w as usize] = true);
            }
            prop_assert!(written.iter().all(|w| *w));
        }
    }
}
