//! `candor resolve`: does a device have what a program asks for, and what is to be enabled?

use crate::args::{self, Resolve};
use crate::ask;
use crate::fail::{Exit, Fail};
use crate::on_candor::{Both, Row, both};
use crate::show::{Answer, show};
use crate::table::Table;
use crate::{live, reports};
use candor_caps::DeviceReport;
use candor_caps::coverage::Skipped;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct Resolved {
    /// The answer that the exit code gives.
    met: bool,
    /// It is Candor's answer, not the device's.
    on_candor: bool,
    devices: Vec<Both>,
    /// Files of a folder that are no devices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<Skipped>,
    /// What of a profile is not checked, since no report can answer it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_checked: Vec<String>,
}

/// Resolves on saved or live devices.
pub(crate) fn run(args: &Resolve) -> Result<Exit, Fail> {
    let asked = ask::requests(&args.ask)?;
    let (reports, skipped) = devices(&args.device)?;
    let devices = reports
        .iter()
        .map(|r| both(r, &asked.requests))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|e| Fail::no("base", format!("Candor's own base set can't be asked for: {e}")))?;
    let met = devices
        .iter()
        .all(|d| if args.on_candor { d.candor.requirements_met } else { d.device.requirements_met });
    let answer = Resolved { met, on_candor: args.on_candor, devices, skipped, not_checked: asked.left_out };
    show(&answer, args.json)?;
    Ok(Exit::of(met))
}

/// The devices that the command line means.
pub(crate) fn devices(args: &args::Device) -> Result<(Vec<DeviceReport>, Vec<Skipped>), Fail> {
    if !args.report.is_empty() {
        if args.backend.is_some() || args.adapter.is_some() {
            return Err(Fail::input(
                "flags",
                "--report asks a saved report; --backend and --adapter ask this machine",
            )
            .help("give one or the other"));
        }
        let found = reports::devices(&args.report)?;
        return Ok((found.devices, found.skipped));
    }
    let backend = live::backend(args.backend.as_deref())?;
    let found = live::devices(backend, args.adapter.as_deref())?;
    Ok((found.into_iter().map(|f| f.report).collect(), Vec::new()))
}

/// Yes and no as words of a sentence.
fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "not met" }
}

/// The table of features with both answers, and below it why.
pub(crate) fn rows(rows: &[Row], with_tier: bool) -> String {
    let mut table = Table::new(["feature", "asked as", "device", "candor", "why"]);
    let mut plain = Table::new(["feature", "device", "candor", "why"]);
    for r in rows {
        let device = r.device_reason.as_ref().map(|w| w.text.as_str());
        let candor = r.candor_reason.as_ref().map(|w| w.text.as_str());
        let cut = |w: &str| w.strip_prefix(&format!("{}: ", r.feature)).unwrap_or(w).to_owned();
        let why = match (device, candor) {
            (Some(d), Some(c)) if d != c => format!("{}; {}", cut(d), cut(c)),
            (Some(w), _) | (None, Some(w)) => cut(w),
            (None, None) => String::new(),
        };
        let (device, candor) = (r.device.words().to_owned(), r.candor.words().to_owned());
        if with_tier {
            table.row([r.feature.clone(), r.tier.to_string(), device, candor, why]);
        } else {
            plain.row([r.feature.clone(), device, candor, why]);
        }
    }
    if with_tier { table.to_string() } else { plain.to_string() }
}

/// What this build does not have of some features, once each.
pub(crate) fn not_yet(rows: &[Row]) -> String {
    let mut table = Table::new(["not in this build", "why"]);
    let mut seen = Vec::new();
    for n in rows.iter().filter_map(|r| r.candor_reason.as_ref()).flat_map(|w| &w.not_yet) {
        if !seen.contains(&&n.what) {
            seen.push(&n.what);
            table.row([n.what.clone(), n.why.clone()]);
        }
    }
    if table.is_empty() { String::new() } else { format!("\n{table}") }
}

impl Answer for Resolved {
    fn text(&self) -> String {
        let mut out = String::new();
        for (i, d) in self.devices.iter().enumerate() {
            if i > 0 {
                out.push('\n');
            }
            out.push_str(&device(d));
        }
        if self.devices.len() > 1 {
            let count = |f: fn(&Both) -> bool| self.devices.iter().filter(|d| f(d)).count();
            out.push_str(&format!(
                "\nRequirements met by {} of {} devices, and by Candor on {}.\n",
                count(|d| d.device.requirements_met),
                self.devices.len(),
                count(|d| d.candor.requirements_met)
            ));
        }
        if !self.skipped.is_empty() {
            let mut table = Table::new(["skipped file", "is a", "reason"]);
            for s in &self.skipped {
                table.row([s.file.clone(), s.class.to_owned(), s.reason.clone()]);
            }
            out.push_str(&format!("\n{table}"));
        }
        for s in &self.not_checked {
            out.push_str(&format!("not checked: {s}\n"));
        }
        out
    }
}

fn device(both: &Both) -> String {
    let (d, c) = (&both.device, &both.candor);
    let mut out = match &d.device {
        Some(name) => format!("{name}\n  from {}\n", d.source),
        None => format!("{}\n", d.source),
    };
    out.push_str(&format!("  requirements on the device: {}\n", verdict(d.requirements_met)));
    out.push_str(&format!("  requirements on Candor ({}): {}\n", c.backend, verdict(c.requirements_met)));
    if !both.features.is_empty() {
        out.push_str(&format!("\n{}{}", rows(&both.features, true), not_yet(&both.features)));
    }
    if !d.base.is_empty() || !d.limits.is_empty() {
        let mut table = Table::new(["base requirement or limit", "answer"]);
        for b in &d.base {
            let why = b.reason().map_or_else(|| "met".to_owned(), |r| r.to_string());
            table.row([b.name.clone(), why]);
        }
        for l in &d.limits {
            let answer = match &l.outcome {
                Ok(o) => o.to_string(),
                Err(r) => r.to_string(),
            };
            table.row([l.limit.clone(), answer]);
        }
        out.push_str(&format!("\n{table}"));
    }
    let own: Vec<_> = c
        .unmet
        .iter()
        .filter(|w| !both.features.iter().any(|f| f.candor_reason.as_ref().is_some_and(|r| r.text == w.text)))
        .collect();
    if !own.is_empty() {
        out.push_str("\nCandor needs on top of that:\n");
        for w in own {
            out.push_str(&format!("  {}\n", w.text));
        }
    }
    if d.plan.is_empty() {
        out.push_str("\nThere is nothing to enable.\n");
    } else {
        out.push_str("\nTo enable, exactly:\n");
        for line in d.plan.to_string().lines() {
            out.push_str(&format!("  {line}\n"));
        }
    }
    for n in &d.notes {
        out.push_str(&format!("note: {n}\n"));
    }
    out
}
