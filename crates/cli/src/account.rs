//! The account of a picture: what was loaded, chosen, granted, adjusted, refused and counted. Text and JSON hold the same.

use crate::show::Answer;
use crate::table::Table;
use candor::SelectionReport;
use candor_caps::{Outcome, Reason, Refused, Resolution, Value};
use candor_render::gltf::{Findings, Note, Played};
use serde::{Serialize, Serializer};

/// All that is to be said of a picture.
#[derive(Debug, Serialize)]
pub(crate) struct Account {
    pub(crate) picture: Picture,
    pub(crate) scene: SceneAccount,
    /// Why this backend and this adapter.
    pub(crate) selection: SelectionReport,
    /// What is enabled on the device.
    pub(crate) resolution: Resolution,
    pub(crate) settings: Vec<Setting>,
    pub(crate) features: Vec<FeatureRow>,
    #[serde(serialize_with = "as_map")]
    pub(crate) statistics: Vec<(&'static str, serde_json::Value)>,
    /// What became of the file of `--pipeline-cache`, before and after.
    pub(crate) pipeline_cache: Vec<CacheSaid>,
    /// What works on this device and not on every backend, one sentence each.
    pub(crate) beyond_portable: Vec<String>,
    /// What Candor's own validation found, one sentence each.
    pub(crate) findings: Vec<String>,
    /// What the API's validation layer said while it was drawn.
    pub(crate) validation_messages: Vec<String>,
}

/// What became of a cache of pipelines.
#[derive(Debug, Serialize)]
pub(crate) struct CacheSaid {
    pub(crate) outcome: &'static str,
    pub(crate) text: String,
}

/// The file that was written.
#[derive(Debug, Serialize)]
pub(crate) struct Picture {
    pub(crate) file: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: usize,
    /// Nothing was drawn but the background.
    pub(crate) empty: bool,
    pub(crate) camera: String,
}

/// What was drawn.
#[derive(Debug, Serialize)]
pub(crate) struct SceneAccount {
    /// The file, or the name of the built-in scene.
    pub(crate) name: String,
    pub(crate) meshes: usize,
    pub(crate) primitives: usize,
    pub(crate) instances: usize,
    pub(crate) materials: usize,
    pub(crate) images: usize,
    pub(crate) vertices: usize,
    pub(crate) indices: usize,
    /// Names of the file's animations, in its order.
    pub(crate) animations: Vec<String>,
    /// The animation that poses the scene; none: the rest pose.
    pub(crate) pose: Option<Pose>,
    /// Errors of the file that do not keep it from being drawn.
    pub(crate) warnings: Vec<Warning>,
    /// What the file asks for and does not get, or not in that way.
    pub(crate) outcomes: Vec<Said>,
}

/// An animation at a moment.
#[derive(Debug, Serialize)]
pub(crate) struct Pose {
    /// Its place among the animations.
    pub(crate) animation: usize,
    pub(crate) name: String,
    /// The moment that was asked for.
    pub(crate) time_s: f32,
    /// The time of its last key.
    pub(crate) end_s: f32,
}

impl From<Played> for Pose {
    fn from(p: Played) -> Self {
        Self { animation: p.index, name: p.name, time_s: p.time_s, end_s: p.end_s }
    }
}

/// An error of the file.
#[derive(Debug, Serialize)]
pub(crate) struct Warning {
    /// The official validator's code.
    pub(crate) code: String,
    /// JSON pointer.
    pub(crate) pointer: String,
    pub(crate) text: String,
}

/// What became of something, typed and in words.
#[derive(Debug, Serialize)]
pub(crate) struct Said {
    /// What it is about; empty for the scene as a whole.
    pub(crate) what: String,
    /// `applied`, `adjusted`, `pending`, `refused`.
    pub(crate) outcome: &'static str,
    pub(crate) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<Reason>,
}

/// A setting of the renderer.
#[derive(Debug, Serialize)]
pub(crate) struct Setting {
    pub(crate) name: &'static str,
    /// In force.
    pub(crate) value: Value,
    /// It was named on the command line.
    pub(crate) asked: bool,
    #[serde(flatten)]
    pub(crate) said: Said,
}

/// A feature of the renderer.
#[derive(Debug, Serialize)]
pub(crate) struct FeatureRow {
    pub(crate) feature: &'static str,
    pub(crate) state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<Reason>,
    pub(crate) text: String,
}

impl Said {
    /// Of a result.
    pub(crate) fn of(what: impl Into<String>, result: &Result<Outcome, Refused>) -> Self {
        let what = what.into();
        match result {
            Ok(o) => {
                let (outcome, reason) = match o {
                    Outcome::Applied => ("applied", None),
                    Outcome::Adjusted { why, .. } => ("adjusted", Some(why.clone())),
                    Outcome::Pending { .. } => ("pending", None),
                };
                Self { what, outcome, text: o.to_string(), reason }
            }
            Err(r) => Self { what, outcome: "refused", text: r.to_string(), reason: Some(r.why.clone()) },
        }
    }

    /// Of a note of the loader.
    pub(crate) fn note(n: &Note) -> Self {
        Self::of(n.pointer.clone(), &n.result)
    }
}

/// Errors of a file, and how many of each kind there are where not all are listed.
pub(crate) fn warnings(findings: &Findings) -> Vec<Warning> {
    let mut all: Vec<Warning> = findings
        .list()
        .iter()
        .map(|f| Warning { code: f.code.to_string(), pointer: f.pointer.clone(), text: f.to_string() })
        .collect();
    for (code, count) in findings.counts() {
        let listed = findings.list().iter().filter(|f| f.code == *code).count() as u64;
        if *count > listed {
            let text = format!("{code}: {} more of the same", count - listed);
            all.push(Warning { code: code.to_string(), pointer: String::new(), text });
        }
    }
    all
}

fn as_map<S: Serializer>(list: &[(&'static str, serde_json::Value)], s: S) -> Result<S::Ok, S::Error> {
    s.collect_map(list.iter().map(|(k, v)| (k, v)))
}

impl Answer for Account {
    fn text(&self) -> String {
        let s = &self.scene;
        let mut out = format!(
            "Scene: {}: {} meshes, {} primitives, {} instances, {} materials, {} images, {} vertices, {} indices\n",
            s.name, s.meshes, s.primitives, s.instances, s.materials, s.images, s.vertices, s.indices
        );
        if !s.animations.is_empty() {
            let names = s.animations.iter().enumerate().map(|(i, name)| format!("{i} '{name}'"));
            let names = names.collect::<Vec<_>>().join(", ");
            let pose = s.pose.as_ref().map_or_else(
                || "the rest pose".to_owned(),
                |p| format!("{} '{}' at {} s of {} s", p.animation, p.name, p.time_s, p.end_s),
            );
            out.push_str(&format!("Animations: {names}; drawn: {pose}\n"));
        }
        for w in &s.warnings {
            out.push_str(&format!("warning: {}\n", w.text));
        }
        for o in &s.outcomes {
            let sep = if o.what.is_empty() { "" } else { ": " };
            let word = if o.outcome == "refused" { "refused: " } else { "" };
            out.push_str(&format!("outcome: {}{sep}{word}{}\n", o.what, o.text));
        }
        out.push_str(&format!("\n{}", self.selection));
        out.push_str(&format!("\nOn the device\n{}", indented(&self.resolution.to_string())));
        out.push_str(&format!("\nEnabled, exactly\n{}", indented(&self.resolution.plan.to_string())));
        let mut table = Table::new(["setting", "value", "asked", "outcome"]);
        for s in &self.settings {
            let asked = if s.asked { "yes" } else { "" }.to_owned();
            let word = if s.said.outcome == "refused" { "refused: " } else { "" };
            table.row([s.name.to_owned(), s.value.to_string(), asked, format!("{word}{}", s.said.text)]);
        }
        out.push_str(&format!("\n{table}"));
        let mut table = Table::new(["feature of the renderer", "state", "why"]);
        for f in &self.features {
            table.row([f.feature.to_owned(), f.state.to_owned(), f.text.clone()]);
        }
        out.push_str(&format!("\n{table}"));
        let mut table = Table::new(["statistic", "value"]);
        for (name, value) in &self.statistics {
            table.row([(*name).to_owned(), value.to_string()]);
        }
        out.push_str(&format!("\n{table}\n"));
        for c in &self.pipeline_cache {
            out.push_str(&format!("{}\n", c.text));
        }
        for l in &self.findings {
            out.push_str(&format!("validation: {l}\n"));
        }
        for l in &self.beyond_portable {
            out.push_str(&format!("not portable: {l}\n"));
        }
        for m in &self.validation_messages {
            out.push_str(&format!("validation layer: {m}\n"));
        }
        let p = &self.picture;
        let empty = if p.empty { ", nothing drawn but the background" } else { "" };
        out.push_str(&format!(
            "Wrote {} ({}x{}, {} bytes, camera {}{empty})\n",
            p.file, p.width, p.height, p.bytes, p.camera
        ));
        out
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|l| format!("  {l}\n")).collect()
}
