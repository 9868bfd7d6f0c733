//! Doors on Null: foreign objects that come and are left alone, passes of foreign code, states handed to and fro.
#![allow(clippy::unwrap_used, missing_docs)]
#![allow(unsafe_code, reason = "foreign objects are taken over; Null makes them")]

mod world;

use candor_rhi::interop::{AdoptBuffer, AdoptTexture, Join, Standing};
use candor_rhi::null::{Logged, NullBackend};
use candor_rhi::track::Barrier;
use candor_rhi::usage::{Layout, Usage};
use candor_rhi::*;
use world::{SOON, World, logging, refused, told, usual};

const NONE: Stages = Stages::empty();
const DREW: Usage = Usage::new(Access::COLOR, NONE);
const SAMPLES: Usage = Usage::new(Access::SAMPLED, Stages::FRAGMENT);
const COPIES: Usage = Usage::new(Access::COPY_SRC, NONE);

fn info() -> TextureInfo {
    TextureInfo {
        dim: TextureDim::D2,
        format: Format::Rgba8Unorm,
        size: [8, 8, 1],
        layers: 1,
        mips: 1,
        samples: 1,
        usage: TextureUsage::COLOR
            | TextureUsage::SAMPLED
            | TextureUsage::COPY_SRC
            | TextureUsage::COPY_TARGET,
        shared: false,
    }
}

fn guest() -> AdoptTexture<'static> {
    AdoptTexture { label: "guest", info: info(), now: Standing::NEW, left: None }
}

fn adopt(w: &World, d: &AdoptTexture<'_>) -> Result<Texture, Error> {
    let raw = w.null.make_foreign(Kind::Texture);
    // SAFETY: the object is as it is told.
    unsafe { w.device.adopt_texture(raw, d) }
}

fn adopt_buffer(w: &World, usage: BufferUsage, now: Usage, left: Option<Usage>) -> Buffer {
    let raw = w.null.make_foreign(Kind::Buffer);
    let d = AdoptBuffer { label: "heap", size_bytes: 64, usage, now, left };
    // SAFETY: the object is as it is told.
    unsafe { w.device.adopt_buffer(raw, &d).unwrap() }
}

fn resume(w: &World, t: &Texture, usage: Usage, layout: Layout) -> Result<(), Error> {
    // SAFETY: Null has no state that could differ.
    unsafe { w.device.resume_texture(t, Standing { usage, layout }) }
}

fn barriers(log: Vec<Logged>) -> Vec<Barrier> {
    log.into_iter()
        .filter_map(|l| if let Logged::Barriers(b) = l { Some(b) } else { None })
        .flatten()
        .collect()
}

fn submit(w: &World, f: impl FnOnce(&mut Batch)) -> Vec<Barrier> {
    let mut b = w.device.batch();
    f(&mut b);
    b.submit().unwrap().wait(SOON).unwrap();
    barriers(w.null.take_log())
}

fn clear(b: &mut Batch, v: &View) {
    b.raster(
        &RasterDesc { label: "clear", color: &[Color::clear(v, [0.0; 4])], ..Default::default() },
        |_| {},
    );
}

fn load(b: &mut Batch, v: &View) {
    b.raster(&RasterDesc { label: "load", color: &[Color::load(v)], ..Default::default() }, |_| {});
}

#[test]
fn what_is_adopted_is_not_destroyed_and_what_was_made_of_it_is() {
    let w = usual();
    let (t, b) = (adopt(&w, &guest()).unwrap(), adopt_buffer(&w, BufferUsage::VERTEX, Usage::NONE, None));
    let v = w.view(&t);
    assert_eq!((w.null.foreign(), w.null.live()), (2, 3));
    let mut batch = w.device.batch();
    clear(&mut batch, &v);
    batch.submit().unwrap().wait(SOON).unwrap();
    drop((t, v, b));
    w.device.poll();
    assert_eq!((w.null.foreign(), w.null.live(), w.null.misuse()), (2, 0, vec![]));
}

#[test]
fn a_closed_device_leaves_foreign_objects_alone_too() {
    let w = usual();
    let t = adopt(&w, &guest()).unwrap();
    let report = w.device.clone().close(SOON);
    assert_eq!((report.alive, report.destroyed), (vec![(Kind::Texture, "guest".into())], true));
    assert_eq!((w.null.foreign(), w.null.live(), w.null.misuse()), (1, 0, vec![]));
    drop(t);
}

#[test]
fn the_first_use_waits_for_what_foreign_code_did_and_takes_the_layout_from_it() {
    let w = logging();
    let now = Standing { usage: DREW, layout: Layout::General };
    let t = adopt(&w, &AdoptTexture { now, ..guest() }).unwrap();
    let v = w.view(&t);
    let first = submit(&w, |b| load(b, &v));
    assert_eq!(first.len(), 1);
    assert_eq!((first[0].before, first[0].old, first[0].new), (DREW, Layout::General, Layout::Color));
    // A clear does not need what is there.
    resume(&w, &t, SAMPLES, Layout::ShaderRead).unwrap();
    let next = submit(&w, |b| clear(b, &v));
    assert_eq!((next[0].before, next[0].old, next[0].new), (SAMPLES, Layout::Undefined, Layout::Color));
    // Nothing to wait for: only the layout changes.
    resume(&w, &t, Usage::NONE, Layout::CopyDst).unwrap();
    let next = submit(&w, |b| load(b, &v));
    assert_eq!((next[0].before, next[0].old), (Usage::NONE, Layout::CopyDst));
}

#[test]
fn a_batch_leaves_a_foreign_texture_as_it_was_told_to() {
    let w = logging();
    let t = adopt(&w, &AdoptTexture { left: Some(SAMPLES), ..guest() }).unwrap();
    let v = w.view(&t);
    for _ in 0..2 {
        let all = submit(&w, |b| clear(b, &v));
        let last = all[all.len() - 1];
        assert_eq!((last.before, last.after, last.new), (DREW, SAMPLES, Layout::ShaderRead), "{all:?}");
    }
    // A batch that does not use it does nothing to it.
    assert_eq!(submit(&w, |_| {}), []);
    // The next use waits for the samples of foreign code.
    let all = submit(&w, |b| load(b, &v));
    assert_eq!((all[0].before, all[0].old), (SAMPLES, Layout::ShaderRead));
}

#[test]
fn an_upload_into_a_foreign_buffer_is_left_as_told_as_well() {
    let w = logging();
    let reads = Usage::new(Access::UNIFORM, Stages::VERTEX);
    let b = adopt_buffer(&w, BufferUsage::UNIFORM | BufferUsage::COPY_DST, reads, Some(reads));
    w.device.write_buffer(&b, 0, &[7; 64]).unwrap();
    let all = submit(&w, |_| {});
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(all[0].before, reads, "what foreign code reads is read first");
    assert_eq!((all[1].before.access(), all[1].after), (Access::COPY_DST, reads));
}

#[test]
fn release_brings_a_texture_to_where_foreign_code_wants_it() {
    let w = logging();
    let (t, v) = w.target("own");
    let all = submit(&w, |b| {
        clear(b, &v);
        b.release("hand over", &[Use::Texture(&t, Access::COPY_SRC, NONE)]);
    });
    let last = all[all.len() - 1];
    assert_eq!((last.before, last.after, last.new), (DREW, COPIES, Layout::CopySrc));
    assert_eq!(t.layout_for(Access::COPY_SRC), Layout::CopySrc);
    // A part of it, by a view.
    let all = submit(&w, |b| b.release("hand over", &[Use::View(&v, Access::SAMPLED, Stages::FRAGMENT)]));
    assert_eq!((all[0].before, all[0].new), (COPIES, Layout::ShaderRead));
}

#[test]
fn a_foreign_pass_gets_its_barriers_and_stands_in_its_place() {
    let w = logging();
    let (t, v) = w.target("own");
    let b = w.buffer("heap", BufferUsage::COPY_TARGET | BufferUsage::COPY_SRC);
    let mut list = None;
    let mut batch = w.device.batch();
    clear(&mut batch, &v);
    let uses = [Use::Texture(&t, Access::COPY_SRC, NONE), Use::Buffer(&b, Access::COPY_DST, NONE)];
    batch.foreign(&ForeignDesc { label: "theirs", uses: &uses }, |cmd| list = Some(cmd));
    let of_pass = batch.last_barriers();
    assert_eq!(of_pass.len(), 1, "the buffer's first use is settled at submission");
    assert_eq!((of_pass[0].before, of_pass[0].new), (DREW, Layout::CopySrc));
    load(&mut batch, &v);
    assert_eq!(batch.last_barriers()[0].before, COPIES);
    batch.submit().unwrap();
    assert!(list.is_some_and(|c| c != Cmd::NULL));
    let log = w.null.take_log();
    let names = log.iter().filter_map(|l| match l {
        Logged::Begin(n) | Logged::Group(n) => Some(n.as_str()),
        _ => None,
    });
    assert_eq!(names.collect::<Vec<_>>(), ["clear", "theirs", "load"]);
    assert_eq!(w.device.stats().foreign_passes, 1);
}

#[test]
fn foreign_passes_are_timed_like_others() {
    let limits = Limits { timestamp_bits: 36, timestamp_period_ns: 1.0, ..Limits::default() };
    let w = World::new(null::NullDesc { limits: Some(limits), ..Default::default() });
    w.device.time_passes(true).unwrap();
    let mut batch = w.device.batch();
    batch.foreign(&ForeignDesc { label: "theirs", uses: &[] }, |_| {});
    batch.submit().unwrap().wait(SOON).unwrap();
    w.device.pass_times(|all| {
        let of: Vec<_> = all.iter().map(|t| (t.label.as_str(), t.kind)).collect();
        assert_eq!(of, [("theirs", PassKind::Foreign)]);
    });
}

#[test]
fn uses_of_foreign_code_keep_to_what_a_resource_was_made_for() {
    let w = usual();
    let still = w.texture(&TextureDesc::sampled("still", Format::Rgba8Unorm, 4, 4, Contents::Undefined));
    let heap = w.buffer("heap", BufferUsage::COPY_TARGET);
    let foreign = |uses: &[Use<'_>]| {
        refused(&w, |b| b.foreign(&ForeignDesc { label: "theirs", uses }, |_| panic!("it is not recorded")))
    };
    let cases = [
        (Use::Texture(&still, Access::COLOR, NONE), Code::SettledWrite),
        (Use::Texture(&still, Access::COPY_SRC, NONE), Code::MissingUsage),
        (Use::Texture(&still, Access::empty(), NONE), Code::Adoption),
        (Use::Buffer(&heap, Access::STORAGE_WRITE, Stages::COMPUTE), Code::MissingUsage),
    ];
    for (u, code) in cases {
        let (got, said) = foreign(&[u]);
        assert_eq!(got, code, "{said}");
        assert!(said.contains("theirs"), "{said}");
    }
    let (both, _v) = w.target("both");
    let two =
        [Use::Texture(&both, Access::COLOR, NONE), Use::Texture(&both, Access::SAMPLED, Stages::FRAGMENT)];
    assert_eq!(foreign(&two).0, Code::UseConflict);
    let other = usual();
    let (theirs, _v) = other.target("theirs");
    assert_eq!(foreign(&[Use::Texture(&theirs, Access::COLOR, NONE)]).0, Code::ForeignObject);
    told(w.device.native_texture(&theirs), Code::ForeignObject, &["theirs"]);
    // What is only read may be read by foreign code too, where it rests.
    let mut b = w.device.batch();
    b.foreign(&ForeignDesc { label: "reads", uses: &[Use::Texture(&still, Access::SAMPLED, NONE)] }, |_| {});
    assert_eq!(b.last_barriers(), []);
    b.submit().unwrap();
}

#[test]
fn what_is_told_of_a_foreign_texture_is_checked_as_far_as_it_can_be() {
    let w = usual();
    let with = |f: fn(&mut AdoptTexture<'_>)| {
        let mut d = guest();
        f(&mut d);
        adopt(&w, &d)
    };
    told(with(|d| d.info.size = [0, 8, 1]), Code::ZeroSize, &["guest"]);
    told(with(|d| d.info.mips = 9), Code::MipLevels, &["guest"]);
    told(with(|d| d.info.samples = 3), Code::SampleCount, &["guest"]);
    told(with(|d| d.info.usage = TextureUsage::empty()), Code::NoUsage, &["guest"]);
    told(with(|d| d.now.layout = Layout::Depth), Code::Adoption, &["guest", "Depth"]);
    told(with(|d| d.left = Some(Usage::NONE)), Code::Adoption, &["guest"]);
    told(with(|d| d.left = Some(Usage::new(Access::DEPTH, NONE))), Code::Adoption, &["guest"]);
    // An object that is not there is the backend's to refuse.
    // SAFETY: Null looks it up.
    told(unsafe { w.device.adopt_texture(Raw(12345), &guest()) }, Code::Driver, &["12345"]);
    let t = adopt(&w, &guest()).unwrap();
    told(resume(&w, &t, DREW, Layout::DepthRead), Code::Adoption, &["guest"]);
    let still = w.texture(&TextureDesc::sampled("still", Format::Rgba8Unorm, 4, 4, Contents::Undefined));
    told(resume(&w, &still, DREW, Layout::Color), Code::SettledWrite, &["still"]);
}

#[test]
fn a_foreign_texture_is_followed_even_if_it_is_only_sampled_and_never_settled() {
    let w = usual();
    let sampled = TextureInfo { usage: TextureUsage::SAMPLED, ..info() };
    let t = adopt(&w, &AdoptTexture { info: sampled, ..guest() }).unwrap();
    let v = w.view(&t);
    let layout = w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
    let g = w.group("group", &layout, &[GroupEntry::view(0, &v)]);
    let p = w.pipeline(&RasterPipelineDesc { groups: &[&layout], ..Default::default() });
    let (_t, target) = w.target("target");
    let color = [Color::clear(&target, [0.0; 4])];
    let draw = |b: &mut Batch, groups: &[&BindGroup]| {
        b.raster(&RasterDesc { label: "draw", color: &color, groups, ..Default::default() }, |r| {
            r.pipeline(&p);
            r.group(0, &g, []);
        });
    };
    assert_eq!(refused(&w, |b| draw(b, &[])).0, Code::UndeclaredUse);
    let mut b = w.device.batch();
    draw(&mut b, &[&g]);
    b.submit().unwrap();
    let (code, said) = refused(&w, |b| b.settle(&[&t]));
    assert_eq!(code, Code::SettledWrite, "{said}");
    assert!(said.contains("guest"), "{said}");
    assert_eq!(w.device.state(), DeviceState::Alive);
}

#[test]
fn a_batch_waits_for_foreign_semaphores_first_and_signals_them_last() {
    let w = logging();
    let (_t, v) = w.target("own");
    let mut b = w.device.batch();
    clear(&mut b, &v);
    // SAFETY: Null has no semaphores.
    unsafe {
        b.wait_foreign(Raw(7), 3);
        b.signal_foreign(Raw(7), 4);
        b.signal_foreign(Raw(8), 0);
    }
    b.submit().unwrap();
    let log = w.null.take_log();
    let j = |raw, value| Join { raw: Raw(raw), value };
    assert_eq!(log.first(), Some(&Logged::Join(vec![j(7, 3)], vec![])));
    assert_eq!(log.last(), Some(&Logged::Join(vec![], vec![j(7, 4), j(8, 0)])));
    // The next batch has none.
    w.device.batch().submit().unwrap();
    assert!(!w.null.take_log().iter().any(|l| matches!(l, Logged::Join(..))));
}

#[test]
fn foreign_semaphores_and_several_queues_do_not_go_together_and_the_device_survives() {
    let w = usual();
    let b = w.buffer("heap", BufferUsage::COPY_TARGET);
    let (code, said) = refused(&w, |batch| {
        batch.copies_on(Queue::Copy, "fill", &[Copy::Fill { dst: &b, offset: 0, size: 4, value: 1 }]);
        // SAFETY: Null has no semaphores.
        unsafe { batch.wait_foreign(Raw(7), 1) }
    });
    assert_eq!(code, Code::ForeignJoin, "{said}");
    assert_eq!(w.device.state(), DeviceState::Alive);
}

#[test]
fn a_backend_without_doors_says_so() {
    let w = World::new(null::NullDesc { no_doors: true, ..Default::default() });
    assert!(w.device.interop().is_none());
    told(adopt(&w, &guest()), Code::NoDoor, &["guest", "null"]);
    let (code, _) = refused(&w, |b| b.foreign(&ForeignDesc { label: "theirs", uses: &[] }, |_| {}));
    assert_eq!(code, Code::NoDoor);
    let open = usual();
    assert!(open.device.interop().is_some_and(|d| d.is::<NullBackend>()));
}

/// What a layer was shown.
#[derive(Default)]
struct Seen(std::sync::Arc<std::sync::Mutex<Vec<String>>>);

impl layer::Watch for Seen {
    fn event(&mut self, e: &layer::Event<'_>) {
        if let layer::Event::Foreign(label) = e {
            self.0.lock().unwrap().push(format!("foreign {label}"));
        }
    }
}

impl layer::Layer for Seen {
    type List = Seen;
    fn list(&self) -> Seen {
        Seen(self.0.clone())
    }
    fn reopen(&self, _list: &mut Seen, _queue: Queue) {}
    fn adopted(&self, kind: Kind, _native: Native) {
        self.0.lock().unwrap().push(format!("adopted {kind:?}"));
    }
    fn destroyed(&self, kind: Kind, _native: Native) {
        self.0.lock().unwrap().push(format!("destroyed {kind:?}"));
    }
}

#[test]
fn doors_stand_open_through_a_layer_which_sees_them() {
    let null = NullBackend::new(null::NullDesc::default());
    let (seen, inner) = (Seen::default(), null.clone());
    let all = seen.0.clone();
    let device = Device::new(layer::Layered::new(inner, seen));
    assert!(device.interop().is_some_and(|d| d.is::<NullBackend>()), "the backend inside");
    let w = World { device, null };
    let t = adopt(&w, &guest()).unwrap();
    let b = adopt_buffer(&w, BufferUsage::VERTEX, Usage::NONE, None);
    let mut batch = w.device.batch();
    let mut list = Cmd::NULL;
    let uses = [Use::Texture(&t, Access::COLOR, NONE)];
    batch.foreign(&ForeignDesc { label: "theirs", uses: &uses }, |cmd| list = cmd);
    // SAFETY: Null has no semaphores.
    unsafe { batch.signal_foreign(Raw(7), 1) };
    batch.submit().unwrap().wait(SOON).unwrap();
    assert_ne!(list, Cmd::NULL);
    drop((t, b));
    w.device.poll();
    let seen = all.lock().unwrap().clone();
    let expected =
        ["adopted Texture", "adopted Buffer", "foreign theirs", "destroyed Texture", "destroyed Buffer"];
    assert_eq!(seen, expected);
    assert_eq!((w.null.foreign(), w.null.live(), w.null.misuse()), (2, 0, vec![]));
}

#[test]
fn foreign_passes_are_followed_and_what_is_released_is_no_pass() {
    let null = NullBackend::new(null::NullDesc { lose_at_submit: Some(2), ..Default::default() });
    let desc = DeviceDesc { breadcrumbs: Breadcrumbs::On, ..DeviceDesc::default() };
    let w = World { device: Device::with(null.clone(), &desc), null };
    let (t, _v) = w.target("own");
    let mut batch = w.device.batch();
    let uses = [Use::Texture(&t, Access::COPY_SRC, NONE)];
    batch.foreign(&ForeignDesc { label: "theirs", uses: &uses }, |_| {});
    batch.release("hand over", &uses);
    batch.submit().unwrap().wait(SOON).unwrap();
    w.device.batch().submit().unwrap_err();
    let DeviceState::Lost(loss) = w.device.state() else { panic!("it is lost") };
    let ended = Some(Crumb { pass: "theirs".into(), kind: PassKind::Foreign, number: 1 });
    assert_eq!(loss.trail, Trail::Known { running: vec![], ended, next: None });
}

#[test]
fn an_upload_into_a_foreign_texture_is_left_as_told_as_well() {
    let w = logging();
    let info = TextureInfo { usage: info().usage | TextureUsage::COPY_DST, ..info() };
    let now = Standing { usage: SAMPLES, layout: Layout::ShaderRead };
    let t = adopt(&w, &AdoptTexture { info, now, left: Some(SAMPLES), ..guest() }).unwrap();
    w.device.write_texture(&t, &[7; 8 * 8 * 4]).unwrap();
    let all = submit(&w, |_| {});
    let (first, last) = (all[0], all[all.len() - 1]);
    assert_eq!((first.before, first.new), (SAMPLES, Layout::CopyDst), "foreign samples end first: {all:?}");
    assert_eq!((last.old, last.after, last.new), (Layout::CopyDst, SAMPLES, Layout::ShaderRead));
}
