//! Pipelines and frames: what is late is counted and refused where that was asked for, what is asked for arrives beside the frames, and
//! nothing is lost when the device goes first.
#![allow(clippy::unwrap_used, clippy::panic)]

mod world;

use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use world::{SOON, STAGE, World, pass, raster, told};

fn strict() -> World {
    let null = NullBackend::new(NullDesc::default());
    let desc = DeviceDesc { pipelines: PipelinePolicy::Strict, ..Default::default() };
    World { device: Device::with(null.clone(), &desc), null }
}

/// Waits for what another thread does.
fn until(done: impl Fn() -> bool) {
    let end = Instant::now() + SOON;
    while !done() {
        assert!(Instant::now() < end, "it does not come");
        std::thread::yield_now();
    }
}

fn desc(label: &str) -> RasterPipelineDesc<'_> {
    raster(&RasterPipelineDesc { label, ..Default::default() })
}

fn compute(label: &str) -> ComputePipelineDesc<'_> {
    ComputePipelineDesc { label, shader: STAGE, ..Default::default() }
}

#[test]
fn a_pipeline_that_is_made_in_a_frame_is_counted_as_late() {
    let w = world::usual();
    w.device.create_raster_pipeline(&desc("early")).unwrap();
    assert_eq!(w.device.stats().pipelines_late, 0);
    let batch = w.device.batch();
    w.device.create_raster_pipeline(&desc("late")).unwrap();
    w.device.create_compute_pipeline(&compute("late")).unwrap();
    w.device.prepare_mips(Format::Rgba8Unorm, TextureDim::D2).unwrap();
    assert_eq!(w.device.stats().pipelines_late, 3);
    // What is refused for what it is makes nobody wait.
    w.device.create_raster_pipeline(&RasterPipelineDesc { samples: 3, ..desc("bad") }).unwrap_err();
    batch.submit().unwrap();
    w.device.create_raster_pipeline(&desc("after")).unwrap();
    let dropped = w.device.batch();
    drop(dropped);
    w.device.create_raster_pipeline(&desc("after")).unwrap();
    assert_eq!(w.device.stats().pipelines_late, 3);
}

#[test]
fn only_the_thread_that_is_in_the_frame_makes_it_wait() {
    let (w, other) = (strict(), world::usual());
    let mut batch = w.device.batch();
    std::thread::scope(|s| {
        s.spawn(|| w.device.create_raster_pipeline(&desc("loading")).unwrap());
    });
    other.device.create_raster_pipeline(&desc("theirs")).unwrap();
    let (_t, v) = w.target("target");
    let color = [Color::clear(&v, [0.0; 4])];
    let slot = batch.raster_slot(&pass(&color)).unwrap();
    std::thread::scope(|s| {
        s.spawn(|| {
            slot.record(|_| {
                told(w.device.create_raster_pipeline(&desc("in a pass")), Code::PipelineLate, &["in a pass"]);
            });
            w.device.create_raster_pipeline(&desc("beside")).unwrap();
        });
    });
    batch.submit().unwrap();
    assert_eq!((w.device.stats().pipelines_late, other.device.stats().pipelines_late), (1, 0));
}

#[test]
fn a_strict_device_refuses_what_is_late_and_says_what_to_do() {
    let w = strict();
    let batch = w.device.batch();
    let parts = ["'late'", "in a frame", "before the batch", "request_raster_pipeline", "prewarm"];
    told(w.device.create_raster_pipeline(&desc("late")), Code::PipelineLate, &parts);
    told(w.device.create_compute_pipeline(&compute("late")), Code::PipelineLate, &parts);
    told(w.device.prepare_mips(Format::Rgba8Unorm, TextureDim::D2), Code::PipelineLate, &["internal mips"]);
    let stats = w.device.stats();
    assert_eq!((stats.pipelines_late, stats.pipelines_created), (3, 0));
    batch.submit().unwrap();
    w.device.create_raster_pipeline(&desc("in time")).unwrap();
}

#[test]
fn what_is_asked_for_arrives_beside_the_frames_and_says_so() {
    let w = strict();
    w.null.hold_pipelines(true);
    let heard = Arc::new(AtomicU64::new(0));
    let ear = heard.clone();
    w.device.on_pipeline(move |label| {
        assert_eq!(label, "wanted");
        ear.fetch_add(1, Ordering::SeqCst);
    });
    let fallback = {
        let other = RasterPipelineDesc { cull: Cull::Back, ..desc("plain") };
        w.null.hold_pipelines(false);
        let made = w.device.create_raster_pipeline(&other).unwrap();
        w.null.hold_pipelines(true);
        made
    };
    let (_t, v) = w.target("target");
    let color = [Color::clear(&v, [0.0; 4])];
    let mut batch = w.device.batch();
    let wanted = w.device.request_raster_pipeline(&desc("wanted")).unwrap();
    assert!(!wanted.is_ready() && wanted.get().is_none());
    assert!(wanted.for_frame(Meanwhile::Skip).unwrap().is_none());
    assert_eq!(wanted.for_frame(Meanwhile::Fallback(&fallback)).unwrap().unwrap().label(), "plain");
    told(wanted.for_frame(Meanwhile::Wait(SOON)), Code::PipelineLate, &["'wanted'", "told to wait"]);
    told(wanted.wait(SOON), Code::PipelineLate, &["'wanted'", "in a frame"]);
    batch.raster(&pass(&color), |p| {
        if let Some(p0) = wanted.for_frame(Meanwhile::Fallback(&fallback)).unwrap() {
            p.pipeline(p0);
            p.draw(0..3, 0..1);
        }
    });
    batch.submit().unwrap();
    let s = w.device.stats();
    let counts = (s.pipelines_skipped, s.pipelines_replaced, s.pipelines_waited, s.pipelines_late);
    assert_eq!((counts, s.pipelines_arrived), ((1, 2, 1, 2), 0));
    w.null.hold_pipelines(false);
    wanted.wait(SOON).unwrap();
    assert_eq!(wanted.for_frame(Meanwhile::Skip).unwrap().unwrap().label(), "wanted");
    // The sign comes after the pipeline.
    let compute = w.device.request_compute_pipeline(&ComputePipelineDesc { label: "wanted", ..compute("") });
    compute.unwrap().wait(SOON).unwrap();
    drop(w.device.clone().close(SOON));
    let s = w.device.stats();
    assert_eq!((heard.load(Ordering::SeqCst), s.pipelines_arrived, s.pipelines_skipped), (2, 2, 1));
}

#[test]
fn a_frame_that_is_told_to_wait_does_so_where_that_is_allowed() {
    let w = world::usual();
    w.null.hold_pipelines(true);
    let wanted = w.device.request_raster_pipeline(&desc("wanted")).unwrap();
    told(wanted.for_frame(Meanwhile::Wait(Duration::ZERO)), Code::Timeout, &["'wanted'", "0 ms"]);
    std::thread::scope(|s| {
        s.spawn(|| {
            until(|| w.device.stats().pipelines_waited == 2);
            w.null.hold_pipelines(false);
        });
        assert!(wanted.for_frame(Meanwhile::Wait(SOON)).unwrap().is_some());
    });
    let s = w.device.stats();
    assert_eq!((s.pipelines_waited, s.pipelines_late), (2, 2));
    let made = block_on(&w.device, wanted.ready(), SOON).unwrap().unwrap().label().to_owned();
    assert_eq!(made, "wanted");
    assert_eq!(wanted.take().unwrap().unwrap().label(), "wanted");
}

#[test]
fn a_future_ends_when_the_pipeline_is_there() {
    let w = world::usual();
    w.null.hold_pipelines(true);
    let wanted = w.device.request_compute_pipeline(&compute("wanted")).unwrap();
    let wanted = wanted.take().unwrap_err();
    let null = w.null.clone();
    let release = std::thread::spawn(move || null.hold_pipelines(false));
    block_on(&w.device, wanted.ready(), SOON).unwrap().unwrap();
    release.join().unwrap();
}

#[test]
fn bad_input_is_refused_at_the_call_and_the_drivers_answer_stands_in_what_is_pending() {
    use candor_rhi::layer::{FaultPlan, Faults, Injected, Site};
    let faults = Faults::around(NullBackend::new(NullDesc::default()));
    let device = Device::new(faults.clone());
    told(
        device.request_raster_pipeline(&RasterPipelineDesc { samples: 3, ..desc("bad") }),
        Code::SampleCount,
        &["'bad'"],
    );
    // The first call asks for what is known already, the second one makes it.
    faults.layer().plan(Some(FaultPlan {
        site: Site::RasterPipeline,
        nth: 2,
        fault: Injected::OutOfDeviceMemory,
    }));
    let wanted = device.request_raster_pipeline(&desc("wanted")).unwrap();
    told(wanted.wait(SOON), Code::OutOfMemory, &["'wanted'"]);
    told(wanted.for_frame(Meanwhile::Skip), Code::OutOfMemory, &["'wanted'"]);
    assert_eq!(device.stats().pipelines_skipped, 0);
}

#[test]
fn without_threads_polls_make_what_is_asked_for_outside_of_frames() {
    let w = World::new(NullDesc { no_threads: true, ..Default::default() });
    let wanted = w.device.request_raster_pipeline(&desc("wanted")).unwrap();
    let other = w.device.request_compute_pipeline(&compute("other")).unwrap();
    let batch = w.device.batch();
    w.device.poll();
    assert!(!wanted.is_ready());
    batch.submit().unwrap();
    w.device.poll();
    assert!(wanted.is_ready() && !other.is_ready());
    other.wait(SOON).unwrap();
    assert_eq!(w.device.stats().pipelines_late, 0);
}

#[test]
fn what_is_dropped_before_it_is_begun_is_not_made() {
    let w = World::new(NullDesc { no_threads: true, ..Default::default() });
    drop(w.device.request_raster_pipeline(&desc("unwanted")));
    let wanted = w.device.request_compute_pipeline(&compute("wanted")).unwrap();
    wanted.wait(SOON).unwrap();
    let s = w.device.stats();
    assert_eq!((s.pipelines_created, s.pipelines_arrived), (1, 1));
}

#[test]
fn a_device_that_goes_answers_everything_that_is_pending_and_leaks_nothing() {
    for close in [false, true] {
        let w = World::new(NullDesc { no_threads: true, ..Default::default() });
        let all: Vec<_> =
            (0..20).map(|_| w.device.request_raster_pipeline(&desc("wanted")).unwrap()).collect();
        let World { device, null } = w;
        if close {
            assert!(device.close(SOON).destroyed);
        } else {
            drop(device);
        }
        for p in &all {
            told(p.get().unwrap(), Code::Closed, &["'wanted'"]);
        }
        drop(all);
        assert_eq!((null.live(), null.misuse()), (0, vec![]));
    }
}

#[test]
fn a_pipeline_that_is_being_made_when_the_device_is_closed_is_waited_for() {
    let w = world::usual();
    w.null.hold_pipelines(true);
    let wanted = w.device.request_raster_pipeline(&desc("wanted")).unwrap();
    until(|| w.null.held_pipelines() == 1);
    let World { device, null } = w;
    let report = device.clone().close(Duration::from_millis(5));
    assert!(!report.destroyed, "its layout is in use");
    null.hold_pipelines(false);
    drop(device);
    assert!(wanted.get().is_some());
    drop(wanted);
    assert_eq!((null.live(), null.misuse()), (0, vec![]));
}

#[test]
fn the_loss_of_the_device_ends_every_wait() {
    let w = World::new(NullDesc { lose_at_submit: Some(1), ..Default::default() });
    w.null.hold_pipelines(true);
    let wanted = w.device.request_raster_pipeline(&desc("wanted")).unwrap();
    std::thread::scope(|s| {
        let waits = s.spawn(|| wanted.wait(SOON).map(|_| ()));
        w.device.batch().submit().unwrap_err();
        told(waits.join().unwrap(), Code::DeviceLost, &["'wanted'"]);
    });
    told(wanted.get().unwrap(), Code::DeviceLost, &["'wanted'"]);
    told(w.device.request_raster_pipeline(&desc("later")), Code::DeviceLost, &["'later'"]);
    w.null.hold_pipelines(false);
}

#[test]
fn what_the_drivers_cache_has_is_there_at_once() {
    let w = strict();
    assert!(
        !w.device.request_raster_pipeline(&desc("first")).unwrap().wait(SOON).unwrap().label().is_empty()
    );
    let data = w.device.pipeline_cache_data().unwrap();
    let again = strict();
    again.device.load_pipeline_cache(&data).unwrap();
    again.null.hold_pipelines(true);
    let batch = again.device.batch();
    let known = again.device.request_raster_pipeline(&desc("again")).unwrap();
    assert_eq!(known.for_frame(Meanwhile::Skip).unwrap().unwrap().label(), "again");
    let unknown = RasterPipelineDesc { cull: Cull::Front, ..desc("new") };
    assert!(!again.device.request_raster_pipeline(&unknown).unwrap().is_ready());
    batch.submit().unwrap();
    let s = again.device.stats();
    assert_eq!((s.pipelines_late, s.pipelines_skipped, s.pipelines_arrived), (0, 0, 0));
    again.null.hold_pipelines(false);
}

#[test]
fn contents_of_another_cache_are_refused() {
    let w = world::usual();
    told(w.device.load_pipeline_cache(b"something else"), Code::CacheData, &["Null", "filled anew"]);
    let key = w.device.pipeline_cache_key().unwrap();
    assert_eq!(key.backend, BackendKind::Null);
}

#[test]
fn many_requests_from_many_threads_all_arrive() {
    let w = world::usual();
    let labels: Vec<String> = (0..8).map(|i| format!("pipeline {i}")).collect();
    std::thread::scope(|s| {
        for label in &labels {
            let device = &w.device;
            s.spawn(move || {
                let culls = [Cull::None, Cull::Front, Cull::Back];
                let all: Vec<_> = (0..30)
                    .map(|i| {
                        let d = RasterPipelineDesc { cull: culls[i % 3], ..desc(label) };
                        device.request_raster_pipeline(&d).unwrap()
                    })
                    .collect();
                all.iter().for_each(|p| assert_eq!(p.wait(SOON).unwrap().label(), label));
            });
        }
    });
    assert_eq!(w.device.stats().pipelines_created, 240);
    let World { device, null } = w;
    drop(device);
    assert_eq!((null.live(), null.misuse()), (0, vec![]));
}
