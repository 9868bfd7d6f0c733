//! Errors of commands. A command returns nothing; what was wrong is kept with the command's number and returned by `submit`.

use crate::error::Code;
use crate::query::OcclusionState;

/// One refused command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Latched {
    pub(crate) code: Code,
    /// Number of the command in its pass, counted from 0.
    pub(crate) command: u32,
    /// Values that the sentence names: what was asked, what is allowed.
    pub(crate) asked: u64,
    pub(crate) allowed: u64,
    /// Label of the object, empty where there is none.
    pub(crate) label: String,
    /// The same in words, where two numbers do not say it.
    pub(crate) said: Option<String>,
}

/// What a pass notes: the first few errors in full and the number of all, and what is open.
#[derive(Debug, Default)]
pub(crate) struct Latch {
    pub(crate) kept: Vec<Latched>,
    pub(crate) count: u32,
    /// Something above or below, or a query of the pass, is to be looked at when it ends.
    pub(crate) open: bool,
    /// Occlusion queries of the pass.
    pub(crate) occlusion: OcclusionState,
    /// Debug groups that are open.
    pub(crate) groups: u32,
}

/// Errors that are kept in full for a pass.
const KEPT: usize = 8;

impl Latch {
    /// Nothing is open any more.
    pub(crate) fn close(&mut self) {
        (self.open, self.groups) = (false, 0);
        self.occlusion.clear();
    }

    pub(crate) fn push(&mut self, e: Latched) {
        self.open = true;
        self.count += 1;
        if self.kept.len() < KEPT {
            self.kept.push(e);
        }
    }
}
