//! `--validate`: each text that is checked in goes to the tool that owns its language, and a table tells what each said.
//!
//! | language | tool |
//! |---|---|
//! | SPIR-V | spirv-val, which is fetched |
//! | WGSL | the reader and validator of `naga`, at the level of browsers |
//! | GLSL | glslangValidator, in `PATH` |
//! | HLSL | the program that `CANDOR_HLSL` names, see `hlsl.c` beside this package's manifest |
//! | MSL | none outside of Apple's systems |
//!
//! A tool that is not here is said so in the table; on a build machine those that can be installed must be here.

use crate::COMPILED;
use crate::run::{self, Result, failure};
use crate::tools::Validator;
use candor_shader::translate::{Language, Target, check_wgsl};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Names the program that compiles HLSL: it gets requests of a line `PROFILE ENTRY BYTES` and so many bytes of source, and answers
/// each with a line, `ok` or what is wrong.
const HLSL: &str = "CANDOR_HLSL";

/// A text to check.
struct Subject {
    module: String,
    file: PathBuf,
    /// `None` is SPIR-V.
    target: Option<Target>,
    entry: String,
    /// The letters of a profile of HLSL.
    profile: &'static str,
}

/// What became of the texts of one module in one language.
#[derive(Default, Clone)]
struct Cell {
    good: u32,
    refused: u32,
    bad: u32,
    unchecked: u32,
}

type Table = BTreeMap<(String, &'static str), Cell>;

pub(crate) fn run() -> Result {
    let (subjects, mut table) = subjects()?;
    let mut faults = Vec::new();
    let mut missing = Vec::new();
    let columns: Vec<Option<Target>> =
        std::iter::once(None).chain(Target::ALL.iter().copied().map(Some)).collect();
    for &column in &columns {
        let own: Vec<&Subject> = subjects.iter().filter(|s| s.target == column).collect();
        let answers = match column.map(Target::language) {
            None => spirv(&own),
            Some(Language::Wgsl) => wgsl(&own),
            Some(Language::Glsl) => glsl(&own),
            Some(Language::Hlsl) => hlsl(&own),
            Some(Language::Msl) => Err(failure("no tool for it runs on this system")),
        };
        match answers {
            Ok(answers) => {
                for (subject, answer) in own.iter().zip(answers) {
                    let cell = table.entry((subject.module.clone(), name(column))).or_default();
                    match answer {
                        None => cell.good += 1,
                        Some(why) => {
                            cell.bad += 1;
                            faults.push(format!("{}: {why}", subject.file.display()));
                        }
                    }
                }
            }
            Err(why) => {
                missing.push((column, why.sentence));
                for subject in own {
                    table.entry((subject.module.clone(), name(column))).or_default().unchecked += 1;
                }
            }
        }
    }
    show(&table, &columns);
    for (column, why) in &missing {
        println!("{} was not checked: {why}", name(*column));
    }
    if run::on_ci() {
        // What can be installed anywhere must be there.
        let needed =
            |c: &Option<Target>| !matches!(c.map(Target::language), Some(Language::Hlsl | Language::Msl));
        for (column, why) in missing.iter().filter(|(c, _)| needed(c)) {
            faults.push(format!("{} was not checked: {why}", name(*column)));
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(failure(format!("the tools refuse {} of the texts:\n  {}", faults.len(), faults.join("\n  "))))
}

fn name(column: Option<Target>) -> &'static str {
    column.map_or("spir-v", Target::name)
}

/// One line for each module.
fn show(table: &Table, columns: &[Option<Target>]) {
    let mut modules: Vec<&String> = table.keys().map(|(module, _)| module).collect();
    modules.dedup();
    let width = modules.iter().map(|m| m.len()).max().unwrap_or(0);
    let mut out = String::new();
    let _ = write!(out, "{:width$}", "");
    columns.iter().for_each(|c| {
        let _ = write!(out, "  {:>12}", name(*c));
    });
    for module in modules {
        let _ = write!(out, "\n{module:width$}");
        for column in columns {
            let cell = table.get(&(module.clone(), name(*column))).cloned().unwrap_or_default();
            let _ = write!(out, "  {:>12}", cell.text());
        }
    }
    println!("{out}");
    println!(
        "n: texts that the tool takes; +n: texts that it refuses; (n): shaders that the language cannot say; n?: texts, not here the tool"
    );
}

impl Cell {
    fn text(&self) -> String {
        let mut parts = Vec::new();
        if self.good > 0 {
            parts.push(self.good.to_string());
        }
        if self.unchecked > 0 {
            parts.push(format!("{}?", self.unchecked));
        }
        if self.bad > 0 {
            parts.push(format!("+{} FAILED", self.bad));
        }
        if self.refused > 0 {
            parts.push(format!("({})", self.refused));
        }
        parts.join(" ")
    }
}

/// Everything that is checked in, from the reflection files.
fn subjects() -> Result<(Vec<Subject>, Table)> {
    let folder = Path::new(COMPILED);
    let root = run::root();
    let list = |path: &Path| -> Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(root.join(path))
            .map_err(|e| failure(format!("cannot list {}: {e}", path.display())))?;
        let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(path.join(e.ok()?.file_name()))).collect();
        files.sort();
        Ok(files)
    };
    let mut out = Vec::new();
    let mut table = Table::new();
    let mut texts: BTreeMap<Target, Vec<PathBuf>> = BTreeMap::new();
    for target in Target::ALL {
        texts.insert(*target, list(&folder.join(target.name()))?);
    }
    for file in list(folder)?.into_iter().filter(|f| f.extension().is_some_and(|e| e == "json")) {
        let json: Value = serde_json::from_slice(&run::read(&root.join(&file))?)
            .map_err(|e| failure(format!("{} is no JSON: {e}", file.display())))?;
        let module = json["module"].as_str().unwrap_or_default().to_owned();
        for shader in json["shaders"].as_array().into_iter().flatten() {
            let own = shader["name"].as_str().unwrap_or_default();
            let profile = match shader["reflection"]["entry_points"][0]["stage"].as_str() {
                Some("vertex") => "vs",
                Some("fragment") => "ps",
                Some("geometry") => "gs",
                Some("tessellation-control") => "hs",
                Some("tessellation-evaluation") => "ds",
                _ => "cs",
            };
            let subject = |file, target, entry: &str| Subject {
                module: module.clone(),
                file,
                target,
                entry: entry.to_owned(),
                profile,
            };
            out.push(subject(folder.join(format!("{own}.spv")), None, ""));
            for (target, files) in &texts {
                let said = &shader["targets"][target.name()];
                if !said["refused"].is_null() {
                    table.entry((module.clone(), target.name())).or_default().refused += 1;
                }
                let entry = said["entry_point"].as_str().unwrap_or_default();
                // The plain one, and the one for the other clip space.
                let is_own = |file: &&PathBuf| {
                    let stem = file.file_stem().map(|s| s.to_string_lossy());
                    stem.is_some_and(|s| s == own || s.strip_suffix(".opengl-clip") == Some(own))
                };
                out.extend(files.iter().filter(is_own).map(|f| subject(f.clone(), Some(*target), entry)));
            }
        }
    }
    Ok((out, table))
}

/// An answer for each subject: nothing, or what is wrong.
type Answers = Result<Vec<Option<String>>>;

fn spirv(subjects: &[&Subject]) -> Answers {
    let validator = Validator::find()?;
    let root = run::root();
    Ok(subjects.iter().map(|s| validator.check(&root.join(&s.file)).err().map(|why| why.sentence)).collect())
}

fn wgsl(subjects: &[&Subject]) -> Answers {
    let root = run::root();
    subjects
        .iter()
        .map(|s| {
            let text = run::read(&root.join(&s.file))?;
            Ok(check_wgsl(&String::from_utf8_lossy(&text)).err().map(|why| why.to_string()))
        })
        .collect()
}

fn glsl(subjects: &[&Subject]) -> Answers {
    let program = run::in_path("glslangValidator")
        .ok_or_else(|| failure("glslangValidator is not installed (Debian, Ubuntu: glslang-tools)"))?;
    let check = |subjects: &[&Subject]| {
        let mut command = Command::new(&program);
        command.current_dir(run::root()).args(subjects.iter().map(|s| &s.file));
        let out = command.output().map_err(|e| failure(format!("cannot start glslangValidator: {e}")))?;
        let said = String::from_utf8_lossy(&out.stdout);
        let errors: Vec<&str> = said.lines().filter(|l| l.starts_with("ERROR")).collect();
        Ok((!out.status.success()).then(|| errors.join("; ")))
    };
    // One start for all of them where all are well.
    if check(subjects)?.is_none() {
        return Ok(vec![None; subjects.len()]);
    }
    subjects.iter().map(|s| check(&[s])).collect()
}

fn hlsl(subjects: &[&Subject]) -> Answers {
    let program = std::env::var(HLSL).map_err(|_| {
        failure(format!(
            "{HLSL} names no program that compiles HLSL; xtask/shaders/hlsl.c is one for Wine and Windows"
        ))
    })?;
    let told = |e: std::io::Error| failure(format!("{HLSL} is \"{program}\", which does not run: {e}"));
    let mut words = program.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(run::root()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(told)?;
    let mut requests = Vec::new();
    for s in subjects {
        let model = match s.target {
            Some(Target::Hlsl50) => "5_0",
            Some(Target::Hlsl51) => "5_1",
            _ => "6_0",
        };
        let source = run::read(&run::root().join(&s.file))?;
        requests.extend(format!("{}_{model} {} {}\n", s.profile, s.entry, source.len()).into_bytes());
        requests.extend(source);
    }
    let input = child.stdin.take();
    let writer = std::thread::spawn(move || input.map(|mut i| i.write_all(&requests)));
    let out = child.wait_with_output().map_err(told)?;
    let _ = writer.join();
    let said = String::from_utf8_lossy(&out.stdout);
    let answers: Vec<Option<String>> =
        said.lines().map(|l| (l.trim() != "ok").then(|| l.trim().to_owned())).collect();
    if answers.len() != subjects.len() {
        let (got, asked) = (answers.len(), subjects.len());
        return Err(failure(format!(
            "{HLSL} is \"{program}\", which gave {got} answers to {asked} questions"
        )));
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_tells_what_passed_failed_and_was_refused() {
        let cell = Cell { good: 3, refused: 1, bad: 0, unchecked: 0 };
        assert_eq!(cell.text(), "3 (1)");
        assert_eq!(Cell { bad: 2, ..cell }.text(), "3 +2 FAILED (1)");
        assert_eq!(Cell { unchecked: 4, ..Cell::default() }.text(), "4?");
    }

    #[test]
    fn everything_that_is_checked_in_is_a_subject() {
        let (subjects, table) = subjects().unwrap();
        let files = |ending: &str| {
            subjects.iter().filter(|s| s.file.extension().is_some_and(|e| e == ending)).count()
        };
        assert!(files("spv") > 100 && files("vert") > 100 && files("hlsl") > 200 && files("metal") > 80);
        assert!(subjects.iter().filter(|s| s.target.is_some()).all(|s| !s.entry.is_empty()));
        assert!(table.values().any(|cell| cell.refused > 0));
        // One that is wrong is found.
        let folder = std::env::temp_dir().join("candor-validate-test.frag");
        std::fs::write(&folder, "#version 330 core\nvoid main() { undeclared = 1.0; }\n").unwrap();
        let wrong = Subject {
            module: "m".into(),
            file: folder,
            target: Some(Target::Glsl330),
            entry: "main".into(),
            profile: "ps",
        };
        match glsl(&[&wrong]) {
            Ok(answers) => assert!(answers[0].as_ref().unwrap().contains("undeclared"), "{answers:?}"),
            Err(why) => println!("SKIP everything_that_is_checked_in_is_a_subject: {why}"),
        }
    }
}
