//! Makes the matrix of the documentation of what `candor verify` showed, and runs every proof on every Vulkan adapter.
//!
//! `cargo run -p candor-proofs --example matrix -- take FILE FOLDER` adds one JSON file for each device of a report that
//! `candor verify --json FILE` wrote.
//! `cargo run -p candor-proofs --example matrix -- write FOLDER` makes `docs/matrix.md` and the matrix in `README.md` of all
//! files in the folder. A cell is what a proof printed; nobody types one.
//! `cargo run -p candor-proofs --example matrix -- lesser` shows what is proved without each thing that Candor prefers, without
//! all of them, and on Vulkan 1.0.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

use candor_caps::{Requests, resolve};
use candor_proofs::{Report, claims, requests, verify};
use candor_rhi::driver::{ApiValidation, Driver, LoadDesc};
use candor_rhi::{BackendKind, Device};
use candor_vulkan::{Hide, VulkanHiding};
use serde_json::Value;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["take", file, folder] => take(Path::new(file), Path::new(folder)),
        ["write", folder] => write(Path::new(folder)),
        ["lesser"] => lesser(),
        // As an example that is run without arguments: show what would be written.
        [] => {
            for report in reports(&[])? {
                println!("{report}");
            }
            Ok(())
        }
        _ => Err("usage: matrix [take FILE FOLDER | write FOLDER | lesser]".into()),
    }
}

fn lesser() -> Result<()> {
    let apart = Hide::ALL.iter().filter(|h| **h != Hide::Vulkan11).map(std::slice::from_ref);
    let mut failed = 0;
    for hidden in apart.chain([&Hide::ALL[..3], Hide::ALL]) {
        for report in reports(hidden)? {
            println!("without {hidden:?}: {report}");
            failed += report.disproved().count();
        }
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} claims do not hold").into()) }
}

fn reports(hidden: &[Hide]) -> Result<Vec<Report>> {
    let desc = LoadDesc { app_name: "matrix".into(), validation: ApiValidation::Auto, ..LoadDesc::default() };
    let instance = match (VulkanHiding { hidden: hidden.to_vec() }).load(&desc) {
        Ok(i) => i,
        Err(why) => {
            println!("SKIP matrix [vulkan]: {why}");
            return Ok(Vec::new());
        }
    };
    let mut all = Vec::new();
    for (i, adapter) in instance.adapters()?.iter().enumerate() {
        let mut asked: Requests = requests(BackendKind::Vulkan);
        asked = asked.on_candor_vulkan()?;
        let resolution = resolve(&adapter.report, &asked);
        if !resolution.requirements_met {
            println!("{} lacks Candor's base set", adapter.info);
            continue;
        }
        let device = Device::new(instance.create_device(i, &resolution.plan)?);
        let report = verify(&device, &claims(&resolution));
        all.push(report);
    }
    Ok(all)
}

fn take(file: &Path, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let report: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let devices =
        report["devices"].as_array().ok_or("the file holds no devices; `candor verify --json` writes it")?;
    for d in devices {
        // Null proves nothing.
        if d["backend"] == BackendKind::Null.name() {
            continue;
        }
        let text = |key: &str| d[key].as_str().unwrap_or_default();
        let mut kept = serde_json::Map::new();
        for key in ["backend", "adapter", "driver"] {
            kept.insert(key.to_owned(), d[key].clone());
        }
        let entries = d["entries"].as_array().ok_or("a device has no entries")?;
        let shown = entries.iter().map(|e| {
            let keys = ["capability", "verdict", "why"].into_iter().filter(|k| e.get(k).is_some());
            Value::Object(keys.map(|k| (k.to_owned(), e[k].clone())).collect())
        });
        kept.insert("entries".to_owned(), shown.collect());
        let name: String = format!("{} {}", text("backend"), text("driver"))
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' })
            .collect();
        let path = folder.join(format!("{name}.json"));
        std::fs::write(&path, serde_json::to_string_pretty(&Value::Object(kept))? + "\n")?;
        println!("{}: {} proved", path.display(), d["proved"]);
    }
    Ok(())
}

fn write(folder: &Path) -> Result<()> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder)?.map(|f| f.map(|f| f.path())).collect::<std::io::Result<_>>()?;
    files.retain(|f| f.extension().is_some_and(|e| e == "json"));
    files.sort();
    let mut columns = Vec::new();
    for f in &files {
        columns.push(serde_json::from_str::<Value>(&std::fs::read_to_string(f)?)?);
    }
    let text = |v: &Value, key: &str| v[key].as_str().unwrap_or_default().to_owned();
    let mut long = "# What is proved where\n\nGenerated from proofs that ran (`cargo run -p candor-proofs --example matrix`). \
        A cell is what a proof printed.\n\n"
        .to_owned();
    let mut short = String::new();
    let (mut head, mut rule) = ("| capability |".to_owned(), "|---|".to_owned());
    for c in &columns {
        write!(head, " {}, {} ({}) |", text(c, "backend"), text(c, "adapter"), text(c, "driver"))?;
        rule.push_str("---|");
    }
    for out in [&mut long, &mut short] {
        writeln!(out, "{head}\n{rule}")?;
    }
    let rows = columns.first().and_then(|c| c["entries"].as_array()).map_or(0, Vec::len);
    for i in 0..rows {
        let name = text(&columns[0]["entries"][i], "capability");
        let mut proved = false;
        let (mut full, mut brief) = (format!("| {name} |"), format!("| {name} |"));
        for c in &columns {
            // A report of an earlier version lacks what came since.
            let found =
                c["entries"].as_array().and_then(|all| all.iter().find(|e| text(e, "capability") == name));
            let Some(e) = found else {
                full.push_str(" not run |");
                brief.push_str(" not run |");
                continue;
            };
            let why = text(e, "why").replace('|', "/");
            let verdict = text(e, "verdict");
            let (long_cell, cell) = match verdict.as_str() {
                "proved" => ("proved".to_owned(), "proved"),
                "disproved" => (format!("**disproved**: {why}"), "**disproved**"),
                _ => (why, "not offered"),
            };
            proved |= verdict != "not-claimed";
            write!(full, " {long_cell} |")?;
            write!(brief, " {cell} |")?;
        }
        writeln!(long, "{full}")?;
        if proved {
            writeln!(short, "{brief}")?;
        }
    }
    std::fs::create_dir_all("docs")?;
    std::fs::write("docs/matrix.md", long)?;
    let readme = std::fs::read_to_string("README.md")?;
    let (begin, end) = ("<!-- matrix begins -->\n", "<!-- matrix ends -->");
    let parts = readme.split_once(begin).and_then(|(a, rest)| rest.split_once(end).map(|(_, b)| (a, b)));
    let (before, after) = parts.ok_or("README.md has no place for the matrix")?;
    std::fs::write("README.md", format!("{before}{begin}{short}{end}{after}"))?;
    println!("docs/matrix.md and README.md: {rows} capabilities, {} devices", columns.len());
    Ok(())
}
