//! The turnkey frame without a window: targets follow the size, and what is drawn can be read back.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

use candor::prelude::*;
use candor::{Environment, FrameError};
use std::time::Duration;

const WAIT: Duration = Duration::from_secs(30);

fn desc(backend: BackendKind) -> FrameDesc<'static> {
    let select = SelectDesc {
        backend: Backend::Only(backend),
        environment: Some(Environment::empty()),
        ..SelectDesc::default()
    };
    const FORMATS: &[SurfaceFormat] = &[SurfaceFormat::srgb(Format::Rgba8Unorm)];
    let config = SurfaceConfig { size: [8, 4], formats: FORMATS, ..SurfaceConfig::default() };
    FrameDesc { select, config, ..FrameDesc::default() }
}

fn clear(frame: &mut Frame, color: [f32; 4]) -> Result<bool, FrameError> {
    frame.draw(|to| {
        let depth = to.depth.map(|d| Depth::clear(d, 1.0));
        let color = [Color::clear(to.color, color)];
        to.batch.raster(&RasterDesc { label: "clear", color: &color, depth, ..Default::default() }, |_| {});
    })
}

#[test]
fn targets_follow_the_size_and_nothing_is_drawn_without_area() {
    let mut frame = Frame::new(&Instance::default(), desc(BackendKind::Null)).unwrap();
    assert!(frame.is_headless() && frame.size() == [8, 4]);
    assert!(clear(&mut frame, [0.0; 4]).unwrap());
    frame.resize([0, 4]);
    assert!(!clear(&mut frame, [0.0; 4]).unwrap());
    assert!(matches!(frame.begin().unwrap(), Begun::Skipped(SurfaceState::Minimised)));
    frame.resize([16, 2]);
    assert!(clear(&mut frame, [0.0; 4]).unwrap());
    assert_eq!((frame.size(), frame.texture().unwrap().info().size), ([16, 2], [16, 2, 1]));
    // What was recorded and is wrong is told by the end, and the next frame goes on.
    let wrong =
        frame.draw(|to| to.batch.raster(&RasterDesc { label: "no target", ..Default::default() }, |_| {}));
    assert!(matches!(wrong, Err(FrameError::Submit(_))));
    assert!(clear(&mut frame, [0.0; 4]).unwrap());
}

#[test]
fn validation_finds_nothing_in_a_frame_that_is_drawn_and_read_back() {
    let mut desc = desc(BackendKind::Null);
    desc.select.device.validation = candor::Validation::Full;
    let mut frame = Frame::new(&Instance::default(), desc).unwrap();
    let device = frame.device().clone();
    for size in [[8, 4], [16, 2]] {
        frame.resize(size);
        for _ in 0..3 {
            let drawn = frame.draw(|to| {
                let discarded = |d| Depth { store: Store::Discard, ..Depth::clear(d, 1.0) };
                let depth = to.depth.map(discarded);
                let color = [Color::clear(to.color, [0.5; 4])];
                let desc = RasterDesc { label: "clear", color: &color, depth, ..Default::default() };
                to.batch.raster(&desc, |_| {});
            });
            assert!(drawn.unwrap());
            let mut batch = device.batch();
            let readback = batch.read_texture(&Region::level(frame.texture().unwrap(), 0));
            batch.submit().unwrap();
            readback.wait(WAIT).unwrap();
        }
    }
    drop(frame);
    device.wait_idle(WAIT).unwrap();
    assert_eq!(device.findings(), candor::rhi::Findings::default());
}

#[test]
fn targets_are_made_for_what_is_wished() {
    let mut desc = desc(BackendKind::Null);
    desc.color_usage = TextureUsage::SAMPLED;
    let mut frame = Frame::new(&Instance::default(), desc).unwrap();
    assert!(clear(&mut frame, [0.0; 4]).unwrap());
    assert_eq!(frame.texture().unwrap().info().usage, TextureUsage::COLOR | TextureUsage::SAMPLED);
}

#[test]
fn what_is_drawn_without_a_window_is_read_back() {
    let mut frame = match Frame::new(&Instance::default(), desc(BackendKind::Vulkan)) {
        Ok(frame) => frame,
        Err(why) => return eprintln!("SKIP a frame without a window [vulkan]: {why}"),
    };
    assert!(frame.is_headless());
    assert!(clear(&mut frame, [1.0, 0.0, 1.0, 1.0]).unwrap());
    let mut batch = frame.device().batch();
    let readback = batch.read_texture(&Region::level(frame.texture().unwrap(), 0));
    batch.submit().unwrap().wait(WAIT).unwrap();
    assert_eq!(readback.wait(WAIT).unwrap(), [255, 0, 255, 255].repeat(32));
}

#[test]
fn a_frame_is_captured_where_the_environment_asks_for_it() {
    use candor::capture::{CaptureFile, ReplayDesc, replay};
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("second.candor");
    let asked = |capture: String| {
        let mut desc = desc(BackendKind::Null);
        desc.select.environment = Some(Environment { capture: Some(capture), ..Environment::empty() });
        Frame::new(&Instance::default(), desc)
    };
    for wrong in ["2", "0:a", "x:a", "2:"] {
        let Err(FrameError::Capture(why)) = asked(wrong.into()) else { panic!("{wrong}") };
        assert!(why.contains("CANDOR_CAPTURE") && why.contains("3:frame.candor"), "{why}");
    }
    let mut frame = asked(format!("2:{}", path.display())).unwrap();
    for n in 1..=3 {
        assert!(clear(&mut frame, [1.0; 4]).unwrap());
        assert_eq!(frame.captured(), (n > 1).then_some(path.as_path()));
    }
    let file = CaptureFile::read(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!((file.summary().submissions, file.summary().raster_passes), (1, 1));
    assert_eq!(file.targets().collect::<Vec<_>>(), ["frame"]);
    let out = replay(frame.device(), &file, &ReplayDesc::default()).unwrap();
    assert_eq!(out.outputs[0].bytes.len(), 8 * 4 * 4);
    // What cannot be written is told by the next frame, once.
    let mut frame = asked("1:/nowhere/at/all".into()).unwrap();
    assert!(clear(&mut frame, [1.0; 4]).unwrap());
    let Err(FrameError::Capture(why)) = clear(&mut frame, [1.0; 4]) else { panic!() };
    assert!(why.contains("/nowhere/at/all"), "{why}");
    assert!(clear(&mut frame, [1.0; 4]).unwrap());
    // A program with frames of its own is told.
    let environment = Environment { capture: Some("1:a".into()), ..Environment::empty() };
    let select = SelectDesc { environment: Some(environment), ..desc(BackendKind::Null).select };
    let selected = Instance::default().select(&select).unwrap();
    assert!(selected.capture.is_none());
    assert!(selected.report.to_string().contains("CANDOR_CAPTURE=1:a: not heeded"), "{}", selected.report);
}
