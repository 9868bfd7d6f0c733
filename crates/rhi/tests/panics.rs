//! A panic while a pass is recorded, caught by the program: its batch is refused in words, and the device goes on.
#![allow(clippy::unwrap_used, clippy::panic)]

mod world;

use candor_rhi::null::NullDesc;
use candor_rhi::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use world::{SOON, World, pass, usual};

fn caught(f: impl FnOnce()) {
    assert!(catch_unwind(AssertUnwindSafe(f)).is_err(), "nothing panicked");
}

/// Panics without a message: it is meant.
fn fall() -> ! {
    resume_unwind(Box::new(()))
}

/// Nothing is recorded after the pass that is open.
fn goes_on(w: &World, b: &mut Batch) {
    let (t, v) = w.target("target");
    b.raster(&pass(&[Color::load(&v)]), |_| panic!("it is recorded"));
    b.compute(&ComputeDesc::default(), |_| panic!("it is recorded"));
    b.foreign(&ForeignDesc::default(), |_| panic!("it is recorded"));
    assert!(b.raster_slot(&pass(&[Color::load(&v)])).is_none());
    b.marker("here");
    b.copies("clear", &[Copy::Clear { dst: Levels::all(&t), value: ClearValue::Float([0.0; 4]) }]);
}

/// The batch is refused once, by the name of the pass.
#[track_caller]
fn is_cut_short(w: &World, b: Batch, name: &str) {
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let e = b.submit().unwrap_err();
    let told: Vec<_> = e.errors.iter().map(ToString::to_string).collect();
    assert_eq!((told.len(), e.more), (1, 0), "{told:?}");
    assert_eq!(e.errors[0].code(), Code::PassCutShort, "{told:?}");
    assert_eq!(e.errors[0].place().unwrap().pass, name);
    assert!(told[0].contains(&format!("'{name}'")) && told[0].contains("panicked"), "{told:?}");
    // The lists are used again, and nothing is left of the error.
    for _ in 0..3 {
        let mut b = w.device.batch();
        b.raster(&pass(&color), |_| {});
        b.compute(&ComputeDesc { label: "work", ..Default::default() }, |_| {});
        b.raster_slot(&pass(&color)).unwrap().record(|_| {});
        b.submit().unwrap().wait(SOON).unwrap();
    }
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

#[test]
fn a_pass_of_every_kind_names_itself() {
    let w = usual();
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let d = RasterDesc { label: "frame", color: &color, ..Default::default() };
    let mut b = w.device.batch();
    caught(|| b.raster(&d, |_| fall()));
    goes_on(&w, &mut b);
    is_cut_short(&w, b, "frame");
    let mut b = w.device.batch();
    caught(|| b.compute(&ComputeDesc { label: "work", ..Default::default() }, |_| fall()));
    goes_on(&w, &mut b);
    is_cut_short(&w, b, "work");
    let mut b = w.device.batch();
    caught(|| b.foreign(&ForeignDesc { label: "theirs", ..Default::default() }, |_| fall()));
    goes_on(&w, &mut b);
    is_cut_short(&w, b, "theirs");
}

#[test]
fn what_was_refused_before_the_panic_is_not_told_again() {
    let w = usual();
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let mut b = w.device.batch();
    caught(|| {
        b.raster(&pass(&color), |r| {
            r.push_group("open");
            r.draw(0..3, 0..1);
            fall()
        });
    });
    is_cut_short(&w, b, "pass");
}

#[test]
fn a_slot_names_its_pass_whether_its_batch_lives_or_not() {
    let w = usual();
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let d = RasterDesc { label: "later", color: &color, ..Default::default() };
    let mut b = w.device.batch();
    let slot = b.raster_slot(&d).unwrap();
    caught(|| slot.record(|_| fall()));
    is_cut_short(&w, b, "later");
    // One part of three, on another thread.
    let mut b = w.device.batch();
    for (i, part) in b.raster_split(&d, 3).enumerate() {
        std::thread::scope(|s| {
            s.spawn(|| if i == 1 { caught(|| part.record(|_| fall())) } else { part.record(|_| {}) }).join()
        })
        .unwrap();
    }
    is_cut_short(&w, b, "later");
    let mut b = w.device.batch();
    let slot = b.raster_slot(&d).unwrap();
    drop(b);
    caught(|| slot.record(|_| fall()));
    // Its list was given back, and is used again.
    w.device.poll();
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

#[test]
fn queries_of_the_pass_are_left_as_they_were() {
    let limits = Limits { timestamp_bits: 64, timestamp_period_ns: 1.0, ..Default::default() };
    let w = World::new(NullDesc { limits: Some(limits), ..Default::default() });
    w.device.time_passes(true).unwrap();
    let set = QuerySetDesc { label: "seen", kind: QueryKind::Occlusion, count: 2 };
    let set = w.device.create_query_set(&set).unwrap();
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let occlusion = Some(QueryRange { set: &set, first: 0, count: 2 });
    let queries = PassQueries { occlusion, ..Default::default() };
    let d = RasterDesc { label: "counted", queries: Some(&queries), ..pass(&color) };
    let mut b = w.device.batch();
    caught(|| {
        b.raster(&d, |r| {
            r.begin_occlusion(0);
            fall()
        });
    });
    is_cut_short(&w, b, "counted");
    // They count as never written.
    let mut b = w.device.batch();
    let _results = b.read_queries(QueryRange { set: &set, first: 0, count: 1 });
    assert_eq!(b.submit().unwrap_err().errors[0].code(), Code::QueryUnwritten);
}

#[test]
fn a_bundle_that_panics_is_no_bundle() {
    let w = usual();
    let p = w.pipeline(&RasterPipelineDesc::default());
    let d = BundleDesc { label: "bundle", colors: &[Format::Rgba8Unorm], ..Default::default() };
    caught(|| {
        let _ = w.device.create_bundle(&d, |b| {
            b.pipeline(&p);
            fall();
        });
    });
    assert!(w.device.create_bundle(&d, |b| b.pipeline(&p)).is_ok());
    drop(p);
    w.device.poll();
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}
