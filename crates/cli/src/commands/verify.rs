//! `candor verify`: what of Candor's claims holds on the devices of this machine.

use crate::args::{Misbehave, Verify as Args};
use crate::fail::{Exit, Fail};
use crate::live::{self, Found};
use crate::on_candor::backend_of;
use crate::page;
use crate::proving::{self, Task};
use crate::screen;
use crate::show::{Answer, check_file, show, to_json, write_file};
use crate::table::Table;
use candor::proofs::{self, Claims, Verdict};
use candor_caps::{Capability, Resolution, resolve};
use candor_rhi::BackendKind;
use clap::ValueEnum as _;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::time::Duration;

/// What the files are.
const REPORT: &str = "the report";

/// What was shown on this machine.
#[derive(Debug, Serialize)]
pub(crate) struct Verified {
    /// No claim is disproved.
    pub(crate) holds: bool,
    /// A proof was given so many seconds.
    pub(crate) limit_seconds: u64,
    /// The program's version.
    pub(crate) candor: &'static str,
    /// Each device.
    pub(crate) devices: Vec<OnDevice>,
    /// What is wrong with backends that have no device here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) problems: Vec<String>,
}

/// What was shown on one device.
#[derive(Debug, Serialize)]
pub(crate) struct OnDevice {
    /// The backend's name.
    pub(crate) backend: &'static str,
    /// The adapter's name.
    pub(crate) adapter: String,
    /// Its driver.
    pub(crate) driver: String,
    /// Why Candor can't use it at all, where that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unusable: Option<String>,
    /// Proofs that passed.
    pub(crate) proved: usize,
    /// Claims that do not hold.
    pub(crate) disproved: usize,
    /// What Candor does not claim here.
    pub(crate) not_claimed: usize,
    /// What of that the driver offers.
    pub(crate) offered_not_claimed: usize,
    /// Every capability that was asked for, in the order of their list.
    pub(crate) entries: Vec<Line>,
}

/// One capability on one device.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    /// Its name.
    pub(crate) capability: &'static str,
    /// What was shown.
    #[serde(flatten)]
    pub(crate) verdict: Verdict,
    /// The driver offers it.
    pub(crate) offered: bool,
    /// How long its process took, in milliseconds, where one ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) time_ms: Option<u64>,
}

impl Line {
    /// The verdict in words.
    pub(crate) fn verdict_words(&self) -> &'static str {
        match self.verdict {
            Verdict::Proved => "proved",
            Verdict::Disproved { .. } => "DISPROVED",
            Verdict::NotClaimed { .. } => "not claimed",
        }
    }

    /// Does the driver offer it?
    pub(crate) fn offered_words(&self) -> &'static str {
        if self.offered { "yes" } else { "no" }
    }

    /// How long it took, in words.
    pub(crate) fn time_words(&self) -> String {
        self.time_ms.map(|ms| format!("{ms}")).unwrap_or_default()
    }

    /// The reason, where there is one.
    pub(crate) fn why(&self) -> &str {
        match &self.verdict {
            Verdict::Proved => "",
            Verdict::Disproved { why } | Verdict::NotClaimed { why } => why,
        }
    }
}

/// Runs the proofs.
pub(crate) fn run(args: &Args) -> Result<Exit, Fail> {
    let only = args.only.iter().map(|n| capability("--only", n)).collect::<Result<Vec<_>, _>>()?;
    let misbehave = args.misbehave.iter().map(|m| misbehaviour(m)).collect::<Result<Vec<_>, _>>()?;
    let json = args.json.as_deref().filter(|_| !args.json_to_stdout());
    for path in json.iter().chain(&args.html.as_deref()) {
        check_file(path, REPORT)?;
    }
    let (found, problems) = live::all_and_problems(live::backend(args.backend.as_deref())?)?;
    let found = live::pick(found, args.adapter.as_deref())?;
    let asked: Vec<Capability> =
        Capability::ALL.iter().copied().filter(|c| only.is_empty() || only.contains(c)).collect();
    let screen = screen::here();
    if let Err(why) = &screen {
        tracing::info!("nothing is proved on a window: {why}");
    }
    let asks = found.iter().map(|f| Asked::new(f, screen.is_ok())).collect::<Result<Vec<_>, _>>()?;
    let tasks: Vec<Task> = asks
        .iter()
        .flat_map(|a| asked.iter().filter(|c| a.unclaimed(**c).is_none()).map(|c| a.task(*c, &misbehave)))
        .collect();
    let limit = Duration::from_secs(args.limit);
    // Drawn on the error output, and only where that is a terminal.
    let bar = ProgressBar::new(tasks.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    let shown = proving::run(&tasks, limit, &|task| {
        bar.set_message(task.capability.name());
        bar.inc(1);
    });
    bar.finish_and_clear();
    let mut shown = shown.into_iter();
    let devices: Vec<OnDevice> = asks.iter().map(|a| a.told(&asked, &mut shown)).collect();
    let verified = Verified {
        holds: devices.iter().all(|d| d.disproved == 0),
        limit_seconds: args.limit,
        candor: env!("CARGO_PKG_VERSION"),
        devices,
        problems,
    };
    if let Some(path) = json {
        write_file(path, REPORT, &to_json(&verified)?)?;
    }
    if let Some(path) = &args.html {
        write_file(path, REPORT, &page::page(&verified))?;
    }
    show(&verified, args.json_to_stdout())?;
    Ok(Exit::of(verified.holds))
}

fn capability(from: &str, name: &str) -> Result<Capability, Fail> {
    name.trim().parse().map_err(|e: candor_caps::capability::NoSuchName| {
        let names: Vec<&str> = Capability::ALL.iter().map(|c| c.name()).collect();
        Fail::input("capability", format!("{from}: {e}"))
            .help(format!("capabilities are {}", names.join(", ")))
    })
}

fn misbehaviour(text: &str) -> Result<(Capability, Misbehave), Fail> {
    let bad = |why: String| Fail::input("misbehave", format!("--misbehave '{text}': {why}"));
    let (name, how) = text.split_once('=').ok_or_else(|| bad("it is not capability=how".to_owned()))?;
    Ok((capability("--misbehave", name)?, Misbehave::from_str(how, false).map_err(bad)?))
}

/// One device with its claims.
struct Asked<'a> {
    found: &'a Found,
    backend: BackendKind,
    claims: Claims,
    offers: Claims,
    unusable: Option<String>,
}

impl<'a> Asked<'a> {
    fn new(found: &'a Found, screen: bool) -> Result<Self, Fail> {
        let backend = backend_of(&found.report);
        let resolution = proving::ask(backend, &found.report)
            .map_err(|e| Fail::no("base", format!("Candor's own base set can't be asked for: {e}")))?;
        let claims = proving::claims(backend, &found.report, &resolution, screen);
        let offers = proofs::claims(&resolve(&found.report, &proofs::offers()));
        Ok(Self { found, backend, claims, offers, unusable: lacks_base(&resolution) })
    }

    /// Why a capability is not claimed; nothing where it is, so that its proof is run.
    fn unclaimed(&self, c: Capability) -> Option<Verdict> {
        if let Some(verdict) = proofs::unclaimed(c, self.backend, &self.claims) {
            return Some(verdict);
        }
        self.unusable.clone().map(|why| Verdict::NotClaimed { why })
    }

    fn task(&self, capability: Capability, misbehave: &[(Capability, Misbehave)]) -> Task {
        let misbehave = misbehave.iter().find(|(c, _)| *c == capability).map(|(_, how)| *how);
        Task { backend: self.backend, adapter: self.found.index, capability, misbehave }
    }

    /// Takes from what was shown as many as this device has proofs.
    fn told(&self, asked: &[Capability], shown: &mut impl Iterator<Item = proving::Shown>) -> OnDevice {
        let line = |c: &Capability| {
            let offered = self.offers.granted(*c).is_ok();
            let (verdict, time_ms) = match self.unclaimed(*c) {
                Some(verdict) => (verdict, None),
                None => match shown.next() {
                    Some(s) => (s.verdict, Some(u64::try_from(s.time.as_millis()).unwrap_or(u64::MAX))),
                    None => (Verdict::Disproved { why: "its proof did not run".to_owned() }, None),
                },
            };
            Line { capability: c.name(), verdict, offered, time_ms }
        };
        let entries: Vec<Line> = asked.iter().map(line).collect();
        let count = |pick: fn(&Line) -> bool| entries.iter().filter(|l| pick(l)).count();
        let unclaimed: fn(&Line) -> bool = |l| matches!(l.verdict, Verdict::NotClaimed { .. });
        let report = &self.found.report;
        OnDevice {
            backend: self.backend.name(),
            adapter: report.name.clone().unwrap_or_else(|| self.found.title.clone()),
            driver: report.driver.clone().unwrap_or_else(|| "not recorded".to_owned()),
            unusable: self.unusable.clone(),
            proved: count(|l| l.verdict == Verdict::Proved),
            disproved: count(|l| matches!(l.verdict, Verdict::Disproved { .. })),
            not_claimed: count(unclaimed),
            offered_not_claimed: count(|l| l.offered && matches!(l.verdict, Verdict::NotClaimed { .. })),
            entries,
        }
    }
}

/// What of Candor's own base set a device lacks, in one sentence.
fn lacks_base(resolution: &Resolution) -> Option<String> {
    if resolution.requirements_met {
        return None;
    }
    let lacks: Vec<String> =
        resolution.base.iter().filter_map(|b| b.reason()).map(|r| r.to_string()).collect();
    Some(format!("the device lacks Candor's base set: {}", lacks.join("; ")))
}

impl OnDevice {
    /// Who it is.
    pub(crate) fn title(&self) -> String {
        format!("{} on {} ({})", self.backend, self.adapter, self.driver)
    }

    /// The counts.
    pub(crate) fn summary(&self) -> String {
        format!(
            "{} proved, {} disproved, {} not claimed, {} of them offered by the driver",
            self.proved, self.disproved, self.not_claimed, self.offered_not_claimed
        )
    }
}

impl Verified {
    /// The answer in one sentence.
    pub(crate) fn answer(&self) -> String {
        let disproved: usize = self.devices.iter().map(|d| d.disproved).sum();
        match disproved {
            0 => "No claim is disproved.".to_owned(),
            1 => "1 claim is disproved.".to_owned(),
            n => format!("{n} claims are disproved."),
        }
    }
}

impl Answer for Verified {
    fn text(&self) -> String {
        let mut out = format!("Candor {}; a proof was given {} s.\n", self.candor, self.limit_seconds);
        for d in &self.devices {
            out.push_str(&format!("\n{}\n", d.title()));
            if let Some(why) = &d.unusable {
                out.push_str(&format!("Candor can't use it: {why}\n"));
            }
            let mut table = Table::new(["capability", "verdict", "driver offers it", "ms", "why"]);
            for l in &d.entries {
                table.row([
                    l.capability.to_owned(),
                    l.verdict_words().to_owned(),
                    l.offered_words().to_owned(),
                    l.time_words(),
                    l.why().to_owned(),
                ]);
            }
            out.push_str(&format!("\n{table}\n{}\n", d.summary()));
        }
        for p in &self.problems {
            out.push_str(&format!("\nno device: {p}\n"));
        }
        out.push_str(&format!("\n{}\n", self.answer()));
        out
    }
}
