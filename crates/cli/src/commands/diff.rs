//! `candor caps --diff`: what one device has and another lacks.

use crate::args::Caps as Args;
use crate::fail::{Exit, Fail};
use crate::live;
use crate::reports;
use crate::show::{Answer, show};
use crate::table::Table;
use candor_caps::diff::{Difference, Kind, More, Side};
use candor_caps::{DeviceReport, Diff, Value, diff};
use std::path::Path;

/// The word for the devices of this machine.
const LIVE: &str = "live";

/// Compares two devices: yes where nothing differs.
pub(crate) fn run(args: &Args, pair: &[String]) -> Result<Exit, Fail> {
    let [a, b] = pair else {
        return Err(Fail::input("diff", format!("--diff compares two devices, {} are named", pair.len())));
    };
    let mut machine = Machine { backend: args.device.backend.as_deref(), found: None };
    let (a, b) = (machine.device(a)?, machine.device(b)?);
    let answer = diff(&a, &b);
    show(&answer, args.json)?;
    Ok(Exit::of(answer.equal))
}

/// The devices of this machine, asked when they are needed and once.
struct Machine<'a> {
    backend: Option<&'a str>,
    found: Option<Vec<live::Found>>,
}

impl Machine<'_> {
    /// A report's file, `live`, `live:` and a number or a part of a name, or that alone.
    fn device(&mut self, text: &str) -> Result<DeviceReport, Fail> {
        let path = Path::new(text);
        if path.is_file() {
            return reports::device(path);
        }
        let wish = match text.strip_prefix(LIVE) {
            Some("") => None,
            Some(rest) if rest.starts_with(':') => Some(rest.trim_start_matches(':')),
            _ => Some(text),
        };
        if path.is_dir() || (wish == Some(text) && looks_like_a_file(text)) {
            let what = if path.is_dir() { "is a folder" } else { "is not there" };
            return Err(Fail::input("diff", format!("{text} {what}; --diff compares two devices")).help(
                "name a report's file, live, or live: and the number or a part of the name of an adapter",
            ));
        }
        // That no device is here is no difference.
        self.pick(wish).map_err(|fail| Fail { exit: Exit::BadInput, ..fail })
    }

    fn pick(&mut self, wish: Option<&str>) -> Result<DeviceReport, Fail> {
        let found = match self.found.take() {
            Some(found) => found,
            None => live::all(live::backend(self.backend)?)?,
        };
        let all = self.found.insert(found);
        let mut picked = match wish {
            Some(wish) => live::pick_by(all.clone(), wish, "--diff")?,
            None => live::pick(all.clone(), None)?,
        };
        if picked.len() > 1 {
            let list: Vec<String> =
                all.iter().enumerate().map(|(i, f)| format!("live:{i} ({})", f.title)).collect();
            let message = format!("live is one device, and {} are here", picked.len());
            return Err(Fail::input("diff", message).help(format!("name one of {}", list.join(", "))));
        }
        picked.pop().map(|f| f.report).ok_or_else(|| Fail::input("diff", "no device is here"))
    }
}

fn looks_like_a_file(text: &str) -> bool {
    text.contains(['/', '\\']) || Path::new(text).extension().is_some_and(|e| e.eq_ignore_ascii_case("json"))
}

fn cell(kind: Kind, v: &Option<Value>) -> String {
    match v {
        None if kind == Kind::FeatureBit => "not there".into(),
        None => "not recorded".into(),
        Some(Value::Bool(true)) => "yes".into(),
        Some(Value::Bool(false)) => "no".into(),
        Some(v) => v.to_string(),
    }
}

fn side(letter: char, s: &Side) -> String {
    let name = s.name.as_deref().unwrap_or("no name recorded");
    let driver = s.driver.as_deref().unwrap_or("driver not recorded");
    format!("{letter}: {name} ({driver})\n   from {}\n", s.source)
}

impl Answer for Diff {
    fn text(&self) -> String {
        let mut out = side('A', &self.a) + &side('B', &self.b);
        if !self.same_api {
            out.push_str("They are of two APIs, so only capabilities and features are compared.\n");
        }
        for kind in Kind::ALL {
            let mut table = Table::new([kind.plural(), "more", "A", "B"]);
            for d in self.of(*kind) {
                table.row([d.name.clone(), d.more.to_string(), cell(*kind, &d.a), cell(*kind, &d.b)]);
            }
            if !table.is_empty() {
                out.push_str(&format!("\n{table}"));
            }
        }
        let mut sums = Table::new(["differences", "A has more", "B has more", "neither", "not recorded"]);
        for kind in Kind::ALL.iter().filter(|k| **k != Kind::Identity && self.of(**k).next().is_some()) {
            let count =
                |more: More| self.of(*kind).filter(|d: &&Difference| d.more == more).count().to_string();
            let name = kind.plural().to_owned();
            sums.row([name, count(More::A), count(More::B), count(More::Neither), count(More::Unknown)]);
        }
        if self.equal {
            out.push_str("\nEqual: each has what the other has.\n");
        } else {
            out.push_str(&format!("\n{sums}"));
        }
        out
    }
}
