//! `candor shader`: shaders of all languages, compiled, checked, translated, packed.

pub(crate) mod args;
mod find;
pub(crate) mod job;
mod tell;

use crate::fail::{Exit, Fail};
use crate::show::{check_file, show, write};
use args::{Build, Shader, Sources, What};
use candor::shader::package::{Package, PackagedShader};
use candor::shader::{Target, Translation};
use indicatif::{ProgressBar, ProgressStyle};
use job::{Done, Job};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use tell::{Answered, Detail, FileTold};

/// Runs it.
pub(crate) fn run(args: &Shader) -> Result<Exit, Fail> {
    match &args.what {
        What::Build(a) => build(a),
        What::Check(a) => {
            let all = compiled(&a.sources, &a.targets)?;
            let answer = told(&all, Detail::Short, !a.targets.is_empty());
            finish(&all, &answer, &a.sources)
        }
        What::Translate(a) => {
            let targets = if a.targets.is_empty() { Target::ALL } else { &a.targets };
            let all = compiled(&a.sources, targets)?;
            let mut answer = told(&all, Detail::Texts, !a.targets.is_empty());
            match &a.output {
                Some(folder) => answer.written = texts(folder, &all)?,
                None => {
                    if let (Some(text), false) = (only_text(&all), a.sources.json) {
                        write(&text.source)?;
                        return Ok(Exit::Yes);
                    }
                }
            }
            finish(&all, &answer, &a.sources)
        }
        What::Reflect(a) => {
            let all = compiled(&a.sources, &[])?;
            finish(&all, &told(&all, Detail::Reflection, false), &a.sources)
        }
    }
}

fn build(args: &Build) -> Result<Exit, Fail> {
    check_file(&args.output, "the package")?;
    let targets = if args.targets.is_empty() { Target::ALL } else { &args.targets };
    let all = compiled(&args.sources, targets)?;
    let mut answer = told(&all, Detail::Short, false);
    if answer.holds {
        let package = pack(&all)?;
        package.write(&args.output).map_err(|e| Fail::input("package", e.to_string()))?;
        answer.written = vec![args.output.display().to_string()];
    }
    finish(&all, &answer, &args.sources)
}

fn pack(all: &[(Job, Done)]) -> Result<Package, Fail> {
    let mut shaders = Vec::new();
    for (job, done) in all {
        let Done::Made(made) = done else { continue };
        for entry in &made.entries {
            let shader = PackagedShader::new(&job.module, &made.words, &entry.name, entry.texts.clone());
            shaders.push(shader.map_err(|e| Fail::no("package", format!("{}: {e}", job.path.display())))?);
        }
    }
    Package::new(shaders).map_err(|e| Fail::input("package", e.to_string()))
}

/// Compiles all files, with a bar on the error output where that is a terminal.
fn compiled(sources: &Sources, targets: &[Target]) -> Result<Vec<(Job, Done)>, Fail> {
    let jobs = find::jobs(sources, targets)?;
    let bar = ProgressBar::new(jobs.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    let done = job::run(&jobs, &|path| {
        bar.set_message(path.display().to_string());
        bar.inc(1);
    });
    bar.finish_and_clear();
    Ok(jobs.into_iter().zip(done).collect())
}

fn told(all: &[(Job, Done)], detail: Detail, strict: bool) -> Answered {
    // What others include need not stand for itself.
    let included: HashSet<&str> = all
        .iter()
        .flat_map(|(_, done)| match done {
            Done::Made(made) => made.files.iter().skip(1).map(String::as_str).collect::<Vec<_>>(),
            Done::Failed(_) => Vec::new(),
        })
        .collect();
    let files: Vec<FileTold> =
        all.iter().map(|(job, done)| FileTold::new(job, done, detail, strict, &included)).collect();
    Answered { holds: files.iter().all(FileTold::holds), files, written: Vec::new() }
}

/// Shows faults for people, and the answer.
fn finish(all: &[(Job, Done)], answer: &Answered, sources: &Sources) -> Result<Exit, Fail> {
    for ((_, done), file) in all.iter().zip(&answer.files) {
        if let (Done::Failed(why), false) = (done, file.holds()) {
            tell::complain(why);
        }
    }
    show(answer, sources.json)?;
    Ok(Exit::of(answer.holds))
}

/// The text where there is exactly one.
fn only_text(all: &[(Job, Done)]) -> Option<&Translation> {
    let [(_, Done::Made(made))] = all else { return None };
    let [entry] = &made.entries[..] else { return None };
    let [text] = &entry.texts[..] else { return None };
    text.text.as_ref().ok()
}

/// Writes texts as `module.entry.target`, with an ending by the language.
fn texts(folder: &Path, all: &[(Job, Done)]) -> Result<Vec<String>, Fail> {
    let mut written = Vec::new();
    for (job, done) in all {
        let Done::Made(made) = done else { continue };
        for (entry, text) in made.entries.iter().flat_map(|e| e.texts.iter().map(move |t| (e, t))) {
            let Ok(made) = &text.text else { continue };
            let turned = if text.clip == candor::shader::ClipSpace::OpenGl { ".opengl-clip" } else { "" };
            let language = text.target.language().name();
            let path =
                folder.join(format!("{}.{}.{}{turned}.{language}", job.module, entry.name, text.target));
            let told =
                |e| Fail::input("output", format!("{}: the text can't be written: {e}", path.display()));
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(told)?;
            }
            fs::write(&path, made.source.as_bytes()).map_err(told)?;
            written.push(path.display().to_string());
        }
    }
    Ok(written)
}
