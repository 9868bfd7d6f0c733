//! Locks and atomics, replaced by the model checker's under `cfg(loom)`.

#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard, atomic::AtomicU64, atomic::Ordering};
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard, atomic::AtomicU64, atomic::Ordering};

/// Locks, also after a thread has panicked while it held the lock: what the locks of this crate guard is consistent
/// between statements.
pub(crate) fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    match m.lock() {
        Ok(g) => g,
        Err(poisoned) => poisoned.into_inner(),
    }
}
