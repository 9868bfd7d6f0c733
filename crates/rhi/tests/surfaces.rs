//! Surfaces on Null: states to match on, frames that come back, rules.
#![allow(clippy::unwrap_used, missing_docs)]

mod world;

use candor_rhi::null::NullDesc;
use candor_rhi::surface::SurfaceAnswer;
use candor_rhi::*;
use world::{SOON, World, window};

const CONFIG: SurfaceConfig<'static> = SurfaceConfig {
    size: [64, 32],
    present_modes: &[PresentMode::Fifo],
    formats: SurfaceConfig::FORMATS,
    images: &[3],
    max_latency: None,
    present_wait: false,
    present_times: false,
};

fn surface(w: &World) -> Surface {
    let mut s = w.device.create_surface("window", &window()).unwrap();
    let granted = s.configure(&CONFIG).unwrap();
    assert_eq!((granted.value.size, granted.value.images), ([64, 32], 3));
    assert_eq!(granted.outcomes, []);
    s
}

fn draw(batch: &mut Batch, view: &View) {
    let color = [Color::clear(view, [0.0; 4])];
    batch.raster(&RasterDesc { label: "frame", color: &color, ..Default::default() }, |_| {});
}

fn show(w: &World, s: &mut Surface) -> Result<(), SurfaceState> {
    let frame = s.acquire(SOON)?.into_frame();
    let mut batch = w.device.batch();
    draw(&mut batch, frame.view());
    batch.present(frame);
    batch.submit().unwrap().wait(SOON).unwrap();
    Ok(())
}

fn code(e: SurfaceState) -> Code {
    match e {
        SurfaceState::Failed(e) => e.code(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn frames_go_round_and_nothing_is_left() {
    let w = World::new(NullDesc::default());
    let mut s = surface(&w);
    for _ in 0..10 {
        show(&w, &mut s).unwrap();
    }
    let (presented, misuse) = w.null.surfaces(|n| (n.presented, n.misuse.clone()));
    assert_eq!((presented, misuse), (10, vec![]));
    drop(s);
    w.device.poll();
    assert_eq!((w.null.live(), w.null.misuse()), (0, vec![]));
}

#[test]
fn a_frame_begins_undefined_and_ends_presented() {
    let w = World::new(NullDesc { log: true, ..NullDesc::default() });
    let mut s = surface(&w);
    let frame = s.acquire(SOON).unwrap().into_frame();
    let mut batch = w.device.batch();
    draw(&mut batch, frame.view());
    batch.present(frame);
    let last = batch.last_barriers();
    assert_eq!(last.len(), 1);
    assert_eq!((last[0].old, last[0].new), (usage::Layout::Color, usage::Layout::Present));
    batch.submit().unwrap();
}

#[test]
fn a_dropped_frame_is_handed_out_again() {
    let w = World::new(NullDesc::default());
    let mut s = surface(&w);
    let first = s.acquire(SOON).unwrap().into_frame().view().raw();
    assert_eq!(s.acquire(SOON).unwrap().into_frame().view().raw(), first, "it came back");
    // So is that of a batch that is dropped, or refused.
    let frame = s.acquire(SOON).unwrap().into_frame();
    let mut batch = w.device.batch();
    batch.present(frame);
    drop(batch);
    let frame = s.acquire(SOON).unwrap().into_frame();
    let mut batch = w.device.batch();
    batch.raster(&RasterDesc { label: "no target", ..Default::default() }, |_| {});
    batch.present(frame);
    batch.submit().unwrap_err();
    assert_eq!(s.acquire(SOON).unwrap().into_frame().view().raw(), first);
    assert_eq!(w.null.surfaces(|n| n.presented), 0);
}

#[test]
fn states_are_values_to_match_on() {
    let w = World::new(NullDesc::default());
    let mut s = w.device.create_surface("window", &window()).unwrap();
    assert_eq!(s.acquire(SOON).unwrap_err(), SurfaceState::OutOfDate, "never configured");
    let _ = s.configure(&CONFIG).unwrap();
    w.null.surfaces(|n| {
        n.acquire = [Err(SurfaceAnswer::Timeout), Err(SurfaceAnswer::OutOfDate), Ok(true)].into();
        n.present = [Ok(false), Err(SurfaceAnswer::OutOfDate)].into();
    });
    assert_eq!(s.acquire(SOON).unwrap_err(), SurfaceState::Timeout);
    assert_eq!(s.acquire(SOON).unwrap_err(), SurfaceState::OutOfDate);
    assert!(matches!(s.acquire(SOON).unwrap(), Acquired::Suboptimal(_)));
    assert!(matches!(s.acquire(SOON).unwrap(), Acquired::Suboptimal(_)), "the same frame");
    show(&w, &mut s).unwrap();
    // What was answered to a presentation is told by the next frame, until the surface is configured.
    show(&w, &mut s).unwrap();
    assert_eq!(s.acquire(SOON).unwrap_err(), SurfaceState::OutOfDate);
    assert_eq!(s.acquire(SOON).unwrap_err(), SurfaceState::OutOfDate);
    let _ = s.configure(&CONFIG).unwrap();
    w.null.surfaces(|n| n.present = [Ok(true)].into());
    show(&w, &mut s).unwrap();
    assert!(matches!(s.acquire(SOON).unwrap(), Acquired::Suboptimal(_)), "the last one did not fit exactly");
    w.null.surfaces(|n| n.present = [Err(SurfaceAnswer::Lost)].into());
    show(&w, &mut s).unwrap();
    assert_eq!(s.acquire(SOON).unwrap_err(), SurfaceState::Lost);
    assert_eq!(s.configure(&CONFIG).unwrap_err(), SurfaceState::Lost, "for good");
}

#[test]
fn a_window_without_area_is_pending_and_comes_back() {
    let w = World::new(NullDesc::default());
    let mut s = surface(&w);
    w.null.surfaces(|n| n.size = Some([0, 32]));
    let granted = s.configure(&CONFIG).unwrap();
    assert_eq!((granted.value.size, granted.value.images), ([0, 0], 0));
    assert!(matches!(granted.outcomes[..], [Outcome::Pending { .. }]));
    assert_eq!(s.acquire(SOON).unwrap_err(), SurfaceState::Minimised);
    w.null.surfaces(|n| n.size = Some([10, 20]));
    let granted = s.configure(&CONFIG).unwrap();
    assert_eq!(granted.value.size, [10, 20], "the window decides");
    assert!(matches!(granted.outcomes[..], [Outcome::Adjusted { .. }]));
    show(&w, &mut s).unwrap();
}

#[test]
fn wishes_end_as_outcomes_or_as_a_refusal() {
    let w = World::new(NullDesc::default());
    let mut s = surface(&w);
    let modes = [PresentMode::Immediate, PresentMode::Mailbox, PresentMode::Fifo];
    let formats = [
        SurfaceFormat { format: Format::Rgba16Float, space: ColorSpace::ExtendedSrgbLinear },
        SurfaceFormat::srgb(Format::Rgba8UnormSrgb),
    ];
    let config = SurfaceConfig { present_modes: &modes, formats: &formats, images: &[100], ..CONFIG };
    let granted = s.configure(&config).unwrap();
    let got = granted.value;
    assert_eq!((got.present_mode, got.format, got.images), (PresentMode::Mailbox, formats[1], 8));
    let told: Vec<String> = granted.outcomes.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("immediate") && told[1].contains("extended-srgb-linear"), "{told:?}");
    // A number that is offered comes true before one that is not, which stands first.
    for (wishes, images, adjusted) in
        [(&[100, 4, 5][..], 4, true), (&[5, 100], 5, false), (&[100, 1], 8, true), (&[], 2, false)]
    {
        let granted = s.configure(&SurfaceConfig { images: wishes, ..CONFIG }).unwrap();
        let told = granted.outcomes.iter().any(|o| o.to_string().contains("images of the surface"));
        assert_eq!((granted.value.images, told), (images, adjusted), "{wishes:?}");
    }
    let config = SurfaceConfig { present_modes: &modes[..1], ..CONFIG };
    assert_eq!(code(s.configure(&config).unwrap_err()), Code::SurfaceWish);
    let config = SurfaceConfig { formats: &[], ..CONFIG };
    assert_eq!(code(s.configure(&config).unwrap_err()), Code::SurfaceWish);
    show(&w, &mut s).unwrap();
}

#[test]
fn a_frame_is_drawn_and_presented_by_one_batch() {
    let w = World::new(NullDesc::default());
    let mut s = surface(&w);
    let frame = s.acquire(SOON).unwrap().into_frame();
    assert_eq!(code(s.acquire(SOON).unwrap_err()), Code::SurfaceTurn, "one at a time");
    let (mut first, mut second) = (w.device.batch(), w.device.batch());
    draw(&mut first, frame.view());
    draw(&mut second, frame.view());
    second.present(frame);
    let refused = first.submit().unwrap_err();
    assert_eq!(refused.errors[0].code(), Code::SurfaceTurn);
    second.submit().unwrap();
    assert_eq!(w.device.state(), DeviceState::Alive);
    show(&w, &mut s).unwrap();
}

#[test]
fn a_foreign_frame_and_a_device_that_does_not_present_are_refused() {
    let (w, other) = (World::new(NullDesc::default()), World::new(NullDesc::default()));
    let mut s = surface(&other);
    let frame = s.acquire(SOON).unwrap().into_frame();
    let mut batch = w.device.batch();
    batch.present(frame);
    assert_eq!(batch.submit().unwrap_err().errors[0].code(), Code::ForeignObject);
    let never = World::new(NullDesc { without: backend::Enabled::PRESENT, ..NullDesc::default() });
    let refused = never.device.create_surface("window", &window()).unwrap_err();
    assert_eq!(refused.code(), Code::NotEnabled);
}

#[test]
fn a_frame_of_the_swapchain_before_is_presented_all_the_same() {
    let w = World::new(NullDesc::default());
    let mut s = surface(&w);
    let old = s.acquire(SOON).unwrap().into_frame();
    let _ = s.configure(&SurfaceConfig { size: [32, 32], ..CONFIG }).unwrap();
    let new = s.acquire(SOON).unwrap().into_frame();
    let mut batch = w.device.batch();
    draw(&mut batch, old.view());
    draw(&mut batch, new.view());
    batch.present(old);
    batch.present(new);
    batch.submit().unwrap().wait(SOON).unwrap();
    assert_eq!(w.null.surfaces(|n| (n.presented, n.misuse.clone())), (2, vec![]));
    drop(s);
    w.device.poll();
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

#[test]
fn displays_are_told_what_frames_were_made_for() {
    let w = World::new(NullDesc::default());
    let mut s = surface(&w);
    let usual = HdrMetadata::bt2020(1000.0);
    s.set_hdr_metadata(&usual).unwrap();
    assert_eq!(w.null.surfaces(|n| n.hdr), Some(usual));
    for (wrong, words) in [
        (HdrMetadata { white: [f32::NAN, 0.3], ..usual }, "chromaticity [NaN, 0.3]"),
        (HdrMetadata { primaries: [[1.5, 0.0]; 3], ..usual }, "chromaticity [1.5, 0.0]"),
        (HdrMetadata { luminance: [2.0, 1.0], ..usual }, "luminance from 2 to 1"),
        (HdrMetadata { max_content: -1.0, ..usual }, "light level of -1"),
    ] {
        let Err(SurfaceState::Failed(e)) = s.set_hdr_metadata(&wrong) else { panic!("{wrong:?}") };
        assert_eq!(e.code(), Code::HdrMetadata);
        assert!(e.to_string().contains(words), "{e}");
    }
    assert_eq!(w.null.surfaces(|n| (n.hdr, n.misuse.clone())), (Some(usual), vec![]));
    let mut fresh = w.device.create_surface("fresh", &window()).unwrap();
    assert_eq!(fresh.set_hdr_metadata(&usual), Err(SurfaceState::OutOfDate));
    let without = world::without(candor_rhi::backend::Enabled::HDR_METADATA);
    let mut s = surface(&without);
    assert_eq!(code(s.set_hdr_metadata(&usual).unwrap_err()), Code::NotEnabled);
}
