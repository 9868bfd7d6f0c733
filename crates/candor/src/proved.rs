//! The claims that Candor makes: what its proofs show.

use crate::claims::{Claim, Claims};
use candor_caps::Capability;
use candor_proofs::Status;
use candor_rhi::BackendKind;

/// Candor's own table: a capability is claimed on a backend where a proof of it exists ([`candor_proofs::status`]).
#[derive(Debug, Clone, Copy, Default)]
pub struct Proofs;

impl Claims for Proofs {
    fn status(&self, capability: Capability, backend: BackendKind) -> Claim {
        match candor_proofs::status(capability, backend) {
            Status::Proved => Claim::Proved,
            Status::NotYet { why } => Claim::NotYet { why: why.to_owned() },
        }
    }
}
