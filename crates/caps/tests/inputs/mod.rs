//! Where the device reports lie that tests read, and a plain word when they are not there.

use std::path::{Path, PathBuf};

/// The folder of device reports, from `CANDOR_INPUTS` or beside the workspace; `None`, said aloud, where it isn't.
pub(crate) fn device_reports() -> Option<PathBuf> {
    let base = std::env::var_os("CANDOR_INPUTS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let dir = base.join("device-reports");
    if dir.is_dir() {
        return Some(dir);
    }
    eprintln!("skipped: no device reports in {} (set CANDOR_INPUTS to the folder of inputs)", dir.display());
    None
}

/// Every JSON file beneath `dir`, by its path relative to it, sorted.
#[allow(dead_code)] // Not every test that shares this module walks the folder.
pub(crate) fn json_files(dir: &Path) -> Vec<(String, PathBuf)> {
    let (mut out, mut open) = (Vec::new(), vec![dir.to_owned()]);
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "json") {
                out.push((path.strip_prefix(dir).unwrap().to_str().unwrap().to_owned(), path));
            }
        }
    }
    out.sort();
    out
}
