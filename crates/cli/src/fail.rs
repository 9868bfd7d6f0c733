//! How a command ends: its exit code, and a failure that names the thing, the rule and the remedy.

use std::fmt;

/// The answer to the question that a command asks, as its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Yes: met, rendered, chosen.
    Yes,
    /// No: the input is fine, the device or this build is not.
    No,
    /// The input can't be used.
    BadInput,
}

impl Exit {
    /// Yes or no.
    pub(crate) fn of(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }

    /// The number that the process ends with.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::BadInput => 2,
        }
    }
}

/// Why a command has no answer.
#[derive(Debug)]
pub(crate) struct Fail {
    /// What the process ends with.
    pub(crate) exit: Exit,
    /// A stable name for the kind of failure.
    pub(crate) code: &'static str,
    /// One sentence.
    pub(crate) message: String,
    /// What to do.
    pub(crate) help: Option<String>,
}

impl Fail {
    /// Input that can't be used.
    pub(crate) fn input(code: &'static str, message: impl Into<String>) -> Self {
        Self { exit: Exit::BadInput, code, message: message.into(), help: None }
    }

    /// The input is fine and the answer is no.
    pub(crate) fn no(code: &'static str, message: impl Into<String>) -> Self {
        Self { exit: Exit::No, code, message: message.into(), help: None }
    }

    /// Adds what to do.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Fail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fail {}

impl miette::Diagnostic for Fail {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("candor::{}", self.code)))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|h| Box::new(h) as Box<dyn fmt::Display>)
    }
}
