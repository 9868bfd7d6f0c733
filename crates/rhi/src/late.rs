//! Which devices a thread is in a frame of: it has a batch of theirs open, or records a pass of one. What blocks such a thread
//! blocks a frame.

use std::cell::RefCell;

/// Devices that one thread can have batches of open at once. Of further ones nothing is noted, so that nothing of theirs counts as
/// late.
const MOST: usize = 8;

thread_local! {
    /// Numbers of devices, and how often this thread is in a frame of each; without memory of its own, so that no frame allocates.
    static OPEN: RefCell<[(u32, u32); MOST]> = const { RefCell::new([(0, 0); MOST]) };
}

fn with<T>(look: impl FnOnce(&mut [(u32, u32); MOST]) -> T) -> Option<T> {
    OPEN.try_with(|open| open.try_borrow_mut().ok().map(|mut open| look(&mut open))).ok().flatten()
}

/// The thread is in a frame of a device as long as this lives.
#[derive(Debug)]
pub(crate) struct InFrame {
    device: u32,
    /// It stays on its thread.
    _one_thread: std::marker::PhantomData<*const ()>,
}

impl InFrame {
    pub(crate) fn of(device: u32) -> Self {
        with(|open| {
            let known = open.iter().position(|(d, n)| *d == device && *n > 0);
            let place = known.or_else(|| open.iter().position(|(_, n)| *n == 0));
            if let Some((d, n)) = place.and_then(|i| open.get_mut(i)) {
                (*d, *n) = (device, *n + 1);
            }
        });
        Self { device, _one_thread: std::marker::PhantomData }
    }
}

impl Drop for InFrame {
    fn drop(&mut self) {
        with(|open| {
            if let Some((_, n)) = open.iter_mut().find(|(d, n)| *d == self.device && *n > 0) {
                *n -= 1;
            }
        });
    }
}

/// Is this thread in a frame of the device?
pub(crate) fn in_frame(device: u32) -> bool {
    with(|open| open.iter().any(|(d, n)| *d == device && *n > 0)).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_may_lie_within_and_beside_each_other_and_every_thread_has_its_own() {
        assert!(!in_frame(1));
        let (a, b, again) = (InFrame::of(1), InFrame::of(2), InFrame::of(1));
        drop(a);
        assert!(in_frame(1) && in_frame(2) && !in_frame(3));
        std::thread::scope(|s| {
            s.spawn(|| assert!(!in_frame(1)));
        });
        drop(again);
        drop(b);
        assert!(!in_frame(1) && !in_frame(2));
    }

    #[test]
    fn more_devices_than_are_noted_are_not_late_and_leave_the_others_alone() {
        let all: Vec<_> = (1..=MOST as u32 + 2).map(InFrame::of).collect();
        assert!(in_frame(MOST as u32) && !in_frame(MOST as u32 + 1));
        drop(all);
        assert!((1..=MOST as u32 + 2).all(|d| !in_frame(d)));
    }
}
