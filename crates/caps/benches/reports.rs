//! How long a folder of reports takes: reading alone, and reading with resolution, as a fleet in parallel.
//!
//! `cargo bench -p candor-caps --bench reports`
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

use candor_caps::coverage::Fleet;
use candor_caps::{Feature, Requests, Tier, resolve};
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
    // A game's worth of requests: one of everything that Candor knows is more than any program asks for.
    let mut requests = Requests::new();
    for (i, f) in Feature::ALL.iter().enumerate() {
        requests.add(*f, if i % 4 == 0 { Tier::Required } else { Tier::Optional });
    }
    report("read and resolve", || {
        black_box(Fleet::load(&paths).coverage(&requests));
    });
    let fleet = Fleet::load(&paths);
    let each = fleet.devices.len() as f64;
    let all = report("resolve alone, one thread", || {
        for d in &fleet.devices {
            let _ = black_box(resolve(d, &requests));
        }
    });
    println!("  {:.1} us a report for {} features", all.as_secs_f64() * 1e6 / each, Feature::ALL.len());
    let mut few = Requests::new();
    few.add(Feature::RayTracing, Tier::Optional);
    few.add(Feature::Bindless, Tier::Required);
    few.add(Feature::Msaa, Tier::Optional);
    let all = report("resolve alone, three features", || {
        for d in &fleet.devices {
            let _ = black_box(resolve(d, &few));
        }
    });
    println!("  {:.1} us a report", all.as_secs_f64() * 1e6 / each);
}

/// Processor time of this process so far, on Linux: on a busy machine it says more than the clock on the wall.
fn cpu() -> Option<Duration> {
    // Fields 14 and 15, counted from 1, in hundredths of a second; the name in field 2 may hold spaces.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
}

/// Prints best, median and worst; the median is returned.
fn report(what: &str, mut run: impl FnMut()) -> Duration {
    let before = cpu();
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    let after = cpu();
    times.sort();
    let ms = |d: Duration| d.as_secs_f64() * 1e3;
    println!(
        "{what}: best {:.1} ms, median {:.1} ms, worst {:.1} ms",
        ms(times[0]),
        ms(times[ROUNDS / 2]),
        ms(times[ROUNDS - 1])
    );
    if let (Some(before), Some(after)) = (before, after) {
        println!("  {:.1} ms of processor time a round", ms(after - before) / ROUNDS as f64);
    }
    times[ROUNDS / 2]
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
