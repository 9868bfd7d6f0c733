//! How long a folder of reports takes: reading alone, and reading with resolution, as a fleet in parallel.
//!
//! `cargo bench -p candor-caps --bench reports`
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

use candor_caps::coverage::Fleet;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;

fn main() {
    let base = std::env::var_os("CANDOR_INPUTS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let mut paths = Vec::new();
    gather(&base.join("device-reports"), &mut paths);
    if paths.is_empty() {
        eprintln!("skipped: no reports in {}; set CANDOR_INPUTS", base.join("device-reports").display());
        return;
    }
    paths.sort();
    let bytes: u64 = paths.iter().filter_map(|p| p.metadata().ok()).map(|m| m.len()).sum();
    println!("{} files, {:.1} MB, {} threads", paths.len(), bytes as f64 / 1e6, rayon::current_num_threads());

    report("read", || {
        black_box(Fleet::load(&paths));
    });
}

fn report(what: &str, mut run: impl FnMut()) {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    let ms = |d: Duration| d.as_secs_f64() * 1e3;
    println!(
        "{what}: best {:.1} ms, median {:.1} ms, worst {:.1} ms",
        ms(times[0]),
        ms(times[ROUNDS / 2]),
        ms(times[ROUNDS - 1])
    );
}

fn gather(dir: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, into);
        } else if path.extension().is_some_and(|e| e == "json") {
            into.push(path);
        }
    }
}
