//! What a program asks for: features with a tier, base requirements as raw evidence, limits. As a list, as text, or from a
//! file that a game ships (`file`).
//!
//! The order in which things are asked for never matters.

mod file;
mod limit;

pub use file::{FileError, Problem};
pub(crate) use limit::find as find_limit;
pub use limit::{Ask, LimitRequest};

use crate::capability::{DefinitionError, NoSuchName};
use crate::evidence::{Leaf, UnknownName};
use crate::feature::{AnyFeature, CustomFeature, Feature};
use crate::named::named;
use crate::probe::Probe;
use crate::registry;
use crate::resolution::BaseRequirement;
use crate::suggest::nearest;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How strongly a feature is asked for. The stronger of two wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// Not asked for.
    Unused,
    /// Turned on where it is there.
    Optional,
    /// Without it the device does not do.
    Required,
}

impl Tier {
    /// Every tier.
    pub const ALL: &'static [Self] = &[Self::Unused, Self::Optional, Self::Required];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unused => "unused",
            Self::Optional => "optional",
            Self::Required => "required",
        }
    }
}

named!(Tier, "tier");

/// Why requests can't be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// A feature, capability or tier that does not exist.
    #[error(transparent)]
    NoSuchName(#[from] NoSuchName),
    /// A struct, bit or property that the registry does not know.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// A definition that can't stand.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// An entry of a text that is not `name` or `name=tier`.
    #[error("'{entry}' is not a request; write name or name=tier, separated by commas")]
    Malformed {
        /// The entry.
        entry: String,
    },
}

/// What is asked for.
#[derive(Debug, Clone, Default)]
pub struct Requests {
    pub(crate) features: Vec<Asked>,
    pub(crate) base: Vec<(BaseRequirement, Probe)>,
    pub(crate) preferred: Vec<(BaseRequirement, Probe)>,
    pub(crate) limits: Vec<LimitRequest>,
    /// What was noticed about the requests themselves.
    pub(crate) notes: BTreeSet<String>,
    defined: BTreeMap<String, Arc<CustomFeature>>,
}

/// A feature with every tier it was asked for with.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) feature: AnyFeature,
    tiers: [bool; 3],
}

impl Asked {
    /// The strongest.
    pub(crate) fn tier(&self) -> Tier {
        Tier::ALL.iter().rev().copied().find(|t| self.tiers[*t as usize]).unwrap_or(Tier::Unused)
    }

    /// What the stronger tier outdid.
    pub(crate) fn outdone(&self) -> impl Iterator<Item = Tier> + '_ {
        let tier = self.tier();
        Tier::ALL.iter().copied().filter(move |t| self.tiers[*t as usize] && *t != tier)
    }
}

impl Requests {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for a feature without which the device does not do.
    #[must_use]
    pub fn require(self, feature: impl Into<AnyFeature>) -> Self {
        self.with(feature, Tier::Required)
    }

    /// Asks for a feature that is turned on where it is there.
    #[must_use]
    pub fn optional(self, feature: impl Into<AnyFeature>) -> Self {
        self.with(feature, Tier::Optional)
    }

    /// Asks for a feature with a tier.
    #[must_use]
    pub fn with(mut self, feature: impl Into<AnyFeature>, tier: Tier) -> Self {
        self.add(feature, tier);
        self
    }

    /// Asks for a feature with a tier. Where it was asked for before, the stronger tier wins and the resolution says so. Two
    /// features of a program's own under one name count as one that needs what both need.
    pub fn add(&mut self, feature: impl Into<AnyFeature>, tier: Tier) {
        let mut feature = feature.into();
        let mut tiers = [false; 3];
        if let Some(at) = self.features.iter().position(|a| a.feature.order(&feature).is_eq()) {
            let known = self.features.swap_remove(at);
            tiers = known.tiers;
            feature = united(known.feature, feature);
        }
        tiers[tier as usize] = true;
        self.features.push(Asked { feature, tiers });
    }

    /// Makes a feature of the program's own known by name, for text.
    ///
    /// # Errors
    /// Another definition under the same name.
    pub fn define(&mut self, feature: CustomFeature) -> Result<(), RequestError> {
        match self.defined.get(&feature.name) {
            Some(known) if **known != feature => {
                Err(DefinitionError::Twice { what: "feature", name: feature.name }.into())
            }
            Some(_) => Ok(()),
            None => {
                self.defined.insert(feature.name.clone(), Arc::new(feature));
                Ok(())
            }
        }
    }

    /// Asks for what a text lists: `ray-tracing=optional, bindless`; `tier` is for entries that name none. Nothing is
    /// taken over unless all of it is valid.
    ///
    /// # Errors
    /// An unknown name, with the nearest; an unknown tier, with the valid ones; an entry that is neither.
    pub fn add_text(&mut self, text: &str, tier: Tier) -> Result<(), RequestError> {
        let mut found = Vec::new();
        for entry in text.split(',') {
            let entry = entry.trim();
            let (name, tier) = match entry.split_once('=') {
                Some((name, tier)) => (name.trim(), tier.trim().parse()?),
                None => (entry, tier),
            };
            if name.is_empty() {
                if text.trim().is_empty() {
                    continue;
                }
                return Err(RequestError::Malformed { entry: entry.chars().take(80).collect() });
            }
            found.push((self.feature_named(name)?, tier));
        }
        for (feature, tier) in found {
            self.add(feature, tier);
        }
        Ok(())
    }

    /// One of Candor's features, or of those that were [defined](Self::define).
    ///
    /// # Errors
    /// No such feature.
    pub fn feature_named(&self, name: &str) -> Result<AnyFeature, NoSuchName> {
        if let Some(own) = self.defined.get(name) {
            return Ok(AnyFeature::Custom(Arc::clone(own)));
        }
        name.parse::<Feature>().map(AnyFeature::BuiltIn).map_err(|_| {
            let all = Feature::ALL.iter().map(|f| f.name());
            NoSuchName::new("feature", name, all.chain(self.defined.keys().map(String::as_str)))
        })
    }

    /// Adds a base requirement.
    ///
    /// # Errors
    /// A struct, bit or property that the registry does not know.
    pub fn add_base(&mut self, requirement: BaseRequirement) -> Result<(), RequestError> {
        let notes = add_evidence(&mut self.base, requirement)?;
        self.notes.extend(notes);
        Ok(())
    }

    /// Adds raw evidence that is turned on where it is there and nothing stands against it, and without which the device does
    /// all the same.
    ///
    /// # Errors
    /// A struct, bit or property that the registry does not know.
    pub fn add_preference(&mut self, preference: BaseRequirement) -> Result<(), RequestError> {
        let notes = add_evidence(&mut self.preferred, preference)?;
        self.notes.extend(notes);
        Ok(())
    }

    /// Adds a limit.
    pub fn add_limit(&mut self, limit: LimitRequest) {
        if !self.limits.contains(&limit) {
            self.limits.push(limit);
        }
    }

    /// Takes over all that another set asks for.
    ///
    /// # Errors
    /// A feature that both define, in different ways.
    pub fn merge(&mut self, other: Self) -> Result<(), RequestError> {
        for own in other.defined.into_values() {
            self.define(Arc::unwrap_or_clone(own))?;
        }
        for asked in other.features {
            for tier in Tier::ALL {
                if asked.tiers[*tier as usize] {
                    self.add(asked.feature.clone(), *tier);
                }
            }
        }
        for (into, from) in [(&mut self.base, other.base), (&mut self.preferred, other.preferred)] {
            for (requirement, probe) in from {
                if !into.iter().any(|(known, _)| *known == requirement) {
                    into.push((requirement, probe));
                }
            }
        }
        self.notes.extend(other.notes);
        other.limits.into_iter().for_each(|l| self.add_limit(l));
        Ok(())
    }

    /// The features that are asked for, with their tiers, sorted.
    pub fn features(&self) -> Vec<(AnyFeature, Tier)> {
        let mut all: Vec<_> = self.features.iter().map(|a| (a.feature.clone(), a.tier())).collect();
        all.sort_by(|a, b| a.0.order(&b.0));
        all
    }

    /// The base requirements.
    pub fn base(&self) -> impl Iterator<Item = &BaseRequirement> {
        self.base.iter().map(|b| &b.0)
    }

    /// What is turned on where it is there.
    pub fn preferred(&self) -> impl Iterator<Item = &BaseRequirement> {
        self.preferred.iter().map(|b| &b.0)
    }

    /// The limits that are asked for.
    pub fn limits(&self) -> &[LimitRequest] {
        &self.limits
    }
}

/// Adds raw evidence once; yields what was noticed about it.
fn add_evidence(
    to: &mut Vec<(BaseRequirement, Probe)>,
    requirement: BaseRequirement,
) -> Result<Vec<String>, RequestError> {
    requirement.evidence.check()?;
    let notes = requirement.evidence.leaves().into_iter().filter_map(unknown_extension).collect();
    if !to.iter().any(|(known, _)| *known == requirement) {
        let probe = Probe::new(&requirement.evidence, true);
        to.push((requirement, probe));
    }
    Ok(notes)
}

/// An extension that the registry does not know may be newer than the tables, or mistyped.
fn unknown_extension(leaf: &Leaf) -> Option<String> {
    let (Leaf::Extension { name } | Leaf::InstanceExtension { name }) = leaf else { return None };
    if registry::extension(name).is_some() {
        return None;
    }
    let near = nearest(name, registry::extensions().iter().map(|e| e.name));
    let near = near.map(|n| format!("; did you mean {n}?")).unwrap_or_default();
    Some(format!("{name} is not in the Vulkan registry (header {}){near}", registry::HEADER_VERSION))
}

/// Two definitions under one name: what either needs, in an order that does not depend on which came first.
fn united(a: AnyFeature, b: AnyFeature) -> AnyFeature {
    let (AnyFeature::Custom(x), AnyFeature::Custom(y)) = (&a, &b) else { return a };
    if x == y {
        return a;
    }
    let mut capabilities = x.capabilities.clone();
    for c in &y.capabilities {
        if !capabilities.contains(c) {
            capabilities.push(c.clone());
        }
    }
    capabilities.sort_by_key(|c| (c.name(), format!("{c:?}")));
    let description = x.description.clone().min(y.description.clone());
    let degradation = x.degradation.clone().min(y.degradation.clone());
    AnyFeature::Custom(Arc::new(CustomFeature {
        name: x.name.clone(),
        description,
        capabilities,
        degradation,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_and_the_stronger_tier_wins() {
        let mut r = Requests::new();
        r.add_text("bindless, ray-tracing=optional,", Tier::Required).unwrap_err();
        assert!(r.features().is_empty(), "nothing is taken over from a text that is wrong");
        r.add_text(" bindless , ray-tracing = optional", Tier::Required).unwrap();
        r.add_text("ray-tracing=required,msaa=unused", Tier::Optional).unwrap();
        r.add_text("", Tier::Optional).unwrap();
        let all: Vec<String> = r.features().iter().map(|(f, t)| format!("{f}={t}")).collect();
        assert_eq!(all, ["ray-tracing=required", "bindless=required", "msaa=unused"]);
        let rt = r.features.iter().find(|a| a.feature.name() == "ray-tracing").unwrap();
        assert_eq!(rt.outdone().collect::<Vec<_>>(), [Tier::Optional]);
    }

    #[test]
    fn wrong_text_gets_a_sentence() {
        let why = |text: &str| Requests::new().add_text(text, Tier::Required).unwrap_err().to_string();
        assert_eq!(why("bindles"), "there is no feature 'bindles'; did you mean 'bindless'?");
        assert_eq!(why("bindless=maybe"), "there is no tier 'maybe'; valid are unused, optional, required");
        assert!(why("bindless,,msaa").contains("write name or name=tier"));
    }

    #[test]
    fn a_program_defines_features_of_its_own() {
        use crate::Capability;
        let mut r = Requests::new();
        let own = |caps: &[Capability]| {
            CustomFeature::new("my-water", "Water", caps.iter().map(|c| (*c).into())).unwrap()
        };
        r.define(own(&[Capability::CubeMap])).unwrap();
        r.define(own(&[Capability::CubeMap])).unwrap();
        let why = r.define(own(&[Capability::Msaa4])).unwrap_err().to_string();
        assert!(why.contains("'my-water' is defined twice"), "{why}");
        r.add_text("my-water=optional", Tier::Required).unwrap();
        assert_eq!(r.features()[0].0.name(), "my-water");
        assert!(CustomFeature::new("bindless", "", []).unwrap_err().to_string().contains("Candor's own"));
        assert!(CustomFeature::new("my water", "", []).unwrap_err().to_string().contains("not valid"));
    }
}
