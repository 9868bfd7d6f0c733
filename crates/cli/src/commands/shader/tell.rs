//! What became of each file, for people and for programs.

use super::job::{Done, Entry, Job, Made};
use crate::show::Answer;
use candor::shader::compile::{Diagnostic, NO_ENTRY_POINT, ShaderErrors};
use candor::shader::{ClipSpace, Reflection, ShaderHash, Stage};
use miette::{LabeledSpan, NamedSource, SourceCode};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::{self, Write as _};
use std::fs;
use std::io::{self, Write as _};

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    Short,
    Texts,
    Reflection,
}

/// The answer.
#[derive(Debug, Serialize)]
pub(super) struct Answered {
    /// Nothing is wrong.
    pub(super) holds: bool,
    pub(super) files: Vec<FileTold>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) written: Vec<String>,
}

/// One file.
#[derive(Debug, Serialize)]
pub(super) struct FileTold {
    file: String,
    module: String,
    #[serde(flatten)]
    outcome: Outcome,
    #[serde(skip)]
    detail: Detail,
    /// Refusals count.
    #[serde(skip)]
    strict: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
enum Outcome {
    Compiled {
        hash: String,
        entry_points: Vec<EntryTold>,
        files: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reflection: Option<Box<Reflection>>,
    },
    /// It is only there to be included.
    Included,
    Failed {
        faults: Vec<Diagnostic>,
    },
}

#[derive(Debug, Serialize)]
struct EntryTold {
    name: String,
    stage: Stage,
    targets: Vec<TargetTold>,
}

#[derive(Debug, Serialize)]
struct TargetTold {
    target: String,
    made: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl FileTold {
    pub(super) fn new(
        job: &Job,
        done: &Done,
        detail: Detail,
        strict: bool,
        included: &HashSet<&str>,
    ) -> Self {
        let file = job.path.display().to_string();
        let outcome = match done {
            Done::Made(made) => compiled(made, detail),
            Done::Failed(why) if why.code() == NO_ENTRY_POINT || included.contains(file.as_str()) => {
                Outcome::Included
            }
            Done::Failed(why) => Outcome::Failed { faults: why.list.clone() },
        };
        Self { file, module: job.module.clone(), outcome, detail, strict }
    }

    pub(super) fn holds(&self) -> bool {
        match &self.outcome {
            Outcome::Compiled { entry_points, .. } => {
                !self.strict || entry_points.iter().flat_map(|e| &e.targets).all(|t| t.made)
            }
            Outcome::Included => true,
            Outcome::Failed { .. } => false,
        }
    }
}

fn compiled(made: &Made, detail: Detail) -> Outcome {
    let told = |e: &Entry| EntryTold {
        name: e.name.clone(),
        stage: e.stage,
        targets: e
            .texts
            .iter()
            .filter(|t| t.clip == ClipSpace::Standard)
            .map(|t| TargetTold {
                target: t.target.to_string(),
                made: t.text.is_ok(),
                code: t.text.as_ref().err().map(|r| r.code.clone()),
                why: t.text.as_ref().err().map(|r| r.why.clone()),
            })
            .collect(),
    };
    Outcome::Compiled {
        hash: ShaderHash::of(&made.words).to_string(),
        entry_points: made.entries.iter().map(told).collect(),
        files: made.files.clone(),
        reflection: (detail == Detail::Reflection).then(|| Box::new(made.reflection.clone())),
    }
}

impl Answer for Answered {
    fn text(&self) -> String {
        let mut out = String::new();
        for file in &self.files {
            file.text(&mut out);
        }
        let count = |of: fn(&Outcome) -> bool| self.files.iter().filter(|f| of(&f.outcome)).count();
        let compiled = count(|o| matches!(o, Outcome::Compiled { .. }));
        let included = count(|o| matches!(o, Outcome::Included));
        let failed = count(|o| matches!(o, Outcome::Failed { .. }));
        let _ = writeln!(out, "{compiled} compiled, {failed} failed, {included} only included");
        match &self.written[..] {
            [] => {}
            [one] => {
                let _ = writeln!(out, "wrote {one}");
            }
            all => {
                let _ = writeln!(out, "wrote {} files", all.len());
            }
        }
        out
    }
}

impl FileTold {
    fn text(&self, out: &mut String) {
        let _ = match &self.outcome {
            Outcome::Failed { faults } => {
                let n = faults.len();
                writeln!(out, "FAILED    {}: {n} fault{}", self.file, if n == 1 { "" } else { "s" })
            }
            Outcome::Included => writeln!(out, "included  {}", self.file),
            Outcome::Compiled { entry_points, reflection, .. } => {
                let names: Vec<String> =
                    entry_points.iter().map(|e| format!("{} ({:?})", e.name, e.stage)).collect();
                let _ = writeln!(out, "compiled  {}: {}", self.file, names.join(", "));
                for entry in entry_points.iter().filter(|_| self.detail == Detail::Texts || self.strict) {
                    let made: Vec<&str> =
                        entry.targets.iter().filter(|t| t.made).map(|t| t.target.as_str()).collect();
                    let _ = writeln!(out, "  {}: {}", entry.name, made.join(", "));
                    for refused in entry.targets.iter().filter(|t| !t.made) {
                        let why = refused.why.as_deref().unwrap_or_default();
                        let _ = writeln!(out, "    no {}: {why}", refused.target);
                    }
                }
                if let Some(reflection) = reflection {
                    told(reflection, out);
                }
                Ok(())
            }
        };
    }
}

/// A reflection for people.
fn told(r: &Reflection, out: &mut String) {
    for point in &r.entry_points {
        let _ = write!(out, "  {} ({:?})", point.name, point.stage);
        if let Some([x, y, z]) = point.workgroup_size {
            let _ = write!(out, ", workgroups of {x}x{y}x{z}");
        }
        if point.push_size_bytes > 0 {
            let _ = write!(out, ", {} bytes of push data", point.push_size_bytes);
        }
        let _ = writeln!(out);
        for (what, list) in [("in", &point.inputs), ("out", &point.outputs)] {
            for i in list {
                let _ = writeln!(
                    out,
                    "    {what}  location {}: {} x {:?} {}",
                    i.location, i.components, i.scalar, i.name
                );
            }
        }
    }
    for b in &r.bindings {
        let size = b.block.as_ref().map(|b| format!(", {} bytes", b.size_bytes)).unwrap_or_default();
        let _ = writeln!(
            out,
            "  group {}, binding {}: {} {:?}{size}",
            b.slot.set, b.slot.binding, b.name, b.kind
        );
    }
    for c in &r.spec_constants {
        let _ = writeln!(out, "  constant {}: {} = {:#x}", c.id, c.name, c.default_bits);
    }
}

/// A fault with its source line, for people.
#[derive(Debug)]
struct Fault {
    fault: Diagnostic,
    source: NamedSource<String>,
    at: Option<LabeledSpan>,
}

impl Fault {
    fn new(fault: Diagnostic) -> Self {
        // The file as it is, where it is still what was compiled; else the line alone, where it stands.
        let line = fault.line.saturating_sub(1) as usize;
        let whole = fs::read_to_string(&fault.file).ok();
        let whole = whole.filter(|t| t.lines().nth(line).is_some_and(|l| l == fault.source_line));
        let text = whole.unwrap_or_else(|| format!("{}{}\n", "\n".repeat(line), fault.source_line));
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let at = before + fault.column.saturating_sub(1) as usize;
        let label = (fault.line > 0).then(|| LabeledSpan::underline((at, fault.length.max(1) as usize)));
        Self { source: NamedSource::new(fault.file.clone(), text), at: label, fault }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at.is_none() {
            write!(f, "{}: ", self.fault.file)?;
        }
        f.write_str(&self.fault.message)?;
        match self.fault.stage {
            Some(stage) => write!(f, " ({stage:?})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}

impl miette::Diagnostic for Fault {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("candor::{}", self.fault.code)))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let remedy = &self.fault.remedy;
        (!remedy.is_empty()).then(|| Box::new(remedy) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.at.is_some().then_some(&self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.at.clone().map(|at| Box::new(std::iter::once(at)) as Box<dyn Iterator<Item = _>>)
    }
}

/// Prints every fault to the error output.
pub(super) fn complain(why: &ShaderErrors) {
    for fault in &why.list {
        let report = miette::Report::new(Fault::new(fault.clone()));
        // Nobody is left to be told when the error output can't be written.
        let _ = writeln!(io::stderr().lock(), "{report:?}");
    }
}
