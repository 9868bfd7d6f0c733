//! The `candor` program: says what a device has, what Candor makes of it, what would be chosen and why, and renders.
//!
//! Exit codes: 0 yes, 1 no, 2 bad input. Text for people, `--json` for programs, both with the same content.
#![forbid(unsafe_code)]

mod account;
mod args;
mod ask;
mod choice;
mod commands;
mod fail;
mod installed;
mod live;
mod on_candor;
mod page;
mod picture;
mod proving;
mod remedy;
mod reports;
mod screen;
mod show;
mod table;

use args::Args;
use clap::Parser as _;
use std::process::ExitCode;
use tracing_subscriber::filter::LevelFilter;

fn main() -> ExitCode {
    // Clap's own errors end the process with 2, help and version with 0.
    let args = Args::parse();
    let level = match args.verbose {
        0 => LevelFilter::ERROR,
        1 => LevelFilter::WARN,
        2 => LevelFilter::INFO,
        _ => LevelFilter::DEBUG,
    };
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).without_time().init();
    // Long sentences are folded by whoever reads them: a folded one can't be searched for.
    let hook = |_: &_| {
        Box::new(miette::MietteHandlerOpts::new().wrap_lines(false).build()) as Box<dyn miette::ReportHandler>
    };
    if let Err(e) = miette::set_hook(Box::new(hook)) {
        tracing::warn!("errors are printed plainly: {e}");
    }
    let json = args.command.json();
    match commands::run(args.command) {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(fail) => {
            let exit = fail.exit;
            show::complain(fail, json);
            ExitCode::from(exit.code())
        }
    }
}
