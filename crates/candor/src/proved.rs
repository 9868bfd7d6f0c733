//! The claims that Candor makes: what its proofs show.

use crate::claims::{Claim, Claims};
use candor_caps::Capability;
use candor_rhi::BackendKind;

/// Candor's own table.
#[derive(Debug, Clone, Copy, Default)]
pub struct Proofs;

impl Claims for Proofs {
    fn status(&self, _capability: Capability, _backend: BackendKind) -> Claim {
        Claim::NotYet { why: "there is no proof of it".into() }
    }
}
