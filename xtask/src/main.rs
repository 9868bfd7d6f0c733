//! Set-up, demo, tests and checks of this workspace: `cargo xtask COMMAND`.
//!
//! Everything that a newcomer or a build machine runs is here, so that both run the same.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

mod run;
mod shaders;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  shaders  compile shaders/*.slang and write what is checked in
           --check        compile again, compare, write nothing
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest: Vec<&str> = args.iter().skip(1).map(String::as_str).collect();
    let result = match args.first().map(String::as_str) {
        Some("shaders") => shaders::run(&rest),
        None | Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            Ok(())
        }
        Some(other) => Err(run::bad_input(format!("there is no command \"{other}\"\n\n{HELP}"))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {}", failure.sentence);
            ExitCode::from(failure.code)
        }
    }
}
