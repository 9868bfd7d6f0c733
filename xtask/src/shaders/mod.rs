//! `shaders`: Slang sources to the SPIR-V and the reflection that are checked in, the same to the byte on every run.
//!
//! Optimisation is left to the driver: unoptimised output needs no further library, reads well in a debugger, and is what other
//! translators accept.

mod source;
mod tools;

use crate::run::{self, Result, bad_input, failure};
use source::Unit;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tools::Tools;

/// Files by their path from the root of the workspace.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Exit code where the compiler is not here and cannot be fetched, so that nothing was compared.
pub(crate) const NO_COMPILER: u8 = 3;

const SOURCES: &str = "shaders";
const COMPILED: &str = "shaders/compiled";
const LIST: &str = "crates/shader/src/shaders.rs";

pub(crate) fn run(args: &[&str]) -> Result {
    let check = match args {
        [] => false,
        ["--check"] => true,
        other => {
            return Err(bad_input(format!(
                "`shaders` takes nothing or --check, not \"{}\"",
                other.join(" ")
            )));
        }
    };
    let tools = Tools::find()?;
    if check { verify(&tools) } else { update(&tools) }
}

/// Compiles and writes; removes what is no longer made.
fn update(tools: &Tools) -> Result {
    let made = build(tools)?;
    let root = run::root();
    run::make_dir(&root.join(COMPILED))?;
    let (mut written, mut removed) = (0, 0);
    for (path, bytes) in &made {
        let path = root.join(path);
        if std::fs::read(&path).ok().as_ref() != Some(bytes) {
            run::write(&path, bytes)?;
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
fn verify(tools: &Tools) -> Result {
    let made = build(tools)?;
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

/// What lies in the folder of compiled shaders.
fn checked_in() -> Result<Vec<PathBuf>> {
    let folder = run::root().join(COMPILED);
    let Ok(entries) = std::fs::read_dir(&folder) else { return Ok(Vec::new()) };
    let mut out = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|e| failure(format!("cannot list {}: {e}", folder.display())))?;
        out.push(Path::new(COMPILED).join(entry.file_name()));
    }
    out.sort();
    Ok(out)
}

/// Compiles every source; the files that should be checked in.
fn build(tools: &Tools) -> Result<Files> {
    let units = source::scan(&run::root().join(SOURCES))?;
    let mut files = Files::new();
    let mut modules: BTreeMap<&str, Vec<serde_json::Value>> = BTreeMap::new();
    for unit in &units {
        let name = unit.name();
        let raw = tools.compile(unit)?;
        let told = |e: candor_shader::ShaderError| {
            failure(format!("what slangc made of {name} cannot be read: {e}"))
        };
        let words = candor_shader::words_from_bytes(&raw).map_err(told)?;
        let words = candor_shader::strip_debug(&words).map_err(told)?;
        let reflection = candor_shader::reflect(&words).map_err(told)?;
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        tools.validate(&name, &bytes)?;
        let reflection = serde_json::to_value(&reflection)
            .map_err(|e| failure(format!("the reflection of {name} cannot be written: {e}")))?;
        modules
            .entry(&unit.module)
            .or_default()
            .push(serde_json::json!({ "name": name, "reflection": reflection }));
        files.insert(Path::new(COMPILED).join(format!("{name}.spv")), bytes);
    }
    for (module, shaders) in modules {
        let json = serde_json::json!({ "module": module, "shaders": shaders });
        let text = format!("{json:#}\n");
        files.insert(Path::new(COMPILED).join(format!("{module}.json")), text.into_bytes());
    }
    files.insert(PathBuf::from(LIST), list(&units).into_bytes());
    Ok(files)
}

/// The Rust source that names every shader.
fn list(units: &[Unit]) -> String {
    let mut out = String::from(
        "//! Every compiled shader as a constant. Written by `cargo xtask shaders`; changes here are lost.\n\n\
         use crate::library::{Shader, compiled};\nuse crate::reflection::Stage;\n",
    );
    for unit in units {
        let Unit { module, entry, stage, permutation, .. } = unit;
        let of =
            if permutation.is_empty() { String::new() } else { format!(", permutation `{permutation}`") };
        let _ = write!(
            out,
            "\n/// `{module}.slang`, entry point `{entry}`{of}.\n\
             pub static {}: Shader = Shader {{\n    module: \"{module}\",\n    entry_point: \"{entry}\",\n    \
             permutation: \"{permutation}\",\n    stage: Stage::{},\n    words: compiled!(\"{}.spv\"),\n}};\n",
            unit.constant(),
            stage.variant(),
            unit.name(),
        );
    }
    out.push_str(
        "\n/// All of them, by module, entry point and permutation.\npub static ALL: &[&Shader] = &[\n",
    );
    for unit in units {
        let _ = writeln!(out, "    &{},", unit.constant());
    }
    out.push_str("];\n");
    out
}
