//! A frame of the standard renderer, captured, written, read and replayed on other devices, is the same picture to the bit.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::Bed;
use candor_capture::{CaptureFile, OutputKind, ReplayDesc, replay};
use candor_render::Renderer;
use candor_render::scene::{CameraChoice, showcase};
use candor_render::settings::RenderSettings;
use candor_rhi::Format;
use candor_vulkan::Hide;

const NAME: &str = "renderer";

/// The picture as the renderer gave it, and the file.
fn captured(bed: &Bed, msaa: &str) -> (Vec<u8>, Vec<u8>) {
    let mut settings = RenderSettings::default();
    settings.set("size", "160x90").unwrap();
    settings.set("msaa", msaa).unwrap();
    let (mut renderer, _) = Renderer::new(&bed.device, &settings).unwrap();
    let scene = showcase();
    let camera = CameraChoice::Index(0).resolve(&scene, settings.size.aspect()).unwrap();
    let mut on_gpu = renderer.upload(&scene).unwrap();
    renderer.render(&mut on_gpu, &camera, 2, &mut |_| {}).unwrap();
    bed.capture.begin(&bed.device).unwrap();
    let picture = renderer.render(&mut on_gpu, &camera, 1, &mut |_| {}).unwrap();
    let file = bed.capture.end().unwrap();
    assert_eq!(file.missing(), Vec::<String>::new());
    (picture.rgba8, file.write())
}

fn replayed(file: &CaptureFile, hidden: &[Hide]) -> Vec<u8> {
    let bed = Bed::new(NAME, hidden).unwrap();
    let mut out = replay(&bed.device, file, &ReplayDesc::default()).unwrap();
    assert_eq!(out.notes, Vec::<String>::new());
    assert_eq!(out.outputs.len(), 1, "{:?}", file.targets().collect::<Vec<_>>());
    let output = out.outputs.remove(0);
    let OutputKind::Texture { format, size } = output.kind else { panic!("{:?}", output.kind) };
    assert_eq!((format, size), (Format::Rgba8UnormSrgb, [160, 90, 1]));
    bed.silent();
    output.bytes
}

#[test]
fn the_showcase_is_the_same_picture_on_every_way_to_draw_it() {
    let Some(bed) = Bed::new(NAME, &[]) else { return };
    let (picture, bytes) = captured(&bed, "1");
    bed.silent();
    drop(bed);
    let file = CaptureFile::read(&bytes).unwrap();
    assert_eq!(file.write(), bytes, "what is read is written again to the bit");
    for hidden in [&[][..], &[Hide::DynamicRendering], &[Hide::Synchronization2], Hide::ALL] {
        assert!(replayed(&file, hidden) == picture, "another picture without {hidden:?}");
    }
}

#[test]
fn samples_need_no_contents_where_they_are_cleared_first() {
    let Some(bed) = Bed::new(NAME, &[]) else { return };
    let (picture, bytes) = captured(&bed, "4");
    bed.silent();
    let file = CaptureFile::read(&bytes).unwrap();
    assert!(replayed(&file, &[]) == picture);
}
