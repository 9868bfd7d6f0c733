//! Debug groups and markers between passes.

use super::{Batch, BatchInner};
use crate::backend::Mark;
use crate::core::Core;
use crate::error::Code;
use crate::queue::Queue;
use crate::record::calls;

impl Batch {
    /// Begins a group of passes that debuggers show under a name.
    pub fn push_group(&mut self, label: &str) {
        if let Some(inner) = self.inner.as_deref_mut() {
            inner.groups += 1;
            inner.mark(&self.core, Mark::Begin(label));
        }
    }

    /// Ends the group that began last.
    pub fn pop_group(&mut self) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        match inner.groups.checked_sub(1) {
            Some(left) => {
                inner.groups = left;
                inner.mark(&self.core, Mark::End);
            }
            None => inner.fail_pass("batch", Code::DebugGroup, "", "none was open"),
        }
    }

    /// Marks a place between passes for debuggers.
    pub fn marker(&mut self, label: &str) {
        if let Some(inner) = self.inner.as_deref_mut() {
            inner.mark(&self.core, Mark::At(label));
        }
    }
}

impl BatchInner {
    fn mark(&mut self, core: &Core, mark: Mark<'_>) {
        if !core.marked || !self.errors.is_empty() {
            return;
        }
        if let Some(cmd) = self.inline_list(core, Queue::Main) {
            calls::mark(&*core.backend, cmd, mark);
        }
    }
}
