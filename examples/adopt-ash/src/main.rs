//! A small renderer in plain `ash` that moves to Candor pass by pass, on its own device and into its own image.
//!
//! `adopt-ash [FILE]` draws the frame in four ways, compares the pictures, and saves the one in which both draw (by default as
//! `out/adopt-ash.png`). README.md tells each step.
#![allow(clippy::print_stdout, clippy::print_stderr)] // It is a program; this is what it does.

mod ash_renderer;
mod moved;
mod scene;

use ash_renderer::AshRenderer;
use moved::Moved;
use scene::SIZE;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let file = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("out/adopt-ash.png"), PathBuf::from);
    let renderer = match AshRenderer::new() {
        Ok(renderer) => renderer,
        Err(why) => {
            println!("SKIP adopt-ash [vulkan]: {why}");
            return ExitCode::FAILURE;
        }
    };
    match run(&renderer, &file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

fn run(renderer: &AshRenderer, file: &Path) -> Result<(), Box<dyn Error>> {
    let before = renderer.frame()?;
    println!("0. ash alone");
    let moved = Moved::new(renderer)?;
    let mixed = moved.one_pass()?;
    for (step, picture) in [
        ("1. ash, Candor, ash: three submissions to one queue", &mixed),
        ("2. one batch of Candor, in which ash records two passes", &moved.one_batch()?),
        ("3. Candor alone, on the device and into the image of ash", &moved.all()?),
    ] {
        let differ = picture.iter().zip(&before).filter(|(a, b)| a != b).count();
        if differ > 0 || picture.len() != before.len() {
            return Err(format!("{step}: {differ} bytes differ from what ash has drawn").into());
        }
        println!("{step}: the same picture, to the bit");
    }
    if let Some(folder) = file.parent().filter(|f| !f.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    image::save_buffer(file, &mixed, SIZE[0], SIZE[1], image::ColorType::Rgba8)?;
    println!("{}", file.display());
    Ok(())
}
