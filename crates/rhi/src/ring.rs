//! Bytes that are handed out in order and come back in order: what uploads and arenas have in common.

use std::collections::VecDeque;

/// What was handed out between two calls of [`ByteRing::close`].
#[derive(Debug, Clone, Copy)]
struct Mark {
    bytes: u64,
    tag: u64,
}

/// A ring of bytes; it holds none itself.
#[derive(Debug, Default)]
pub(crate) struct ByteRing {
    size: u64,
    /// Where the next piece goes.
    head: u64,
    /// Bytes that are handed out, and those that were skipped for them.
    used: u64,
    /// The part of them that no mark holds yet.
    open: u64,
    marks: VecDeque<Mark>,
    /// Number of the first mark.
    first: u64,
}

impl ByteRing {
    pub(crate) fn new(size: u64) -> Self {
        Self { size, ..Self::default() }
    }

    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    pub(crate) fn used(&self) -> u64 {
        self.used
    }

    /// Makes room for marks.
    pub(crate) fn reserve(&mut self, marks: usize) {
        self.marks.reserve(marks);
    }

    /// Offset of so many bytes, when they are free. `align` is not 0.
    pub(crate) fn take(&mut self, len: u64, align: u64) -> Option<u64> {
        let at = self.head.checked_next_multiple_of(align)?;
        let (at, skipped) = match at.checked_add(len)? <= self.size {
            true => (at, at - self.head),
            false => (0, self.size - self.head),
        };
        let used = self.used.checked_add(skipped)?.checked_add(len)?;
        if used > self.size || len > self.size {
            return None;
        }
        self.open += used - self.used;
        (self.used, self.head) = (used, at + len);
        Some(at)
    }

    /// What was handed out since the last mark gets one of its own, with a tag. Yields the mark's number.
    pub(crate) fn close(&mut self, tag: u64) -> Option<u64> {
        let bytes = std::mem::take(&mut self.open);
        if bytes == 0 {
            return None;
        }
        self.marks.push_back(Mark { bytes, tag });
        Some(self.first + self.marks.len() as u64 - 1)
    }

    /// Changes the tag of a mark.
    pub(crate) fn tag(&mut self, mark: u64, tag: u64) {
        if let Some(m) = self.marks.get_mut(mark.wrapping_sub(self.first) as usize) {
            m.tag = tag;
        }
    }

    /// Takes bytes back, oldest first, as long as their tag says so.
    pub(crate) fn free(&mut self, done: impl Fn(u64) -> bool) {
        while let Some(m) = self.marks.front().filter(|m| done(m.tag)) {
            self.used -= m.bytes;
            self.first += 1;
            self.marks.pop_front();
        }
        if self.used == 0 {
            self.head = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Clone)]
    enum Step {
        Take(u64, u32),
        Close,
        /// Of the marks that are there, which one.
        Finish(prop::sample::Index),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            3 => (1u64..1500, 0u32..10).prop_map(|(n, a)| Step::Take(n, a)),
            2 => Just(Step::Close),
            2 => any::<prop::sample::Index>().prop_map(Step::Finish),
        ];
        prop::collection::vec(step, 1..300)
    }

    proptest! {
        /// Marks finish in any order; what was handed out belongs to nobody else.
        #[test]
        fn it_hands_out_bytes_that_nobody_holds(steps in steps(), size in 600u64..5000) {
            let mut ring = ByteRing::new(size);
            let mut held: Vec<(u64, Vec<(u64, u64)>)> = Vec::new();
            let mut open = Vec::new();
            for step in steps {
                match step {
                    Step::Take(len, align) => {
                        let align = 1 << align;
                        let Some(at) = ring.take(len, align) else {
                            let empty = held.is_empty() && open.is_empty();
                            prop_assert!(!empty || len > size, "{len} of {size} when nothing is held");
                            continue;
                        };
                        prop_assert!(at % align == 0 && at + len <= size);
                        for (a, n) in held.iter().flat_map(|(_, r)| r).chain(&open) {
                            prop_assert!(at + len <= *a || a + n <= at, "{at}+{len} and {a}+{n}");
                        }
                        open.push((at, len));
                    }
                    Step::Close => match ring.close(0) {
                        Some(mark) => held.push((mark, std::mem::take(&mut open))),
                        None => prop_assert!(open.is_empty()),
                    },
                    Step::Finish(_) if held.is_empty() => {}
                    Step::Finish(which) => {
                        let (mark, _) = held.swap_remove(which.index(held.len()));
                        ring.tag(mark, 1);
                        ring.free(|tag| tag == 1);
                    }
                }
            }
            ring.close(1);
            held.into_iter().for_each(|(mark, _)| ring.tag(mark, 1));
            ring.free(|tag| tag == 1);
            prop_assert_eq!((ring.used, ring.head, ring.marks.len()), (0, 0, 0));
        }
    }
}
