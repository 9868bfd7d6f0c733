//! What Candor claims of itself. A device may offer a capability that Candor has no API for, or that no test has proved; then
//! `select` refuses it, whatever the device says.

use candor_caps::{AnyCapability, AnyFeature, Capability, Feature, FeatureKind};
use candor_rhi::BackendKind;
use serde::Serialize;

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

    /// Is there an implementation of a feature of the renderer? Its capabilities are asked for apart.
    fn renders(&self, feature: Feature) -> bool {
        let _ = feature;
        true
    }
}

/// Something of a feature that Candor does not stand behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotYet {
    /// A capability by name, or the feature itself where the renderer does not have it.
    pub what: String,
    /// Why not, as the end of a sentence.
    pub why: String,
}

/// What Candor does not stand behind of a feature on a backend; nothing where it does. A program's own capabilities are the
/// device's to answer: Candor claims nothing of them.
pub fn not_yet(feature: &AnyFeature, backend: BackendKind, claims: &dyn Claims) -> Vec<NotYet> {
    let of = |c: Capability| match claims.status(c, backend) {
        Claim::Proved => None,
        Claim::NotYet { why } => Some(NotYet { what: c.to_string(), why }),
    };
    match feature {
        AnyFeature::BuiltIn(f) => {
            let absent = f.kind() == FeatureKind::Renderer && !claims.renders(*f);
            let absent = absent.then(|| NotYet {
                what: f.to_string(),
                why: "the standard renderer does not have it yet".into(),
            });
            absent.into_iter().chain(f.capabilities().iter().filter_map(|c| of(*c))).collect()
        }
        AnyFeature::Custom(f) => {
            let built_in = f.capabilities.iter().filter_map(|c| match c {
                AnyCapability::BuiltIn(c) => Some(*c),
                AnyCapability::Custom(_) => None,
            });
            built_in.filter_map(of).collect()
        }
    }
}
