//! The pace of frames on Null: how many are out, waits until one was shown, wishes that are granted, adjusted and refused.
#![allow(clippy::unwrap_used, missing_docs)]

mod world;

use candor_rhi::null::{NullDesc, Timing};
use candor_rhi::surface::SurfaceAnswer;
use candor_rhi::*;
use std::time::Duration;
use world::{SOON, World, window};

const NEVER: Timing = Timing::Late { polls: u32::MAX };

fn config() -> SurfaceConfig<'static> {
    SurfaceConfig { size: [16, 16], images: &[4], ..SurfaceConfig::default() }
}

fn surface(w: &World, c: &SurfaceConfig<'_>) -> (Surface, Granted<Configured>) {
    let mut s = w.device.create_surface("window", &window()).unwrap();
    let granted = s.configure(c).unwrap();
    (s, granted)
}

/// A device on which nothing is drawn before somebody waits for it.
fn slow() -> World {
    World::new(NullDesc { timing: NEVER, ..NullDesc::default() })
}

fn show(w: &World, s: &mut Surface, timeout: Duration) -> Result<u64, SurfaceState> {
    let frame = s.acquire(timeout)?.into_frame();
    let number = frame.number();
    let mut batch = w.device.batch();
    let color = [Color::clear(frame.view(), [0.0; 4])];
    batch.raster(&RasterDesc { label: "frame", color: &color, ..Default::default() }, |_| {});
    batch.present(frame);
    batch.submit().unwrap();
    Ok(number)
}

fn code(e: SurfaceState) -> (Code, String) {
    match e {
        SurfaceState::Failed(e) => (e.code(), e.to_string()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_more_frames_are_out_than_were_asked_for_until_they_are_drawn() {
    for most in 1..=3 {
        let w = slow();
        let (mut s, granted) = surface(&w, &SurfaceConfig { max_latency: Some(most), ..config() });
        assert_eq!(granted.value.pacing.max_latency, Some(Ok(Outcome::Applied)));
        for n in 1..=u64::from(most) {
            assert_eq!(show(&w, &mut s, Duration::ZERO), Ok(n));
        }
        assert_eq!(s.frames_out(), most as usize);
        // Nobody waits long enough for the oldest.
        assert_eq!(show(&w, &mut s, Duration::ZERO), Err(SurfaceState::Timeout));
        assert_eq!(s.frames_out(), most as usize);
        // A longer wait lets it be drawn, and one takes its place.
        assert_eq!(show(&w, &mut s, SOON), Ok(u64::from(most) + 1));
        assert_eq!((s.frames_out(), s.presented()), (most as usize, u64::from(most) + 1));
    }
}

#[test]
fn without_a_latency_frames_are_out_as_the_images_allow() {
    let w = slow();
    let (mut s, granted) = surface(&w, &config());
    assert_eq!(granted.value.pacing, Pacing::default());
    for n in 1..=8 {
        assert_eq!(show(&w, &mut s, Duration::ZERO), Ok(n));
    }
    assert_eq!(s.frames_out(), 0, "nobody counts");
}

#[test]
fn frames_of_the_swapchain_before_are_out_as_well() {
    let w = slow();
    let (mut s, _) = surface(&w, &SurfaceConfig { max_latency: Some(2), ..config() });
    for _ in 0..2 {
        show(&w, &mut s, Duration::ZERO).unwrap();
    }
    let _ = s.configure(&SurfaceConfig { size: [8, 8], max_latency: Some(2), ..config() }).unwrap();
    assert_eq!(show(&w, &mut s, Duration::ZERO), Err(SurfaceState::Timeout));
    assert_eq!(show(&w, &mut s, SOON), Ok(3), "numbers go on");
}

#[test]
fn a_dropped_frame_gives_its_number_and_its_place_to_the_next() {
    let w = slow();
    let (mut s, _) = surface(&w, &SurfaceConfig { max_latency: Some(1), ..config() });
    for _ in 0..3 {
        assert_eq!(s.acquire(Duration::ZERO).unwrap().into_frame().number(), 1);
    }
    assert_eq!(show(&w, &mut s, Duration::ZERO), Ok(1));
    assert_eq!(s.acquire(Duration::ZERO).unwrap_err(), SurfaceState::Timeout);
}

#[test]
fn few_images_keep_few_frames_where_they_wait_in_a_queue() {
    let w = World::new(NullDesc::default());
    let images = |c: SurfaceConfig<'_>| {
        let (_s, granted) = surface(&w, &c);
        let told: Vec<_> = granted.outcomes.iter().map(ToString::to_string).collect();
        (granted.value.images, granted.value.pacing.max_latency.unwrap().unwrap(), told)
    };
    // One more than are out is on the display.
    let (n, latency, told) = images(SurfaceConfig { max_latency: Some(2), ..config() });
    assert_eq!((n, latency), (3, Outcome::Applied));
    assert!(
        told.len() == 1 && told[0].contains("from 4 to 3") && told[0].contains("2 frames out"),
        "{told:?}"
    );
    // A queue that is longer than the images that were asked for.
    let (n, latency, told) = images(SurfaceConfig { max_latency: Some(4), ..config() });
    assert_eq!((n, latency, told), (4, Outcome::Applied, vec![]));
    // Where only the newest frame is kept, nothing waits.
    let newest = SurfaceConfig { present_modes: &[PresentMode::Mailbox], ..config() };
    let (n, latency, told) = images(SurfaceConfig { max_latency: Some(1), ..newest });
    assert_eq!((n, latency, told), (4, Outcome::Applied, vec![]));
    // Whoever can wait until a frame was shown needs no other bound.
    let (n, latency, told) = images(SurfaceConfig { max_latency: Some(1), present_wait: true, ..config() });
    assert_eq!((n, latency, told), (4, Outcome::Applied, vec![]));
}

#[test]
fn a_latency_that_the_images_cannot_keep_is_adjusted() {
    let w = World::new(NullDesc::default());
    w.null.surfaces(|n| n.least_images = 3);
    let (_s, granted) = surface(&w, &SurfaceConfig { max_latency: Some(1), images: &[3], ..config() });
    let Some(Ok(Outcome::Adjusted { asked, got, why })) = granted.value.pacing.max_latency else {
        panic!("{granted:?}")
    };
    assert_eq!((asked, got), (Value::Int(1), Value::Int(2)));
    assert!(matches!(why, Reason::NotOffered { .. }), "{why:?}");
    assert_eq!(granted.outcomes.len(), 1, "it is told there too");
    // No frame at all cannot be.
    let (_s, granted) = surface(&w, &SurfaceConfig { max_latency: Some(0), ..config() });
    let Some(Ok(Outcome::Adjusted { got, why, .. })) = granted.value.pacing.max_latency else { panic!() };
    assert_eq!(got, Value::Int(1));
    assert!(matches!(why, Reason::Invalid { .. }), "{why:?}");
}

#[test]
fn a_frame_is_waited_for_until_it_was_shown() {
    let w = World::new(NullDesc::default());
    let (mut s, granted) = surface(&w, &SurfaceConfig { present_wait: true, ..config() });
    assert_eq!(granted.value.pacing.present_wait, Some(Ok(Outcome::Applied)));
    let (early, said) = code(s.wait_presented(1, SOON).unwrap_err());
    assert_eq!(early, Code::SurfaceTurn, "{said}");
    let first = show(&w, &mut s, SOON).unwrap();
    w.null.surfaces(|n| n.wait = [Ok(false), Ok(true), Err(SurfaceAnswer::OutOfDate)].into());
    assert_eq!(s.wait_presented(first, SOON), Err(SurfaceState::Timeout));
    assert_eq!(s.wait_presented(first, SOON), Ok(()));
    assert_eq!(s.wait_presented(first, SOON), Err(SurfaceState::OutOfDate));
    assert_eq!(w.null.surfaces(|n| n.waited.clone()), [1, 1, 1]);
    // What an earlier swapchain has shown is not asked for any more.
    let _ = s.configure(&SurfaceConfig { present_wait: true, ..config() }).unwrap();
    assert_eq!(s.wait_presented(first, SOON), Err(SurfaceState::OutOfDate));
    assert_eq!(w.null.surfaces(|n| n.waited.len()), 3);
    w.null.surfaces(|n| n.wait = [Err(SurfaceAnswer::Lost)].into());
    let second = show(&w, &mut s, SOON).unwrap();
    assert_eq!(s.wait_presented(second, SOON), Err(SurfaceState::Lost));
    assert_eq!(s.acquire(SOON).unwrap_err(), SurfaceState::Lost, "for good");
}

#[test]
fn where_it_can_be_told_a_frame_is_out_until_it_was_shown() {
    let w = World::new(NullDesc::default());
    let c = SurfaceConfig { present_wait: true, max_latency: Some(2), ..config() };
    let (mut s, _) = surface(&w, &c);
    for n in 1..=2 {
        assert_eq!(show(&w, &mut s, SOON), Ok(n));
    }
    // They are drawn at once, and not shown.
    w.null.surfaces(|n| n.wait = [Ok(false)].into());
    assert_eq!(show(&w, &mut s, SOON), Err(SurfaceState::Timeout));
    assert_eq!(show(&w, &mut s, SOON), Ok(3));
    assert_eq!(w.null.surfaces(|n| n.waited.clone()), [1, 1]);
}

#[test]
fn times_at_which_frames_were_shown_are_told_once() {
    let w = World::new(NullDesc::default());
    let (mut s, granted) = surface(&w, &SurfaceConfig { present_times: true, ..config() });
    assert_eq!(granted.value.pacing.present_times, Some(Ok(Outcome::Applied)));
    let number = show(&w, &mut s, SOON).unwrap();
    let time = PresentTime { number, shown_ns: 100, earliest_ns: 90, margin_ns: 5 };
    w.null.surfaces(|n| n.times.push(time));
    let times = s.present_times().unwrap();
    assert!(times.refresh_ns > 0 && times.frames == [time], "{times:?}");
    assert_eq!(s.present_times().unwrap().frames, []);
}

#[test]
fn what_is_not_there_is_refused_with_its_reason_and_so_is_its_use() {
    let w = World::new(NullDesc::default());
    w.null.surfaces(|n| n.no_pacing = true);
    let c = SurfaceConfig { present_wait: true, present_times: true, ..config() };
    let (mut s, granted) = surface(&w, &c);
    let pacing = granted.value.pacing.clone();
    for refused in [pacing.present_wait, pacing.present_times] {
        let Some(Err(Refused { why: Reason::DeviceLacks { lacks, .. } })) = refused else {
            panic!("{granted:?}")
        };
        assert_eq!(lacks, ["a display"]);
    }
    show(&w, &mut s, SOON).unwrap();
    let (not, said) = code(s.wait_presented(1, SOON).unwrap_err());
    assert!(not == Code::NotEnabled && said.contains("present-wait") && said.contains("a display"), "{said}");
    let (not, said) = code(s.present_times().unwrap_err());
    assert!(not == Code::NotEnabled && said.contains("present-timing"), "{said}");
    // What was not wished for is not there either.
    let (mut s, _) = surface(&w, &config());
    let (not, said) = code(s.wait_presented(1, SOON).unwrap_err());
    assert!(not == Code::NotEnabled && said.contains("not wished for"), "{said}");
    assert_eq!(w.null.surfaces(|n| n.waited.len()), 0);
}

#[test]
fn wishes_are_pending_while_the_window_has_no_area() {
    let w = World::new(NullDesc::default());
    w.null.surfaces(|n| n.size = Some([0, 4]));
    let c = SurfaceConfig { max_latency: Some(2), present_wait: true, present_times: true, ..config() };
    let (mut s, granted) = surface(&w, &c);
    let p = granted.value.pacing;
    for wish in [p.max_latency, p.present_wait, p.present_times] {
        assert_eq!(wish, Some(Ok(Outcome::Pending { until: Until::WindowShown })));
    }
    assert_eq!(s.wait_presented(1, SOON), Err(SurfaceState::Minimised));
}

#[test]
fn a_lost_device_ends_the_wait_for_room() {
    let w = World::new(NullDesc { timing: NEVER, lose_at_submit: Some(2), ..NullDesc::default() });
    let (mut s, _) = surface(&w, &SurfaceConfig { max_latency: Some(1), ..config() });
    show(&w, &mut s, SOON).unwrap();
    w.device.batch().submit().unwrap_err();
    let (lost, _) = code(s.acquire(SOON).unwrap_err());
    assert_eq!(lost, Code::DeviceLost);
}

#[test]
fn a_latency_beyond_the_images_is_lowered_to_them_and_takes_no_room_for_more() {
    let w = slow();
    for asked in [5, 1 << 30, u32::MAX] {
        let (mut s, granted) = surface(&w, &SurfaceConfig { max_latency: Some(asked), ..config() });
        let Some(Ok(Outcome::Adjusted { asked: wished, got, why })) =
            granted.value.pacing.max_latency.clone()
        else {
            panic!("{granted:?}")
        };
        assert_eq!((wished, got), (Value::from(asked), Value::Int(4)));
        assert!(matches!(why, Reason::NotOffered { .. }), "{why:?}");
        assert_eq!(granted.outcomes.len(), 1, "{granted:?}");
        // What is not drawn is counted up to the images and no further.
        while show(&w, &mut s, Duration::ZERO).is_ok() {}
        assert_eq!(s.frames_out(), 4);
    }
}
