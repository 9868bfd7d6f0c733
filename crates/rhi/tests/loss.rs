//! What is left behind, what hangs and what is lost: leaks are named, every wait ends, a loss names the passes before it, and
//! nothing is misused on the way.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod world;

use candor_rhi::null::{NullBackend, NullDesc, Timing};
use candor_rhi::*;
use std::time::Duration;
use world::{SOON, World, pass, window};

const NOTHING: Vec<String> = Vec::new();

#[test]
fn what_is_alive_when_the_last_handle_goes_is_named() {
    let World { device, null } = world::usual();
    let watch = device.watch_leaks();
    let other = device.clone();
    let d = BufferDesc { label: "mesh", size_bytes: 64, usage: BufferUsage::VERTEX, ..Default::default() };
    let buffer = device.create_buffer(&d).unwrap();
    drop(device);
    assert_eq!(watch.found(), None, "a handle is left");
    drop(other);
    assert_eq!(watch.found(), Some(Leaks(vec![(Kind::Buffer, "mesh".into())])));
    assert_eq!(watch.found().unwrap().to_string(), "Buffer 'mesh'");
    drop(buffer);
    assert_eq!((null.live(), null.misuse()), (0, NOTHING));
}

#[test]
fn a_device_that_is_let_go_of_last_leaks_nothing() {
    let w = world::usual();
    let watch = w.device.watch_leaks();
    drop(w.target("target"));
    drop(w.device);
    assert_eq!(watch.found(), Some(Leaks::default()));
    assert_eq!((w.null.live(), w.null.misuse()), (0, NOTHING));
}

#[test]
fn many_leaks_are_counted_in_one_line() {
    let all = (0..20).map(|i| (Kind::View, format!("v{i}"))).collect();
    let line = Leaks(all).to_string();
    assert!(
        line.starts_with("View 'v0', View 'v1', ") && line.ends_with("View 'v15' [and 4 more]"),
        "{line}"
    );
}

#[test]
fn a_texture_that_settles_in_a_batch_on_its_way_does_not_keep_its_device() {
    let w = World::new(NullDesc { timing: Timing::Late { polls: 1000 }, ..Default::default() });
    let (t, v) = w.target("target");
    let mut b = w.device.batch();
    b.raster(&pass(&[Color::clear(&v, [0.0; 4])]), |_| {});
    b.settle(&[&t]);
    b.submit().unwrap();
    drop((t, v));
    drop(w.device);
    assert_eq!((w.null.live(), w.null.misuse()), (0, NOTHING));
}

#[test]
fn a_gpu_that_hangs_ends_every_wait_and_is_left_behind() {
    let w = World::new(NullDesc { timing: Timing::Never, ..Default::default() });
    let watch = w.device.watch_leaks();
    let (t, v) = w.target("target");
    let mut b = w.device.batch();
    b.raster(&pass(&[Color::clear(&v, [0.0; 4])]), |_| {});
    let readback = b.read_texture(&Region::level(&t, 0));
    let receipt = b.submit().unwrap();
    let short = Duration::from_millis(5);
    let timeout = |e: Error| assert_eq!(e.code(), Code::Timeout, "{e}");
    timeout(receipt.wait(short).unwrap_err());
    timeout(readback.wait(short).unwrap_err());
    timeout(w.device.wait_idle(short).unwrap_err());
    timeout(block_on(&w.device, receipt.clone(), short).unwrap_err());
    let live = w.null.live();
    let report = w.device.close(short);
    assert!(!report.destroyed && report.alive.contains(&(Kind::View, "target".into())), "{report:?}");
    drop((t, v, receipt, readback));
    assert!(watch.found().is_some());
    assert_eq!((w.null.live(), w.null.misuse()), (live, NOTHING), "what the GPU may use is not destroyed");
}

#[test]
fn a_wait_may_be_asked_to_last_for_ever() {
    let w = world::usual();
    let (t, v) = w.target("target");
    let mut b = w.device.batch();
    b.raster(&pass(&[Color::clear(&v, [0.0; 4])]), |_| {});
    let readback = b.read_texture(&Region::level(&t, 0));
    let receipt = b.submit().unwrap();
    receipt.wait(Duration::MAX).unwrap();
    assert_eq!(readback.wait(Duration::MAX).unwrap().len(), 64 * 64 * 4);
    block_on(&w.device, receipt, Duration::MAX).unwrap().unwrap();
    w.device.wait_idle(Duration::MAX).unwrap();
    drop((t, v));
    assert!(w.device.close(Duration::MAX).destroyed);
}

#[test]
fn a_second_device_on_a_backend_is_refused_until_the_first_has_gone() {
    let null = NullBackend::new(NullDesc::default());
    let first = Device::new(null.clone());
    let second = Device::new(null.clone());
    assert_eq!(second.state(), DeviceState::Refused);
    let refused = second.batch().submit().unwrap_err();
    assert_eq!(refused.errors[0].code(), Code::BackendTaken, "{refused}");
    assert_eq!(second.wait_idle(SOON).unwrap_err().code(), Code::BackendTaken);
    assert_eq!(second.close(SOON), CloseReport { alive: vec![], destroyed: true });
    first.batch().submit().unwrap().wait(SOON).unwrap();
    drop(first);
    let third = Device::new(null.clone());
    assert_eq!(third.state(), DeviceState::Alive);
    third.batch().submit().unwrap().wait(SOON).unwrap();
    assert_eq!(null.misuse(), NOTHING);
}

#[test]
fn after_a_loss_every_call_says_so_and_what_is_held_may_be_dropped() {
    let limits = Limits { timestamp_bits: 64, timestamp_period_ns: 1.0, ..Limits::default() };
    let w = World::new(NullDesc { lose_at_submit: Some(2), limits: Some(limits), ..Default::default() });
    let d = &w.device;
    let watch = d.watch_leaks();
    let (t, v) = w.target("target");
    let layout = w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
    let upload = BufferDesc {
        label: "upload",
        size_bytes: 64,
        usage: BufferUsage::VERTEX,
        memory: Memory::Upload,
        ..Default::default()
    };
    let upload = d.create_buffer(&upload).unwrap();
    let here = BufferDesc { label: "here", size_bytes: 64, memory: Memory::Readback, ..Default::default() };
    let here = d.create_buffer(&here).unwrap();
    let arena = ArenaDesc { label: "arena", size_bytes: 1024, usage: BufferUsage::VERTEX };
    let pieces = d.create_arena(&arena).unwrap();
    let sampled = TextureDesc::sampled("sampled", Format::Rgba8Unorm, 1, 1, Contents::Zero);
    let usage = TextureUsage::SAMPLED | TextureUsage::COPY_DST;
    let sampled = d.create_texture(&TextureDesc { usage, ..sampled }).unwrap().value;
    let times = QuerySetDesc { label: "times", kind: QueryKind::Timestamp, count: 2 };
    let set = d.create_query_set(&times).unwrap();
    let mut surface = d.create_surface("window", &window()).unwrap();
    let _ = surface.configure(&SurfaceConfig { size: [8; 2], ..SurfaceConfig::default() }).unwrap();
    d.batch().submit().unwrap().wait(SOON).unwrap();
    let mut mapped = d.map(&upload, 0..4).unwrap();
    let open = d.batch();
    let frame = surface.acquire(SOON).unwrap().into_frame();
    let refused = d.batch().submit().unwrap_err();
    let lost = |e: Error| assert_eq!(e.code(), Code::DeviceLost, "{e}");
    let lost_surface = |s: SurfaceState| match s {
        SurfaceState::Failed(e) => lost(e),
        other => panic!("{other}"),
    };
    refused.errors.into_iter().for_each(lost);

    lost(d.write_buffer(&upload, 0, &[0; 4]).unwrap_err());
    lost(d.map(&upload, 0..4).unwrap_err());
    lost(mapped.write(0, &[0; 4]).unwrap_err());
    lost(d.read_buffer(&here, 0, &mut [0; 4]).unwrap_err());
    lost(d.create_arena(&arena).unwrap_err());
    lost(pieces.push(&[0; 4], 4).unwrap_err());
    lost(d.write_texture(&sampled, &[0; 4]).unwrap_err());
    lost(d.create_view(&t, &ViewDesc::default()).unwrap_err());
    let entries = [GroupEntry::view(0, &v)];
    lost(d.create_bind_group(&BindGroupDesc { label: "g", layout: &layout, entries: &entries }).unwrap_err());
    lost(d.create_query_set(&times).unwrap_err());
    lost(d.create_surface("second", &window()).unwrap_err());
    lost_surface(surface.offer().unwrap_err());
    lost_surface(surface.acquire(SOON).unwrap_err());
    lost_surface(surface.configure(&SurfaceConfig::default()).unwrap_err());
    lost(d.create_bundle(&BundleDesc::default(), |_| {}).unwrap_err());
    lost(d.wait_idle(SOON).unwrap_err());
    // Batches of before and of after.
    for mut b in [open, d.batch()] {
        b.raster(&pass(&[Color::clear(&v, [0.0; 4])]), |_| {});
        b.timestamp(&set, 0);
        let results = b.read_queries(QueryRange { set: &set, first: 0, count: 1 });
        b.generate_mips(&Levels::all(&t));
        let read = b.read_texture(&Region::level(&t, 0));
        b.submit().unwrap_err().errors.into_iter().for_each(lost);
        lost(read.wait(SOON).unwrap_err());
        lost(results.wait(SOON).unwrap_err());
    }
    let mut b = d.batch();
    b.present(frame);
    b.submit().unwrap_err().errors.into_iter().for_each(lost);

    drop((t, v, layout, upload, here, pieces, sampled, set, surface));
    assert_eq!(w.device.close(SOON), CloseReport { alive: vec![], destroyed: true });
    assert_eq!(watch.found(), Some(Leaks::default()));
    assert_eq!((w.null.live(), w.null.misuse()), (0, NOTHING));
}

/// A device that follows its passes.
fn following(desc: NullDesc) -> World {
    let null = NullBackend::new(desc);
    let desc = DeviceDesc { breadcrumbs: Breadcrumbs::On, ..DeviceDesc::default() };
    World { device: Device::with(null.clone(), &desc), null }
}

#[test]
fn passes_are_followed_behind_a_layer_too() {
    let null = NullBackend::new(NullDesc { lose_in_pass: Some("second".into()), ..NullDesc::default() });
    let desc = DeviceDesc { breadcrumbs: Breadcrumbs::On, count_geometry: true, ..DeviceDesc::default() };
    let w = World { device: Device::with(null.clone(), &desc), null };
    let (_t, v) = w.target("target");
    let mut b = w.device.batch();
    for label in ["first", "second"] {
        b.raster(&RasterDesc { label, ..pass(&[Color::load(&v)]) }, |_| {});
    }
    let lost = b.submit().unwrap().wait(SOON).unwrap_err().to_string();
    assert!(
        lost.contains("in pass 'second'") && lost.contains("'first' (number 1, raster) had ended"),
        "{lost}"
    );
}

#[test]
fn what_is_handed_to_foreign_code_between_passes_leaves_no_mark_open() {
    let w = following(NullDesc { lose_in_pass: Some("last".into()), ..NullDesc::default() });
    let (_t, v) = w.target("target");
    let mut b = w.device.batch();
    b.raster(&RasterDesc { label: "first", ..pass(&[Color::clear(&v, [0.0; 4])]) }, |_| {});
    b.foreign(&ForeignDesc { label: "theirs", uses: &[] }, |_| {});
    // Only barriers, and no pass.
    b.release("given", &[Use::View(&v, Access::SAMPLED, Stages::FRAGMENT)]);
    b.raster(&RasterDesc { label: "last", ..pass(&[Color::load(&v)]) }, |_| {});
    b.submit().unwrap().wait(SOON).unwrap_err();
    let DeviceState::Lost(loss) = w.device.state() else { panic!("it is lost") };
    let crumb = |pass: &str, kind, number| Crumb { pass: pass.into(), kind, number };
    let running = vec![crumb("last", PassKind::Raster, 3)];
    let ended = Some(crumb("theirs", PassKind::Foreign, 2));
    assert_eq!(loss.trail, Trail::Known { running, ended, next: None });
}

/// A frame of passes of every kind: "shadow", "light" in two parts, "work", "take", in this order.
fn frame(w: &World, v: &View, from: &Buffer, to: &Buffer) -> Result<Receipt, SubmitError> {
    let mut b = w.device.batch();
    b.raster(&RasterDesc { label: "shadow", ..pass(&[Color::clear(v, [0.0; 4])]) }, |_| {});
    let parts: Vec<_> =
        b.raster_split(&RasterDesc { label: "light", ..pass(&[Color::load(v)]) }, 2).collect();
    b.compute(&ComputeDesc { label: "work", queue: Queue::Compute, ..Default::default() }, |_| {});
    b.copies("take", &[Copy::Buffer { src: from, src_offset: 0, dst: to, dst_offset: 0, size: 64 }]);
    parts.into_iter().for_each(|p| p.record(|_| {}));
    b.submit()
}

#[test]
fn a_loss_names_the_passes_that_ran_ended_last_and_came_next() {
    let label = |c: &Option<Crumb>| c.as_ref().map(|c| c.pass.clone()).unwrap_or_default();
    let order = ["shadow", "light", "work"];
    for (at, inside) in order.iter().enumerate() {
        let w = following(NullDesc { lose_in_pass: Some(format!("{inside} 2")), ..Default::default() });
        let (t, v) = w.target("target");
        let from = w.buffer("from", BufferUsage::COPY_SRC | BufferUsage::COPY_TARGET);
        let to = w.buffer("to", BufferUsage::COPY_TARGET);
        frame(&w, &v, &from, &to).unwrap().wait(SOON).unwrap();
        let mut b = w.device.batch();
        let color = [Color::clear(&v, [0.0; 4])];
        for name in order {
            let label = format!("{name} 2");
            b.raster(&RasterDesc { label: &label, ..pass(&color) }, |_| {});
        }
        let lost = b.submit().unwrap().wait(SOON).unwrap_err();
        assert_eq!(lost.code(), Code::DeviceLost);
        let DeviceState::Lost(loss) = w.device.state() else { panic!("it is lost") };
        let Trail::Known { running, ended, next } = &loss.trail else { panic!("{loss}") };
        assert_eq!(running.iter().map(|c| c.pass.as_str()).collect::<Vec<_>>(), [format!("{inside} 2")]);
        let expected = if at == 0 { "take".to_owned() } else { format!("{} 2", order[at - 1]) };
        assert_eq!(label(ended), expected, "{loss}");
        assert_eq!(label(next), order.get(at + 1).map_or(String::new(), |o| format!("{o} 2")), "{loss}");
        assert!(lost.to_string().contains(&format!("the GPU was in pass '{inside} 2'")), "{lost}");
        let again = w.device.wait_idle(SOON).unwrap_err().to_string();
        assert!(again.contains(&loss.to_string()), "{again}");
        drop((t, v, from, to));
        assert!(w.device.close(SOON).destroyed);
        assert_eq!((w.null.live(), w.null.misuse()), (0, NOTHING));
    }
}

#[test]
fn a_loss_at_a_submission_names_what_had_ended_and_what_never_began() {
    let w = following(NullDesc { lose_at_submit: Some(2), ..Default::default() });
    let (_t, v) = w.target("target");
    let from = w.buffer("from", BufferUsage::COPY_SRC | BufferUsage::COPY_TARGET);
    let to = w.buffer("to", BufferUsage::COPY_TARGET);
    frame(&w, &v, &from, &to).unwrap();
    // A batch that is dropped was never there.
    let mut b = w.device.batch();
    b.raster(&RasterDesc { label: "dropped", ..pass(&[Color::load(&v)]) }, |_| {});
    drop(b);
    frame(&w, &v, &from, &to).unwrap_err();
    let DeviceState::Lost(loss) = w.device.state() else { panic!("it is lost") };
    let crumb = |pass: &str, kind, number| Some(Crumb { pass: pass.into(), kind, number });
    let (ended, next) = (crumb("take", PassKind::Copies, 4), crumb("shadow", PassKind::Raster, 6));
    assert_eq!(loss.trail, Trail::Known { running: vec![], ended, next });
    let sentence = "no pass was running, 'take' (number 4, copies) had ended last, 'shadow' (number 6, raster) had not begun";
    assert!(loss.to_string().ends_with(sentence), "{loss}");
}

#[test]
fn more_passes_than_are_kept_leave_the_newest() {
    let w = following(NullDesc { lose_in_pass: Some("last".into()), ..Default::default() });
    let (_t, v) = w.target("target");
    for _ in 0..30 {
        let mut b = w.device.batch();
        for _ in 0..100 {
            b.raster(&RasterDesc { label: "pass", ..pass(&[Color::load(&v)]) }, |_| {});
        }
        b.submit().unwrap().wait(SOON).unwrap();
    }
    let mut b = w.device.batch();
    b.raster(&RasterDesc { label: "last", ..pass(&[Color::load(&v)]) }, |_| {});
    b.submit().unwrap().wait(SOON).unwrap_err();
    let DeviceState::Lost(loss) = w.device.state() else { panic!("it is lost") };
    let running = vec![Crumb { pass: "last".into(), kind: PassKind::Raster, number: 3001 }];
    let ended = Some(Crumb { pass: "pass".into(), kind: PassKind::Raster, number: 3000 });
    assert_eq!(loss.trail, Trail::Known { running, ended, next: None });
}

#[test]
fn passes_are_not_followed_unless_it_is_asked_for() {
    let w = World::new(NullDesc { lose_in_pass: Some("pass".into()), ..Default::default() });
    let (_t, v) = w.target("target");
    let mut b = w.device.batch();
    b.raster(&pass(&[Color::load(&v)]), |_| {});
    b.submit().unwrap().wait(SOON).unwrap_err();
    let DeviceState::Lost(loss) = w.device.state() else { panic!("it is lost") };
    assert_eq!((loss.trail.clone(), loss.to_string()), (Trail::Off, loss.why));
}
