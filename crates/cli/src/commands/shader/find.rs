//! The files that the command line means.

use super::args::Sources;
use super::job::Job;
use crate::fail::Fail;
use candor::shader::Target;
use candor::shader::compile::SourceLanguage;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders in folders.
const DEEPEST: usize = 32;

/// A job for each file, in the order of the command line, in folders by name.
pub(super) fn jobs(sources: &Sources, targets: &[Target]) -> Result<Vec<Job>, Fail> {
    let mut jobs = Vec::new();
    for path in &sources.paths {
        let told = |e| Fail::input("shader-source", format!("{}: {e}", path.display()));
        if fs::metadata(path).map_err(told)?.is_dir() {
            let mut files = Vec::new();
            walk(path, 0, &mut files)?;
            if files.is_empty() {
                let all: Vec<&str> = SourceLanguage::ALL.iter().flat_map(|l| l.endings()).copied().collect();
                let message = format!("{}: there is no shader in this folder", path.display());
                let help = format!("shaders are files that end in {}", all.join(", "));
                return Err(Fail::input("shader-source", message).help(help));
            }
            jobs.extend(files.into_iter().map(|f| {
                let module = module(f.strip_prefix(path).unwrap_or(&f));
                Job::new(f, module, sources, targets)
            }));
        } else {
            let name = path.file_name().map_or(path.as_path(), Path::new);
            jobs.push(Job::new(path.clone(), module(name), sources, targets));
        }
    }
    Ok(jobs)
}

fn walk(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) -> Result<(), Fail> {
    let told = |e: std::io::Error| Fail::input("shader-source", format!("{}: {e}", folder.display()));
    let mut all = fs::read_dir(folder).map_err(told)?.collect::<Result<Vec<_>, _>>().map_err(told)?;
    all.sort_by_key(fs::DirEntry::file_name);
    for entry in all {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if hidden {
            continue;
        }
        if path.is_dir() {
            if depth < DEEPEST {
                walk(&path, depth + 1, out)?;
            }
        } else if SourceLanguage::of(&path).is_some() {
            out.push(path);
        }
    }
    Ok(())
}

/// The path without the ending of its language; that of a stage stays, since it tells files apart.
fn module(path: &Path) -> String {
    let stage = path.extension().is_some_and(|e| ["vert", "frag", "comp"].iter().any(|s| e == *s));
    let path = if stage { path.to_path_buf() } else { path.with_extension("") };
    let parts: Vec<_> = path.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_by_their_files() {
        for (path, name) in [
            ("a.wgsl", "a"),
            ("sub/b.slang", "sub/b"),
            ("c.vert", "c.vert"),
            ("c.frag.glsl", "c.frag"),
            ("d", "d"),
        ] {
            assert_eq!(module(Path::new(path)), name);
        }
    }
}
