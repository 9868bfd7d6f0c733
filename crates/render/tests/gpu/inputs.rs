//! The assets that tests draw.
#![allow(unreachable_pub, clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

use std::path::{Path, PathBuf};

/// The folder of scenes; `None`, with the reason printed, where it is not there.
pub fn scenes() -> Option<PathBuf> {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
    let scenes = std::env::var_os("CANDOR_INPUTS").map_or_else(default, PathBuf::from).join("scenes");
    if scenes.is_dir() {
        return Some(scenes);
    }
    eprintln!("SKIP: no scenes at {} (set CANDOR_INPUTS)", scenes.display());
    None
}

/// Every glTF file below a folder, sorted by folder and name.
pub fn assets(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    collect(folder, &mut out);
    out
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            _ if path.is_dir() => collect(&path, out),
            Some("gltf" | "glb") => out.push(path),
            _ => {}
        }
    }
}
