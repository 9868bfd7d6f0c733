//! Debug groups and markers inside passes, occlusion queries, and what a pass leaves open at its end.

use super::calls;
use super::{ComputePass, RasterPass};
use crate::backend::Mark;
use crate::error::Code;

/// `VK_QUERY_CONTROL_PRECISE_BIT`.
const PRECISE: u32 = 1;

/// Debug groups and markers are the same in every kind of pass.
macro_rules! marks {
    ($pass:ident) => {
        impl $pass<'_> {
            /// Begins a group of commands that debuggers show under a name.
            pub fn push_group(&mut self, label: &str) {
                self.stats.others += 1;
                self.latch.groups += 1;
                self.latch.open = true;
                self.mark(Mark::Begin(label));
            }

            /// Ends the group that began last in this pass.
            pub fn pop_group(&mut self) {
                self.stats.others += 1;
                match self.latch.groups.checked_sub(1) {
                    Some(left) => {
                        self.latch.groups = left;
                        self.mark(Mark::End);
                    }
                    None => self.refuse(Code::DebugGroup, 0, 0, ""),
                }
            }

            /// Marks a place for debuggers.
            pub fn marker(&mut self, label: &str) {
                self.stats.others += 1;
                self.mark(Mark::At(label));
            }

            /// Names the groups that are open at the end.
            fn close_groups(&mut self) {
                if self.latch.groups > 0 {
                    self.refuse(Code::DebugGroup, u64::from(self.latch.groups), 0, "");
                }
                self.latch.close();
            }
        }
    };
}

marks!(RasterPass);
marks!(ComputePass);

impl RasterPass<'_> {
    fn mark(&mut self, mark: Mark<'_>) {
        if self.core.marked {
            calls::mark(&*self.core.backend, self.cmd, mark);
        }
    }

    /// Begins an occlusion query out of the range that the pass has declared. Each begins once in a pass, one at a time.
    pub fn begin_occlusion(&mut self, index: u32) {
        self.stats.others += 1;
        let o = &mut self.latch.occlusion;
        if !o.begin(index) {
            return self.refuse(Code::QueryRange, u64::from(index), 0, "");
        }
        let (set, flags) = (o.set, if o.precise { PRECISE } else { 0 });
        // SAFETY: the query lies within the range that was declared with the pass and made ready before it; it is the only one
        // that is open, and it has not begun before in this pass.
        unsafe { (self.table.begin_query)(self.cmd, set, index, flags) }
    }

    /// Ends the occlusion query that is open.
    pub fn end_occlusion(&mut self) {
        self.stats.others += 1;
        let o = &mut self.latch.occlusion;
        match o.open.take() {
            // SAFETY: the query was begun in this pass and has not ended.
            Some(index) => unsafe { (self.table.end_query)(self.cmd, o.set, index) },
            None => self.refuse(Code::QueryRange, 0, 0, "none is open"),
        }
    }

    /// What the pass has left open is named, and queries that it has not begun are made to say zero.
    #[cold]
    #[inline(never)]
    pub(super) fn close_open(&mut self) {
        if let Some(index) = self.latch.occlusion.open {
            self.end_occlusion();
            self.refuse(Code::QueryRange, u64::from(index), 0, "it was not ended");
        }
        self.forget();
        let o = &self.latch.occlusion;
        let flags = if o.precise { PRECISE } else { 0 };
        for i in o.unused() {
            // SAFETY: as in `begin_occlusion`: the query is of the declared range and has not begun.
            unsafe {
                (self.table.begin_query)(self.cmd, o.set, i, flags);
                (self.table.end_query)(self.cmd, o.set, i);
            }
        }
        self.close_groups();
    }
}

impl ComputePass<'_> {
    fn mark(&mut self, mark: Mark<'_>) {
        if self.marked {
            calls::mark(self.backend, self.cmd, mark);
        }
    }

    /// Ends what is open.
    pub(crate) fn close(&mut self) {
        self.close_groups();
    }
}
