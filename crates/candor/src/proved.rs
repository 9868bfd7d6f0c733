//! The claims that Candor makes: what its proofs show.

use crate::claims::{Claim, Claims};
use candor_caps::{Capability, Feature};
use candor_proofs::Status;
use candor_rhi::BackendKind;

/// Candor's own table: a capability is claimed where a proof of it exists, a feature of the renderer where the renderer has it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Proofs;

impl Claims for Proofs {
    fn status(&self, capability: Capability, backend: BackendKind) -> Claim {
        match candor_proofs::status(capability, backend) {
            Status::Proved => Claim::Proved,
            Status::NotYet { why } => Claim::NotYet { why: why.to_owned() },
        }
    }

    fn renders(&self, feature: Feature) -> bool {
        candor_render::is_built(feature)
    }
}
