//! Coverage: the same question asked of many devices at once, with the reasons counted. "Your required set runs on 231 of
//! 267 devices; these 36 lack ..."
//!
//! Only devices count. Profiles of requirements, parser tests and files that can't be read are listed as skipped, each with
//! its reason.

use crate::read::{Document, read};
use crate::report::DeviceReport;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// A file that is no device, or can't be read as one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The file.
    pub file: String,
    /// What it is instead: a class of document, or `refused`.
    pub class: &'static str,
    /// Why it was skipped, in one sentence.
    pub reason: String,
}

/// The devices among some files, and what became of the others.
#[derive(Debug, Default)]
pub struct Fleet {
    /// Every file that was read as a device, in the order of the files.
    pub devices: Vec<DeviceReport>,
    /// Every other file.
    pub skipped: Vec<Skipped>,
}

impl Fleet {
    /// Reads files in parallel, each under the name that its path displays as.
    pub fn load(paths: &[PathBuf]) -> Self {
        let read_one = |path: &PathBuf| {
            let file = path.display().to_string();
            match std::fs::read(path) {
                Ok(bytes) => sort(&bytes, &file),
                Err(e) => Err(Skipped { class: "refused", reason: format!("{file}: {e}"), file }),
            }
        };
        Self::gather(paths.par_iter().map(read_one).collect())
    }

    /// The same for files that are in memory already: name and content.
    pub fn from_bytes(files: &[(String, Vec<u8>)]) -> Self {
        Self::gather(files.par_iter().map(|(name, bytes)| sort(bytes, name)).collect())
    }

    fn gather(all: Vec<Result<DeviceReport, Skipped>>) -> Self {
        let mut fleet = Self::default();
        for one in all {
            match one {
                Ok(d) => fleet.devices.push(d),
                Err(s) => fleet.skipped.push(s),
            }
        }
        fleet
    }
}

fn sort(bytes: &[u8], file: &str) -> Result<DeviceReport, Skipped> {
    let skip = |class, reason| Err(Skipped { file: file.to_owned(), class, reason });
    match read(bytes, file) {
        Ok(Document::Device(d)) => Ok(*d),
        Ok(other @ Document::Requirements(_)) => {
            skip(other.class(), "it states what is required of a device, not what a device has".to_owned())
        }
        Ok(other @ Document::ParserTest(_)) => {
            skip(other.class(), "it was written to test a parser and describes no device".to_owned())
        }
        Err(e) => skip("refused", e.to_string()),
    }
}

/// What a request came to on one device.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// The requirements are met.
    pub met: bool,
    /// What the device lacks of them.
    pub lacks: Vec<String>,
    /// What its report does not record of them.
    pub unknown: Vec<String>,
}

/// One device on which the requirements are not met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unmet {
    /// The device's name, where its report records one.
    pub name: Option<String>,
    /// Where its report came from.
    pub source: String,
    /// What it lacks.
    pub lacks: Vec<String>,
    /// What its report does not record.
    pub unknown: Vec<String>,
}

/// A reason and how many devices it holds for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The reason.
    pub reason: String,
    /// How many devices.
    pub devices: usize,
}

/// On how many devices something runs, and why not on the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// How many devices were asked.
    pub reports: usize,
    /// On how many of them the requirements are met.
    pub met: usize,
    /// On how many the requirements are not met although nothing is known to be missing: their reports don't say.
    pub undecided: usize,
    /// Those on which they are not met, in the order of the reports.
    pub unmet: Vec<Unmet>,
    /// What is lacking, by the number of devices that lack it, most first.
    pub lacks: Vec<Count>,
    /// What isn't recorded, counted apart.
    pub unknown: Vec<Count>,
    /// Files that were not asked.
    pub skipped: Vec<Skipped>,
}

/// Asks every device in parallel.
pub fn coverage_by<F>(reports: &[DeviceReport], answer: F) -> Coverage
where
    F: Fn(&DeviceReport) -> Answer + Sync,
{
    let answers: Vec<Answer> = reports.par_iter().map(&answer).collect();
    let mut out = Coverage {
        reports: reports.len(),
        met: 0,
        undecided: 0,
        unmet: Vec::new(),
        lacks: Vec::new(),
        unknown: Vec::new(),
        skipped: Vec::new(),
    };
    let (mut lacks, mut unknown) = (BTreeMap::new(), BTreeMap::new());
    for (report, answer) in reports.iter().zip(answers) {
        if answer.met {
            out.met += 1;
            continue;
        }
        out.undecided += usize::from(answer.lacks.is_empty() && !answer.unknown.is_empty());
        count(&mut lacks, &answer.lacks);
        count(&mut unknown, &answer.unknown);
        out.unmet.push(Unmet {
            name: report.name.clone(),
            source: report.source.clone(),
            lacks: answer.lacks,
            unknown: answer.unknown,
        });
    }
    (out.lacks, out.unknown) = (ranked(lacks), ranked(unknown));
    out
}

/// A device counts once for a reason, however often it gives it.
fn count(into: &mut BTreeMap<String, usize>, reasons: &[String]) {
    for (i, reason) in reasons.iter().enumerate() {
        if !reasons[..i].contains(reason) {
            *into.entry(reason.clone()).or_default() += 1;
        }
    }
}

fn ranked(counts: BTreeMap<String, usize>) -> Vec<Count> {
    let mut list: Vec<_> = counts.into_iter().map(|(reason, devices)| Count { reason, devices }).collect();
    list.sort_by(|a, b| b.devices.cmp(&a.devices).then_with(|| a.reason.cmp(&b.reason)));
    list
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: usize| if n == 1 { "device" } else { "devices" };
        writeln!(f, "The required set runs on {} of {} {}.", self.met, self.reports, plural(self.reports))?;
        for c in &self.lacks {
            writeln!(f, "{:5} {} {} {}", c.devices, plural(c.devices), lack(c.devices), c.reason)?;
        }
        for c in &self.unknown {
            writeln!(f, "{:5} {} not recorded: {}", c.devices, reports(c.devices), c.reason)?;
        }
        if self.undecided > 0 {
            writeln!(f, "{} of those not met fail only by what their reports don't record.", self.undecided)?;
        }
        if !self.skipped.is_empty() {
            let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
            for s in &self.skipped {
                *classes.entry(s.class).or_default() += 1;
            }
            let classes: Vec<_> = classes.iter().map(|(class, n)| format!("{n} {class}")).collect();
            writeln!(f, "Skipped {} files: {}.", self.skipped.len(), classes.join(", "))?;
        }
        Ok(())
    }
}

fn lack(n: usize) -> &'static str {
    if n == 1 { "lacks" } else { "lack" }
}

fn reports(n: usize) -> &'static str {
    if n == 1 { "report, " } else { "reports," }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Body;

    fn device(name: &str) -> DeviceReport {
        DeviceReport {
            schema: DeviceReport::SCHEMA,
            name: Some(name.to_owned()),
            vendor_id: None,
            device_id: None,
            driver: None,
            device_type: None,
            source: format!("{name}.json"),
            body: Body::Null,
            notes: Vec::new(),
        }
    }

    #[test]
    fn reasons_are_counted_once_a_device_and_the_unknown_apart() {
        let devices: Vec<_> = ["good", "bad", "worse", "silent"].map(device).into();
        let list = |l: &[&str]| l.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        let c = coverage_by(&devices, |d| match d.name.as_deref() {
            Some("good") => Answer { met: true, ..Answer::default() },
            Some("bad") => Answer { met: false, lacks: list(&["A"]), unknown: list(&["M"]) },
            Some("worse") => Answer { met: false, lacks: list(&["B", "A", "A"]), unknown: Vec::new() },
            _ => Answer { met: false, lacks: Vec::new(), unknown: list(&["M"]) },
        });
        assert_eq!((c.reports, c.met, c.undecided), (4, 1, 1));
        let pairs = |l: &[Count]| l.iter().map(|c| (c.reason.clone(), c.devices)).collect::<Vec<_>>();
        assert_eq!(pairs(&c.lacks), [("A".to_owned(), 2), ("B".to_owned(), 1)]);
        assert_eq!(pairs(&c.unknown), [("M".to_owned(), 2)]);
        assert_eq!(
            c.unmet.iter().map(|u| u.source.as_str()).collect::<Vec<_>>(),
            ["bad.json", "worse.json", "silent.json"]
        );
        assert_eq!(
            c.to_string(),
            "The required set runs on 1 of 4 devices.\n    2 devices lack A\n    1 device lacks B\n    2 reports, not \
             recorded: M\n1 of those not met fail only by what their reports don't record.\n"
        );
    }

    #[test]
    fn what_is_no_device_is_skipped_with_its_reason() {
        let profile = |name: &str| {
            let text = format!(
                r#"{{"profiles": {{"{name}": {{"api-version": "1.1.0", "capabilities": ["a"]}}}}, "capabilities": {{"a": {{}}}}}}"#
            );
            text.into_bytes()
        };
        let own = serde_json::to_vec(&device("d")).unwrap();
        let files = [
            ("d.json".to_owned(), own),
            ("r.json".to_owned(), profile("VP_X_minimum")),
            ("t.json".to_owned(), profile("VP_X_test_y")),
            ("n.json".to_owned(), b"{".to_vec()),
        ];
        let fleet = Fleet::from_bytes(&files);
        assert_eq!(fleet.devices.len(), 1);
        let skipped: Vec<_> = fleet.skipped.iter().map(|s| (s.file.as_str(), s.class)).collect();
        let expected = [("r.json", "requirement profile"), ("t.json", "parser test"), ("n.json", "refused")];
        assert_eq!(skipped, expected);
        assert!(fleet.skipped[2].reason.starts_with("n.json, line 1"), "{}", fleet.skipped[2].reason);
        let lost = Fleet::load(&[PathBuf::from("no/such/file.json")]);
        assert!(lost.skipped[0].reason.starts_with("no/such/file.json: "), "{:?}", lost.skipped);
    }
}
