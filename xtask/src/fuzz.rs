//! `fuzz`: damaged input for every reader, by the runner in `fuzz/`, a workspace of its own.

use crate::run::{self, Result};

/// Inputs for each target in `ci`: the same ones every time, as many as are through in seconds.
const CI_ITERATIONS: &str = "400";

/// Hands the arguments on.
pub(crate) fn run(args: &[&str]) -> Result {
    let mut fuzz = run::cargo();
    fuzz.args(["run", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--bin", "candor-fuzz"]);
    fuzz.arg("--target-dir").arg(run::target()).arg("--").args(args);
    run::check(&mut fuzz)
}

/// What `ci` runs: formatting and lints of that workspace, which the others do not reach, its tests, and a fixed number of inputs.
pub(crate) fn ci() -> Result {
    let manifest = ["--manifest-path", "fuzz/Cargo.toml"];
    run::check(run::cargo().arg("fmt").args(manifest).arg("--check"))?;
    for command in [&["clippy", "--all-targets"][..], &["test", "--lib"]] {
        let mut cargo = run::cargo();
        cargo.args(command).args(manifest).arg("--target-dir").arg(run::target());
        if command.contains(&"clippy") {
            cargo.args(["--", "-D", "warnings"]);
        }
        run::check(&mut cargo)?;
    }
    run(&["--iterations", CI_ITERATIONS, "--seed", "1"])
}
