//! What a requirement profile asks for, as a tree of all-of and any-of, apart from any file format and from the engine
//! that judges it.

use super::build;
use super::names::Compare;
use crate::outcome::{Reason, Refused};
use crate::report::{FormatFeatures, Property};
use crate::suggest::brief;
use serde::{Deserialize, Serialize};

/// A tree of needs. All of its leaves are facts that a device report can hold, but for [`Requirement::Unrecorded`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Requirement {
    /// Every part is needed. `name` is that of the capability block or the profile, where there is one.
    AllOf {
        /// Where the parts come from.
        name: Option<String>,
        /// The parts.
        parts: Vec<Requirement>,
    },
    /// One part is enough.
    AnyOf {
        /// The parts, in the order of preference.
        parts: Vec<Requirement>,
    },
    /// This version of Vulkan or a later one, packed.
    ApiVersion(u32),
    /// A device extension in at least this revision.
    Extension {
        /// Its name.
        name: String,
        /// Its revision.
        revision: u32,
    },
    /// An instance extension in at least this revision.
    InstanceExtension {
        /// Its name.
        name: String,
        /// Its revision.
        revision: u32,
    },
    /// A feature bit.
    Feature {
        /// The struct in which the profile names it.
        structure: String,
        /// The bit.
        bit: String,
    },
    /// A property of at least, at most, or exactly a value.
    Property {
        /// The struct in which the profile names it.
        structure: String,
        /// The member.
        member: String,
        /// How the device's value has to compare.
        compare: Compare,
        /// The value asked for.
        value: Property,
    },
    /// Features of a format; 0 asks for nothing.
    Format {
        /// Its name.
        format: String,
        /// The bits that must be there.
        features: FormatFeatures,
    },
    /// A queue family that has all of this.
    Queue(QueueRequirement),
    /// Something that no device report records (video profiles, queue priorities): it can't be judged.
    Unrecorded {
        /// What it is.
        what: String,
    },
}

/// What one queue family must offer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueRequirement {
    /// Bits that it must have.
    pub flags: u32,
    /// The least number of queues.
    pub count: u32,
    /// The least number of meaningful timestamp bits.
    pub timestamp_valid_bits: u32,
    /// The coarsest granularity of image transfers that is still good enough; 0 asks for nothing.
    pub max_image_transfer_granularity: [u32; 3],
}

impl Requirement {
    /// Every leaf of the tree, in order.
    pub fn leaves(&self) -> Vec<&Self> {
        let mut out = Vec::new();
        let mut open = vec![self];
        while let Some(r) = open.pop() {
            match r {
                Self::AllOf { parts, .. } | Self::AnyOf { parts } => open.extend(parts.iter().rev()),
                leaf => out.push(leaf),
            }
        }
        out
    }
}

impl std::fmt::Display for Requirement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let join = |f: &mut std::fmt::Formatter<'_>, word: &str, parts: &[Self]| {
            f.write_str("(")?;
            for (i, p) in parts.iter().enumerate() {
                let sep = if i == 0 { "" } else { word };
                write!(f, "{sep}{p}")?;
            }
            f.write_str(")")
        };
        match self {
            Self::AllOf { name: Some(name), .. } => f.write_str(name),
            Self::AllOf { name: None, parts } => join(f, " and ", parts),
            Self::AnyOf { parts } => join(f, " or ", parts),
            Self::ApiVersion(v) => write!(f, "Vulkan {}", build::version_text(*v)),
            Self::Extension { name, revision } if *revision > 1 => write!(f, "{name} revision {revision}"),
            Self::Extension { name, .. } => f.write_str(name),
            Self::InstanceExtension { name, .. } => write!(f, "instance extension {name}"),
            Self::Feature { structure, bit } => write!(f, "{structure}::{bit}"),
            Self::Property { structure, member, compare, value } => {
                let word = match compare {
                    Compare::AtLeast => ">=",
                    Compare::AtMost => "<=",
                    Compare::Exact => "=",
                    Compare::HasBits => "has",
                    Compare::Contains => "contains",
                    Compare::Never => "(not compared)",
                };
                write!(f, "{structure}::{member} {word} {value:?}")
            }
            Self::Format { format, features } => write!(
                f,
                "{format} linear {:#x} optimal {:#x} buffer {:#x}",
                features.linear, features.optimal, features.buffer
            ),
            Self::Queue(q) => {
                write!(f, "queue family with flags {:#x}", q.flags)?;
                if q.count > 1 {
                    write!(f, ", {} queues", q.count)?;
                }
                if q.timestamp_valid_bits > 0 {
                    write!(f, ", {} timestamp bits", q.timestamp_valid_bits)?;
                }
                Ok(())
            }
            Self::Unrecorded { what } => write!(f, "{what} (recorded by no device report)"),
        }
    }
}

/// One profile of requirements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RequirementProfile {
    /// Its name.
    pub name: String,
    /// Its label.
    pub label: Option<String>,
    /// What it says of itself.
    pub description: Option<String>,
    /// The version of Vulkan that it asks for, packed.
    pub api_version: u32,
    /// What it asks for itself, without the profiles that it builds on.
    pub requirement: Requirement,
    /// What it would like to have.
    pub optional: Vec<Requirement>,
    /// Profiles that it builds on, by name; they may be in other files.
    pub builds_on: Vec<String>,
    /// Profiles to try when this one isn't met, by name.
    pub fallback: Vec<String>,
}

/// All profiles of one file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileSet {
    /// Where it came from.
    pub source: String,
    /// The profiles, in the file's order.
    pub profiles: Vec<RequirementProfile>,
    /// What the reader noticed, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl ProfileSet {
    /// A profile by name.
    pub fn get(&self, name: &str) -> Option<&RequirementProfile> {
        self.profiles.iter().find(|p| p.name == name)
    }

    /// Everything that a profile asks for, with the profiles that it builds on, which are looked for in this file first
    /// and then in `others`.
    ///
    /// # Errors
    /// Names the profile that is in none of the files.
    pub fn complete(&self, name: &str, others: &[&Self]) -> Result<Requirement, Refused> {
        let files = || [self].into_iter().chain(others.iter().copied());
        let (mut seen, mut parts) = (Vec::new(), Vec::new());
        let mut open = vec![(name.to_owned(), None::<String>)];
        while let Some((name, asked_by)) = open.pop() {
            if seen.contains(&name) {
                continue;
            }
            let Some(profile) = files().find_map(|f| f.get(&name)) else {
                let what = match asked_by {
                    Some(by) => format!("profile {by} builds on {name}, which is in none of the files given"),
                    None => format!("profile {name} is in none of the files given"),
                };
                let have: Vec<&str> =
                    files().flat_map(|f| &f.profiles).map(|profile| profile.name.as_str()).collect();
                let rule = format!("hand in the file that holds it; at hand are {}", have.join(", "));
                return Err(Reason::Invalid { what: brief(what), rule: brief(rule) }.into());
            };
            open.extend(profile.builds_on.iter().map(|b| (b.clone(), Some(name.clone()))));
            parts.push(profile.requirement.clone());
            seen.push(name);
        }
        Ok(Requirement::AllOf { name: Some(name.to_owned()), parts })
    }
}
