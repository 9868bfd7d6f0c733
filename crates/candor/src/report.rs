//! The whole story of a selection, on success too: what was asked, what was tried in which order, how each step ended and how
//! long it took, who was taken and why, what is on, off and adjusted. `Display` and JSON hold the same.

use crate::host::Host;
use candor_caps::report::DeviceType;
use candor_caps::{Outcome, Refused, Tier};
use candor_rhi::{AdapterInfo, BackendKind};
use serde::{Serialize, Serializer};
use std::fmt;

/// A step of a probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The API's library is loaded and an instance is made.
    Load,
    /// The adapters are listed and described.
    Enumerate,
    /// The wishes for an adapter and for or against software are compared.
    Wish,
    /// The requirements are resolved against what the adapter reports.
    Resolve,
    /// The device is created.
    CreateDevice,
    /// One pipeline draws and the picture is compared.
    Draw,
    /// The surface is made: last, since some APIs spoil a window for good.
    Surface,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: &'static [Self] = &[
        Self::Load,
        Self::Enumerate,
        Self::Wish,
        Self::Resolve,
        Self::CreateDevice,
        Self::Draw,
        Self::Surface,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Enumerate => "enumerate",
            Self::Wish => "wish",
            Self::Resolve => "resolve",
            Self::CreateDevice => "create-device",
            Self::Draw => "draw",
            Self::Surface => "surface",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How a step, an adapter or a backend ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The step went well.
    Passed,
    /// It is the one that was taken.
    Taken,
    /// It does not do; the reason is beside it.
    Refused,
    /// It did not answer in time and was left behind.
    Hung,
    /// It was not its turn.
    NotTried,
}

impl Verdict {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Taken => "taken",
            Self::Refused => "refused",
            Self::Hung => "hung",
            Self::NotTried => "not-tried",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A step that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StageReport {
    /// Which.
    pub stage: Stage,
    /// How it ended.
    pub verdict: Verdict,
    /// What came of it, in one sentence.
    pub says: String,
    /// How long it took, in microseconds.
    pub took_us: u64,
}

/// Who an adapter is, as the report keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AdapterName {
    /// Name as the driver gives it.
    pub name: String,
    /// Vendor.
    pub vendor: &'static str,
    /// Kind of device.
    pub device_type: DeviceType,
    /// Driver with its version.
    pub driver: String,
    /// Version of the API that it offers.
    pub api_version: String,
    /// Bytes of memory that only the device has.
    pub dedicated_memory_bytes: u64,
    /// Bytes of memory that it shares with the host.
    pub shared_memory_bytes: u64,
}

impl From<&AdapterInfo> for AdapterName {
    fn from(i: &AdapterInfo) -> Self {
        Self {
            name: i.name.clone(),
            vendor: i.vendor(),
            device_type: i.device_type,
            driver: i.driver.clone(),
            api_version: i.api_version.clone(),
            dedicated_memory_bytes: i.dedicated_memory_bytes,
            shared_memory_bytes: i.shared_memory_bytes,
        }
    }
}

/// An adapter and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AdapterReport {
    /// Its place in the API's own order, counted from 0.
    pub index: usize,
    /// Who it is.
    pub adapter: AdapterName,
    /// How it ended.
    pub verdict: Verdict,
    /// Why, in one sentence.
    pub why: String,
    /// Why it stands where it stands among its neighbours.
    pub rank: Option<String>,
    /// The steps.
    pub stages: Vec<StageReport>,
}

/// A backend and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CandidateReport {
    /// Which.
    #[serde(serialize_with = "by_name")]
    pub backend: BackendKind,
    /// Why it was a candidate, and at this place.
    pub place: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Why, in one sentence.
    pub why: String,
    /// The steps of the backend itself.
    pub stages: Vec<StageReport>,
    /// Its adapters, in the API's own order.
    pub adapters: Vec<AdapterReport>,
}

/// What a row of [`Answer`]s is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerKind {
    /// A feature that the program asked for.
    Feature,
    /// A base requirement of the program.
    Base,
    /// A limit that the program asked for.
    Limit,
    /// What Candor asks for by itself.
    Own,
}

/// What became of one request.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// What it is about.
    pub kind: AnswerKind,
    /// Name of what was asked for.
    pub what: String,
    /// How strongly it was asked for.
    pub tier: Tier,
    /// What became of it.
    #[serde(serialize_with = "as_said")]
    pub outcome: Result<Outcome, Refused>,
    /// What the program gets instead, where it is known and something was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

impl Answer {
    /// Is it in force, adjusted or not?
    pub fn is_on(&self) -> bool {
        self.outcome.is_ok()
    }

    /// The outcome in one word.
    pub fn word(&self) -> &'static str {
        match &self.outcome {
            Ok(Outcome::Applied) => "on",
            Ok(Outcome::Adjusted { .. }) => "adjusted",
            Ok(Outcome::Pending { .. }) => "pending",
            Err(_) => "off",
        }
    }

    /// The reason in one sentence, where there is one.
    pub fn says(&self) -> Option<String> {
        match &self.outcome {
            Ok(Outcome::Applied) => None,
            Ok(other) => Some(other.to_string()),
            Err(refused) => Some(refused.to_string()),
        }
    }
}

/// Use of the API's own validation layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValidationReport {
    /// It is in use.
    pub in_use: bool,
    /// Where it is not: why not. One sentence either way.
    pub says: String,
    /// What it said while the device was probed; empty when all was well.
    pub messages: Vec<String>,
}

/// Who was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Taken {
    /// The backend.
    #[serde(serialize_with = "by_name")]
    pub backend: BackendKind,
    /// Place of the adapter in the API's own order.
    pub index: usize,
    /// The adapter.
    pub adapter: AdapterName,
    /// Why this one.
    pub why: String,
}

/// What was asked, after the overrides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// Name and version that the driver is told.
    pub application: String,
    /// The API's own validation layer: auto, off or on.
    pub validation: &'static str,
    /// The backend.
    pub backend: String,
    /// The adapter.
    pub adapter: String,
    /// Software rasterisers.
    pub software: String,
    /// Null may be taken when nothing else works.
    pub allow_null: bool,
    /// Overrides from outside, one sentence each.
    pub overrides: Vec<String>,
    /// How long one step may take, in milliseconds.
    pub probe_limit_ms: u64,
}

/// The whole story of a selection.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SelectionReport {
    /// Who was taken; nobody when the selection failed.
    pub taken: Option<Taken>,
    /// What was asked.
    pub asked: Asked,
    /// Where the program runs.
    pub host: Host,
    /// Backends that are compiled in.
    #[serde(serialize_with = "all_by_name")]
    pub compiled: Vec<BackendKind>,
    /// Candidates in the order in which they were tried.
    pub candidates: Vec<CandidateReport>,
    /// The API's own validation layer, of the backend that was taken.
    pub validation: Option<ValidationReport>,
    /// What is on, off and adjusted: one row for every request. Empty when nothing was taken.
    pub answers: Vec<Answer>,
    /// What else was noticed, one sentence each.
    pub notes: Vec<String>,
    /// How long all of it took, in microseconds.
    pub took_us: u64,
}

impl SelectionReport {
    /// The answer to a request by its name.
    pub fn answer(&self, what: impl fmt::Display) -> Option<&Answer> {
        let what = what.to_string();
        self.answers.iter().find(|a| a.what == what)
    }

    /// What became of a backend.
    pub fn candidate(&self, backend: BackendKind) -> Option<&CandidateReport> {
        self.candidates.iter().find(|c| c.backend == backend)
    }

    /// Every backend and adapter that was refused, each with its reason, in the order in which they were tried.
    pub fn refusals(&self) -> Vec<String> {
        let mut out = Vec::new();
        for c in &self.candidates {
            let backend = c.backend;
            if c.verdict != Verdict::Taken {
                out.push(format!("{backend}: {}", c.why));
            }
            for a in c.adapters.iter().filter(|a| a.verdict != Verdict::Taken) {
                out.push(format!("{backend} adapter {} ({}): {}", a.index, a.adapter.name, a.why));
            }
        }
        out
    }
}

fn by_name<S: Serializer>(b: &BackendKind, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(b.name())
}

fn all_by_name<S: Serializer>(all: &[BackendKind], s: S) -> Result<S::Ok, S::Error> {
    s.collect_seq(all.iter().map(|b| b.name()))
}

/// An outcome in JSON: the word, and the reason both typed and as a sentence.
fn as_said<S: Serializer>(outcome: &Result<Outcome, Refused>, s: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Said<'a> {
        Outcome(&'a Outcome),
        Worded {
            #[serde(flatten)]
            outcome: &'a Outcome,
            says: String,
        },
        Refused {
            outcome: &'static str,
            why: &'a candor_caps::Reason,
            says: String,
        },
    }
    match outcome {
        Ok(o @ Outcome::Applied) => Said::Outcome(o).serialize(s),
        Ok(o) => Said::Worded { outcome: o, says: o.to_string() }.serialize(s),
        Err(r) => Said::Refused { outcome: "refused", why: &r.why, says: r.to_string() }.serialize(s),
    }
}
