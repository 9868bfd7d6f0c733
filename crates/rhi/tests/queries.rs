//! Queries and times of passes on Null: what is refused, in words, and what reaches the backend.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::null::{Logged, NullDesc};
use candor_rhi::query::Stamps;
use candor_rhi::*;
use world::{SOON, World, logging, pass, refused};

/// A world whose clock has this many bits.
fn timed(bits: u32) -> World {
    let limits = Limits { timestamp_bits: bits, timestamp_period_ns: 2.0, ..Default::default() };
    World::new(NullDesc { log: true, limits: Some(limits), ..Default::default() })
}

fn queries(w: &World, kind: QueryKind, count: u32) -> QuerySet {
    w.device.create_query_set(&QuerySetDesc { label: "queries", kind, count }).unwrap()
}

#[test]
fn a_query_is_resolved_after_it_was_written_and_not_before() {
    let w = World::new(NullDesc::default());
    let set = queries(&w, QueryKind::Occlusion, 4);
    let (_t, v) = w.target("target");
    let asked = |first, count| PassQueries {
        occlusion: Some(QueryRange { set: &set, first, count }),
        ..Default::default()
    };
    let color = [Color::load(&v)];
    let write = |b: &mut Batch, q: &PassQueries<'_>| {
        b.raster(&RasterDesc { queries: Some(q), ..pass(&color) }, |_| {});
    };
    let read = |b: &mut Batch, first, count| b.read_queries(QueryRange { set: &set, first, count });
    // Within a batch, in the order of declaration.
    let (code, sentence) = refused(&w, |b| {
        drop(read(b, 0, 2));
        write(b, &asked(0, 2));
    });
    assert_eq!(code, Code::QueryUnwritten, "{sentence}");
    // What was refused has written nothing, and the device goes on.
    let (code, sentence) = refused(&w, |b| drop(read(b, 0, 1)));
    assert_eq!(code, Code::QueryUnwritten, "{sentence}");
    let mut b = w.device.batch();
    write(&mut b, &asked(0, 2));
    let results = read(&mut b, 0, 2);
    b.submit().unwrap().wait(SOON).unwrap();
    assert_eq!(results.wait(SOON).unwrap(), [0, 0]);
    // In a later batch too, but no further than was written.
    let mut b = w.device.batch();
    let results = read(&mut b, 1, 1);
    b.submit().unwrap().wait(SOON).unwrap();
    assert_eq!(results.wait(SOON).unwrap(), [0]);
    let (code, sentence) = refused(&w, |b| drop(read(b, 1, 2)));
    assert_eq!(code, Code::QueryUnwritten);
    assert!(sentence.contains("query 2"), "{sentence}");
}

#[test]
fn occlusion_queries_begin_once_end_and_stay_in_their_range() {
    let w = World::new(NullDesc::default());
    let set = queries(&w, QueryKind::Occlusion, 8);
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let q =
        PassQueries { occlusion: Some(QueryRange { set: &set, first: 2, count: 3 }), ..Default::default() };
    let with = |f: fn(&mut RasterPass<'_>)| {
        refused(&w, |b| b.raster(&RasterDesc { queries: Some(&q), ..pass(&color) }, f))
    };
    for f in [
        (|r| r.begin_occlusion(1)) as fn(&mut RasterPass<'_>),
        |r| r.begin_occlusion(2),
        |r| r.end_occlusion(),
        |r| {
            r.begin_occlusion(2);
            r.end_occlusion();
            r.begin_occlusion(2);
        },
    ] {
        assert_eq!(with(f).0, Code::QueryRange);
    }
    // A pass that declared none has none.
    assert_eq!(refused(&w, |b| b.raster(&pass(&color), |r| r.begin_occlusion(2))).0, Code::QueryRange);
}

#[test]
fn each_declared_query_is_written_once_whatever_the_pass_does() {
    let w = logging();
    let set = queries(&w, QueryKind::Occlusion, 8);
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let q =
        PassQueries { occlusion: Some(QueryRange { set: &set, first: 2, count: 4 }), ..Default::default() };
    let mut b = w.device.batch();
    let d = RasterDesc { queries: Some(&q), ..pass(&color) };
    let record = |r: &mut RasterPass<'_>| {
        r.begin_occlusion(4);
        r.end_occlusion();
    };
    b.raster(&d, record);
    let slot = b.raster_slot(&d).unwrap();
    std::thread::scope(|s| s.spawn(|| slot.record(record)).join().unwrap());
    b.submit().unwrap();
    let asked: Vec<_> = w
        .null
        .take_log()
        .into_iter()
        .filter_map(|l| match l {
            Logged::Query(i) => Some(i),
            _ => None,
        })
        .collect();
    assert_eq!(asked, [4, 2, 3, 5, 4, 2, 3, 5]);
}

#[test]
fn sets_are_checked_against_their_kind_and_place() {
    let w = timed(64);
    let (times, seen) = (queries(&w, QueryKind::Timestamp, 4), queries(&w, QueryKind::Occlusion, 4));
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let raster = |q: PassQueries<'_>| {
        refused(&w, |b| b.raster(&RasterDesc { queries: Some(&q), ..pass(&color) }, |_| {})).0
    };
    let stamps = |set, begin, end| PassQueries {
        timestamps: Some(Timestamps { set, begin, end }),
        ..Default::default()
    };
    assert_eq!(raster(stamps(&seen, Some(0), None)), Code::QueryRange);
    assert_eq!(raster(stamps(&times, Some(4), None)), Code::QueryRange);
    assert_eq!(raster(stamps(&times, Some(1), Some(1))), Code::QueryRange);
    let range = |set, first, count| PassQueries {
        occlusion: Some(QueryRange { set, first, count }),
        ..Default::default()
    };
    assert_eq!(raster(range(&times, 0, 1)), Code::QueryRange);
    assert_eq!(raster(range(&seen, u32::MAX, 2)), Code::QueryRange);
    assert_eq!(raster(range(&seen, 0, 0)), Code::QueryRange);
    assert_eq!(raster(PassQueries { statistics: Some((&seen, 0)), ..Default::default() }), Code::QueryRange);
    assert_eq!(refused(&w, |b| b.timestamp(&seen, 0)).0, Code::QueryRange);
    let q = range(&seen, 0, 1);
    let compute = ComputeDesc { label: "pass", queries: Some(&q), ..Default::default() };
    assert_eq!(refused(&w, |b| b.compute(&compute, |_| {})).0, Code::QueryRange);
    let other = World::new(NullDesc::default());
    let theirs = queries(&other, QueryKind::Occlusion, 1);
    assert_eq!(raster(range(&theirs, 0, 1)), Code::ForeignObject);
    let none = |count| {
        let d = QuerySetDesc { label: "queries", kind: QueryKind::Occlusion, count };
        w.device.create_query_set(&d).unwrap_err().code()
    };
    assert_eq!([none(0), none(4097)], [Code::QueryRange; 2]);
    // Results lie at a multiple of eight, within a buffer that copies may write.
    let out = w.buffer("out", BufferUsage::COPY_TARGET);
    let resolve = |offset| {
        refused(&w, |b| {
            b.timestamp(&times, 0);
            b.resolve_queries(QueryRange { set: &times, first: 0, count: 1 }, &out, offset);
        })
    };
    assert_eq!(resolve(4).0, Code::CopyAlignment);
    assert_eq!(resolve(1024).0, Code::CopyRange);
}

#[test]
fn times_of_a_short_counter_are_masked_and_wrap() {
    let w = timed(36);
    let times = queries(&w, QueryKind::Timestamp, 6);
    let mut b = w.device.batch();
    (0..6).for_each(|i| b.timestamp(&times, i));
    let results = b.read_queries(QueryRange { set: &times, first: 0, count: 6 });
    b.submit().unwrap().wait(SOON).unwrap();
    let t = results.wait(SOON).unwrap();
    assert!(t[0] > t[5], "the counter has wrapped: {t:?}");
    assert!(t.iter().all(|t| *t < 1 << 36));
    let limits = w.device.limits();
    assert!(t.windows(2).all(|t| limits.timestamp_delta(t[0], t[1]) == 1), "{t:?}");
    assert_eq!(limits.timestamp_ns(t[0], t[5]), 10.0);
}

#[test]
fn passes_are_timed_when_the_device_is_told_to() {
    let w = timed(64);
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let frame = || {
        let mut b = w.device.batch();
        for label in ["first", "second"] {
            b.raster(&RasterDesc { label, ..pass(&color) }, |_| {});
        }
        b.compute(&ComputeDesc { label: "third", ..Default::default() }, |_| {});
        b.raster_slot(&RasterDesc { label: "fourth", ..pass(&color) }).unwrap().record(|_| {});
        b.submit().unwrap().wait(SOON).unwrap();
    };
    frame();
    assert_eq!(w.device.frame_stats(&Stats::default()).gpu, GpuTimes::Off);
    assert!(w.device.pass_times(<[_]>::is_empty));
    w.device.time_passes(true).unwrap();
    let before = w.device.stats();
    for _ in 0..3 {
        frame();
    }
    let frame = w.device.frame_stats(&before);
    let GpuTimes::Known(times) = frame.gpu else { panic!("{frame:?}") };
    let labels: Vec<_> = times.iter().map(|t| (t.label.as_str(), t.kind, t.ns)).collect();
    // Null's clock goes one tick of 2 ns further with each look.
    let expected = [
        ("first", PassKind::Raster, 2.0),
        ("second", PassKind::Raster, 2.0),
        ("third", PassKind::Compute, 2.0),
        ("fourth", PassKind::Raster, 2.0),
    ];
    assert_eq!(labels, expected);
    assert_eq!((frame.work.batches, frame.work.raster_passes, frame.work.compute_passes), (3, 9, 3));
    let none = World::new(NullDesc::default());
    let GpuTimes::Unavailable { why } = none.device.frame_stats(&Stats::default()).gpu else { panic!() };
    assert!(why.contains("timestamps"), "{why}");
    // What it was measured with is given back.
    drop((_t, v));
    assert!(w.device.clone().close(SOON).destroyed);
    assert_eq!((w.null.live(), w.null.misuse()), (0, vec![]));
}

#[test]
fn a_pass_may_be_timed_by_the_program_and_by_the_device() {
    let w = timed(64);
    w.device.time_passes(true).unwrap();
    let times = queries(&w, QueryKind::Timestamp, 2);
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let timestamps = Some(Timestamps { set: &times, begin: Some(0), end: Some(1) });
    let q = PassQueries { timestamps, ..Default::default() };
    let mut b = w.device.batch();
    b.raster(&RasterDesc { queries: Some(&q), ..pass(&color) }, |_| {});
    b.raster(&pass(&color), |_| {});
    b.submit().unwrap();
    let stamps: Vec<Vec<Stamps>> = w
        .null
        .take_log()
        .into_iter()
        .filter_map(|l| match l {
            Logged::Queries(p) => Some(p.stamps.into_iter().flatten().collect()),
            _ => None,
        })
        .collect();
    assert_eq!(stamps.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(stamps[1][0].begin, Some(2), "the next two of the device's own");
}

#[test]
fn a_split_pass_writes_times_and_no_other_queries() {
    let w = timed(64);
    w.device.time_passes(true).unwrap();
    let (times, seen) = (queries(&w, QueryKind::Timestamp, 2), queries(&w, QueryKind::Occlusion, 2));
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let timestamps = Some(Timestamps { set: &times, begin: Some(0), end: Some(1) });
    let q = PassQueries { timestamps, ..Default::default() };
    let mut b = w.device.batch();
    for (i, slot) in b.raster_split(&RasterDesc { queries: Some(&q), ..pass(&color) }, 3).enumerate() {
        slot.record(|r| r.marker(&i.to_string()));
    }
    let results = b.read_queries(QueryRange { set: &times, first: 0, count: 2 });
    b.submit().unwrap().wait(SOON).unwrap();
    let t = results.wait(SOON).unwrap();
    assert_eq!(w.device.limits().timestamp_delta(t[0], t[1]), 2, "the device's own lie between");
    assert_eq!(w.device.pass_times(<[_]>::len), 1, "parts are one pass");
    let log = w.null.take_log();
    assert_eq!(log.iter().filter(|l| matches!(l, Logged::Queries(_))).count(), 1);
    let occlusion = Some(QueryRange { set: &seen, first: 0, count: 2 });
    let q = PassQueries { occlusion, ..Default::default() };
    let (code, sentence) = refused(&w, |b| {
        assert_eq!(b.raster_split(&RasterDesc { queries: Some(&q), ..pass(&color) }, 2).len(), 0);
    });
    assert_eq!(code, Code::QueryRange);
    assert!(sentence.contains("several parts"), "{sentence}");
}
