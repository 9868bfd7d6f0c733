//! Locks and atomics, replaced by the model checker's under `cfg(loom)`.

#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard, atomic::AtomicU64, atomic::Ordering};
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard, atomic::AtomicU64, atomic::Ordering};

use std::time::{Duration, Instant};

/// No wait is longer than this, whatever is asked for.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);

/// When a wait that begins now ends.
pub(crate) fn deadline(timeout: Duration) -> Instant {
    Instant::now() + timeout.min(LONGEST_WAIT)
}

/// Locks, also after a thread has panicked while it held the lock: what the locks of this crate guard is consistent
/// between statements.
pub(crate) fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    match m.lock() {
        Ok(g) => g,
        Err(poisoned) => poisoned.into_inner(),
    }
}
