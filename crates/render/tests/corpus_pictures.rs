//! Every asset of the inputs that loads becomes a picture: nothing panics, nothing is misused, and the validation layer has
//! nothing to say.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

mod gpu;
#[path = "gpu/inputs.rs"]
mod inputs;

use candor_render::scene::CameraChoice;
use candor_render::settings::Size;
use candor_render::{RenderSettings, Renderer, gltf};
use candor_rhi::driver::ApiValidation;
use std::path::Path;

/// Renders all; returns how many were drawn, were empty, and were refused by the loader.
fn render_all(renderer: &mut Renderer, scenes: &Path, mut after: impl FnMut(&Path)) -> (u32, u32, u32) {
    let files = inputs::assets(scenes);
    assert!(files.len() > 50, "{} files", files.len());
    let (mut drawn, mut empty, mut refused) = (0, 0, 0);
    for file in &files {
        let Ok(loaded) = gltf::load(file, &gltf::LoadOptions::default()) else {
            refused += 1;
            continue;
        };
        let mut on_gpu = renderer.upload(&loaded.scene).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let cameras = (0..loaded.scene.cameras.len()).map(CameraChoice::Index).chain([CameraChoice::Auto]);
        let aspect = renderer.settings().size.aspect();
        for camera in cameras.take(3) {
            let camera = camera.resolve(&loaded.scene, aspect).unwrap();
            let picture = renderer.render(&mut on_gpu, &camera, 1, &mut |_| {});
            let picture = picture.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            assert!(
                picture.rgba8.chunks_exact(4).all(|p| p[3] == 255) || after_null(renderer),
                "{}",
                file.display()
            );
        }
        if loaded.scene.is_empty() {
            empty += 1
        } else {
            drawn += 1
        }
        after(file);
    }
    (drawn, empty, refused)
}

/// Null leaves pictures at zero.
fn after_null(renderer: &Renderer) -> bool {
    renderer.device().info().backend == candor_rhi::BackendKind::Null
}

fn settings() -> RenderSettings {
    RenderSettings { size: Size::new(64, 48), shadow_size: 64, anisotropy: 1, ..RenderSettings::default() }
}

#[test]
fn every_asset_that_loads_is_recorded_on_null() {
    let Some(scenes) = inputs::scenes() else { return };
    let (device, backend) = gpu::null();
    let (mut renderer, _) = Renderer::new(&device, &settings()).unwrap();
    let counts = render_all(&mut renderer, &scenes, |file| {
        assert_eq!(backend.misuse(), Vec::<String>::new(), "{}", file.display());
    });
    eprintln!("drawn, empty, refused: {counts:?}");
    drop(renderer);
    device.poll();
    assert_eq!(device.usage().live_objects, 0);
}

#[test]
fn every_asset_that_loads_is_drawn() {
    let Some(scenes) = inputs::scenes() else { return };
    let Some((device, instance)) = gpu::vulkan(ApiValidation::Auto) else { return };
    let (mut renderer, _) = Renderer::new(&device, &settings()).unwrap();
    let counts = render_all(&mut renderer, &scenes, |file| {
        let faults = gpu::faults(&*instance);
        assert!(faults.is_empty(), "{}: {faults:#?}", file.display());
    });
    eprintln!("drawn, empty, refused: {counts:?}");
    assert!(counts.0 > 50, "{counts:?}");
}
