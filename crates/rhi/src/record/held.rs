//! A shared backend, with the address of what is shared at hand: `Arc<dyn _>` works it out anew at each use, five instructions
//! that a pass pays twice.

use crate::backend::Backend;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;

/// A backend that is kept alive by being here.
pub(crate) struct Held {
    at: NonNull<dyn Backend>,
    shared: Arc<dyn Backend>,
}

impl Held {
    pub(crate) fn new(shared: Arc<dyn Backend>) -> Self {
        Self { at: NonNull::from(&*shared), shared }
    }

    /// Another owner.
    pub(crate) fn share(&self) -> Arc<dyn Backend> {
        self.shared.clone()
    }
}

impl Deref for Held {
    type Target = dyn Backend;

    #[inline(always)]
    fn deref(&self) -> &(dyn Backend + 'static) {
        // SAFETY: it points into the allocation that `shared` keeps alive as long as `self`; an `Arc` never moves what it holds,
        // and nobody has it exclusively while it is shared here (`shared` is private and never lent out mutably).
        unsafe { self.at.as_ref() }
    }
}

// SAFETY: `Backend` is `Send` and `Sync`, and the pointer only gives the shared reference that `shared` would give.
unsafe impl Send for Held {}
// SAFETY: as above.
unsafe impl Sync for Held {}
