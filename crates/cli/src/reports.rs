//! Saved reports: a file, or every JSON file of a folder.

use crate::fail::Fail;
use candor_caps::DeviceReport;
use candor_caps::coverage::{Fleet, Skipped};
use candor_caps::read::{Document, read};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders within folders are followed so deep.
const DEEPEST: usize = 32;

/// What was found where reports were looked for.
#[derive(Debug)]
pub(crate) struct Found {
    /// Files that are devices.
    pub(crate) devices: Vec<DeviceReport>,
    /// Files that are not, each with the reason. Only files of a folder: a file that was named has to be a device.
    pub(crate) skipped: Vec<Skipped>,
}

/// Reads a file that was named on the command line.
pub(crate) fn read_file(path: &Path, what: &str) -> Result<Vec<u8>, Fail> {
    if path.is_dir() {
        return Err(Fail::input("file", format!("{} is a folder; {what} is a file", path.display())));
    }
    fs::read(path).map_err(|e| Fail::input("file", format!("{}: {what} can't be read: {e}", path.display())))
}

/// Devices out of files and folders.
pub(crate) fn devices(paths: &[PathBuf]) -> Result<Found, Fail> {
    let mut found = Found { devices: Vec::new(), skipped: Vec::new() };
    for path in paths {
        if path.is_dir() {
            let fleet = Fleet::load(&files(path)?);
            if fleet.devices.is_empty() {
                let n = fleet.skipped.len();
                return Err(Fail::input(
                    "report",
                    format!("{}: none of its {n} JSON files is a device's report", path.display()),
                )
                .help(skipped_help(&fleet.skipped)));
            }
            found.devices.extend(fleet.devices);
            found.skipped.extend(fleet.skipped);
        } else {
            found.devices.push(device(path)?);
        }
    }
    Ok(found)
}

fn skipped_help(skipped: &[Skipped]) -> String {
    let first = skipped.first().map(|s| format!("{} ({})", s.file, s.reason)).unwrap_or_default();
    format!("the first: {first}")
}

/// The device of one file.
pub(crate) fn device(path: &Path) -> Result<DeviceReport, Fail> {
    let file = path.display().to_string();
    let bytes = read_file(path, "a report")?;
    match read(&bytes, &file).map_err(|e| Fail::input("report", e.to_string()))? {
        Document::Device(d) => Ok(*d),
        other @ (Document::Requirements(_) | Document::ParserTest(_)) => {
            let class = other.class();
            Err(Fail::input("report", format!("{file} is a {class}: it does not say what a device has"))
                .help("hand in a device's report, or this file with --profile"))
        }
    }
}

/// Every file that coverage asks: those named, and the JSON files of folders.
pub(crate) fn all_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fail> {
    let mut out = Vec::new();
    for path in paths {
        if path.is_dir() {
            out.extend(files(path)?);
        } else if path.exists() {
            out.push(path.clone());
        } else {
            return Err(Fail::input("file", format!("{}: there is no such file or folder", path.display())));
        }
    }
    // One file may be reached by two of the paths; it is one report.
    out.sort();
    out.dedup();
    Ok(out)
}

/// The files of a table, of those rows that have the values asked for.
pub(crate) fn of_table(path: &Path, rows: &[String]) -> Result<Vec<PathBuf>, Fail> {
    let shown = path.display();
    let text = String::from_utf8(read_file(path, "a table")?)
        .map_err(|_| Fail::input("table", format!("{shown}: it is not UTF-8 text")))?;
    let mut lines = text.lines().map(|l| l.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let column = |name: &str| {
        head.iter().position(|h| *h == name).ok_or_else(|| {
            Fail::input("table", format!("{shown}: no column '{name}'"))
                .help(format!("its columns, between tabs, are {}", head.join(", ")))
        })
    };
    let file = column("file")?;
    let mut wanted = Vec::new();
    for row in rows {
        let (name, value) = row
            .split_once('=')
            .ok_or_else(|| Fail::input("table", format!("--where '{row}' is not COLUMN=VALUE")))?;
        wanted.push((column(name.trim())?, value.trim()));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let fits = |l: &Vec<&str>| wanted.iter().all(|(i, value)| l.get(*i) == Some(value));
    let names = lines.filter(fits).filter_map(|l| l.get(file).map(|f| folder.join(f)));
    let all: Vec<PathBuf> = names.collect();
    if all.is_empty() {
        let what = if rows.is_empty() { String::new() } else { format!(" with {}", rows.join(" and ")) };
        return Err(Fail::input("table", format!("{shown}: it has no row{what}")));
    }
    all_files(&all)
}

/// Every JSON file beneath a folder, sorted.
fn files(dir: &Path) -> Result<Vec<PathBuf>, Fail> {
    let mut out = Vec::new();
    walk(dir, 0, &mut out)?;
    if out.is_empty() {
        return Err(Fail::input("report", format!("{}: no JSON file is in this folder", dir.display()))
            .help("reports are JSON files: of Candor, vulkaninfo, vulkan.gpuinfo.org, devsim or VulkanCapsViewer"));
    }
    out.sort();
    Ok(out)
}

fn walk(dir: &Path, depth: usize, out: &mut Vec<PathBuf>) -> Result<(), Fail> {
    let unreadable =
        |e: std::io::Error| Fail::input("file", format!("{}: the folder can't be read: {e}", dir.display()));
    if depth > DEEPEST {
        let message = format!("{}: folders within folders, more than {DEEPEST} deep", dir.display());
        return Err(Fail::input("file", message).help("name the folder that holds the reports"));
    }
    for entry in fs::read_dir(dir).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
        // A link to a folder isn't followed: it may lead back here.
        if kind.is_dir() {
            walk(&path, depth + 1, out)?;
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json")) && path.is_file() {
            out.push(path);
        }
    }
    Ok(())
}
