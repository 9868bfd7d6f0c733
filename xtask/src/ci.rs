//! `ci`: what must hold before a change lands. Every step runs, also after one has failed; the tests come last, so that their count
//! is the last line.

use crate::run::{self, Result, bad_input, failure};
use crate::{fuzz, licences, setup, shaders, test};
use std::time::Instant;

/// Features of the facade that are backends; one that does not exist yet is left out.
const BACKENDS: [&str; 6] = ["vulkan", "gl", "webgpu", "d3d12", "d3d11", "metal"];

type Step = (&'static str, fn() -> Result);

const STEPS: [Step; 8] = [
    ("formatting", formatting),
    ("lints", lints),
    ("documentation", documentation),
    ("licences", licences::check),
    ("features", features),
    ("shaders", shaders),
    ("epochs", epochs),
    ("fuzz", fuzz::ci),
];

pub(crate) fn run(args: &[&str]) -> Result {
    if !matches!(args, [] | ["--no-setup"]) {
        return Err(bad_input(format!("`ci` takes nothing or --no-setup, not \"{}\"", args.join(" "))));
    }
    if args.is_empty()
        && let Err(why) = setup::ensure()
    {
        // Most steps need no driver; the tests that do will say so.
        println!("{why}");
    }
    let mut lines = Vec::new();
    let mut failed = false;
    for (name, step) in STEPS {
        println!("\n==== {name}");
        let start = Instant::now();
        let result = step();
        let seconds = start.elapsed().as_secs();
        if let Err(why) = &result {
            failed = true;
            println!("{name} failed: {why}");
        }
        lines.push(format!("{name:14} {} ({seconds} s)", if result.is_ok() { "ok" } else { "FAILED" }));
    }
    println!("\n==== steps before the tests");
    lines.iter().for_each(|l| println!("{l}"));
    println!("\n==== tests");
    let tests = test::run(&["--no-setup"]);
    if failed { tests.and(Err(failure(""))) } else { tests }
}

fn formatting() -> Result {
    run::check(run::cargo().args(["fmt", "--all", "--check"]))
}

fn lints() -> Result {
    run::check(run::cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn documentation() -> Result {
    let mut doc = run::cargo();
    doc.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    run::check(&mut doc)
}

/// The life of dropped objects under the model checker, in a target folder of its own since everything is built for it.
fn epochs() -> Result {
    let mut model = run::cargo();
    model.args(["test", "--package", "candor-rhi", "--lib", "--target-dir", "target/loom", "epoch::model"]);
    run::check(model.env("RUSTFLAGS", "--cfg loom"))
}

/// The facade without a backend, which leaves Null, and with each backend alone.
fn features() -> Result {
    let metadata = run::metadata(&["--no-deps"])?;
    let facade = run::packages(&metadata)
        .find(|p| p["name"] == "candor")
        .ok_or_else(|| failure("the workspace has no package \"candor\""))?;
    let build = |features: &[&str]| {
        let mut clippy = run::cargo();
        clippy.args(["clippy", "--package", "candor", "--no-default-features"]).args(features);
        run::check(clippy.args(["--", "-D", "warnings"]))
    };
    build(&[])?;
    for backend in BACKENDS.iter().filter(|b| facade["features"].get(**b).is_some()) {
        build(&["--features", backend])?;
    }
    // Shaders are compiled in for the languages that are asked for, and a user's where they are.
    for languages in ["", "wgsl", "msl", "glsl", "hlsl", "translate", "compile", "package", "builtin,package"]
    {
        let mut clippy = run::cargo();
        clippy.args([
            "clippy",
            "--package",
            "candor-shader",
            "--no-default-features",
            "--features",
            languages,
        ]);
        run::check(clippy.args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}

/// Without the compiler the check is skipped at home and fails on a build machine. The table of what each language's own tool says ends
/// it.
fn shaders() -> Result {
    match shaders::run(&["--check", "--validate"]) {
        Err(why) if !run::on_ci() && why.code == shaders::NO_COMPILER => {
            println!("SKIP shaders: {why}");
            Ok(())
        }
        result => result,
    }
}
