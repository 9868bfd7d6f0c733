//! Coverage: the same question asked of many devices at once, with the reasons counted. "Your required set runs on 231 of
//! 267 devices; these 36 lack ..."
//!
//! Only devices count. Profiles of requirements, parser tests and files that can't be read are listed as skipped, each with
//! its reason.

use crate::evidence::State;
use crate::feature::AnyFeature;
use crate::outcome::Reason;
use crate::plan::Name;
use crate::read::{Document, read};
use crate::report::DeviceReport;
use crate::requests::{Requests, Tier};
use crate::resolution::{Lack, Resolution};
use crate::resolve::resolve;
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

    /// Asks every device, and lists the files that were skipped.
    pub fn coverage(&self, requests: &Requests) -> Coverage {
        Coverage { skipped: self.skipped.clone(), ..coverage(&self.devices, requests) }
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

/// One device on which the requirements are not met.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Unmet {
    /// The device's name, where its report records one.
    pub name: Option<String>,
    /// Where its report came from.
    pub source: String,
    /// Nothing is known to be missing: its report doesn't say.
    pub undecided: bool,
    /// Why the requirements are not met, with the values that were found.
    pub reasons: Vec<Reason>,
}

/// A reason and how many devices it holds for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The question that was not answered with yes, without the value that was found, so that devices add up.
    pub reason: String,
    /// How many devices.
    pub devices: usize,
}

/// On how many devices a feature is on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeatureCount {
    /// The feature.
    pub feature: Name,
    /// How it was asked for.
    pub tier: Tier,
    /// On how many devices it is on.
    pub on: usize,
    /// On how many it is refused because the device lacks something.
    pub missing: usize,
    /// On how many it is refused because the report doesn't say.
    pub unknown: usize,
}

/// On how many devices something is that is [preferred](Requests::add_preference).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PreferenceCount {
    /// Its name.
    pub name: String,
    /// On how many devices it is on.
    pub on: usize,
    /// On how many it is off because the device lacks something.
    pub missing: usize,
    /// On how many it is off because the report doesn't say.
    pub unknown: usize,
}

/// On how many devices something runs, and why not on the others.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Coverage {
    /// How many devices were asked: the number of files that were read as devices.
    pub reports: usize,
    /// On how many of them the requirements are met.
    pub met: usize,
    /// On how many the requirements are not met although nothing is known to be missing: their reports don't say.
    pub undecided: usize,
    /// Those on which they are not met, in the order of the reports.
    pub unmet: Vec<Unmet>,
    /// What is lacking of the requirements, by the number of devices that lack it, most first.
    pub lacks: Vec<Count>,
    /// What isn't recorded of the requirements, counted apart.
    pub unknown: Vec<Count>,
    /// Every feature that was asked for, required or optional.
    pub features: Vec<FeatureCount>,
    /// What is preferred, by name, over all devices. It decides nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preferred: Vec<PreferenceCount>,
    /// Files that were not asked.
    pub skipped: Vec<Skipped>,
}

/// Resolves the requests on every device, in parallel, and counts the reasons.
pub fn coverage(reports: &[DeviceReport], requests: &Requests) -> Coverage {
    let answers: Vec<Resolution> = reports.par_iter().map(|r| resolve(r, requests)).collect();
    let feature = |(f, tier): (AnyFeature, Tier)| {
        let feature = f.name();
        FeatureCount { feature, tier, on: 0, missing: 0, unknown: 0 }
    };
    let asked = requests.features().into_iter().filter(|(_, tier)| *tier != Tier::Unused);
    let mut out = Coverage {
        reports: reports.len(),
        met: 0,
        undecided: 0,
        unmet: Vec::new(),
        lacks: Vec::new(),
        unknown: Vec::new(),
        features: asked.map(feature).collect(),
        preferred: Vec::new(),
        skipped: Vec::new(),
    };
    let mut lacks = BTreeMap::new();
    let mut unknown = BTreeMap::new();
    for (report, answer) in reports.iter().zip(&answers) {
        for f in &mut out.features {
            f.on += usize::from(answer.enabled.iter().any(|e| e.feature == f.feature));
            let refused = answer.refused.iter().find(|r| r.feature == f.feature);
            f.missing += usize::from(refused.is_some_and(|r| r.state == State::Missing));
            f.unknown += usize::from(refused.is_some_and(|r| r.state == State::Unknown));
        }
        for p in &answer.preferred {
            let at = out.preferred.iter().position(|c| c.name == p.name).unwrap_or_else(|| {
                let name = p.name.clone();
                out.preferred.push(PreferenceCount { name, on: 0, missing: 0, unknown: 0 });
                out.preferred.len() - 1
            });
            let count = &mut out.preferred[at];
            match p.state {
                State::Met => count.on += 1,
                State::Missing => count.missing += 1,
                State::Unknown => count.unknown += 1,
            }
        }
        if answer.requirements_met {
            out.met += 1;
            continue;
        }
        let undecided = answer.only_unknown();
        out.undecided += usize::from(undecided);
        for (question, state) in questions(answer) {
            let into = if state == State::Unknown { &mut unknown } else { &mut lacks };
            *into.entry(question).or_insert(0) += 1;
        }
        let (name, source) = (report.name.clone(), report.source.clone());
        out.unmet.push(Unmet { name, source, undecided, reasons: answer.unmet() });
    }
    (out.lacks, out.unknown) = (ranked(lacks), ranked(unknown));
    out
}

/// Every question that keeps the requirements from being met, once each.
fn questions(answer: &Resolution) -> BTreeMap<String, State> {
    let mut all = BTreeMap::new();
    let required = answer.refused.iter().filter(|r| r.tier == Tier::Required);
    for c in required.flat_map(|r| &r.lacks) {
        for lack in &c.lacks {
            all.insert(format!("{}: {}", c.capability, question(lack)), lack.state());
        }
    }
    for base in answer.base.iter().filter(|b| b.state != State::Met) {
        for lack in &base.lacks {
            all.insert(format!("{}: {}", base.name, question(lack)), lack.state());
        }
    }
    for l in answer.limits.iter().filter(|l| l.required && l.outcome.is_err()) {
        let state = if l.reported.is_none() { State::Unknown } else { State::Missing };
        all.insert(format!("limit {}", l.limit), state);
    }
    all
}

/// The question without what was found, so that devices add up. What is no question says itself.
fn question(lack: &Lack) -> String {
    if let Lack::Leaf { leaf, .. } = lack {
        return leaf.to_string();
    }
    if let Lack::OneOf { branches } = lack {
        let branch = |b: &Vec<Lack>| b.iter().map(question).collect::<Vec<_>>().join(" and ");
        return branches.iter().map(branch).collect::<Vec<_>>().join(", or ");
    }
    lack.to_string()
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
            let verb = if c.devices == 1 { "lacks" } else { "lack" };
            writeln!(f, "{:5} {} {verb} {}", c.devices, plural(c.devices), c.reason)?;
        }
        for c in &self.unknown {
            let verb = if c.devices == 1 { "report does not record" } else { "reports do not record" };
            writeln!(f, "{:5} {verb} {}", c.devices, c.reason)?;
        }
        if self.undecided > 0 {
            writeln!(f, "{} of them only by what their reports don't record.", self.undecided)?;
        }
        for c in &self.features {
            write!(f, "{} ({}): on {}, missing on {}", c.feature, c.tier, c.on, c.missing)?;
            if c.unknown > 0 {
                write!(f, ", not recorded on {}", c.unknown)?;
            }
            writeln!(f)?;
        }
        for c in &self.preferred {
            write!(f, "{} (preferred): on {}, missing on {}", c.name, c.on, c.missing)?;
            if c.unknown > 0 {
                write!(f, ", not recorded on {}", c.unknown)?;
            }
            writeln!(f)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence;
    use crate::feature::Feature;
    use crate::registry;
    use crate::report::{Body, Property, VulkanReport};
    use crate::resolution::BaseRequirement;

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
            faults: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn vulkan(name: &str, extensions: &[&str], push: Option<u64>) -> DeviceReport {
        let mut v = VulkanReport { api_version: registry::version(1, 1), ..VulkanReport::default() };
        v.extensions = extensions.iter().map(|e| ((*e).to_owned(), 1)).collect();
        let limits = v.properties.entry("VkPhysicalDeviceLimits".to_owned()).or_default();
        if let Some(push) = push {
            limits.insert("maxPushConstantsSize".to_owned(), Property::Int(push));
        }
        DeviceReport { body: Body::Vulkan(Box::new(v)), ..device(name) }
    }

    #[test]
    fn reasons_are_counted_by_question_and_the_unknown_apart() {
        let devices = [
            vulkan("good", &["VK_A"], Some(256)),
            vulkan("bad", &["VK_A"], Some(64)),
            vulkan("worse", &[], Some(96)),
            vulkan("silent", &["VK_A"], None),
        ];
        let mut requests = Requests::new();
        let base = |name: &str, evidence| BaseRequirement { name: name.to_owned(), evidence };
        requests.add_base(base("a", evidence::extension("VK_A"))).unwrap();
        requests.add_base(base("push", evidence::at_least("maxPushConstantsSize", 128u64))).unwrap();
        requests.add(Feature::GeometryShading, Tier::Optional);
        let c = coverage(&devices, &requests);
        assert_eq!((c.reports, c.met, c.undecided), (4, 1, 1));
        let pairs = |l: &[Count]| l.iter().map(|c| (c.reason.clone(), c.devices)).collect::<Vec<_>>();
        let limit = "push: limit maxPushConstantsSize at least 128".to_owned();
        assert_eq!(pairs(&c.lacks), [(limit.clone(), 2), ("a: extension VK_A".to_owned(), 1)]);
        assert_eq!(pairs(&c.unknown), [(limit, 1)]);
        let names: Vec<_> = c.unmet.iter().map(|u| (u.name.as_deref().unwrap_or(""), u.undecided)).collect();
        assert_eq!(names, [("bad", false), ("worse", false), ("silent", true)]);
        assert!(c.unmet[1].reasons.iter().any(|r| r.to_string().contains("96")), "{:?}", c.unmet[1]);
        assert_eq!(c.features.len(), 1);
        assert_eq!(c.features[0].on + c.features[0].missing + c.features[0].unknown, 4);
        let text = c.to_string();
        assert!(
            text.starts_with("The required set runs on 1 of 4 devices.\n    2 devices lack push: limit"),
            "{text}"
        );
        assert!(text.contains("    1 report does not record push: limit"), "{text}");
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
