//! The answer to requests: what is on, what is refused with every missing leaf, and the plan.

use crate::evidence::{Evidence, Leaf, State, Want};
use crate::number::Number;
use crate::outcome::{Outcome, Reason, Refused};
use crate::plan::{Name, Plan};
use crate::requests::Tier;
use serde::Serialize;
use std::fmt;

/// What `resolve` answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[must_use = "a resolution says what is refused; look at it"]
pub struct Resolution {
    /// The device's name, where the report records it.
    pub device: Option<String>,
    /// Where the report came from.
    pub source: String,
    /// Every required feature, base requirement and limit is met.
    pub requirements_met: bool,
    /// Features that are on, sorted: Candor's in the order of its list, then the program's by name.
    pub enabled: Vec<EnabledFeature>,
    /// Features that are refused, in the same order.
    pub refused: Vec<RefusedFeature>,
    /// Base requirements by name.
    pub base: Vec<BaseAnswer>,
    /// What is turned on where it is there, by name. It never decides whether the requirements are met.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preferred: Vec<BaseAnswer>,
    /// Requested limits by name.
    pub limits: Vec<LimitAnswer>,
    /// What to enable.
    pub plan: Plan,
    /// What was noticed, one sentence each.
    pub notes: Vec<String>,
}

/// A feature that is on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EnabledFeature {
    /// Its name.
    pub feature: Name,
    /// How it was asked for.
    pub tier: Tier,
}

/// A feature that is off although it was asked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RefusedFeature {
    /// Its name.
    pub feature: Name,
    /// How it was asked for.
    pub tier: Tier,
    /// `Missing`: the device lacks something. `Unknown`: nothing is known to be missing, but the report can't tell.
    pub state: State,
    /// The capabilities that are not met, each with every leaf.
    pub lacks: Vec<CapabilityLack>,
    /// What a user gets instead, where something takes its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<Name>,
}

/// A capability that is not met.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CapabilityLack {
    /// Its name.
    pub capability: Name,
    /// Missing or unknown.
    pub state: State,
    /// Every leaf that is not met, with what was found.
    pub lacks: Vec<Lack>,
}

/// A leaf that is not met, or a choice of which no branch is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lack {
    /// One question.
    Leaf {
        /// The question.
        leaf: Leaf,
        /// What was found, as the predicate of a sentence: `is not listed`, `is false`, `is 128`.
        found: Name,
        /// Missing or unknown.
        state: State,
    },
    /// It is there, but may not be enabled beside something that is enabled already.
    Conflict {
        /// What was asked for.
        what: String,
        /// What stands against it.
        with: String,
        /// Where the rule stands.
        source: &'static str,
    },
    /// It is reported, and the driver is known to get it wrong.
    Fault {
        /// What the driver does.
        symptom: String,
        /// Where that is known from.
        source: String,
    },
    /// Any one of these branches would do.
    OneOf {
        /// What each lacks.
        branches: Vec<Vec<Lack>>,
    },
}

impl Lack {
    /// The single questions in it.
    pub fn leaves(&self) -> Vec<&Lack> {
        match self {
            Self::Leaf { .. } | Self::Conflict { .. } | Self::Fault { .. } => vec![self],
            Self::OneOf { branches } => branches.iter().flatten().flat_map(Self::leaves).collect(),
        }
    }

    /// As a thing that is lacking, for sentences that say "lacks": `extension VK_X (not listed)`.
    fn as_thing(&self) -> String {
        match self {
            Self::Leaf { leaf, found, .. } => {
                format!("{leaf} ({})", found.strip_prefix("is ").unwrap_or(found))
            }
            Self::Conflict { .. } | Self::Fault { .. } => self.to_string(),
            Self::OneOf { branches } => {
                let things = |b: &Vec<Self>| b.iter().map(Self::as_thing).collect::<Vec<_>>().join(" and ");
                branches.iter().map(things).collect::<Vec<_>>().join(", or ")
            }
        }
    }

    /// Missing or unknown.
    pub fn state(&self) -> State {
        match self {
            Self::Leaf { state, .. } => *state,
            Self::Conflict { .. } | Self::Fault { .. } => State::Missing,
            Self::OneOf { branches } => branches
                .iter()
                .map(|b| b.iter().map(Self::state).min().unwrap_or(State::Met))
                .max()
                .unwrap_or(State::Missing),
        }
    }
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf { leaf: Leaf::Limit { property_struct, member, index, want }, found, .. } => {
                match property_struct.as_ref() {
                    "VkPhysicalDeviceLimits" => write!(f, "limit {member}")?,
                    other => write!(f, "property {member} of {other}")?,
                }
                if let Some(i) = index {
                    write!(f, "[{i}]")?;
                }
                match want {
                    Want::HasBits(_) => write!(f, " {found}"),
                    Want::AtLeast(_) | Want::AtMost(_) | Want::Exactly(_) => {
                        write!(f, " {found} and has to be {want}")
                    }
                }
            }
            Self::Leaf { leaf: Leaf::Format { format, tiling, features }, found, state: State::Missing } => {
                let shown = Leaf::Format { format: format.clone(), tiling: *tiling, features: *features };
                let shown = shown.to_string();
                let head = shown.split_once(" for ").map_or(shown.as_str(), |s| s.0);
                write!(f, "{head} {found}")
            }
            Self::Leaf { leaf, found, .. } => write!(f, "{leaf} {found}"),
            Self::Conflict { what, with, source } => {
                write!(f, "{what} beside {with}, which is enabled already: not allowed by {source}")
            }
            Self::Fault { symptom, .. } => write!(f, "known driver fault: {symptom}"),
            Self::OneOf { branches } => {
                f.write_str("one of: ")?;
                for (i, b) in branches.iter().enumerate() {
                    let sep = if i == 0 { "" } else { ", or " };
                    write!(f, "{sep}({})", join(b))?;
                }
                Ok(())
            }
        }
    }
}

/// Sentences of several lacks in one.
fn join(lacks: &[Lack]) -> String {
    lacks.iter().map(Lack::to_string).collect::<Vec<_>>().join("; ")
}

impl fmt::Display for CapabilityLack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.capability, join(&self.lacks))
    }
}

/// One sentence out of what is missing and what is unknown.
fn reason(what: &str, state: State, missing: Vec<String>, unknown: Vec<String>) -> Reason {
    match state {
        State::Unknown => Reason::Unknown { what: what.to_owned(), unknown },
        State::Missing | State::Met => {
            let unknown = unknown.into_iter().map(|u| format!("(unknown) {u}"));
            Reason::DeviceLacks { what: what.to_owned(), lacks: missing.into_iter().chain(unknown).collect() }
        }
    }
}

impl CapabilityLack {
    /// What the driver does wrong, where nothing else stands against the capability.
    fn only_faults(&self) -> Option<Vec<String>> {
        let symptom = |l: &Lack| match l {
            Lack::Fault { symptom, .. } => Some(symptom.clone()),
            Lack::Leaf { .. } | Lack::Conflict { .. } | Lack::OneOf { .. } => None,
        };
        let all: Option<Vec<String>> = self.lacks.iter().map(symptom).collect();
        all.filter(|all| !all.is_empty())
    }

    /// The reason, typed, for the capability alone.
    pub fn reason(&self) -> Reason {
        if let Some(faults) = self.only_faults() {
            return Reason::DriverFault { what: self.capability.to_string(), faults };
        }
        let of = |s: State| self.lacks.iter().filter(|l| l.state() == s).map(Lack::to_string).collect();
        reason(&self.capability, self.state, of(State::Missing), of(State::Unknown))
    }
}

impl RefusedFeature {
    /// The reason, typed.
    pub fn reason(&self) -> Reason {
        let faults: Option<Vec<_>> = self.lacks.iter().map(CapabilityLack::only_faults).collect();
        if let Some(faults) = faults.filter(|f| !f.is_empty()) {
            let what = self.feature.to_string();
            return Reason::DriverFault { what, faults: faults.concat() };
        }
        let of = |s: State| self.lacks.iter().filter(|l| l.state == s).map(|l| l.to_string()).collect();
        reason(&self.feature, self.state, of(State::Missing), of(State::Unknown))
    }

    /// As the error side of an outcome.
    pub fn refused(&self) -> Refused {
        self.reason().into()
    }

    /// Every single question that was not met, over all capabilities.
    pub fn leaves(&self) -> Vec<&Lack> {
        self.lacks.iter().flat_map(|c| c.lacks.iter().flat_map(Lack::leaves)).collect()
    }
}

impl fmt::Display for RefusedFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason().fmt(f)
    }
}

/// What became of a base requirement.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BaseAnswer {
    /// Its name.
    pub name: String,
    /// Met, missing or unknown.
    pub state: State,
    /// Every leaf that is not met.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<Lack>,
}

impl BaseAnswer {
    /// The reason, when it is not met.
    pub fn reason(&self) -> Option<Reason> {
        let of = |s: State| self.lacks.iter().filter(|l| l.state() == s).map(Lack::as_thing).collect();
        let reason = || reason(&self.name, self.state, of(State::Missing), of(State::Unknown));
        (self.state != State::Met).then(reason)
    }
}

impl fmt::Display for BaseAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason() {
            None => write!(f, "{}: met", self.name),
            Some(why) => why.fmt(f),
        }
    }
}

/// What became of a requested limit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LimitAnswer {
    /// Its name.
    pub limit: String,
    /// Without it the requirements are not met.
    pub required: bool,
    /// What the program may count on: the value that was granted, or nothing when it was refused.
    pub granted: Option<Number>,
    /// What the device reports.
    pub reported: Option<Number>,
    /// Applied, adjusted or refused.
    #[serde(serialize_with = "as_answer")]
    pub outcome: Result<Outcome, Refused>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Ok(&'a Outcome),
    Refused { refused: &'a Reason },
}

fn as_answer<S: serde::Serializer>(outcome: &Result<Outcome, Refused>, s: S) -> Result<S::Ok, S::Error> {
    match outcome {
        Ok(o) => Answer::Ok(o).serialize(s),
        Err(r) => Answer::Refused { refused: &r.why }.serialize(s),
    }
}

impl Resolution {
    /// Is this feature on?
    pub fn is_enabled(&self, feature: impl fmt::Display) -> bool {
        let name = feature.to_string();
        self.enabled.iter().any(|e| e.feature == name)
    }

    /// Why this feature is off, if it was asked for and refused.
    pub fn refusal(&self, feature: impl fmt::Display) -> Option<&RefusedFeature> {
        let name = feature.to_string();
        self.refused.iter().find(|r| r.feature == name)
    }

    /// Features refused because the device lacks something.
    pub fn missing(&self) -> impl Iterator<Item = &RefusedFeature> {
        self.refused.iter().filter(|r| r.state == State::Missing)
    }

    /// Features refused because the report can't tell: counted apart.
    pub fn unknown(&self) -> impl Iterator<Item = &RefusedFeature> {
        self.refused.iter().filter(|r| r.state == State::Unknown)
    }

    /// Why the requirements are not met: required features, base requirements, limits. Empty when they are.
    pub fn unmet(&self) -> Vec<Reason> {
        let required = self.refused.iter().filter(|r| r.tier == Tier::Required).map(RefusedFeature::reason);
        let base = self.base.iter().filter_map(BaseAnswer::reason);
        let limits = self
            .limits
            .iter()
            .filter(|l| l.required)
            .filter_map(|l| l.outcome.as_ref().err().map(|r| r.why.clone()));
        base.chain(limits).chain(required).collect()
    }

    /// Are all unmet requirements unknown rather than missing? Such a device is counted apart in a coverage.
    pub fn only_unknown(&self) -> bool {
        !self.requirements_met && self.unmet().iter().all(|r| matches!(r, Reason::Unknown { .. }))
    }
}

impl fmt::Display for Resolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.requirements_met { "met" } else { "not met" };
        writeln!(f, "{}: requirements {verdict}", self.device.as_deref().unwrap_or(&self.source))?;
        for e in &self.enabled {
            writeln!(f, "on: {} ({})", e.feature, e.tier)?;
        }
        for r in &self.refused {
            writeln!(f, "off: {r} ({})", r.tier)?;
            if let Some(instead) = &r.instead {
                writeln!(f, "     instead: {instead}")?;
            }
        }
        for b in &self.base {
            writeln!(f, "base: {b}")?;
        }
        for p in &self.preferred {
            writeln!(f, "preferred: {p}")?;
        }
        for l in &self.limits {
            match &l.outcome {
                Ok(o) => writeln!(f, "limit: {} {o}", l.limit)?,
                Err(r) => writeln!(f, "limit: {r}")?,
            }
        }
        for n in &self.notes {
            writeln!(f, "note: {n}")?;
        }
        Ok(())
    }
}

impl BaseRequirement {
    /// An order among requirements of one name, so that it does not matter which was asked for first.
    pub(crate) fn compare_evidence(&self, other: &Self) -> std::cmp::Ordering {
        if self.evidence == other.evidence {
            return std::cmp::Ordering::Equal;
        }
        format!("{:?}", self.evidence).cmp(&format!("{:?}", other.evidence))
    }
}

/// A base requirement: raw evidence under a name.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BaseRequirement {
    /// Its name, as refusals say it.
    pub name: String,
    /// What has to be reported. Extensions in it are meant by their very names: they are enabled where they are listed,
    /// even where the core has them.
    pub evidence: Evidence,
}
