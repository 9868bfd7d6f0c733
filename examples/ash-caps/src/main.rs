//! Candor's capability crates in a program that has a Vulkan renderer of its own, in plain `ash`: it asks for a few base
//! extensions and, if it can be had, ray tracing.
//!
//! Without arguments it asks the devices of this machine and creates the first that will do. With report files as arguments
//! it says what it would do on those. Exit codes: 0 yes, 1 no, 2 bad input.
#![allow(clippy::print_stdout, clippy::print_stderr)] // It is a program; this is what it does.

mod ask;
mod live;

use candor_caps::read::{Document, read};
use candor_caps::{DeviceReport, Resolution};
use std::process::ExitCode;

const YES: u8 = 0;
const NO: u8 = 1;
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let code = if files.is_empty() { on_this_machine() } else { on_reports(&files) };
    ExitCode::from(code)
}

fn on_this_machine() -> u8 {
    match live::run(print) {
        Ok(true) => YES,
        Ok(false) => {
            println!("SKIP ash-caps: no device of this machine has all that it asks for");
            NO
        }
        Err(e) => {
            eprintln!("{e}");
            NO
        }
    }
}

fn on_reports(files: &[String]) -> u8 {
    let mut code = YES;
    for file in files {
        let answer = load(file).and_then(|r| ask::answer(&r).map_err(|e| e.to_string()));
        match answer {
            Ok(resolution) => {
                print(&resolution, None);
                code = code.max(if resolution.requirements_met { YES } else { NO });
            }
            Err(e) => {
                eprintln!("{e}");
                code = BAD_INPUT;
            }
        }
    }
    code
}

fn load(file: &str) -> Result<DeviceReport, String> {
    let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
    match read(&bytes, file).map_err(|e| e.to_string())? {
        Document::Device(report) => Ok(*report),
        other @ (Document::Requirements(_) | Document::ParserTest(_)) => {
            Err(format!("{file} is a {}, not a device; give a device report", other.class()))
        }
    }
}

fn print(resolution: &Resolution, said: Option<&str>) {
    print!("{resolution}");
    if resolution.requirements_met {
        print!("plan:\n{}", resolution.plan);
    }
    if let Some(said) = said {
        println!("{said}");
    }
    println!();
}
