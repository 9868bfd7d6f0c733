//! Features: what a user turns on, in their words. Candor's list, and a program's own out of capabilities.

mod list;

pub use list::Feature;

use crate::capability::{AnyCapability, DefinitionError, check_name};
use crate::named::named;
use crate::plan::Name;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// Of the device itself, or of the standard renderer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureKind {
    /// Of the device.
    Device,
    /// Of the standard renderer.
    Renderer,
}

named!(Feature, "feature");

/// A feature of a program's own. It is on where all its capabilities are met.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomFeature {
    /// Its name; not one of Candor's.
    pub name: String,
    /// One line about it.
    pub description: String,
    /// What it needs.
    pub capabilities: Vec<AnyCapability>,
    /// What a user gets without it.
    pub degradation: Option<String>,
}

impl CustomFeature {
    /// Makes one.
    ///
    /// # Errors
    /// A name that can't be written in a list, or that is one of Candor's.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        capabilities: impl IntoIterator<Item = AnyCapability>,
    ) -> Result<Self, DefinitionError> {
        let name = name.into();
        check_name("feature", &name, name.parse::<Feature>().is_ok())?;
        let capabilities = capabilities.into_iter().collect();
        Ok(Self { name, description: description.into(), capabilities, degradation: None })
    }
}

/// A feature of Candor's or of the program's. Sorted: Candor's in the order of its list, then the program's by name.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyFeature {
    /// Candor's.
    BuiltIn(Feature),
    /// The program's.
    Custom(Arc<CustomFeature>),
}

impl AnyFeature {
    /// Its name.
    pub fn name(&self) -> Name {
        match self {
            Self::BuiltIn(f) => f.name().into(),
            Self::Custom(f) => f.name.clone().into(),
        }
    }

    pub(crate) fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::BuiltIn(a), Self::BuiltIn(b)) => a.cmp(b),
            (Self::BuiltIn(_), Self::Custom(_)) => Ordering::Less,
            (Self::Custom(_), Self::BuiltIn(_)) => Ordering::Greater,
            (Self::Custom(a), Self::Custom(b)) => a.name.cmp(&b.name),
        }
    }
}

impl From<Feature> for AnyFeature {
    fn from(f: Feature) -> Self {
        Self::BuiltIn(f)
    }
}

impl From<CustomFeature> for AnyFeature {
    fn from(f: CustomFeature) -> Self {
        Self::Custom(Arc::new(f))
    }
}

impl fmt::Display for AnyFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl Serialize for AnyFeature {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_name_of_its_own_that_parses_and_capabilities() {
        let mut seen = std::collections::BTreeSet::new();
        for (i, f) in Feature::ALL.iter().enumerate() {
            assert_eq!(*f as usize, i);
            assert!(seen.insert(f.name()), "{f} twice");
            assert_eq!(f.name().parse::<Feature>().unwrap(), *f);
            assert!(!f.capabilities().is_empty(), "{f} needs nothing");
            assert!(!f.description().is_empty() && !f.description().ends_with('.'), "{f}");
            let json = serde_json::to_string(f).unwrap();
            assert_eq!(json, format!("\"{f}\""));
            assert_eq!(serde_json::from_str::<Feature>(&json).unwrap(), *f);
        }
    }

    #[test]
    fn every_capability_is_reached_by_a_feature_or_stands_for_itself_on_purpose() {
        use crate::Capability as C;
        // Asked for by select, by the backends or by portability checks, not by a feature of the list.
        let alone = [
            C::DynamicRendering,
            C::Synchronization2,
            C::TimelineSemaphore,
            C::ShaderDrawParameters,
            C::RobustBufferAccess,
            C::TessellationIsolines,
            C::TessellationPointMode,
            C::PrimitiveShadingRate,
            C::PreciseOcclusionQuery,
            C::SamplerMipLodBias,
            C::TextureSwizzle,
            C::View2dOf3d,
            C::ConstantAlphaBlendFactors,
            C::SeparateStencilReference,
            C::TextureViewFormats,
            C::SampleRateInterpolation,
            C::VertexAttributesBeyondStride,
            C::MultisampleArrays,
            C::SplitBarriers,
            C::Bgra8StorageRead,
            C::Bgra8StorageWrite,
            C::StorageHdr,
            C::HdrMetadata,
            C::DeviceLocalMemory,
            C::DepthStencil,
        ];
        for c in C::ALL {
            let used = Feature::ALL.iter().any(|f| f.capabilities().contains(c));
            assert_eq!(used, !alone.contains(c), "{c}");
        }
    }
}
