//! `test`: every test, with the drivers that were found, each skip with its reason, and a count at the end.

use crate::run::{self, Result, failure};
use crate::tally::Tally;
use crate::{setup, vulkan};
use std::io::{BufRead as _, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::mpsc;

/// Backends that a build machine must have; `CANDOR_CI_BACKENDS` (a list with commas) replaces them.
const EXPECTED: &str = "vulkan";

pub(crate) fn run(args: &[&str]) -> Result {
    let mut args = args.to_vec();
    let without_setup = args.iter().position(|a| *a == "--no-setup").map(|i| args.remove(i)).is_some();
    if !without_setup {
        println!("== setup");
        if let Err(why) = setup::ensure() {
            // The tests that need no driver still tell something; those that do will say so.
            println!("{why}");
        }
    }
    println!("\n== drivers");
    let devices = vulkan::devices(&vulkan::Found::now());
    devices.iter().for_each(|d| println!("{d}"));
    if devices.is_empty() {
        println!("none");
    }

    let mut tally = Tally::default();
    let mut problems = Vec::new();
    println!("\n== tests");
    let mut tests = run::cargo();
    tests.args(["test", "--workspace", "--no-fail-fast"]).args(&args);
    if !args.contains(&"--") {
        tests.arg("--");
    }
    // The output of tests that pass holds the reasons of those that were skipped.
    tests.arg("--show-output");
    let status = stream(&mut tests, &mut tally)?;
    if !status && !tally.any_failed() {
        problems.push(format!("`{}` did not end well; what it said is above", run::shown(&tests)));
    }

    println!("\n== examples");
    for name in examples()? {
        let mut example = run::cargo();
        // A window stays open until somebody closes it; that of the tests shows the same.
        let how = if name.ends_with("-window") { "build" } else { "run" };
        example.args([how, "--quiet", "--package", &name]);
        let passed = stream(&mut example, &mut tally)?;
        // A program whose answer here is no says so in the line that a skipped test prints.
        let passed = passed || tally.skipped().contains_key(&name);
        tally.one(&format!("example {name}"), passed);
    }
    finish(&tally, problems)
}

/// Says what was skipped and why, what failed, and the count, which is the last line.
fn finish(tally: &Tally, mut problems: Vec<String>) -> Result {
    if !tally.skipped().is_empty() {
        println!("\n== skipped");
        for (name, skip) in tally.skipped() {
            println!("{name}: {}", skip.reason);
        }
    }
    problems.extend(tally.failures().iter().map(|name| format!("{name} failed")));
    problems.extend(tally.unexplained().iter().cloned());
    if run::on_ci() {
        let expected = std::env::var("CANDOR_CI_BACKENDS").unwrap_or_else(|_| EXPECTED.to_owned());
        let expected: Vec<String> = expected.split(',').map(|b| b.trim().to_lowercase()).collect();
        let missing = tally.missing(&expected);
        problems.extend(missing.map(|name| format!("{name} was skipped, and its backend should be here")));
    }
    if !tally.any_ran() {
        problems.push("no test ran".into());
    }
    if !problems.is_empty() {
        println!("\n== problems");
        problems.iter().for_each(|p| println!("{p}"));
    }
    println!("\n{}", tally.count());
    if problems.is_empty() { Ok(()) } else { Err(failure("")) }
}

/// Runs a command, shows its output line by line and counts in it; whether it ended well.
fn stream(command: &mut Command, tally: &mut Tally) -> Result<bool> {
    let shown = run::shown(command);
    println!("$ {shown}");
    let told = |e| failure(format!("cannot run `{shown}`: {e}"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(told)?;
    let (send, lines) = mpsc::channel();
    let pipes: [Option<Box<dyn Read + Send>>; 2] =
        [child.stdout.take().map(|p| Box::new(p) as _), child.stderr.take().map(|p| Box::new(p) as _)];
    for pipe in pipes.into_iter().flatten() {
        let send = send.clone();
        std::thread::spawn(move || {
            let mut pipe = BufReader::new(pipe);
            let mut line = Vec::new();
            while pipe.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                let text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
                if send.send(text).is_err() {
                    return;
                }
                line.clear();
            }
        });
    }
    drop(send);
    for line in lines {
        println!("{line}");
        tally.line(&line);
    }
    child
        .wait()
        .map(|status| status.success())
        .map_err(|e| failure(format!("cannot wait for the tests: {e}")))
}

/// The packages below `examples/`: each runs without arguments and without a display.
fn examples() -> Result<Vec<String>> {
    let metadata = run::metadata(&["--no-deps"])?;
    let here = run::root().join("examples");
    let mut names: Vec<String> = run::packages(&metadata)
        .filter(|p| p["manifest_path"].as_str().is_some_and(|m| std::path::Path::new(m).starts_with(&here)))
        .filter_map(|p| p["name"].as_str().map(str::to_owned))
        .collect();
    names.sort();
    Ok(names)
}
