//! Renders the showcase, or a glTF file, to a PNG: `picture OUT.png [SCENE] [camera=C] [frames=N] [name=value]...`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

#[path = "../tests/gpu/mod.rs"]
mod gpu;

use candor_render::scene::CameraChoice;
use candor_render::{RenderSettings, Renderer, gltf, scene};
use candor_rhi::driver::ApiValidation;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let out = args.next().ok_or("write picture OUT.png [SCENE] [camera=C] [frames=N] [name=value]...")?;
    let (mut file, mut camera, mut frames) = (None, None, 1);
    let mut settings = RenderSettings::default();
    for a in args {
        match a.split_once('=') {
            Some(("camera", text)) => camera = Some(text.parse::<CameraChoice>()?),
            Some(("frames", text)) => frames = text.parse()?,
            Some((name, text)) => settings.set(name, text)?,
            None => file = Some(a),
        }
    }
    let Some((device, instance)) = gpu::vulkan(ApiValidation::Auto) else { return Ok(()) };
    println!("{} / {}", device.info(), instance.validation().1);
    let (loaded, default_camera) = match &file {
        None => (scene::showcase(), CameraChoice::Index(0)),
        Some(path) => {
            let loaded = gltf::load(Path::new(path), &gltf::LoadOptions::default())?;
            loaded.warnings.list().iter().for_each(|w| println!("warning: {w}"));
            loaded.outcomes.iter().for_each(|o| println!("outcome: {o}"));
            (loaded.scene, CameraChoice::Auto)
        }
    };
    let (mut renderer, applied) = Renderer::new(&device, &settings)?;
    for (name, outcome) in applied.remarkable() {
        match outcome {
            Ok(o) => println!("{name}: {o}"),
            Err(e) => println!("{name}: refused: {e}"),
        }
    }
    let mut on_gpu = renderer.upload(&loaded)?;
    on_gpu.outcomes().iter().for_each(|o| println!("scene: {o}"));
    on_gpu.refused().iter().for_each(|o| println!("scene: refused: {o}"));
    let camera = camera.unwrap_or(default_camera).resolve(&loaded, renderer.settings().size.aspect())?;
    let picture = renderer.render(&mut on_gpu, &camera, frames, &mut |_| {})?;
    println!("{:#?}", picture.report);
    std::fs::write(&out, picture.png()?)?;
    for m in gpu::faults(&*instance) {
        eprintln!("VALIDATION: {m}");
    }
    Ok(())
}
