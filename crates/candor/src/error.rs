//! Why nothing was selected.

use crate::report::SelectionReport;
use crate::request::{PROBE_LIMIT, SHORTEST_LIMIT};
use candor_caps::requests::RequestError;
use candor_rhi::BackendKind;
use candor_rhi::validate::UnknownValidation;
use std::fmt;
use std::time::Duration;

/// Why nothing was selected. Codes are stable.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum SelectError {
    /// An override names no backend.
    UnknownBackend {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
        /// Backends that can be named here.
        valid: Vec<BackendKind>,
    },
    /// A backend that this build does not have was asked for, and no other.
    NotCompiled {
        /// Who asked: a variable's name, or the program.
        by: String,
        /// The backend.
        backend: BackendKind,
        /// Backends that are compiled in.
        valid: Vec<BackendKind>,
    },
    /// An override names no level of validation.
    UnknownValidation {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
        /// What there is.
        why: UnknownValidation,
    },
    /// The requests can't be taken.
    Requests(RequestError),
    /// The time for a step is so short that no driver could answer.
    ProbeLimit {
        /// What was asked for.
        asked: Duration,
    },
    /// Every candidate was refused.
    NothingWorks(Box<SelectionReport>),
}

impl SelectError {
    /// A stable name for the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownBackend { .. } => "S001",
            Self::NotCompiled { .. } => "S002",
            Self::Requests(_) => "S003",
            Self::NothingWorks(_) => "S004",
            Self::ProbeLimit { .. } => "S005",
            Self::UnknownValidation { .. } => "S006",
        }
    }

    /// The story, where anything was tried.
    pub fn report(&self) -> Option<&SelectionReport> {
        match self {
            Self::NothingWorks(report) => Some(report),
            Self::UnknownBackend { .. }
            | Self::NotCompiled { .. }
            | Self::UnknownValidation { .. }
            | Self::Requests(_)
            | Self::ProbeLimit { .. } => None,
        }
    }
}

fn names(all: &[BackendKind]) -> String {
    let names: Vec<&str> = all.iter().map(|b| b.name()).collect();
    let mut text = names.join(", ");
    if all.contains(&BackendKind::Null) {
        text.push_str(" (also as none or headless)");
    }
    text
}

impl fmt::Display for SelectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] ", self.code())?;
        match self {
            Self::UnknownBackend { variable, value, valid } => {
                write!(f, "{variable} is '{value}', which is no backend; valid here are {}", names(valid))
            }
            Self::NotCompiled { by, backend, valid } => write!(
                f,
                "{by} asks for {backend}, which is not compiled into this build; valid here are {}; build with the feature \
                 '{backend}' where Candor has it",
                names(valid)
            ),
            Self::UnknownValidation { variable, why, .. } => write!(f, "{variable}: {why}"),
            Self::Requests(e) => write!(f, "the requests can't be taken: {e}"),
            Self::ProbeLimit { asked } => write!(
                f,
                "a step of a probe may take {asked:?}, in which no driver can answer; allow at least {} ms (by default it is {} \
                 s)",
                SHORTEST_LIMIT.as_millis(),
                PROBE_LIMIT.as_secs()
            ),
            Self::NothingWorks(report) => {
                f.write_str("no backend works for these requests")?;
                report.refusals().iter().try_for_each(|r| write!(f, "\n  {r}"))?;
                report.notes.iter().try_for_each(|n| write!(f, "\n  {n}"))
            }
        }
    }
}

impl std::error::Error for SelectError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Requests(e) => Some(e),
            Self::UnknownValidation { why, .. } => Some(why),
            Self::UnknownBackend { .. }
            | Self::NotCompiled { .. }
            | Self::NothingWorks(_)
            | Self::ProbeLimit { .. } => None,
        }
    }
}

impl From<RequestError> for SelectError {
    fn from(e: RequestError) -> Self {
        Self::Requests(e)
    }
}
