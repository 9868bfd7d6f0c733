//! Instances and devices of a process come and go one at a time.
//!
//! The loader looks through all instances and devices of the process when it is asked for a device's function or told an object's
//! name, and keeps nobody from adding and removing some meanwhile: threads that select at once can crash in it (source: loader
//! 1.4.309 of Debian 13, in `vkGetDeviceProcAddr` and `vkSetDebugUtilsObjectNameEXT`, beside `vkEnumeratePhysicalDevices`, which
//! unloads drivers without devices). Vulkan asks programs for no such order, so it is kept here.

use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

static TURN: Mutex<()> = Mutex::new(());

/// A driver that hangs keeps its turn for ever. Who waits this long goes on without one.
const PATIENCE: Duration = Duration::from_secs(10);
const TICK: Duration = Duration::from_millis(1);

/// A thread's turn, until it is dropped.
#[must_use = "the turn ends when it is dropped"]
#[derive(Debug)]
pub struct Turn(#[allow(dead_code, reason = "it is held, not looked at")] Option<MutexGuard<'static, ()>>);

/// Waits for the calling thread's turn to make or destroy Vulkan instances and devices. Candor takes it by itself; a program that
/// makes some of its own while Candor may do so on another thread takes it as well. It is not to be taken twice by one thread, and
/// waits for ten seconds at most.
pub fn turn() -> Turn {
    Turn(wait())
}

fn wait() -> Option<MutexGuard<'static, ()>> {
    let end = Instant::now() + PATIENCE;
    loop {
        match TURN.try_lock() {
            Ok(turn) => return Some(turn),
            Err(TryLockError::Poisoned(p)) => return Some(p.into_inner()),
            Err(TryLockError::WouldBlock) if Instant::now() >= end => {
                tracing::warn!(
                    "a Vulkan instance or device has been made or destroyed for {PATIENCE:?}; not waiting any longer"
                );
                return None;
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(TICK),
        }
    }
}
