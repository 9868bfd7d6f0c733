//! When a dropped object may be destroyed.
//!
//! A batch takes a ticket when it opens. A drop stamps the object with the newest ticket: every batch that could have named
//! the object has a ticket at most that. The object may go once each of those batches has finished on the GPU or was
//! dropped. One lock for a batch, one for a drop, nothing for a command, so that recording threads never meet.
//!
//! Why that holds: naming an object borrows it, and a drop owns it, so that recording happens before the drop; a batch takes
//! its ticket before it records. The model is checked with `loom` (`RUSTFLAGS="--cfg loom"`).

use crate::sync::{AtomicU64, Mutex, Ordering, lock};
use std::collections::VecDeque;

/// The ticket of a batch. Later batches have larger tickets.
pub type Ticket = u64;

/// Tickets of one device.
#[derive(Debug)]
pub struct Epochs {
    newest: AtomicU64,
    open: Mutex<Open>,
}

#[derive(Debug)]
struct Open {
    /// The smallest ticket that has not ended, as far as the front of `ended` reaches.
    first: Ticket,
    /// For each ticket from `first` on: has it ended?
    ended: VecDeque<bool>,
}

impl Default for Epochs {
    fn default() -> Self {
        Self {
            newest: AtomicU64::new(0),
            open: Mutex::new(Open { first: 1, ended: VecDeque::with_capacity(64) }),
        }
    }
}

impl Epochs {
    /// A batch opens.
    pub fn open(&self) -> Ticket {
        let mut open = lock(&self.open);
        let ticket = open.first + open.ended.len() as u64;
        open.ended.push_back(false);
        self.newest.store(ticket, Ordering::Release);
        ticket
    }

    /// A batch has finished on the GPU, or was dropped before submission.
    pub fn end(&self, ticket: Ticket) {
        let mut open = lock(&self.open);
        let Some(i) = ticket.checked_sub(open.first) else { return };
        if let Some(ended) = open.ended.get_mut(i as usize) {
            *ended = true;
        }
        while open.ended.front() == Some(&true) {
            open.ended.pop_front();
            open.first += 1;
        }
    }

    /// What an object is stamped with when it is dropped.
    pub fn stamp(&self) -> Ticket {
        self.newest.load(Ordering::Acquire)
    }

    /// Objects stamped with less than this may be destroyed.
    pub fn horizon(&self) -> Ticket {
        lock(&self.open).first
    }

    /// Has this batch ended?
    pub fn ended(&self, ticket: Ticket) -> bool {
        let open = lock(&self.open);
        ticket.checked_sub(open.first).is_none_or(|i| open.ended.get(i as usize) == Some(&true))
    }

    /// Tickets that have not ended and how many have begun since the oldest of them.
    pub fn pinned(&self) -> (Ticket, u64) {
        let open = lock(&self.open);
        (open.first, open.ended.len() as u64)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn an_object_waits_for_every_batch_that_could_name_it() {
        let e = Epochs::default();
        let (a, b) = (e.open(), e.open());
        let stamp = e.stamp();
        assert_eq!(stamp, b);
        let c = e.open();
        e.end(b);
        assert!(stamp >= e.horizon(), "the older batch is still open");
        e.end(a);
        assert!(stamp < e.horizon(), "the younger batch does not matter");
        e.end(c);
        assert_eq!(e.pinned(), (c + 1, 0));
    }

    #[test]
    fn without_an_open_batch_an_object_goes_at_once() {
        let e = Epochs::default();
        assert!(e.stamp() < e.horizon());
        let t = e.open();
        assert!(e.stamp() >= e.horizon());
        e.end(t);
        assert!(e.stamp() < e.horizon());
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicBool, Ordering};
    use loom::thread;

    /// Every order of steps with at most three forced switches between threads: two show nearly all faults, and all orders of three
    /// threads take minutes ("Iterative Context Bounding", Musuvathi and Qadeer, PLDI 2007).
    fn model(f: impl Fn() + Sync + Send + 'static) {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(3);
        builder.check(f);
    }

    /// One thread opens a batch, names an object (held by a lock, as ownership does), submits and finishes. Another drops
    /// the object as soon as it may and destroys it when the horizon allows. The object must be alive while it is named and
    /// until the batch has ended.
    #[test]
    fn what_a_batch_names_outlives_it() {
        model(|| {
            let e = Arc::new(Epochs::default());
            let destroyed = Arc::new(AtomicBool::new(false));
            let object = Arc::new(loom::sync::Mutex::new(Some(())));
            let recorder = {
                let (e, destroyed, object) = (e.clone(), destroyed.clone(), object.clone());
                thread::spawn(move || {
                    let ticket = e.open();
                    let named = object.lock().unwrap().is_some();
                    for _ in 0..2 {
                        let gone = destroyed.load(Ordering::Acquire);
                        assert!(!named || !gone, "destroyed while the batch was open");
                    }
                    e.end(ticket);
                })
            };
            let dropped = object.lock().unwrap().take();
            assert!(dropped.is_some());
            let stamp = e.stamp();
            if stamp < e.horizon() {
                destroyed.store(true, Ordering::Release);
            }
            recorder.join().unwrap();
            assert!(stamp < e.horizon(), "nothing pins it once every batch has ended");
        });
    }

    #[test]
    fn two_recorders_and_a_dropper() {
        model(|| {
            let e = Arc::new(Epochs::default());
            let alive = Arc::new(AtomicBool::new(true));
            let object = Arc::new(loom::sync::Mutex::new(true));
            let threads: Vec<_> = (0..2)
                .map(|_| {
                    let (e, alive, object) = (e.clone(), alive.clone(), object.clone());
                    thread::spawn(move || {
                        let ticket = e.open();
                        let named = *object.lock().unwrap();
                        if named {
                            assert!(alive.load(Ordering::Acquire));
                        }
                        e.end(ticket);
                    })
                })
                .collect();
            *object.lock().unwrap() = false;
            let stamp = e.stamp();
            if stamp < e.horizon() {
                alive.store(false, Ordering::Release);
            }
            for t in threads {
                t.join().unwrap();
            }
        });
    }
}
