//! Validation of a batch that is about to be submitted, on a device that refuses what it finds.

use super::BatchInner;
use crate::core::Core;
use crate::record::Raw;
use crate::surface::SurfaceFrame;
use crate::sync::lock;
use crate::validate::{Pending, Validating};

impl BatchInner {
    /// Notes what validation finds as errors, where findings are refused.
    #[cold]
    pub(super) fn judge(&mut self, core: &Core) {
        let refusing = core.validation.as_ref().filter(|v| v.layer().refuses());
        let Some(validation) = refusing.filter(|_| self.errors.is_empty()) else { return };
        let filled: Vec<Raw> = {
            let mut shared = lock(&core.shared);
            let uploads: Vec<Raw> = shared.uploads.destinations().collect();
            let touched = self.tracker.touched().filter(|(_, discards)| !discards);
            let zeroed = touched.filter(|(p, _)| shared.states.get_mut(p.resource.slot).wants_zero);
            zeroed.map(|(p, _)| p.resource.raw).chain(uploads).collect()
        };
        let shown: Vec<_> = self.frames.iter().map(SurfaceFrame::shown).collect();
        let pending = Pending { filled: &filled, shown: &shown };
        for e in Validating::judge(validation, &self.lists, &pending) {
            self.fail(e);
        }
    }
}
