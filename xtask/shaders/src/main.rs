//! `cargo xtask shaders`: Slang sources to the SPIR-V, the texts in every other language and the reflection that are checked in, the
//! same to the byte on every run.
//!
//! Optimisation is left to the driver: unoptimised output needs no further library, reads well in a debugger, and is what
//! translators accept.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

mod compile;
mod hlsl;
mod lists;
#[path = "../../src/run.rs"]
#[allow(dead_code, reason = "shared with the other commands, which need more of it")]
mod run;
mod source;
mod tools;
mod validate;

use run::{Result, bad_input, failure};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tools::Tools;

/// Files by their path from the root of the workspace.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Exit code where the compiler is not here and cannot be fetched, so that nothing was compared.
const NO_COMPILER: u8 = 3;

const SOURCES: &str = "shaders";
const COMPILED: &str = "shaders/compiled";
/// Rust sources that name what was made.
const LIST: &str = "crates/shader/src/shaders.rs";
const TEXTS: &str = "crates/shader/src/texts";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.sentence.is_empty() {
                eprintln!("error: {}", failure.sentence);
            }
            ExitCode::from(failure.code)
        }
    }
}

fn dispatch(args: &[&str]) -> Result {
    match args {
        [] => update(),
        ["--check"] => verify(),
        ["--validate"] => validate::run(),
        // What a build machine does, with one start; the table is the last that it prints.
        ["--check", "--validate"] => {
            let checked = verify();
            let valid = validate::run();
            checked.and(valid)
        }
        other => Err(bad_input(format!(
            "`shaders` takes nothing, --check or --validate, not \"{}\"",
            other.join(" ")
        ))),
    }
}

/// Compiles and writes; removes what is no longer made.
fn update() -> Result {
    let made = compile::build(&Tools::find()?)?;
    let root = run::root();
    let folders: BTreeSet<&Path> = made.keys().filter_map(|path| path.parent()).collect();
    for folder in folders {
        run::make_dir(&root.join(folder))?;
    }
    let (mut written, mut removed) = (0, 0);
    for (path, bytes) in &made {
        let path = root.join(path);
        if std::fs::read(&path).ok().as_ref() != Some(bytes) {
            tools::write(&path, bytes)?;
            written += 1;
        }
    }
    for path in checked_in()? {
        if !made.contains_key(&path) {
            let path = root.join(path);
            std::fs::remove_file(&path)
                .map_err(|e| failure(format!("cannot remove {}: {e}", path.display())))?;
            removed += 1;
        }
    }
    println!("{} files: {written} written, {removed} removed, the rest as they were", made.len());
    Ok(())
}

/// Compiles and compares.
fn verify() -> Result {
    let made = compile::build(&Tools::find()?)?;
    let mut wrong = String::new();
    let there = checked_in()?;
    for (path, bytes) in &made {
        let state = match std::fs::read(run::root().join(path)) {
            Ok(found) if found == *bytes => continue,
            Ok(_) => "is not what its source compiles to",
            Err(_) => "is missing",
        };
        let _ = write!(wrong, "\n  {} {state}", path.display());
    }
    for path in there.iter().filter(|path| !made.contains_key(*path)) {
        let _ = write!(wrong, "\n  {} comes from no source", path.display());
    }
    if !wrong.is_empty() {
        let remedy = "run `cargo xtask shaders` and check the result in";
        return Err(failure(format!("compiled shaders differ from their sources:{wrong}\n{remedy}")));
    }
    println!("{} compiled files are what their sources compile to", made.len());
    Ok(())
}

/// What lies in the folders of what is made.
fn checked_in() -> Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    for folder in [COMPILED, TEXTS] {
        list_files(Path::new(folder), &mut out)?;
    }
    // Written by hand.
    out.retain(|path| *path != Path::new(TEXTS).join("mod.rs"));
    out.sort();
    Ok(out)
}

fn list_files(folder: &Path, out: &mut Vec<PathBuf>) -> Result {
    let Ok(entries) = std::fs::read_dir(run::root().join(folder)) else { return Ok(()) };
    for entry in entries {
        let told = |e| failure(format!("cannot list {}: {e}", folder.display()));
        let entry = entry.map_err(told)?;
        let path = folder.join(entry.file_name());
        if entry.file_type().map_err(told)?.is_dir() {
            list_files(&path, out)?;
        } else {
            out.push(path);
        }
    }
    Ok(())
}
