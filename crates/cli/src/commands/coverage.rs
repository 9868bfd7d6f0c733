//! `candor coverage`: on how many devices it runs, and why not on the others.

use crate::args::Coverage as Args;
use crate::fail::{Exit, Fail};
use crate::show::{Answer, show};
use crate::table::Table;
use crate::{ask, reports};
use candor_caps::base::{Preference, candor_vulkan, candor_vulkan_prefers};
use candor_caps::coverage::{Coverage, Fleet};
use candor_caps::requests::Ask;
use candor_caps::{Requests, Tier};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Between two pictures of the progress bar.
const TICK: Duration = Duration::from_millis(80);

#[derive(Debug, Serialize)]
struct Covered {
    #[serde(flatten)]
    coverage: Coverage,
    /// What Candor itself needs and prefers, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<Base>,
    /// What of a profile is not checked, since no report can answer it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_checked: Vec<String>,
    /// Reading and resolving, in milliseconds.
    time_ms: f64,
}

/// Candor's own base set.
#[derive(Debug, Serialize)]
struct Base {
    /// Nothing else is required.
    alone: bool,
    /// Devices on which all that is required is met, in percent, rounded down to a tenth.
    met_percent: f64,
    /// What a device can't do without.
    needs: Vec<String>,
    /// What is done on a device that lacks what is preferred.
    instead: Vec<Instead>,
}

#[derive(Debug, Serialize)]
struct Instead {
    preferred: String,
    instead: &'static str,
}

impl Base {
    fn new(alone: bool, coverage: &Coverage) -> Self {
        let tenths = (coverage.met * 1000).checked_div(coverage.reports).unwrap_or(0);
        let instead = |p: Preference| Instead { preferred: p.requirement.name, instead: p.instead };
        Self {
            alone,
            met_percent: tenths as f64 / 10.0,
            needs: candor_vulkan().into_iter().map(|b| b.name).collect(),
            instead: candor_vulkan_prefers().into_iter().map(instead).collect(),
        }
    }
}

/// Asks all reports of some folders.
pub(crate) fn run(args: &Args) -> Result<Exit, Fail> {
    let mut asked = if args.base { ask::optional_requests(&args.ask)? } else { ask::requests(&args.ask)? };
    let required = |r: &Requests| {
        r.base().next().is_some()
            || r.limits().iter().any(|l| matches!(l.ask, Ask::Need(_)))
            || r.features().iter().any(|(_, tier)| *tier == Tier::Required)
    };
    let alone = !required(&asked.requests);
    if args.base {
        asked.requests = asked.requests.on_candor_vulkan().map_err(|e| ask::wrong(&e))?;
    }
    let start = Instant::now();
    let files = match &args.table {
        Some(table) => reports::of_table(table, &args.rows)?,
        None => reports::all_files(&args.paths)?,
    };
    // Drawn on the error output, and only where that is a terminal.
    let bar = ProgressBar::new_spinner().with_message(format!("reading {} files", files.len()));
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(TICK);
    let fleet = Fleet::load(&files);
    if fleet.devices.is_empty() {
        bar.finish_and_clear();
        let first = fleet.skipped.first().map(|s| format!("{} ({})", s.file, s.reason)).unwrap_or_default();
        return Err(Fail::input("report", format!("none of {} files is a device's report", files.len()))
            .help(format!("the first: {first}")));
    }
    let coverage = fleet.coverage(&asked.requests);
    bar.finish_and_clear();
    let time_ms = start.elapsed().as_secs_f64() * 1e3;
    let base = args.base.then(|| Base::new(alone, &coverage));
    show(&Covered { coverage, base, not_checked: asked.left_out, time_ms }, args.json)?;
    // The question is on how many: any number answers it.
    Ok(Exit::Yes)
}

impl Answer for Covered {
    fn text(&self) -> String {
        let c = &self.coverage;
        let mut out = match &self.base {
            None => format!("The required set runs on {} of {} devices.\n", c.met, c.reports),
            Some(b) => {
                let what = match b.alone {
                    true => "Candor's own base set",
                    false => "The required set, with Candor's own base set,",
                };
                let needs = b.needs.join(", ");
                format!(
                    "{what} runs on {} of {} devices ({:.1} %). It needs: {needs}.\n",
                    c.met, c.reports, b.met_percent
                )
            }
        };
        if c.undecided > 0 {
            out.push_str(&format!("{} more can't be told: their reports don't record it.\n", c.undecided));
        }
        let mut reasons = Table::new(["devices", "how", "reason"]);
        for (list, how) in [(&c.lacks, "lack"), (&c.unknown, "don't record")] {
            for r in list {
                reasons.row([format!("{:>7}", r.devices), how.to_owned(), r.reason.clone()]);
            }
        }
        if !reasons.is_empty() {
            out.push_str(&format!("\n{reasons}"));
        }
        let mut features = Table::new(["feature", "asked as", "on", "missing", "not recorded"]);
        for f in &c.features {
            let cells = [f.on, f.missing, f.unknown].map(|n| n.to_string());
            let [on, missing, unknown] = cells;
            features.row([f.feature.to_string(), f.tier.to_string(), on, missing, unknown]);
        }
        if !features.is_empty() {
            out.push_str(&format!("\n{features}"));
        }
        let mut preferred = Table::new(["preferred", "on", "missing", "not recorded", "where it is missing"]);
        for p in &c.preferred {
            let [on, missing, unknown] = [p.on, p.missing, p.unknown].map(|n| n.to_string());
            let instead = self.base.iter().flat_map(|b| &b.instead).find(|i| i.preferred == p.name);
            let instead = instead.map(|i| i.instead.to_owned()).unwrap_or_default();
            preferred.row([p.name.clone(), on, missing, unknown, instead]);
        }
        if !preferred.is_empty() {
            out.push_str(&format!("\n{preferred}"));
        }
        if !c.unmet.is_empty() {
            let mut table = Table::new(["device that does not meet it", "report", "reasons"]);
            for u in &c.unmet {
                let name = u.name.clone().unwrap_or_else(|| "(not named)".into());
                let why: Vec<String> = u.reasons.iter().map(ToString::to_string).collect();
                let state = if u.undecided { "can't be told: " } else { "" };
                table.row([name, u.source.clone(), format!("{state}{}", why.join("; "))]);
            }
            out.push_str(&format!("\n{table}"));
        }
        if !c.skipped.is_empty() {
            let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
            for s in &c.skipped {
                *classes.entry(s.class).or_default() += 1;
            }
            let classes: Vec<String> = classes.iter().map(|(class, n)| format!("{n} {class}")).collect();
            out.push_str(&format!("\nSkipped {} files: {}.\n\n", c.skipped.len(), classes.join(", ")));
            let mut table = Table::new(["skipped file", "is a", "reason"]);
            for s in &c.skipped {
                table.row([s.file.clone(), s.class.to_owned(), s.reason.clone()]);
            }
            out.push_str(&table.to_string());
        }
        for s in &self.not_checked {
            out.push_str(&format!("not checked: {s}\n"));
        }
        out.push_str(&format!("\n{} files in {:.0} ms\n", c.reports + c.skipped.len(), self.time_ms));
        out
    }
}
