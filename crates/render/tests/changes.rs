//! Settings that change between frames, scenes that are dropped while frames are on their way: the validation layer has nothing
//! to say, and the picture follows.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

mod gpu;

use candor_render::scene::{CameraChoice, showcase};
use candor_render::settings::Size;
use candor_render::{RenderSettings, Renderer};
use candor_rhi::driver::ApiValidation;

/// One change after the other; each keeps what came before.
const CHANGES: &[(&str, &str)] = &[
    ("msaa", "1"),
    ("size", "100x40"),
    ("shadow-size", "128"),
    ("shadows", "off"),
    ("anisotropy", "1"),
    ("polygon", "line"),
    ("cull", "none"),
    ("background", "0.2,0.1,0.4"),
    ("tonemap", "none"),
    ("exposure", "0.5"),
    ("msaa", "4"),
    ("shadows", "on"),
    ("polygon", "fill"),
    ("cull", "material"),
    ("background", "sky"),
    ("size", "64x64"),
];

#[test]
fn every_setting_can_change_between_frames() {
    let Some((device, instance)) = gpu::vulkan(ApiValidation::Auto) else { return };
    let mut settings =
        RenderSettings { size: Size::new(64, 64), shadow_size: 256, ..RenderSettings::default() };
    let (mut renderer, _) = Renderer::new(&device, &settings).unwrap();
    let scene = showcase();
    let mut on_gpu = renderer.upload(&scene).unwrap();
    let camera = CameraChoice::Index(0).resolve(&scene, 1.0).unwrap();
    let mut before = renderer.render(&mut on_gpu, &camera, 1, &mut |_| {}).unwrap();
    let first = before.clone();
    for (name, text) in CHANGES {
        settings.set(name, text).unwrap();
        let applied = renderer.apply(&settings);
        assert!(applied.iter().all(|(_, o)| o.is_ok()), "{name}={text}: {applied:?}");
        // Several frames, so that some are on their way when the next change comes.
        let picture = renderer.render(&mut on_gpu, &camera, 4, &mut |_| {}).unwrap();
        let size = settings.size;
        assert_eq!((picture.width, picture.height), (size.width, size.height));
        assert_eq!(picture.rgba8.len() as u32, size.width * size.height * 4);
        assert_eq!(picture.report.pipelines_late, 0);
        // With shadows off the shadow map's size makes no difference; everything else does.
        assert_ne!(picture.rgba8, before.rgba8, "{name}={text} changes the picture");
        renderer.frame(&on_gpu, &camera).unwrap();
        before = picture;
    }
    // All is as it was, but for the settings that were not turned back.
    for (name, text) in [("exposure", "1"), ("tonemap", "aces"), ("shadow-size", "256"), ("anisotropy", "8")]
    {
        settings.set(name, text).unwrap();
    }
    let _ = renderer.apply(&settings);
    let last = renderer.render(&mut on_gpu, &camera, 1, &mut |_| {}).unwrap();
    assert_eq!(last.rgba8, first.rgba8, "the same settings give the same picture to the bit");
    assert_eq!(gpu::faults(&*instance), Vec::<String>::new());
}

#[test]
fn scenes_and_renderers_may_go_while_frames_are_on_their_way() {
    let Some((device, instance)) = gpu::vulkan(ApiValidation::Auto) else { return };
    let settings = RenderSettings { size: Size::new(64, 64), shadow_size: 256, ..RenderSettings::default() };
    let scene = showcase();
    let camera = CameraChoice::Index(1).resolve(&scene, 1.0).unwrap();
    for _ in 0..3 {
        let (mut renderer, _) = Renderer::new(&device, &settings).unwrap();
        let mut on_gpu = renderer.upload(&scene).unwrap();
        renderer.prepare(&mut on_gpu).unwrap();
        for _ in 0..3 {
            renderer.frame(&on_gpu, &camera).unwrap();
        }
        drop(on_gpu);
        drop(renderer);
    }
    device.wait_idle(std::time::Duration::from_secs(60)).unwrap();
    assert_eq!(device.usage().live_objects, 0);
    assert_eq!(gpu::faults(&*instance), Vec::<String>::new());
}
