//! The renderer under Candor's own validation at its highest level: whatever is drawn and whatever changes, nothing is found, to
//! the end of everything that was made.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

#[path = "gpu/build.rs"]
mod build;
mod gpu;
#[path = "gpu/inputs.rs"]
mod inputs;

use build::{add, poster, quad, texture};
use candor_render::scene::*;
use candor_render::settings::Size;
use candor_render::{RenderSettings, Renderer, gltf};
use candor_rhi::driver::ApiValidation;
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::{Device, DeviceDesc, FindingCode, TextureUsage, Validation};
use glam::{Mat4, Vec3};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

fn full() -> DeviceDesc {
    DeviceDesc { validation: Validation::Full, ..DeviceDesc::default() }
}

fn null() -> Device {
    Device::with(NullBackend::new(NullDesc::default()), &full())
}

/// Every device that there is, each on its own.
fn on_each(mut test: impl FnMut(&Device, &str)) {
    test(&null(), "Null");
    if let Some((device, _instance)) = gpu::vulkan_as(ApiValidation::Off, &[], &full()) {
        test(&device, "Vulkan");
    }
}

fn small() -> RenderSettings {
    RenderSettings { size: Size::new(64, 48), shadow_size: 64, anisotropy: 1, ..RenderSettings::default() }
}

/// Draws a scene under each of the settings, drops all, and tells what was found since the beginning.
fn found(device: &Device, scene: &Scene, settings: &[RenderSettings]) -> Vec<String> {
    let (mut renderer, _) = Renderer::new(device, &settings[0]).unwrap();
    let mut on_gpu = renderer.upload(scene).unwrap();
    let camera = CameraChoice::Auto.resolve(scene, renderer.settings().size.aspect()).unwrap();
    for s in settings {
        let _ = renderer.apply(s);
        for _ in 0..2 {
            renderer.render(&mut on_gpu, &camera, 2, &mut |_| {}).unwrap();
        }
    }
    drop((on_gpu, renderer));
    let found = told(device);
    assert_eq!(device.usage().live_objects, 0);
    found
}

/// What was found so far, with what the end of objects tells that were dropped.
fn told(device: &Device) -> Vec<String> {
    device.wait_idle(PATIENCE).unwrap();
    let found = device.findings();
    assert_eq!(found.more, 0);
    found.kept.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn clean(device: &Device, scene: &Scene, settings: &[RenderSettings], what: &str) {
    let mut found = found(device, scene, settings);
    // Layouts of groups are for every scene; one of them alone may have no shader for all of what they hold.
    found.retain(|f| !f.starts_with("[V082]"));
    assert!(found.is_empty(), "{what}: {found:#?}");
}

/// A setting that differs from [`small`].
fn with(name: &str, text: &str) -> RenderSettings {
    let mut settings = small();
    settings.set(name, text).unwrap();
    settings
}

#[test]
fn nothing_is_found_in_the_showcase() {
    let scene = showcase();
    on_each(|device, name| clean(device, &scene, &[small()], name));
}

#[test]
fn nothing_is_found_under_any_setting() {
    let scene = showcase();
    let differ = [
        ("msaa", "1"),
        ("size", "40x90"),
        ("shadow-size", "128"),
        ("shadows", "off"),
        ("polygon", "line"),
        ("cull", "none"),
        ("cull", "front"),
        ("background", "0.2,0.1,0.4"),
        ("tonemap", "none"),
        ("dither", "off"),
        ("default-sun", "off"),
    ];
    on_each(|device, name| {
        for (setting, text) in differ {
            clean(device, &scene, &[with(setting, text)], &format!("{name}, {setting}={text}"));
        }
    });
}

#[test]
fn nothing_is_found_when_settings_change() {
    let scene = showcase();
    let changes = [
        small(),
        with("msaa", "1"),
        with("size", "40x90"),
        with("shadow-size", "128"),
        with("shadows", "off"),
        small(),
    ];
    on_each(|device, name| clean(device, &scene, &changes, name));
}

/// Squares beside each other, one for each material.
fn squares(materials: Vec<Material>) -> Scene {
    let mut scene = Scene::default();
    scene.images.push(build::image(4, &[[200; 4]; 16], Encoding::Srgb));
    scene.images.push(build::image(1, &[[90; 4]], Encoding::Linear));
    scene.samplers.push(Sampler::default());
    for (i, material) in materials.into_iter().enumerate() {
        let material = scene.add_material(material);
        add(&mut scene, quad(material), Mat4::from_translation(Vec3::new(2.0 * i as f32, 0.0, 0.0)));
    }
    scene
}

fn all_textures() -> Material {
    Material {
        base_color_texture: Some(texture(0)),
        metallic_roughness_texture: Some(texture(1)),
        normal_texture: Some(texture(1)),
        occlusion_texture: Some(texture(1)),
        emissive_texture: Some(texture(0)),
        uv_sets: vec![0],
        ..Material::default()
    }
}

#[test]
fn nothing_is_found_in_scenes_of_every_kind() {
    let mask = || Material { alpha: Alpha::Mask { cutoff: 0.5 }, ..all_textures() };
    let blend = || Material { alpha: Alpha::Blend, ..all_textures() };
    let plain = || Material { uv_sets: vec![0], ..Material::default() };
    let mut twice = squares(vec![plain(), mask()]);
    for i in 0..2 {
        twice.instances.push(twice.instances[i].clone());
    }
    let mut bare = squares(vec![Material::default()]);
    let p = &mut bare.meshes[0].primitives[0];
    (p.normals, p.tangents, p.indices) = (None, None, None);
    p.uvs.clear();
    p.topology = Topology::Points;
    let mut lines = squares(vec![plain()]);
    lines.meshes[0].primitives[0].topology = Topology::Lines;
    let mut points = squares(vec![plain()]);
    points.meshes[0].primitives[0].topology = Topology::Points;
    let mut night = squares(vec![all_textures()]);
    night.lights.push(Light { kind: LightKind::Point, ..Light::sun(Vec3::NEG_Y, Vec3::ONE, 1.0) });
    let mut spare = squares(vec![poster()]);
    spare.images.push(build::image(4, &[[9; 4]; 16], Encoding::Linear));
    let scenes = [
        ("nothing at all", Scene::default()),
        ("a material alone", squares(vec![plain()])),
        ("every texture", squares(vec![all_textures()])),
        ("a poster", squares(vec![poster()])),
        ("a mask", squares(vec![mask()])),
        ("a blend", squares(vec![blend()])),
        ("every kind", squares(vec![plain(), mask(), blend(), poster(), all_textures(), mask(), plain()])),
        ("everything twice at one place", twice),
        ("positions alone", bare),
        ("lines", lines),
        ("points", points),
        ("no sun", night),
        ("an image that no material names", spare),
    ];
    on_each(|device, name| {
        for (what, scene) in &scenes {
            for settings in [small(), with("background", "0,0,0"), with("shadows", "off")] {
                clean(device, scene, &[settings], &format!("{name}, {what}"));
            }
        }
    });
}

#[test]
fn nothing_is_found_when_the_camera_turns_away() {
    let scene = showcase();
    let cameras = [
        CameraChoice::Auto.resolve(&scene, 1.0).unwrap(),
        Camera::look_at("away", Vec3::new(0.0, 50.0, 0.0), Vec3::new(0.0, 90.0, 1.0), 0.1),
    ];
    on_each(|device, name| {
        let (mut renderer, _) = Renderer::new(device, &small()).unwrap();
        let mut on_gpu = renderer.upload(&scene).unwrap();
        let passes = cameras.each_ref().map(|camera| {
            let picture = renderer.render(&mut on_gpu, camera, 2, &mut |_| {}).unwrap();
            picture.report.last.passes
        });
        assert_eq!(passes, [3, 2], "{name}: nobody looks at the shadow map");
        drop((on_gpu, renderer));
        assert_eq!(told(device), Vec::<String>::new(), "{name}");
    });
}

/// Every asset that loads, with its file.
fn each_asset(mut test: impl FnMut(&Scene, &str)) {
    let Some(scenes) = inputs::scenes() else { return };
    let mut loaded = 0;
    for file in inputs::assets(&scenes) {
        let Ok(asset) = gltf::load(&file, &gltf::LoadOptions::default()) else { continue };
        test(&asset.scene, &file.display().to_string());
        loaded += 1;
    }
    assert!(loaded > 50, "{loaded}");
}

#[test]
fn nothing_is_found_in_any_asset_alone() {
    let device = null();
    each_asset(|scene, file| clean(&device, scene, &[small()], file));
}

#[test]
fn nothing_is_found_in_all_assets_one_after_the_other() {
    on_each(|device, name| {
        let (mut renderer, _) = Renderer::new(device, &small()).unwrap();
        each_asset(|scene, file| {
            let camera = CameraChoice::Auto.resolve(scene, renderer.settings().size.aspect()).unwrap();
            let mut on_gpu = renderer.upload(scene).unwrap();
            renderer.render(&mut on_gpu, &camera, 1, &mut |_| {}).unwrap();
            drop(on_gpu);
            let found = told(device);
            assert!(found.is_empty(), "{name}, {file}: {found:#?}");
        });
        drop(renderer);
        assert_eq!(told(device), Vec::<String>::new(), "{name}");
    });
}

#[test]
fn a_picture_that_nobody_looks_at_is_found() {
    on_each(|device, name| {
        let (mut renderer, _) = Renderer::new(device, &small()).unwrap();
        let scene = showcase();
        let mut on_gpu = renderer.upload(&scene).unwrap();
        renderer.prepare(&mut on_gpu).unwrap();
        let camera = CameraChoice::Auto.resolve(&scene, 1.0).unwrap();
        for _ in 0..2 {
            renderer.frame(&on_gpu, &camera).unwrap();
        }
        device.wait_idle(PATIENCE).unwrap();
        let found: Vec<_> = device.findings().kept.into_iter().map(|f| (f.code, f.label)).collect();
        assert_eq!(found, [(FindingCode::StoreUnread, "picture".to_owned())], "{name}");
    });
}

#[test]
fn a_picture_that_is_to_be_sampled_is_made_for_that() {
    let device = null();
    let (renderer, _) = Renderer::with_picture(&device, &small(), TextureUsage::SAMPLED).unwrap();
    assert_eq!(renderer.output().0.info().usage, TextureUsage::COLOR | TextureUsage::SAMPLED);
}
