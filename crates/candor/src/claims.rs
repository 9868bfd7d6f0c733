//! What Candor claims of itself. A device may offer a capability that Candor has no API for, or that no test has proved; then
//! `select` refuses it, whatever the device says.

use candor_caps::Capability;
use candor_rhi::BackendKind;

/// Does Candor stand behind a capability on a backend?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// It is implemented, and a proof for it exists.
    Proved,
    /// It is not granted yet.
    NotYet {
        /// Why, as the end of a sentence: `no API for it`.
        why: String,
    },
}

/// A table of claims.
pub trait Claims: Send + Sync {
    /// What is claimed of a capability on a backend.
    fn status(&self, capability: Capability, backend: BackendKind) -> Claim;
}
