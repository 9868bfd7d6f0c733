//! Capabilities: what hardware and API must offer, one exhaustive list of those that Candor knows and proves, and a
//! program's own beside them.

mod list;

pub use list::Capability;

use crate::evidence::{Evidence, UnknownName};
use crate::named::named;
use crate::plan::Name;
use crate::probe::Probe;
use crate::suggest::nearest;
use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// Evidence of every built-in capability, looked up once.
static BUILT_IN: LazyLock<Vec<(Evidence, Probe)>> = LazyLock::new(|| {
    Capability::ALL
        .iter()
        .map(|c| {
            let evidence = c.vulkan();
            let probe = Probe::new(&evidence, false);
            (evidence, probe)
        })
        .collect()
});

impl Capability {
    /// What a Vulkan device has to report for it.
    pub fn evidence(self) -> &'static Evidence {
        &BUILT_IN[self as usize].0
    }

    pub(crate) fn probe(self) -> &'static Probe {
        &BUILT_IN[self as usize].1
    }
}

named!(Capability, "capability");

/// A name that stands for nothing here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} '{name}'; {}", self.remedy())]
pub struct NoSuchName {
    /// Feature, capability, tier.
    pub what: &'static str,
    /// The name that was given.
    pub name: String,
    /// The nearest name that exists.
    pub near: Option<String>,
    /// The valid names, when they are few enough to be listed.
    pub valid: Vec<String>,
}

/// Up to so many valid names are listed in an error.
const LISTED: usize = 12;

impl NoSuchName {
    pub(crate) fn new<'a>(
        what: &'static str,
        name: &str,
        valid: impl Iterator<Item = &'a str> + Clone,
    ) -> Self {
        let near = nearest(name, valid.clone()).map(str::to_owned);
        let few = valid.clone().count() <= LISTED;
        let valid = if few { valid.map(str::to_owned).collect() } else { Vec::new() };
        let mut name = name.to_owned();
        if let Some((cut, _)) = name.char_indices().nth(80) {
            name.truncate(cut);
            name.push_str("...");
        }
        Self { what, name, near, valid }
    }

    fn remedy(&self) -> String {
        match (&self.near, self.valid.is_empty()) {
            (Some(near), _) => format!("did you mean '{near}'?"),
            (None, false) => format!("valid are {}", self.valid.join(", ")),
            (None, true) => format!("the program lists every {}", self.what),
        }
    }
}

/// Why a program's own feature or capability can't be defined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DefinitionError {
    /// The name is one of Candor's.
    #[error("the {what} '{name}' is Candor's own; give yours another name")]
    Taken {
        /// Feature or capability.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// The name can't be written in a list of requests.
    #[error("the {what} name '{name}' is not valid; use 1 to {LONGEST_NAME} of a-z, 0-9 and '-'")]
    BadName {
        /// Feature or capability.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Two different definitions under one name.
    #[error("the {what} '{name}' is defined twice in different ways; give one of them another name")]
    Twice {
        /// Feature or capability.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// The evidence names what the registry does not know.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
}

/// A name is at most so long.
const LONGEST_NAME: usize = 64;

pub(crate) fn check_name(what: &'static str, name: &str, taken: bool) -> Result<(), DefinitionError> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(fits) {
        return Err(DefinitionError::BadName { what, name: name.chars().take(LONGEST_NAME + 1).collect() });
    }
    if taken { Err(DefinitionError::Taken { what, name: name.to_owned() }) } else { Ok(()) }
}

/// A capability of a program's own: a name and its evidence. It resolves like any other and never enters Candor's matrix.
#[derive(Clone)]
pub struct CustomCapability(Arc<Custom>);

struct Custom {
    name: String,
    description: String,
    evidence: Evidence,
    probe: Probe,
}

impl CustomCapability {
    /// Makes one.
    ///
    /// # Errors
    /// A name that can't be written in a list or that is one of Candor's; a struct, bit or property in the evidence that the
    /// registry does not know.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        evidence: Evidence,
    ) -> Result<Self, DefinitionError> {
        let (name, description) = (name.into(), description.into());
        check_name("capability", &name, name.parse::<Capability>().is_ok())?;
        evidence.check()?;
        let probe = Probe::new(&evidence, false);
        Ok(Self(Arc::new(Custom { name, description, evidence, probe })))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// One line about it.
    pub fn description(&self) -> &str {
        &self.0.description
    }

    /// What a Vulkan device has to report for it.
    pub fn evidence(&self) -> &Evidence {
        &self.0.evidence
    }
}

impl PartialEq for CustomCapability {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.name() == other.name() && self.evidence() == other.evidence())
    }
}

impl fmt::Debug for CustomCapability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomCapability").field(&self.0.name).finish()
    }
}

/// A capability of Candor's or of the program's.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyCapability {
    /// Candor's.
    BuiltIn(Capability),
    /// The program's.
    Custom(CustomCapability),
}

impl AnyCapability {
    /// Its name.
    pub fn name(&self) -> Name {
        match self {
            Self::BuiltIn(c) => c.name().into(),
            Self::Custom(c) => c.name().to_owned().into(),
        }
    }

    pub(crate) fn probe(&self) -> &Probe {
        match self {
            Self::BuiltIn(c) => c.probe(),
            Self::Custom(c) => &c.0.probe,
        }
    }
}

impl From<Capability> for AnyCapability {
    fn from(c: Capability) -> Self {
        Self::BuiltIn(c)
    }
}

impl From<CustomCapability> for AnyCapability {
    fn from(c: CustomCapability) -> Self {
        Self::Custom(c)
    }
}

impl Serialize for AnyCapability {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capability_has_a_name_of_its_own_that_parses_and_evidence_that_the_registry_knows() {
        let mut seen = std::collections::BTreeSet::new();
        for (i, c) in Capability::ALL.iter().enumerate() {
            assert_eq!(*c as usize, i);
            assert!(seen.insert(c.name()), "{c} twice");
            assert_eq!(c.name().parse::<Capability>().unwrap(), *c);
            c.evidence().check().unwrap_or_else(|e| panic!("{c}: {e}"));
            assert!(!c.description().is_empty() && !c.description().ends_with('.'), "{c}");
            assert!(!c.evidence().leaves().is_empty(), "{c} asks nothing");
            let json = serde_json::to_string(c).unwrap();
            assert_eq!(serde_json::from_str::<Capability>(&json).unwrap(), *c);
            assert_eq!(json, format!("\"{c}\""));
            for leaf in c.evidence().leaves() {
                if let crate::evidence::Leaf::Extension { name } = leaf {
                    assert!(crate::registry::extension(name).is_some(), "{c}: {name}");
                }
            }
        }
    }

    #[test]
    fn a_mistyped_capability_gets_the_nearest() {
        let why = "ray-qurey".parse::<Capability>().unwrap_err();
        assert_eq!(why.to_string(), "there is no capability 'ray-qurey'; did you mean 'ray-query'?");
    }
}
