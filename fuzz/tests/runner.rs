//! The runner sees what fails, tells the number that makes it again, and goes on behind it.
#![allow(clippy::unwrap_used)]

use std::process::Command;

fn run(args: &[&str]) -> (i32, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_candor-fuzz")).args(args).output().unwrap();
    (out.status.code().unwrap(), String::from_utf8(out.stdout).unwrap())
}

#[test]
fn a_panic_is_found_and_its_number_makes_it_again() {
    let (code, text) = run(&["--target", "fails-by-panic", "--iterations", "40"]);
    let found: Vec<&str> = text.lines().filter(|l| l.starts_with("FOUND fails-by-panic")).collect();
    assert!(code == 1 && found.len() > 1, "{code} {text}");
    assert!(text.contains("told to panic") && text.contains("40 inputs"), "{text}");
    let case = found[0].split("--case ").nth(1).unwrap().split(':').next().unwrap();
    let again = Command::new(env!("CARGO_BIN_EXE_candor-fuzz"))
        .args(["--target", "fails-by-panic", "--case", case])
        .output()
        .unwrap();
    assert!(!again.status.success());
    assert!(String::from_utf8(again.stderr).unwrap().contains("told to panic"));
}

#[test]
#[cfg(unix)]
fn memory_without_end_is_found() {
    let (code, text) = run(&["--target", "fails-by-memory", "--iterations", "6"]);
    assert!(code == 1 && text.contains("memory allocation of"), "{code} {text}");
}

#[test]
fn a_target_that_does_not_exist_is_bad_input() {
    assert_eq!(run(&["--target", "nothing"]).0, 2);
    assert_eq!(run(&["--iterations", "many"]).0, 2);
}
