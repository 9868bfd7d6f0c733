//! What is said about a file: findings (the validator's errors), notes (what became of what the file asks for), and the
//! error that loading ends with.

use super::codes::{Class, Code};
use super::play::AnimationChoice;
use candor_caps::{Outcome, Reason, Refused, Value, brief};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// This part of Candor, in reasons.
pub(crate) const GLTF_READER: &str = "glTF reader";

/// Of one code, or one kind of note, this many are kept; the rest is counted.
const KEPT_PER_KIND: u64 = 12;

/// An error that the official validator finds as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The validator's code.
    pub code: Code,
    /// JSON pointer to the place; empty for the file as a whole.
    pub pointer: String,
    /// One sentence with the values.
    pub message: String,
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Finding", 3)?;
        out.serialize_field("code", self.code.as_str())?;
        out.serialize_field("pointer", &self.pointer)?;
        out.serialize_field("message", &self.message)?;
        out.end()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        if !self.pointer.is_empty() {
            write!(f, " at {}", self.pointer)?;
        }
        write!(f, ": {} ({})", self.message, self.code.why())
    }
}

/// Findings, bounded: the first few of each code with their places, and how many there were in all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    list: Vec<Finding>,
    counts: BTreeMap<Code, u64>,
}

impl Findings {
    /// For a program: the findings that were kept, and the count of each code.
    pub fn to_json(&self) -> serde_json::Value {
        let counts: serde_json::Map<String, serde_json::Value> =
            self.counts.iter().map(|(code, n)| (code.to_string(), (*n).into())).collect();
        serde_json::json!({ "findings": self.list, "counts": counts })
    }

    pub(crate) fn push(&mut self, code: Code, pointer: impl Into<String>, message: impl Into<String>) {
        self.push_with(code, || (pointer.into(), message.into()));
    }

    /// As [`Findings::push`], for what may be found millions of times: the sentence is written only if it is kept.
    pub(crate) fn push_with(&mut self, code: Code, make: impl FnOnce() -> (String, String)) {
        let count = self.counts.entry(code).or_default();
        *count += 1;
        if *count <= KEPT_PER_KIND {
            let (pointer, message) = make();
            self.list.push(Finding { code, pointer: brief(pointer), message: brief(message) });
        }
    }

    /// Those that were kept, in the order in which they were found.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// How often each code was found.
    pub fn counts(&self) -> &BTreeMap<Code, u64> {
        &self.counts
    }

    /// The code was found.
    pub fn contains(&self, code: Code) -> bool {
        self.counts.contains_key(&code)
    }

    /// Nothing was found.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Something was found for which the asset is refused.
    pub fn refuses(&self) -> bool {
        self.counts.keys().any(|c| c.class() == Class::Refuse)
    }
}

/// What became of something that the file asks for and that is not simply done.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// JSON pointer to the place; empty for the file as a whole.
    pub pointer: String,
    /// The outcome.
    pub result: Result<Outcome, Refused>,
}

impl Serialize for Note {
    /// `pointer`, then `outcome` or `refused`, and `text`, the sentence for people.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(Some(3))?;
        out.serialize_entry("pointer", &self.pointer)?;
        match &self.result {
            Ok(outcome) => out.serialize_entry("outcome", outcome)?,
            Err(refused) => out.serialize_entry("refused", &refused.why)?,
        }
        out.serialize_entry("text", &self.to_string())?;
        out.end()
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        match &self.result {
            Ok(outcome) => write!(f, "{outcome}"),
            Err(refused) => write!(f, "refused: {refused}"),
        }
    }
}

/// Notes, bounded like findings: the first few of each kind, the rest as one sum.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    list: Vec<Note>,
    counts: BTreeMap<&'static str, u64>,
}

/// With long words of the file cut short.
fn shortened(refused: Refused) -> Refused {
    Refused::from(match refused.why {
        Reason::Invalid { what, rule } => Reason::Invalid { what: brief(what), rule: brief(rule) },
        Reason::NotImplemented { what, part } => Reason::NotImplemented { what: brief(what), part },
        // These hold no words of the file.
        other => other,
    })
}

impl Notes {
    fn push(&mut self, kind: &'static str, pointer: &str, result: impl FnOnce() -> Result<Outcome, Refused>) {
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        if *count <= KEPT_PER_KIND {
            self.list.push(Note { pointer: brief(pointer), result: result().map_err(shortened) });
        }
    }

    /// Something is not drawn, or not in the way that was asked for.
    pub(crate) fn refused(&mut self, kind: &'static str, pointer: &str, why: impl FnOnce() -> Reason) {
        self.push(kind, pointer, || Err(why().into()));
    }

    /// Something else is drawn instead.
    pub(crate) fn adjusted(
        &mut self,
        kind: &'static str,
        pointer: &str,
        asked: impl Into<Value>,
        got: impl Into<Value>,
        why: impl FnOnce() -> Reason,
    ) {
        let (asked, got) = (asked.into(), got.into());
        let short = |v: Value| if let Value::Text(text) = v { Value::Text(brief(text)) } else { v };
        self.push(kind, pointer, || {
            Ok(Outcome::Adjusted { asked: short(asked), got: short(got), why: shortened(why().into()).why })
        });
    }

    /// A part of glTF that this loader does not do yet.
    pub(crate) fn not_implemented(&mut self, kind: &'static str, pointer: &str, what: &str) {
        self.refused(kind, pointer, || Reason::NotImplemented {
            what: what.into(),
            part: GLTF_READER.into(),
        });
    }

    pub(crate) fn finish(mut self) -> Vec<Note> {
        for (kind, count) in self.counts {
            if count > KEPT_PER_KIND {
                let (what, rule) = (kind.to_owned(), format!("{} more of the same", count - KEPT_PER_KIND));
                self.list.push(Note {
                    pointer: String::new(),
                    result: Err(Reason::Invalid { what, rule }.into()),
                });
            }
        }
        self.list
    }
}

/// Why an asset was not loaded.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum LoadError {
    /// The file, or something that it names, is broken. For a program: exit code 2.
    Broken {
        /// What was asked for.
        path: PathBuf,
        /// Everything that was found, warnings included.
        findings: Findings,
    },
    /// The asset says that it cannot be shown without extensions that Candor does not have. For a program: exit code 1.
    UnsupportedRequired {
        /// What was asked for.
        path: PathBuf,
        /// Their names, in the file's order.
        extensions: Vec<String>,
        /// What was found besides.
        findings: Findings,
    },
    /// The file has no such animation. For a program: exit code 2.
    NoAnimation {
        /// What was asked for.
        path: PathBuf,
        /// The animation that was asked for.
        choice: AnimationChoice,
        /// The names of those that the file has, in its order; an empty one has no name.
        animations: Vec<String>,
        /// What was found besides.
        findings: Findings,
    },
}

/// Of a long list of animations this many are named.
const NAMED_ANIMATIONS: usize = 12;

impl LoadError {
    /// What was found, warnings included.
    pub fn findings(&self) -> &Findings {
        match self {
            Self::Broken { findings, .. }
            | Self::UnsupportedRequired { findings, .. }
            | Self::NoAnimation { findings, .. } => findings,
        }
    }

    /// A stable name for the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Broken { .. } => "gltf-broken",
            Self::UnsupportedRequired { .. } => "gltf-unsupported-required",
            Self::NoAnimation { .. } => "gltf-no-animation",
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken { path, findings } => {
                write!(f, "{} cannot be loaded", path.display())?;
                let refusing = || findings.list().iter().filter(|x| x.code.class() == Class::Refuse);
                match refusing().next() {
                    Some(first) => write!(f, ": {first}")?,
                    None => f.write_str(": it is broken")?,
                }
                let all: u64 = findings
                    .counts()
                    .iter()
                    .filter(|(c, _)| c.class() == Class::Refuse)
                    .map(|(_, n)| n)
                    .sum();
                if all > 1 {
                    write!(f, "; {} more errors of this class", all - 1)?;
                }
                Ok(())
            }
            Self::UnsupportedRequired { path, extensions, .. } => write!(
                f,
                "{} requires {}, which Candor does not have; export it without, or decode it with another tool first",
                path.display(),
                brief(extensions.join(", "))
            ),
            Self::NoAnimation { path, choice, animations, .. } => {
                write!(f, "{} has no animation {}: ", path.display(), brief(choice.to_string()))?;
                if animations.is_empty() {
                    return f.write_str("it has none at all; leave the animation out, or ask for none");
                }
                let named = animations.iter().enumerate().take(NAMED_ANIMATIONS);
                let named: Vec<String> =
                    named.map(|(i, name)| format!("{i} '{}'", brief(name.as_str()))).collect();
                write!(
                    f,
                    "ask for none, or for one of {} by number or name: {}",
                    animations.len(),
                    named.join(", ")
                )?;
                if animations.len() > NAMED_ANIMATIONS {
                    f.write_str(", ...")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for LoadError {}
