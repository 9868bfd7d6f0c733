//! The same frames on a device that completes at once, late, or out of order, and on one that is lost: every wait ends, readbacks
//! are right, objects go, nothing is misused.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod world;

use candor_rhi::null::{NullDesc, Timing};
use candor_rhi::*;
use std::time::{Duration, Instant};
use world::{SOON, STAGE, World};

const TIMINGS: [Timing; 4] =
    [Timing::Immediate, Timing::Late { polls: 1 }, Timing::Late { polls: 7 }, Timing::OutOfOrder];

fn timed(timing: Timing) -> World {
    World::new(NullDesc { timing, ..Default::default() })
}

/// What a small engine holds.
struct Engine {
    targets: Vec<(Texture, View)>,
    pipeline: RasterPipeline,
    work: ComputePipeline,
    groups: Vec<BindGroup>,
    mesh: Buffer,
    store: Buffer,
    store_group: BindGroup,
    copy: Buffer,
}

impl Engine {
    fn new(w: &World) -> Self {
        let targets: Vec<_> = (0..2).map(|_| w.target("target")).collect();
        let layout = w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
        let groups =
            targets.iter().map(|(_, v)| w.group("target", &layout, &[GroupEntry::view(0, v)])).collect();
        let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
        let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
        let d =
            RasterPipelineDesc { label: "draw", groups: &[&layout], buffers: &buffers, ..Default::default() };
        let pipeline = w.pipeline(&d);
        let store = w.buffer("store", BufferUsage::STORAGE_WRITE | BufferUsage::COPY_SRC);
        let kind = BindingKind::Storage { dynamic: false, write: true };
        let layout = w.layout(&[LayoutEntry::new(0, Stages::COMPUTE, kind)]);
        let store_group = w.group("store", &layout, &[GroupEntry::buffer(0, &store)]);
        let d =
            ComputePipelineDesc { label: "work", groups: &[&layout], shader: STAGE, ..Default::default() };
        let work = w.device.create_compute_pipeline(&d).unwrap();
        let mesh = w.buffer("mesh", BufferUsage::VERTEX | BufferUsage::COPY_DST | BufferUsage::COPY_SRC);
        let copy = w.buffer("copy", BufferUsage::COPY_TARGET | BufferUsage::COPY_SRC);
        Self { targets, pipeline, work, groups, mesh, store, store_group, copy }
    }

    /// Uploads, computes, draws on two threads, copies, reads back.
    fn frame(&self, w: &World, number: u8) -> Result<(Receipt, Readback), SubmitError> {
        if let Err(e) = w.device.write_buffer(&self.mesh, 0, &[number; 1024]) {
            return Err(SubmitError { errors: vec![e], more: 0 });
        }
        let mut b = w.device.batch();
        let compute = ComputeDesc {
            label: "work",
            groups: &[&self.store_group],
            order: Order::Serial,
            ..Default::default()
        };
        b.compute(&compute, |c| {
            c.pipeline(&self.work);
            c.group(0, &self.store_group, []);
            c.dispatch(1, 1, 1);
            c.dispatch(2, 1, 1);
        });
        let slots: Vec<_> = (0..2)
            .map(|i| {
                let color = [Color::clear(&self.targets[i].1, [0.0; 4])];
                let group = &self.groups[1 - i];
                b.raster_slot(&RasterDesc {
                    label: "draw",
                    color: &color,
                    groups: &[group],
                    ..Default::default()
                })
            })
            .collect();
        std::thread::scope(|s| {
            for (i, slot) in slots.into_iter().enumerate() {
                s.spawn(move || {
                    let Some(slot) = slot else { return };
                    slot.record(|p| {
                        p.pipeline(&self.pipeline);
                        p.group(0, &self.groups[1 - i], []);
                        p.vertex_buffer(0, &self.mesh, 0);
                        p.draw(0..3, 0..1);
                    });
                });
            }
        });
        let copy =
            Copy::Buffer { src: &self.mesh, src_offset: 0, dst: &self.copy, dst_offset: 512, size: 512 };
        b.copies("copy", &[copy]);
        let readback = b.read_buffer(&self.copy, 512..1024);
        // Nothing more than this batch keeps it alive.
        let passing = w.target("passing");
        b.raster(&RasterDesc { color: &[Color::clear(&passing.1, [1.0; 4])], ..Default::default() }, |_| {});
        drop(passing);
        Ok((b.submit()?, readback))
    }
}

/// Objects that wait for batches go, and nothing is misused.
fn ends_clean(w: World, e: Engine) {
    drop(e);
    let World { device, null } = w;
    device.wait_idle(SOON).unwrap();
    device.poll();
    let usage = device.usage();
    assert_eq!((usage.batches, usage.waiting_objects), (0, 0), "{usage:?}");
    let report = device.close(SOON);
    assert_eq!(report, CloseReport { alive: vec![], destroyed: true });
    assert_eq!(null.misuse(), Vec::<String>::new());
    assert_eq!(null.live(), 0, "everything was destroyed");
}

#[test]
fn frames_complete_in_every_timing_by_waiting() {
    for timing in TIMINGS {
        let w = timed(timing);
        let e = Engine::new(&w);
        for n in 0..8 {
            let (receipt, readback) = e.frame(&w, n).unwrap();
            receipt.wait(SOON).unwrap();
            assert!(receipt.is_finished(), "{timing:?}");
            assert_eq!(readback.wait(SOON).unwrap(), [n; 512], "{timing:?}");
            assert_eq!(readback.try_take().unwrap_err().code(), Code::BufferRange, "taken once");
        }
        ends_clean(w, e);
    }
}

#[test]
fn many_frames_in_flight_complete_in_every_timing_by_polling() {
    for timing in TIMINGS {
        let w = timed(timing);
        let e = Engine::new(&w);
        let frames: Vec<_> = (0..6).map(|n| e.frame(&w, n).unwrap()).collect();
        let end = Instant::now() + SOON;
        while !frames.iter().all(|f| f.0.is_finished()) {
            assert!(Instant::now() < end, "{timing:?}: polling alone completes all");
            w.device.poll();
        }
        for (n, (_, readback)) in frames.iter().enumerate() {
            assert_eq!(readback.try_take().unwrap(), Some(vec![n as u8; 512]), "{timing:?}");
        }
        ends_clean(w, e);
    }
}

#[test]
fn many_frames_in_flight_complete_in_every_timing_as_futures() {
    for timing in TIMINGS {
        let w = timed(timing);
        let e = Engine::new(&w);
        let frames: Vec<_> = (0..6).map(|n| e.frame(&w, n).unwrap()).collect();
        // The newest first, so that the older ones are looked at late.
        for (n, (receipt, readback)) in frames.into_iter().enumerate().rev() {
            block_on(&w.device, receipt, SOON).unwrap().unwrap();
            let data = block_on(&w.device, readback, SOON).unwrap().unwrap();
            assert_eq!(data, [n as u8; 512], "{timing:?}");
        }
        ends_clean(w, e);
    }
}

#[test]
fn what_is_dropped_while_work_runs_goes_when_the_work_has_ended() {
    for timing in TIMINGS {
        let w = timed(timing);
        let e = Engine::new(&w);
        let (receipt, readback) = e.frame(&w, 1).unwrap();
        drop(readback);
        drop(e);
        let waits = w.device.usage().waiting_objects > 0;
        assert!(waits || timing == Timing::Immediate, "{timing:?}: work in flight pins what it names");
        receipt.wait(SOON).unwrap();
        w.device.poll();
        assert_eq!(w.device.usage().waiting_objects, 0, "{timing:?}");
        assert_eq!(w.null.misuse(), Vec::<String>::new());
    }
}

#[test]
fn a_batch_that_is_dropped_has_done_nothing() {
    for timing in TIMINGS {
        let w = timed(timing);
        let e = Engine::new(&w);
        let mut b = w.device.batch();
        let readback = b.read_buffer(&e.copy, 0..64);
        let color = [Color::clear(&e.targets[0].1, [0.0; 4])];
        let slot = b.raster_slot(&RasterDesc { label: "late", color: &color, ..Default::default() }).unwrap();
        drop(b);
        // The slot outlives its batch.
        slot.record(|p| p.pipeline(&e.pipeline));
        assert_eq!(readback.wait(SOON).unwrap_err().code(), Code::Closed);
        assert_eq!(w.null.null_stats().passes, 0);
        ends_clean(w, e);
    }
}

#[test]
fn an_open_batch_is_named_as_what_pins_memory() {
    let w = timed(Timing::Immediate);
    let e = Engine::new(&w);
    let open = w.device.batch();
    drop(w.buffer("pinned", BufferUsage::VERTEX));
    w.device.poll();
    let usage = w.device.usage();
    assert_eq!((usage.batches, usage.waiting_objects), (1, 1), "{usage:?}");
    drop(open);
    w.device.poll();
    assert_eq!(w.device.usage().waiting_objects, 0);
    ends_clean(w, e);
}

#[test]
fn close_names_what_is_alive_and_makes_it_inert() {
    for timing in TIMINGS {
        let w = timed(timing);
        let e = Engine::new(&w);
        let (receipt, readback) = e.frame(&w, 3).unwrap();
        let other = w.device.clone();
        let report = w.device.close(SOON);
        assert!(report.destroyed, "{timing:?}");
        for named in [(Kind::Buffer, "mesh"), (Kind::RasterPipeline, "draw"), (Kind::BindGroup, "store")] {
            assert!(report.alive.iter().any(|(k, l)| (*k, l.as_str()) == named), "{named:?} in {report:?}");
        }
        assert_eq!(w.null.live(), 0, "{timing:?}");
        // What is held may be dropped or used; nothing happens but a sentence.
        assert!(receipt.wait(SOON).is_ok());
        assert_eq!(readback.wait(SOON).unwrap(), [3; 512]);
        let mut b = other.batch();
        b.raster(&RasterDesc { color: &[Color::load(&e.targets[0].1)], ..Default::default() }, |p| {
            p.draw(0..3, 0..1)
        });
        assert_eq!(b.submit().unwrap_err().errors[0].code(), Code::Closed);
        assert_eq!(other.write_buffer(&e.mesh, 0, &[0; 4]).unwrap_err().code(), Code::Closed);
        drop(e);
        drop(other);
        assert_eq!(w.null.misuse(), Vec::<String>::new(), "{timing:?}");
    }
}

#[test]
fn close_does_not_destroy_what_an_open_batch_may_use() {
    let w = timed(Timing::Immediate);
    let e = Engine::new(&w);
    let open = w.device.clone().batch();
    let live = w.null.live();
    let report = w.device.close(Duration::from_millis(10));
    assert!(!report.destroyed);
    assert_eq!(w.null.live(), live);
    drop(open);
    drop(e);
    assert_eq!(w.null.live(), 0, "the last object takes the rest along");
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

#[test]
fn pipelines_that_fail_late_are_named() {
    for timing in TIMINGS {
        let w = World::new(NullDesc { timing, fail_late: Some("broken".into()), ..Default::default() });
        let good = w.pipeline(&RasterPipelineDesc { label: "good", ..Default::default() });
        let bad = w.pipeline(&RasterPipelineDesc { label: "broken water", ..Default::default() });
        assert_eq!(w.device.faults(), [], "nothing is known before a poll");
        w.device.poll();
        let faults = w.device.faults();
        assert_eq!(faults.len(), 1);
        assert_eq!((faults[0].code(), faults[0].label()), (Code::Driver, "broken water"));
        assert_eq!(w.device.faults(), [], "each fault is told once");
        assert_eq!(w.device.state(), DeviceState::Alive);
        drop((good, bad));
        w.device.poll();
        assert_eq!(w.null.misuse(), Vec::<String>::new());
    }
}

#[test]
fn a_device_that_is_lost_at_any_submission_ends_every_wait() {
    for timing in TIMINGS {
        for n in 1..=4 {
            let desc = NullDesc { timing, lose_at_submit: Some(n), ..Default::default() };
            let w = World::new(desc);
            let e = Engine::new(&w);
            let begin = Instant::now();
            let mut before = Vec::new();
            for i in 1..n {
                before.push(e.frame(&w, i as u8).unwrap());
            }
            let lost = e.frame(&w, 9).unwrap_err();
            assert_eq!(lost.errors[0].code(), Code::DeviceLost, "{lost}");
            assert!(matches!(w.device.state(), DeviceState::Lost(_)));
            // What is on its way ends, one way or the other.
            for (receipt, readback) in before {
                let told = receipt.wait(SOON).err().map(|e| e.code());
                assert!(matches!(told, None | Some(Code::DeviceLost)), "{told:?}");
                let told = readback.wait(SOON).err().map(|e| e.code());
                assert!(matches!(told, None | Some(Code::DeviceLost)), "{told:?}");
                let told = block_on(&w.device, receipt, SOON).unwrap().err().map(|e| e.code());
                assert!(matches!(told, None | Some(Code::DeviceLost)), "{told:?}");
            }
            assert!(matches!(w.device.wait_idle(SOON), Err(e) if e.code() == Code::DeviceLost));
            // Every later call says so.
            let lost = |e: Error| assert_eq!(e.code(), Code::DeviceLost, "{e}");
            let d =
                BufferDesc { label: "b", size_bytes: 4, usage: BufferUsage::VERTEX, ..Default::default() };
            lost(w.device.create_buffer(&d).unwrap_err());
            lost(w.device.write_buffer(&e.mesh, 0, &[0; 4]).unwrap_err());
            assert_eq!(e.store.label(), "store", "what is held can still be asked");
            let d = TextureDesc::sampled("t", Format::Rgba8Unorm, 4, 4, Contents::Zero);
            lost(w.device.create_texture(&d).unwrap_err());
            lost(w.device.create_view(&e.targets[0].0, &ViewDesc::default()).unwrap_err());
            lost(w.device.create_sampler(&SamplerDesc::default()).unwrap_err());
            lost(w.device.create_bind_group_layout(&BindGroupLayoutDesc::default()).unwrap_err());
            lost(
                w.device.create_raster_pipeline(&world::raster(&RasterPipelineDesc::default())).unwrap_err(),
            );
            let d = ComputePipelineDesc { shader: STAGE, ..Default::default() };
            lost(w.device.create_compute_pipeline(&d).unwrap_err());
            let mut b = w.device.batch();
            let readback = b.read_buffer(&e.copy, 0..64);
            lost(readback.wait(SOON).unwrap_err());
            let refused = b.submit().unwrap_err();
            assert!(refused.errors.iter().all(|e| e.code() == Code::DeviceLost), "{refused}");
            assert!(begin.elapsed() < SOON, "every wait was short");
            drop(e);
            let report = w.device.close(SOON);
            assert_eq!(report.alive, []);
            assert_eq!(w.null.misuse(), Vec::<String>::new());
            assert_eq!((report.destroyed, w.null.live()), (true, 0), "{timing:?}, submission {n}");
        }
    }
}

#[test]
fn a_readback_is_as_long_as_was_asked() {
    let w = timed(Timing::Immediate);
    let d = BufferDesc {
        label: "odd",
        size_bytes: 10,
        usage: BufferUsage::COPY_SRC | BufferUsage::COPY_DST,
        contents: Contents::Data(b"0123456789"),
        ..Default::default()
    };
    let b = w.device.create_buffer(&d).unwrap();
    let mut batch = w.device.batch();
    let (all, end) = (batch.read_buffer(&b, 0..10), batch.read_buffer(&b, 8..10));
    batch.submit().unwrap();
    assert_eq!(all.wait(SOON).unwrap(), b"0123456789");
    assert_eq!(end.wait(SOON).unwrap(), b"89");
}
