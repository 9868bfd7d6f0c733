//! `candor coverage`: on how many devices it runs, and why not on the others.

use crate::args::Coverage as Args;
use crate::fail::{Exit, Fail};
use crate::show::{Answer, show};
use crate::table::Table;
use crate::{ask, reports};
use candor_caps::coverage::{Coverage, Fleet};
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
    /// What of a profile is not checked, since no report can answer it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_checked: Vec<String>,
    /// Reading and resolving, in milliseconds.
    time_ms: f64,
}

/// Asks all reports of some folders.
pub(crate) fn run(args: &Args) -> Result<Exit, Fail> {
    let asked = ask::requests(&args.ask)?;
    let start = Instant::now();
    let files = reports::all_files(&args.paths)?;
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
    show(&Covered { coverage, not_checked: asked.left_out, time_ms }, args.json)?;
    // The question is on how many: any number answers it.
    Ok(Exit::Yes)
}

impl Answer for Covered {
    fn text(&self) -> String {
        let c = &self.coverage;
        let mut out = format!("The required set runs on {} of {} devices.\n", c.met, c.reports);
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
