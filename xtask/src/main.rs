//! Set-up, demo, tests and checks of this workspace: `cargo xtask COMMAND`.
//!
//! Everything that a newcomer or a build machine runs is here, so that both run the same.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

mod ci;
mod demo;
mod fuzz;
mod licences;
mod run;
mod setup;
mod shaders;
mod spdx;
mod tally;
mod test;
mod vulkan;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  setup    find out what is missing to run Candor (Vulkan loader, a driver) and install it with apt
           where that is possible, else print the commands
           --print        only print them
  demo     set up, build in release, render the showcase scene into out/showcase.png
           further arguments go to `candor demo`
  test     set up, then every test, documentation test and example; each skip with its reason,
           and a count at the end
           --no-setup     leave the machine as it is
           further arguments go to `cargo test`
  ci       formatting, lints, documentation, licences, features, shaders, fuzz, then test
           --no-setup     as above
  fuzz     damaged input for every reader: reports, profiles, requests, glTF, SPIR-V, captures
           --seconds N    for so long; --seed N for other inputs, --target NAME for one reader
           further arguments go to the runner (--help)
  shaders  compile shaders/*.slang to every language and write what is checked in
           --check        compile again, compare, write nothing
           --validate     what the tool of each language says of what is checked in, as a table

With CI or CANDOR_CI set, what should be there and is not is a failure instead of a skip.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest: Vec<&str> = args.iter().skip(1).map(String::as_str).collect();
    let result = match args.first().map(String::as_str) {
        Some("setup") => setup::run(&rest),
        Some("demo") => demo::run(&rest),
        Some("test") => test::run(&rest),
        Some("ci") => ci::run(&rest),
        Some("fuzz") => fuzz::run(&rest),
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
            // Empty where the command has said it, so that a count stays the last line.
            if !failure.sentence.is_empty() {
                eprintln!("error: {}", failure.sentence);
            }
            ExitCode::from(failure.code)
        }
    }
}
