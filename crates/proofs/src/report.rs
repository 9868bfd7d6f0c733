//! Running the proofs, and the report of it: capability by backend and adapter, proved, disproved, or not claimed with the reason.

use crate::{Disproved, Proof, Screen, Status, proof, status};
use candor_caps::{AnyCapability, Capability, CustomFeature, Feature, Reason, Requests, Resolution, Tier};
use candor_rhi::{AdapterInfo, BackendKind, Device};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What running a proof showed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// The proof ran and passed.
    Proved,
    /// The proof ran and failed: a claim that does not hold.
    Disproved {
        /// One sentence.
        why: String,
    },
    /// The device was not granted the capability, or Candor does not claim it here.
    NotClaimed {
        /// One sentence.
        why: String,
    },
}

/// What a device was granted; for the rest, why not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    granted: BTreeMap<Capability, Result<(), String>>,
    screen: bool,
}

/// Names of the features by which [`requests`] asks for single capabilities.
const PREFIX: &str = "prove-";
/// Why a proof of what is seen does not run by itself.
const NO_SCREEN: &str = "it is proved on a window, and none is here";

/// Requests for all that has a proof on a backend, each capability on its own and optional, together with Candor's base set.
pub fn requests(backend: BackendKind) -> Requests {
    one_by_one(with_proof(backend).filter(|c| !is_seen(*c)))
}

/// Requests for all whose proof needs a window: [`Claims::on_screen`].
pub fn requests_on_screen(backend: BackendKind) -> Requests {
    one_by_one(with_proof(backend).filter(|c| is_seen(*c)))
}

fn with_proof(backend: BackendKind) -> impl Iterator<Item = Capability> {
    Capability::ALL.iter().copied().filter(move |c| status(*c, backend) == Status::Proved)
}

/// Is it proved on a window that is seen?
pub fn is_seen(c: Capability) -> bool {
    matches!(proof(c), Proof::OnScreen(_))
}

/// Requests for every built-in capability, with a proof or without: to see what a device offers.
pub fn offers() -> Requests {
    one_by_one(Capability::ALL.iter().copied())
}

/// What a capability is of no use without, as the features that are made of it say.
fn beside(c: Capability) -> &'static [Capability] {
    match c {
        // What waits for another queue waits for a number that it reaches.
        Capability::AsyncComputeQueue | Capability::AsyncTransferQueue => &[Capability::TimelineSemaphore],
        _ => &[],
    }
}

/// Each capability on its own and optional.
fn one_by_one(capabilities: impl IntoIterator<Item = Capability>) -> Requests {
    let mut all = Requests::new();
    for c in capabilities {
        // The name is made of a prefix and a valid name, so that it is valid and not one of Candor's.
        let needs = [c].into_iter().chain(beside(c).iter().copied()).map(AnyCapability::BuiltIn);
        if let Ok(f) = CustomFeature::new(format!("{PREFIX}{c}"), c.description(), needs) {
            all.add(f, Tier::Optional);
        }
    }
    all
}

/// What a resolution granted: the capabilities of all features that are on.
pub fn claims(resolution: &Resolution) -> Claims {
    let mut claims = BTreeMap::new();
    for r in &resolution.refused {
        for lack in &r.lacks {
            if let Ok(c) = lack.capability.parse::<Capability>() {
                let why = match lack.reason() {
                    Reason::DriverFault { faults, .. } => {
                        format!("known driver fault: {}", faults.join("; "))
                    }
                    _ => format!("the device lacks {lack}"),
                };
                claims.insert(c, Err(why.clone()));
                // What else the feature would have proved goes with it.
                if let Some(Ok(of)) = r.feature.strip_prefix(PREFIX).map(str::parse::<Capability>) {
                    claims.entry(of).or_insert(Err(why));
                }
            }
        }
    }
    for e in &resolution.enabled {
        if let Ok(f) = e.feature.parse::<Feature>() {
            claims.extend(f.capabilities().iter().map(|c| (*c, Ok(()))));
        } else if let Some(Ok(c)) = e.feature.strip_prefix(PREFIX).map(str::parse) {
            claims.insert(c, Ok(()));
        }
    }
    Claims { granted: claims, screen: false }
}

impl Claims {
    /// These capabilities and no others.
    pub fn of(granted: impl IntoIterator<Item = Capability>) -> Self {
        Self { granted: granted.into_iter().map(|c| (c, Ok(()))).collect(), screen: false }
    }

    /// Together with what another resolution granted of that which is proved on a window, since one is here.
    pub fn on_screen(mut self, more: Claims) -> Self {
        self.granted.extend(more.granted.into_iter().filter(|(c, _)| is_seen(*c)));
        self.screen = true;
        self
    }

    /// Was it granted?
    ///
    /// # Errors
    /// One sentence that says why not.
    pub fn granted(&self, c: Capability) -> Result<(), String> {
        let unasked = || Err("it was not asked for when the device was created".to_owned());
        self.granted.get(&c).cloned().unwrap_or_else(unasked)
    }
}

/// One line of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The capability.
    pub capability: Capability,
    /// What was shown.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// What was shown on one device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The backend's name.
    pub backend: &'static str,
    /// The adapter's name.
    pub adapter: String,
    /// Its driver.
    pub driver: String,
    /// Every built-in capability, in the order of their list.
    pub entries: Vec<Entry>,
}

/// Runs one proof on a device that was granted the capability.
pub fn run(device: &Device, capability: Capability) -> Verdict {
    if let Status::NotYet { why } = status(capability, device.info().backend) {
        return Verdict::NotClaimed { why: why.to_owned() };
    }
    match proof(capability) {
        Proof::NotYet(why) => Verdict::NotClaimed { why: why.to_owned() },
        Proof::Run(f) => verdict(f(device)),
        Proof::OnScreen(_) => Verdict::NotClaimed { why: NO_SCREEN.to_owned() },
    }
}

/// Runs one proof, with a window for those that need one.
pub fn run_on_screen(device: &Device, capability: Capability, screen: &mut Screen<'_>) -> Verdict {
    match proof(capability) {
        Proof::OnScreen(f) => verdict(f(device, screen)),
        Proof::Run(_) | Proof::NotYet(_) => run(device, capability),
    }
}

fn verdict(result: Result<(), Disproved>) -> Verdict {
    match result {
        Ok(()) => Verdict::Proved,
        Err(e) => Verdict::Disproved { why: e.to_string() },
    }
}

/// What is known of a capability before its proof has run: nothing where it is claimed, else why it is not.
pub fn unclaimed(capability: Capability, backend: BackendKind, claims: &Claims) -> Option<Verdict> {
    match (status(capability, backend), claims.granted(capability)) {
        (Status::NotYet { why }, _) => Some(Verdict::NotClaimed { why: why.to_owned() }),
        (Status::Proved, _) if is_seen(capability) && !claims.screen => {
            Some(Verdict::NotClaimed { why: NO_SCREEN.to_owned() })
        }
        (Status::Proved, Err(why)) => Some(Verdict::NotClaimed { why }),
        (Status::Proved, Ok(())) => None,
    }
}

/// Runs the proofs of all that a device was granted.
pub fn verify(device: &Device, claims: &Claims) -> Report {
    let AdapterInfo { backend, name, driver, .. } = device.info();
    let entries = Capability::ALL.iter().map(|c| {
        let verdict = unclaimed(*c, *backend, claims).unwrap_or_else(|| run(device, *c));
        Entry { capability: *c, verdict }
    });
    Report {
        backend: backend.name(),
        adapter: name.clone(),
        driver: driver.clone(),
        entries: entries.collect(),
    }
}

impl Report {
    /// No claim failed.
    pub fn holds(&self) -> bool {
        self.disproved().next().is_none()
    }

    /// Claims that do not hold, with the reason.
    pub fn disproved(&self) -> impl Iterator<Item = (Capability, &str)> {
        self.entries.iter().filter_map(|e| match &e.verdict {
            Verdict::Disproved { why } => Some((e.capability, why.as_str())),
            Verdict::Proved | Verdict::NotClaimed { .. } => None,
        })
    }

    /// How many proofs ran and passed.
    pub fn proved(&self) -> usize {
        self.entries.iter().filter(|e| e.verdict == Verdict::Proved).count()
    }

    /// What was shown of a capability.
    pub fn verdict(&self, c: Capability) -> Option<&Verdict> {
        self.entries.iter().find(|e| e.capability == c).map(|e| &e.verdict)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} on {} ({})", self.backend, self.adapter, self.driver)?;
        for e in &self.entries {
            match &e.verdict {
                Verdict::Proved => writeln!(f, "  proved       {}", e.capability)?,
                Verdict::Disproved { why } => writeln!(f, "  DISPROVED    {}: {why}", e.capability)?,
                Verdict::NotClaimed { why } => writeln!(f, "  not claimed  {}: {why}", e.capability)?,
            }
        }
        let disproved = self.disproved().count();
        let rest = self.entries.len() - self.proved() - disproved;
        write!(f, "{} proved, {disproved} disproved, {rest} not claimed", self.proved())
    }
}

/// Reports of several devices side by side, as the documentation shows them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Matrix {
    /// A column each.
    pub reports: Vec<Report>,
}

impl fmt::Display for Matrix {
    /// A table in Markdown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("| capability |")?;
        for r in &self.reports {
            write!(f, " {}: {} |", r.backend, r.adapter)?;
        }
        f.write_str("\n|---|")?;
        for _ in &self.reports {
            f.write_str("---|")?;
        }
        for (i, c) in Capability::ALL.iter().enumerate() {
            write!(f, "\n| {c} |")?;
            for r in &self.reports {
                match r.entries.get(i).map(|e| &e.verdict) {
                    Some(Verdict::Proved) => f.write_str(" proved |")?,
                    Some(Verdict::Disproved { why }) => write!(f, " **disproved**: {why} |")?,
                    Some(Verdict::NotClaimed { why }) => write!(f, " {why} |")?,
                    None => f.write_str(" |")?,
                }
            }
        }
        Ok(())
    }
}
