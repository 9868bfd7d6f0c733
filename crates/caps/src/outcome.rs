//! What becomes of a request. Every request ends as one of these; a line in a log is not an outcome.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A value that was asked for or granted, as it is shown to a person and to a program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A switch.
    Bool(bool),
    /// A count, a size or a bit set.
    Int(i64),
    /// A measure.
    Float(f64),
    /// A name.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(v) => f.write_str(if *v { "on" } else { "off" }),
            Self::Int(v) => write!(f, "{v}"),
            Self::Float(v) => write!(f, "{v}"),
            Self::Text(v) => f.write_str(v),
        }
    }
}

impl From<bool> for Value {
    fn from(v: bool) -> Self {
        Self::Bool(v)
    }
}
impl From<u32> for Value {
    fn from(v: u32) -> Self {
        Self::Int(i64::from(v))
    }
}
impl From<u64> for Value {
    fn from(v: u64) -> Self {
        i64::try_from(v).map_or_else(|_| Self::Text(v.to_string()), Self::Int)
    }
}
impl From<f32> for Value {
    fn from(v: f32) -> Self {
        Self::Float(f64::from(v))
    }
}
impl From<&str> for Value {
    fn from(v: &str) -> Self {
        Self::Text(v.to_owned())
    }
}
impl From<String> for Value {
    fn from(v: String) -> Self {
        Self::Text(v)
    }
}

/// Why a request was adjusted or refused. Prints as one plain sentence; [`Reason::code`] is stable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// The device lacks something. `lacks` has one entry for every missing leaf, never only the first.
    DeviceLacks {
        /// What was asked for.
        what: String,
        /// Every missing leaf with the value that was found.
        lacks: Vec<String>,
    },
    /// The device report cannot say; what is unknown is never met.
    Unknown {
        /// What was asked for.
        what: String,
        /// Every leaf that the report's format cannot record.
        unknown: Vec<String>,
    },
    /// A part of Candor has no implementation (or no proof) of it yet, whatever the device says or the file asks.
    NotImplemented {
        /// What was asked for.
        what: String,
        /// The part, as the end of "Candor's": `vulkan backend`, `standard renderer`, `glTF reader`.
        part: String,
    },
    /// The device reports it, and a known fault of its driver stands against it.
    DriverFault {
        /// What was asked for.
        what: String,
        /// What the driver does, one sentence for each fault.
        faults: Vec<String>,
    },
    /// The value lies above what the device or Candor allows.
    OverLimit {
        /// The quantity, by name.
        what: String,
        /// What was asked for.
        asked: Value,
        /// The most that is allowed.
        allowed: Value,
    },
    /// The value is not among those that exist here.
    NotOffered {
        /// The quantity, by name.
        what: String,
        /// What was asked for.
        asked: Value,
        /// What exists.
        offered: Vec<Value>,
    },
    /// Another setting or object stands against it.
    Conflict {
        /// What was asked for.
        what: String,
        /// What it conflicts with, and what to do.
        with: String,
    },
    /// The input is not valid. The sentence names the thing, the rule and the remedy.
    Invalid {
        /// What was wrong.
        what: String,
        /// The rule that it breaks and the remedy.
        rule: String,
    },
    /// The device was lost.
    DeviceLost {
        /// What is known about it.
        what: String,
    },
    /// A driver call failed.
    Driver {
        /// The call.
        call: String,
        /// What the driver answered.
        answer: String,
    },
}

impl Reason {
    /// A stable name for the kind of reason.
    pub fn code(&self) -> &'static str {
        match self {
            Self::DeviceLacks { .. } => "device-lacks",
            Self::Unknown { .. } => "unknown",
            Self::NotImplemented { .. } => "not-implemented",
            Self::DriverFault { .. } => "driver-fault",
            Self::OverLimit { .. } => "over-limit",
            Self::NotOffered { .. } => "not-offered",
            Self::Conflict { .. } => "conflict",
            Self::Invalid { .. } => "invalid",
            Self::DeviceLost { .. } => "device-lost",
            Self::Driver { .. } => "driver",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DeviceLacks { what, lacks } => {
                write!(f, "{what}: the device lacks {}", lacks.join("; "))
            }
            Self::Unknown { what, unknown } => {
                write!(f, "{what}: the report does not record {}", unknown.join("; "))
            }
            Self::NotImplemented { what, part } => {
                write!(f, "{what}: not implemented in Candor's {part} yet")
            }
            Self::DriverFault { what, faults } => {
                write!(f, "{what}: known driver fault: {}", faults.join("; "))
            }
            Self::OverLimit { what, asked, allowed } => {
                write!(f, "{what}: {asked} was asked for, at most {allowed} is allowed")
            }
            Self::NotOffered { what, asked, offered } => {
                write!(f, "{what}: {asked} was asked for, ")?;
                if offered.is_empty() {
                    return f.write_str("none is offered");
                }
                f.write_str("only ")?;
                for (i, v) in offered.iter().enumerate() {
                    let sep = if i == 0 { "" } else { ", " };
                    write!(f, "{sep}{v}")?;
                }
                f.write_str(" is offered")
            }
            Self::Conflict { what, with } => write!(f, "{what}: conflicts with {with}"),
            Self::Invalid { what, rule } => write!(f, "{what}: {rule}"),
            Self::DeviceLost { what } => write!(f, "the device was lost: {what}"),
            Self::Driver { call, answer } => write!(f, "{call} failed: {answer}"),
        }
    }
}

/// When a pending request will be settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Until {
    /// The next frame.
    NextFrame,
    /// A pipeline with this label is ready.
    PipelineReady(String),
    /// Data with this label has arrived.
    DataArrived(String),
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NextFrame => f.write_str("the next frame"),
            Self::PipelineReady(label) => write!(f, "pipeline '{label}' is ready"),
            Self::DataArrived(label) => write!(f, "'{label}' has arrived"),
        }
    }
}

/// What became of a request that was not refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
#[must_use = "an outcome says what was really done; look at it or hand it on"]
pub enum Outcome {
    /// Exactly what was asked for is in force.
    Applied,
    /// Something else is in force.
    Adjusted {
        /// What was asked for.
        asked: Value,
        /// What is in force.
        got: Value,
        /// Why.
        why: Reason,
    },
    /// It will be in force later; until then what was in force before still is.
    Pending {
        /// When.
        until: Until,
    },
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Applied => f.write_str("applied"),
            Self::Adjusted { asked, got, why } => write!(f, "adjusted from {asked} to {got}: {why}"),
            Self::Pending { until } => write!(f, "pending until {until}"),
        }
    }
}

/// The request was refused: the error side of an outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("{why}")]
pub struct Refused {
    /// Why.
    pub why: Reason,
}

impl From<Reason> for Refused {
    fn from(why: Reason) -> Self {
        Self { why }
    }
}

/// A value together with what became of the preferences that led to it.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "the outcomes say what was really done; look at them or hand them on"]
pub struct Granted<T> {
    /// What was granted.
    pub value: T,
    /// One entry for each preference that was not simply applied.
    pub outcomes: Vec<Outcome>,
}

impl<T> Granted<T> {
    /// Exactly what was asked for.
    pub fn applied(value: T) -> Self {
        Self { value, outcomes: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_prints_as_one_sentence_and_keeps_its_code_in_json() {
        let why =
            Reason::OverLimit { what: "push data".into(), asked: Value::Int(192), allowed: Value::Int(128) };
        assert_eq!(why.to_string(), "push data: 192 was asked for, at most 128 is allowed");
        let json = serde_json::to_value(&why).unwrap();
        assert_eq!(json["code"], why.code());
        assert_eq!(serde_json::from_value::<Reason>(json).unwrap(), why);
    }
}
