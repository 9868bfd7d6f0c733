//! A layer that keeps one of the lists of barriers that Candor derives from the backend, or all marks of passes from some on.

#![allow(dead_code, missing_docs, unreachable_pub, reason = "a module of tests")]

use candor_rhi::backend::Backend;
use candor_rhi::layer::{Layer, Layered, Withheld};
use candor_rhi::queue::Queue;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Never left out.
const NONE: usize = usize::MAX;

pub struct LeavesOut {
    /// Lists that are not empty, so far.
    seen: AtomicUsize,
    /// The number of the one that is left out.
    at: AtomicUsize,
    /// Marks of passes that are still written.
    marks: AtomicUsize,
}

impl LeavesOut {
    pub fn around(inner: Arc<dyn Backend>) -> Arc<Layered<Self>> {
        let all =
            Self { seen: AtomicUsize::new(0), at: AtomicUsize::new(NONE), marks: AtomicUsize::new(NONE) };
        Layered::new(inner, all)
    }

    /// From now on the lists are counted from 0, and the one of this number is left out.
    pub fn leave_out(&self, at: Option<usize>) {
        self.seen.store(0, Ordering::Relaxed);
        self.at.store(at.unwrap_or(NONE), Ordering::Relaxed);
    }

    /// From now on so many marks of passes are written, as a GPU would that stops there.
    pub fn stop_after(&self, marks: usize) {
        self.marks.store(marks, Ordering::Relaxed);
    }

    /// Lists since then.
    pub fn seen(&self) -> usize {
        self.seen.load(Ordering::Relaxed)
    }
}

impl Layer for LeavesOut {
    type List = ();

    fn list(&self) {}
    fn reopen(&self, (): &mut (), _queue: Queue) {}

    fn withholds(&self, what: &Withheld<'_>) -> bool {
        match what {
            Withheld::Barriers(_) => {
                self.seen.fetch_add(1, Ordering::Relaxed) == self.at.load(Ordering::Relaxed)
            }
            Withheld::Crumb => {
                let left = self.marks.load(Ordering::Relaxed);
                self.marks.store(left.saturating_sub(1), Ordering::Relaxed);
                left == 0
            }
        }
    }
}
