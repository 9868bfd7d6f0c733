//! Validation of Candor's own: what is safe and gives a wrong picture or none ([`Validation::Basic`]), and what is only waste
//! or risk ([`Validation::Full`]). Every backend has it, since it is a [layer](crate::layer): the checks on which memory safety rests
//! are not here and always on, and a device with [`Validation::Off`] has nothing of this in its way.
//!
//! A list notes its events where it is recorded; they are looked at when it is submitted, in the order in which they run.
//! What is found is kept once for each rule, object and pass ([`crate::Device::findings`]) and logged once.
//!
//! Rules judge what can be known without running a shader: a resource counts as written where anything may have written it,
//! and as read where a shader that is drawn with names it. Memory of the host is written behind Candor's back and is not judged.

mod code;
mod contents;
mod copies;
mod draw;
mod facts;
mod layer;
mod list;
mod made;
mod objects;
mod pass;
mod race;
mod reads;
mod walk;

pub use code::FindingCode;
pub(crate) use layer::{Pending, Validating};

use crate::error::{Code, Error, Place};
use crate::rule::{Sentence, keep};
use std::fmt;

/// How much is looked for. Each level has what the one before has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Validation {
    /// Nothing.
    #[default]
    Off,
    /// What gives a wrong picture or none.
    Basic,
    /// Waste and risk as well.
    Full,
}

impl Validation {
    /// Every level.
    pub const ALL: [Validation; 3] = [Self::Off, Self::Basic, Self::Full];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Basic => "basic",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for Validation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No level has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no level of validation '{0}'; there are off, basic and full")]
pub struct UnknownValidation(pub String);

impl std::str::FromStr for Validation {
    type Err = UnknownValidation;

    /// By name, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownValidation> {
        let found = Self::ALL.into_iter().find(|v| v.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownValidation(name.to_owned()))
    }
}

/// What becomes of what is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ValidationAction {
    /// It is noted, and done all the same.
    #[default]
    Report,
    /// It is an error with [`Code::Invalid`]: of the call that makes the object, or of the submission, which submits nothing.
    /// What is found when an object is destroyed is noted.
    Refuse,
}

/// A rule that an object broke. One sentence by `Display`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub code: FindingCode,
    /// Label of the object; empty where it is the pass.
    pub label: String,
    /// What was asked and what is allowed, as it was the first time.
    pub detail: String,
    /// Pass and command, as they were the first time; commands are counted as the backend is called.
    pub place: Option<Place>,
    /// How often this object broke this rule in this pass.
    pub count: u64,
}

impl Finding {
    fn sentence(&self) -> Sentence<'_> {
        Sentence {
            id: self.code.id(),
            place: self.place.as_ref(),
            label: &self.label,
            rule: self.code.rule(),
            detail: &self.detail,
            remedy: self.code.remedy(),
        }
    }

    fn pass(&self) -> Option<&str> {
        self.place.as_ref().map(|p| p.pass.as_str())
    }

    /// As the error that it is where findings are refused.
    fn into_error(self) -> Error {
        let mut why = format!("{}: {}", self.code.id(), self.code.rule());
        if !self.detail.is_empty() {
            why += &format!(" ({})", self.detail);
        }
        why += &format!("; {}", self.code.remedy());
        let error = Error::new(Code::Invalid, self.label, why);
        match self.place {
            Some(place) => error.at(place),
            None => error,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)?;
        if self.count > 1 {
            write!(f, " [{} times]", self.count)?;
        }
        Ok(())
    }
}

/// What a device has found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// One for each rule, object and pass, in the order in which they were found; at most 256.
    pub kept: Vec<Finding>,
    /// What was found beyond these and only counted.
    pub more: u64,
}

impl Findings {
    fn note(&mut self, new: Finding) {
        let Findings { kept, more } = self;
        let known = {
            let (code, label, pass) = (new.code, new.label.clone(), new.pass().map(str::to_owned));
            move |f: &Finding| f.code == code && f.label == label && f.pass() == pass.as_deref()
        };
        if let Some(f) = keep(kept, more, known, |f| &mut f.count, || new) {
            tracing::warn!("validation: {f}");
        }
    }
}
