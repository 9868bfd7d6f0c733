//! One file for each command.

mod caps;
mod capture;
mod coverage;
mod diff;
mod doctor;
mod features;
mod manifest;
mod render;
mod resolve;
pub(crate) mod shader;
pub(crate) mod verify;

use crate::args::Command;
use crate::fail::{Exit, Fail};
use crate::{choice, live, proving, show};

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<Exit, Fail> {
    match command {
        Command::Resolve(a) => resolve::run(&a),
        Command::Coverage(a) => coverage::run(&a),
        Command::Caps(a) => caps::run(&a),
        Command::Doctor(a) => doctor::run(&a),
        Command::Features(a) => features::run(&a),
        Command::Render(a) => render::render(&a),
        Command::Demo(a) => render::demo(&a),
        Command::Capture(a) => capture::capture(&a),
        Command::Replay(a) => capture::replay(&a),
        Command::Manifest(a) => manifest::run(&a.what),
        Command::Verify(a) => verify::run(&a),
        Command::Shader(a) => shader::run(&a),
        Command::ProbeShader(a) => {
            show::write(&show::to_json(&shader::job::answer(&a)?)?)?;
            Ok(Exit::Yes)
        }
        Command::Probe(a) => {
            show::write(&show::to_json(&live::answer(&a.backend)?)?)?;
            Ok(Exit::Yes)
        }
        Command::ProbeSelection(a) => {
            show::write(&show::to_json(&choice::here(a.root.as_deref()))?)?;
            Ok(Exit::Yes)
        }
        Command::ProbeProof(a) => {
            show::write(&show::to_json(&proving::answer(&a)?)?)?;
            Ok(Exit::Yes)
        }
    }
}
