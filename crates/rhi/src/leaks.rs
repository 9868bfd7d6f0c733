//! What the program still held when it let go of its device, and that a backend has one device at a time.

use crate::object::Kind;
use crate::sync::lock;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Labels in one line of the log; the rest is counted.
const NAMED: usize = 16;

/// Objects by kind and label.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Leaks(pub Vec<(Kind, String)>);

impl fmt::Display for Leaks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (kind, label)) in self.0.iter().take(NAMED).enumerate() {
            write!(f, "{}{kind:?} '{label}'", if i == 0 { "" } else { ", " })?;
        }
        match self.0.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, " [and {more} more]"),
        }
    }
}

/// Tells what was alive when the last handle of a device was dropped: [`crate::Device::watch_leaks`]. It is no handle of the
/// device and keeps nothing alive.
#[derive(Debug, Clone, Default)]
pub struct LeakWatch(Arc<crate::sync::Mutex<Option<Leaks>>>);

impl LeakWatch {
    /// What was alive when the last handle went; `None` as long as there is a handle. Empty when nothing was.
    pub fn found(&self) -> Option<Leaks> {
        lock(&self.0).clone()
    }

    /// The last handle has gone.
    pub(crate) fn report(&self, alive: Vec<(Kind, String)>) {
        let leaks = Leaks(alive);
        if !leaks.0.is_empty() {
            tracing::warn!(
                "a device was let go of while {} of its objects were alive: {leaks}; they keep it until they are dropped",
                leaks.0.len()
            );
        }
        *lock(&self.0) = Some(leaks);
    }
}

/// Backends that a device stands on, by identity.
static TAKEN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// A backend is one device's, until this is dropped.
#[derive(Debug)]
pub(crate) struct Claim(usize);

impl Claim {
    /// `None`: it is another device's.
    pub(crate) fn of(identity: usize) -> Option<Self> {
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.contains(&identity) {
            return None;
        }
        taken.push(identity);
        Some(Self(identity))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        TAKEN.lock().unwrap_or_else(PoisonError::into_inner).retain(|t| *t != self.0);
    }
}
