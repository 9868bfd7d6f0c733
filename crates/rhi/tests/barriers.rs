//! Derived barriers equal lists written by hand from the rules of synchronisation: what must have finished, what may then begin,
//! from which layout to which, for which subresources. All on Null.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod world;

use candor_rhi::format::Aspects;
use candor_rhi::null::{Logged, NullDesc, Timing};
use candor_rhi::track::Barrier;
use candor_rhi::usage::{Access, Layout, Stages, SubRange, Usage};
use candor_rhi::*;
use world::{STAGE, World, logging};

/// A barrier without the handle: slot (resources are numbered in the order in which they were made), before, after, layouts, range.
type Line = (u32, Usage, Usage, Layout, Layout, SubRange);

fn lines(b: &[Barrier]) -> Vec<Line> {
    b.iter().map(|b| (b.slot, b.before, b.after, b.old, b.new, b.range)).collect()
}

const NONE: Usage = Usage::NONE;
const COLOR: Usage = Usage::new(Access::COLOR, Stages::empty());
const DEPTH: Usage = Usage::new(Access::DEPTH, Stages::empty());
const SRC: Usage = Usage::new(Access::COPY_SRC, Stages::empty());
const DST: Usage = Usage::new(Access::COPY_DST, Stages::empty());
const INDIRECT: Usage = Usage::new(Access::INDIRECT, Stages::empty());
const SAMPLED_F: Usage = Usage::new(Access::SAMPLED, Stages::FRAGMENT);
const SAMPLED_V: Usage = Usage::new(Access::SAMPLED, Stages::VERTEX);
const STORED_C: Usage = Usage::new(Access::STORAGE_WRITE, Stages::COMPUTE);
const READ_C: Usage = Usage::new(Access::STORAGE_READ, Stages::COMPUTE);
const READ_V: Usage = Usage::new(Access::STORAGE_READ, Stages::VERTEX);
const READ_F: Usage = Usage::new(Access::STORAGE_READ, Stages::FRAGMENT);

fn part(mip: u16, mips: u16, layer: u16, layers: u16) -> SubRange {
    SubRange { mip, mips, layer, layers, aspects: Aspects::COLOR }
}

fn buffer(slot: u32, before: Usage, after: Usage) -> Line {
    (slot, before, after, Layout::General, Layout::General, SubRange::BUFFER)
}

fn texture(slot: u32, before: Usage, after: Usage, old: Layout, new: Layout) -> Line {
    (slot, before, after, old, new, part(0, 1, 0, 1))
}

fn clear<'a>(v: &'a View) -> [Color<'a>; 1] {
    [Color::clear(v, [0.0; 4])]
}

fn raster(b: &mut Batch, color: &[Color<'_>], groups: &[&BindGroup]) -> Vec<Line> {
    b.raster(&RasterDesc { label: "pass", color, groups, ..Default::default() }, |_| {});
    assert_eq!(b.errors(), []);
    lines(&b.last_barriers())
}

fn compute(b: &mut Batch, groups: &[&BindGroup]) -> Vec<Line> {
    b.compute(&ComputeDesc { label: "pass", groups, ..Default::default() }, |_| {});
    assert_eq!(b.errors(), []);
    lines(&b.last_barriers())
}

fn copies(b: &mut Batch, list: &[Copy<'_>]) -> Vec<Line> {
    b.copies("copies", list);
    assert_eq!(b.errors(), []);
    lines(&b.last_barriers())
}

/// Barriers that the submission put before the batch's own.
fn prologue(w: &World) -> Vec<Line> {
    let first = w.null.take_log().into_iter().next();
    match first {
        Some(Logged::Barriers(b)) => lines(&b),
        other => panic!("the log begins with {other:?}"),
    }
}

#[test]
fn a_chain_waits_link_by_link_and_keeps_nothing_that_is_cleared() {
    let w = logging();
    let ((_a, a), (_b, b)) = (w.target("a"), w.target("b"));
    let (ga, gb) = (w.sampling("a", &a, Stages::FRAGMENT), w.sampling("b", &b, Stages::FRAGMENT));
    let mut batch = w.device.batch();
    assert_eq!(raster(&mut batch, &clear(&a), &[]), [], "what came before is settled at submission");
    let read_a = texture(0, COLOR, SAMPLED_F, Layout::Color, Layout::ShaderRead);
    assert_eq!(raster(&mut batch, &clear(&b), &[&ga]), [read_a]);
    let write_a = texture(0, SAMPLED_F, COLOR, Layout::Undefined, Layout::Color);
    let read_b = texture(1, COLOR, SAMPLED_F, Layout::Color, Layout::ShaderRead);
    assert_eq!(raster(&mut batch, &clear(&a), &[&gb]), [write_a, read_b]);
    // Loaded: the contents stay, so that the old layout counts.
    let write_b = texture(1, SAMPLED_F, COLOR, Layout::ShaderRead, Layout::Color);
    assert_eq!(raster(&mut batch, &[Color::load(&b)], &[&ga]), [write_b, read_a]);
    batch.submit().unwrap();
    let first = |slot| texture(slot, NONE, COLOR, Layout::Undefined, Layout::Color);
    assert_eq!(prologue(&w), [first(0), first(1)]);
}

#[test]
fn a_fan_of_readers_waits_for_the_writer_once_a_stage() {
    let w = logging();
    let (_t, v) = w.target("source");
    let out: Vec<_> = (0..4).map(|_| w.target("out")).collect();
    let (f, s) = (w.sampling("f", &v, Stages::FRAGMENT), w.sampling("v", &v, Stages::VERTEX));
    let mut b = w.device.batch();
    raster(&mut b, &clear(&v), &[]);
    let first = texture(0, COLOR, SAMPLED_F, Layout::Color, Layout::ShaderRead);
    assert_eq!(raster(&mut b, &clear(&out[0].1), &[&f]), [first]);
    assert_eq!(raster(&mut b, &clear(&out[1].1), &[&f]), [], "the same stage again sees it already");
    // Another stage: the write must be made visible to it, after the change of layout, which the first reader's stage waited for.
    let before = COLOR.with(SAMPLED_F);
    let second = texture(0, before, SAMPLED_V, Layout::ShaderRead, Layout::ShaderRead);
    assert_eq!(raster(&mut b, &clear(&out[2].1), &[&s]), [second]);
    assert_eq!(raster(&mut b, &clear(&out[3].1), &[&f, &s]), []);
    // A write waits for all readers.
    let again = texture(0, SAMPLED_F.with(SAMPLED_V), COLOR, Layout::Undefined, Layout::Color);
    assert_eq!(raster(&mut b, &clear(&v), &[]), [again]);
}

#[test]
fn a_second_reader_waits_for_the_change_of_layout_that_the_first_one_asked_for() {
    // A copy, then fragments, then vertices: transfer and vertex stages have no order but through the fragment stage, in which the layout
    // has changed.
    let w = logging();
    let ((t, v), (_o, o)) = (w.target("source"), w.target("out"));
    let data = w.buffer("data", BufferUsage::COPY_SRC);
    let (f, s) = (w.sampling("f", &v, Stages::FRAGMENT), w.sampling("v", &v, Stages::VERTEX));
    let mut b = w.device.batch();
    let src = BufferSide { buffer: &data, offset: 0, row_bytes: 0, rows: 0 };
    let dst = Region { size: [8, 8, 1], ..Region::level(&t, 0) };
    copies(&mut b, &[Copy::BufferToTexture { src, dst }]);
    let first = texture(0, DST, SAMPLED_F, Layout::CopyDst, Layout::ShaderRead);
    assert_eq!(raster(&mut b, &clear(&o), &[&f]), [first]);
    let second = texture(0, DST.with(SAMPLED_F), SAMPLED_V, Layout::ShaderRead, Layout::ShaderRead);
    let after = texture(1, COLOR, COLOR, Layout::Undefined, Layout::Color);
    assert_eq!(raster(&mut b, &clear(&o), &[&s]), [after, second]);
}

#[test]
fn each_level_of_a_mip_chain_waits_for_the_level_above_alone() {
    let w = logging();
    let d = TextureDesc { mips: 4, ..TextureDesc::color_target("chain", Format::Rgba8Unorm, 64, 64) };
    let t = w.texture(&d);
    let level = |mip| w.device.create_view(&t, &ViewDesc { mip, mips: 1, ..Default::default() }).unwrap();
    let levels: Vec<_> = (0..4).map(level).collect();
    let groups: Vec<_> = levels.iter().map(|v| w.sampling("level", v, Stages::FRAGMENT)).collect();
    let whole = w.view(&t);
    let all = w.sampling("all", &whole, Stages::FRAGMENT);
    let (_o, out) = w.target("out");
    let mut b = w.device.batch();
    assert_eq!(raster(&mut b, &clear(&levels[0]), &[]), []);
    let read = |mip| (0, COLOR, SAMPLED_F, Layout::Color, Layout::ShaderRead, part(mip, 1, 0, 1));
    for i in 1..4 {
        assert_eq!(raster(&mut b, &clear(&levels[i]), &[&groups[i - 1]]), [read(i as u16 - 1)], "level {i}");
    }
    assert_eq!(raster(&mut b, &clear(&out), &[&all]), [read(3)], "the upper levels are readable already");
    b.submit().unwrap();
    let first = (0, NONE, COLOR, Layout::Undefined, Layout::Color, part(0, 4, 0, 1));
    assert_eq!(prologue(&w), [first, texture(1, NONE, COLOR, Layout::Undefined, Layout::Color)]);
    // The next batch draws one level again: that level alone leaves its state.
    let mut b = w.device.batch();
    assert_eq!(raster(&mut b, &clear(&levels[2]), &[&groups[1]]), []);
    b.submit().unwrap();
    assert_eq!(prologue(&w), [(0, SAMPLED_F, COLOR, Layout::Undefined, Layout::Color, part(2, 1, 0, 1))]);
}

#[test]
fn cascades_are_drawn_apart_and_read_with_one_barrier() {
    let w = logging();
    let d = TextureDesc { layers: 4, ..TextureDesc::depth_target("cascades", Format::Depth32Float, 64, 64) };
    let t = w.texture(&d);
    let layer =
        |layer| w.device.create_view(&t, &ViewDesc { layer, layers: 1, ..Default::default() }).unwrap();
    let layers: Vec<_> = (0..4).map(layer).collect();
    let whole = w.view(&t);
    let g = w.sampling("cascades", &whole, Stages::FRAGMENT);
    let (_o, out) = w.target("out");
    let depth = |mip, layer, layers| SubRange { aspects: Aspects::DEPTH, ..part(mip, 1, layer, layers) };
    let mut b = w.device.batch();
    for v in &layers {
        let d = RasterDesc { label: "cascade", depth: Some(Depth::clear(v, 1.0)), ..Default::default() };
        b.raster(&d, |_| {});
        assert_eq!(b.last_barriers(), []);
    }
    let read = (0, DEPTH, SAMPLED_F, Layout::Depth, Layout::DepthRead, depth(0, 0, 4));
    assert_eq!(raster(&mut b, &clear(&out), &[&g]), [read]);
    // One cascade is drawn again; the reader then waits for it alone.
    let d = RasterDesc { label: "cascade", depth: Some(Depth::clear(&layers[1], 1.0)), ..Default::default() };
    b.raster(&d, |_| {});
    let again = (0, SAMPLED_F, DEPTH, Layout::Undefined, Layout::Depth, depth(0, 1, 1));
    assert_eq!(lines(&b.last_barriers()), [again]);
    let read = (0, DEPTH, SAMPLED_F, Layout::Depth, Layout::DepthRead, depth(0, 1, 1));
    let over = texture(1, COLOR, COLOR, Layout::Undefined, Layout::Color);
    assert_eq!(raster(&mut b, &clear(&out), &[&g]), [over, read]);
}

#[test]
fn depth_that_is_never_attached_is_read_like_colour() {
    let w = logging();
    let d = TextureDesc {
        usage: TextureUsage::SAMPLED | TextureUsage::COPY_TARGET,
        contents: Contents::Undefined,
        ..TextureDesc::depth_target("depth", Format::Depth32Float, 8, 8)
    };
    let t = w.texture(&d);
    let source = w.buffer("texels", BufferUsage::COPY_SRC);
    let g = w.sampling("depth", &w.view(&t), Stages::FRAGMENT);
    let (_o, out) = w.target("out");
    let mut b = w.device.batch();
    let src = BufferSide { buffer: &source, offset: 0, row_bytes: 0, rows: 0 };
    b.copies("fill", &[Copy::BufferToTexture { src, dst: Region::level(&t, 0) }]);
    let whole = SubRange { aspects: Aspects::DEPTH, ..part(0, 1, 0, 1) };
    let read = (0, DST, SAMPLED_F, Layout::CopyDst, Layout::ShaderRead, whole);
    assert_eq!(raster(&mut b, &clear(&out), &[&g]), [read]);
    b.submit().unwrap();
}

#[test]
fn depth_is_tested_and_sampled_in_one_pass() {
    let w = logging();
    let t = w.texture(&TextureDesc::depth_target("depth", Format::Depth32Float, 64, 64));
    let v = w.view(&t);
    let (_o, out) = w.target("out");
    let g = w.sampling("depth", &v, Stages::FRAGMENT);
    let whole = SubRange { aspects: Aspects::DEPTH, ..part(0, 1, 0, 1) };
    let mut b = w.device.batch();
    b.raster(
        &RasterDesc { label: "depth", depth: Some(Depth::clear(&v, 0.0)), ..Default::default() },
        |_| {},
    );
    let color = clear(&out);
    let d =
        RasterDesc { color: &color, depth: Some(Depth::read_only(&v)), groups: &[&g], ..Default::default() };
    b.raster(&d, |_| {});
    let both = Usage::new(Access::DEPTH_READ | Access::SAMPLED, Stages::FRAGMENT);
    assert_eq!(lines(&b.last_barriers()), [(0, DEPTH, both, Layout::Depth, Layout::DepthRead, whole)]);
    // Sampled alone: the same layout, and this stage has seen it.
    b.raster(&RasterDesc { depth: None, ..d }, |_| {});
    let over = texture(1, COLOR, COLOR, Layout::Undefined, Layout::Color);
    assert_eq!(lines(&b.last_barriers()), [over]);
    let load = Depth { read_only: false, ..Depth::read_only(&v) };
    b.raster(&RasterDesc { label: "more", depth: Some(load), ..Default::default() }, |_| {});
    assert_eq!(lines(&b.last_barriers()), [(0, both, DEPTH, Layout::DepthRead, Layout::Depth, whole)]);
    assert_eq!(b.errors(), []);
}

#[test]
fn arguments_and_counts_wait_for_the_dispatch_that_wrote_them() {
    let w = logging();
    let usage = BufferUsage::INDIRECT | BufferUsage::STORAGE_WRITE;
    let (args, count) = (w.buffer("arguments", usage), w.buffer("count", usage));
    let groups = [&args, &count].map(|b| w.storing("culling", b, Stages::COMPUTE, true));
    let (_o, out) = w.target("out");
    let mut b = w.device.batch();
    assert_eq!(compute(&mut b, &[&groups[0], &groups[1]]), []);
    let none = Stages::empty();
    let uses = [Use::Buffer(&args, Access::INDIRECT, none), Use::Buffer(&count, Access::INDIRECT, none)];
    let color = clear(&out);
    b.raster(&RasterDesc { color: &color, uses: &uses, ..Default::default() }, |_| {});
    let read = |slot| buffer(slot, STORED_C, INDIRECT);
    assert_eq!(lines(&b.last_barriers()), [read(0), read(1)]);
    let write = |slot| buffer(slot, INDIRECT, STORED_C);
    assert_eq!(compute(&mut b, &[&groups[0], &groups[1]]), [write(0), write(1)]);
    assert_eq!(b.errors(), []);
    // A dispatch from the same buffer, which the pass binds and only reads: both readers are in one barrier.
    let p = ComputePipelineDesc { label: "work", shader: STAGE, ..Default::default() };
    let p = w.device.create_compute_pipeline(&p).unwrap();
    b.compute(&ComputeDesc { uses: &uses[..1], ..Default::default() }, |c| {
        c.pipeline(&p);
        c.dispatch_indirect(&args, 4);
    });
    assert_eq!(lines(&b.last_barriers()), [read(0)]);
    assert_eq!(
        compute(&mut b, &[&groups[0]]),
        [write(0)],
        "what is dispatched with is not overwritten before"
    );
    b.submit().unwrap();
    let log = w.null.take_log();
    let last = |what: &dyn Fn(&Logged) -> bool| log.iter().rposition(what);
    let waited = last(&|l| matches!(l, Logged::Barriers(b) if lines(b) == [read(0)])).unwrap();
    let dispatched = last(&|l| matches!(l, Logged::DispatchIndirect(4))).unwrap();
    let again = last(&|l| matches!(l, Logged::Barriers(b) if lines(b) == [write(0)])).unwrap();
    assert!(waited < dispatched && dispatched < again, "{log:?}");
}

#[test]
fn repeated_writes_are_ordered_and_readers_join() {
    let w = logging();
    let b0 = w.buffer("data", BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE | BufferUsage::COPY_TARGET);
    let write = w.storing("write", &b0, Stages::COMPUTE, true);
    let read = [Stages::COMPUTE, Stages::VERTEX, Stages::FRAGMENT].map(|s| w.storing("read", &b0, s, false));
    let (_o, out) = w.target("out");
    let mut b = w.device.batch();
    assert_eq!(compute(&mut b, &[&write]), []);
    assert_eq!(compute(&mut b, &[&write]), [buffer(0, STORED_C, STORED_C)]);
    assert_eq!(compute(&mut b, &[&write]), [buffer(0, STORED_C, STORED_C)]);
    assert_eq!(compute(&mut b, &[&read[0]]), [buffer(0, STORED_C, READ_C)]);
    assert_eq!(compute(&mut b, &[&read[0]]), []);
    // Two stages at once.
    let joined = READ_V.with(READ_F);
    assert_eq!(raster(&mut b, &clear(&out), &[&read[1], &read[2]]), [buffer(0, STORED_C, joined)]);
    let fill = Copy::Fill { dst: &b0, offset: 0, size: 64, value: 7 };
    assert_eq!(copies(&mut b, &[fill]), [buffer(0, READ_C.with(joined), DST)]);
    assert_eq!(copies(&mut b, &[fill]), [buffer(0, DST, DST)]);
    b.submit().unwrap();
}

#[test]
fn a_storage_texture_keeps_one_layout() {
    let w = logging();
    let t = w.texture(&TextureDesc {
        label: "image",
        format: Some(Format::Rgba8Unorm),
        size: [64, 64, 1],
        usage: TextureUsage::STORAGE | TextureUsage::SAMPLED,
        ..Default::default()
    });
    let v = w.view(&t);
    let kind = BindingKind::StorageTexture { write: true };
    let layout = w.layout(&[LayoutEntry::new(0, Stages::COMPUTE, kind)]);
    let write = w.group("write", &layout, &[GroupEntry::view(0, &v)]);
    let read = w.sampling("read", &v, Stages::FRAGMENT);
    let (_o, out) = w.target("out");
    let mut b = w.device.batch();
    assert_eq!(compute(&mut b, &[&write]), []);
    let general = |before, after| texture(0, before, after, Layout::General, Layout::General);
    assert_eq!(raster(&mut b, &clear(&out), &[&read]), [general(STORED_C, SAMPLED_F)]);
    assert_eq!(compute(&mut b, &[&write]), [general(SAMPLED_F, STORED_C)]);
    b.submit().unwrap();
    let first = texture(0, NONE, STORED_C, Layout::Undefined, Layout::General);
    assert_eq!(prologue(&w), [first, texture(1, NONE, COLOR, Layout::Undefined, Layout::Color)]);
}

#[test]
fn three_frames_in_flight_wait_for_each_other_in_their_prologues() {
    let w = World::new(NullDesc { log: true, timing: Timing::Late { polls: 1000 }, ..Default::default() });
    let ((_t, t), (_o, out)) = (w.target("scene"), w.target("out"));
    let g = w.sampling("scene", &t, Stages::FRAGMENT);
    let frame = || {
        let mut b = w.device.batch();
        assert_eq!(raster(&mut b, &clear(&t), &[]), []);
        let read = texture(0, COLOR, SAMPLED_F, Layout::Color, Layout::ShaderRead);
        assert_eq!(raster(&mut b, &clear(&out), &[&g]), [read]);
        b.submit().unwrap()
    };
    let receipts: Vec<_> = (0..3).map(|_| frame()).collect();
    assert!(receipts.iter().all(|r| !r.is_finished()), "all three are in flight");
    let log = w.null.take_log();
    let first: Vec<_> = log
        .split(|l| *l == Logged::End("pass".into()))
        .step_by(2)
        .filter_map(|l| match l.first() {
            Some(Logged::Barriers(b)) => Some(lines(b)),
            _ => None,
        })
        .collect();
    let new = |slot| texture(slot, NONE, COLOR, Layout::Undefined, Layout::Color);
    let t_again = texture(0, SAMPLED_F, COLOR, Layout::Undefined, Layout::Color);
    let out_again = texture(1, COLOR, COLOR, Layout::Undefined, Layout::Color);
    assert_eq!(first, [vec![new(0), new(1)], vec![t_again, out_again], vec![t_again, out_again]]);
}

#[test]
fn a_list_of_copies_has_one_set_of_barriers() {
    let w = logging();
    let (a, b, c) = (w.target("a"), w.target("b"), w.target("c"));
    let usage = BufferUsage::COPY_SRC | BufferUsage::COPY_TARGET;
    let (x, y) = (w.buffer("x", usage), w.buffer("y", usage));
    let mut batch = w.device.batch();
    raster(&mut batch, &clear(&a.1), &[]);
    let small = |t| Region { size: [8, 8, 1], ..Region::level(t, 0) };
    let list = [
        Copy::Texture { src: small(&a.0), dst: small(&b.0) },
        Copy::Texture { src: small(&a.0), dst: small(&c.0) },
        Copy::Fill { dst: &x, offset: 0, size: 512, value: 1 },
        Copy::Fill { dst: &x, offset: 512, size: 512, value: 2 },
    ];
    let from_a = texture(0, COLOR, SRC, Layout::Color, Layout::CopySrc);
    assert_eq!(
        copies(&mut batch, &list),
        [from_a],
        "first uses are settled at submission, x is one resource"
    );
    let side = BufferSide { buffer: &y, offset: 0, row_bytes: 0, rows: 0 };
    let list = [
        Copy::TextureToBuffer { src: small(&b.0), dst: side },
        Copy::Buffer { src: &x, src_offset: 0, dst: &y, dst_offset: 512, size: 512 },
    ];
    let from_b = texture(1, DST, SRC, Layout::CopyDst, Layout::CopySrc);
    assert_eq!(copies(&mut batch, &list), [from_b, buffer(3, DST, SRC)]);
    // Reading in another way than the last reader: a change of layout, which waits for that reader.
    let sampled = texture(0, SRC, SAMPLED_F, Layout::CopySrc, Layout::ShaderRead);
    let g = w.sampling("a", &a.1, Stages::FRAGMENT);
    let over = texture(2, DST, COLOR, Layout::Undefined, Layout::Color);
    assert_eq!(raster(&mut batch, &clear(&c.1), &[&g]), [over, sampled]);
    batch.submit().unwrap();
}

#[test]
fn passes_that_share_nothing_have_no_barriers() {
    let w = logging();
    let targets: Vec<_> = (0..64).map(|_| w.target("own")).collect();
    let mut b = w.device.batch();
    for (_, v) in &targets {
        assert_eq!(raster(&mut b, &clear(v), &[]), []);
    }
    b.submit().unwrap();
    assert_eq!(prologue(&w).len(), 64);
    assert_eq!(w.null.null_stats().barriers, 64);
}

#[test]
fn what_is_filled_once_costs_nothing() {
    let w = logging();
    let d = TextureDesc::sampled("still", Format::Rgba8Unorm, 4, 4, Contents::Data(&[7; 64]));
    let t = w.device.create_texture(&d).unwrap().value;
    let v = w.view(&t);
    let g = w.sampling("still", &v, Stages::FRAGMENT);
    let (_o, out) = w.target("out");
    let mut b = w.device.batch();
    raster(&mut b, &clear(&out), &[&g]);
    b.submit().unwrap();
    // The upload: into the layout of copies, and to rest in that of reads.
    let log = w.null.take_log();
    let lists: Vec<_> =
        log.iter().filter_map(|l| if let Logged::Barriers(b) = l { Some(lines(b)) } else { None }).collect();
    let still = candor_rhi::usage::Usage::new(Access::SAMPLED, Stages::all());
    let (slot, whole) = (u32::MAX, part(0, 1, 0, 1));
    let to = (slot, NONE, DST, Layout::Undefined, Layout::CopyDst, whole);
    let rest = (slot, DST, still, Layout::CopyDst, Layout::ShaderRead, whole);
    assert_eq!(lists[..2], [vec![to], vec![rest]]);
    let mut b = w.device.batch();
    assert_eq!(raster(&mut b, &[Color::load(&out)], &[&g]), []);
    b.submit().unwrap();
    let lists = w.null.take_log();
    assert!(matches!(&lists[0], Logged::Barriers(b) if b.len() == 1 && b[0].slot == 0), "{lists:?}");
}

#[test]
fn a_settled_texture_that_was_written_between_reads_is_refused() {
    let w = logging();
    let ((t, v), (_o, out)) = (w.target("rested"), w.target("out"));
    let mut b = w.device.batch();
    b.settle(&[&t]);
    b.submit().unwrap();
    // Made before it was settled, so that it still counts as tracked.
    let g = w.sampling("rested", &v, Stages::FRAGMENT);
    let side = w.buffer("side", BufferUsage::COPY_TARGET);
    let mut b = w.device.batch();
    raster(&mut b, &clear(&out), &[&g]);
    let dst = BufferSide { buffer: &side, offset: 0, row_bytes: 0, rows: 0 };
    let src = Region { size: [4, 4, 1], ..Region::level(&t, 0) };
    raster(&mut b, &clear(&v), &[]);
    copies(&mut b, &[Copy::TextureToBuffer { src, dst }]);
    let again = Use::View(&v, Access::SAMPLED, Stages::FRAGMENT);
    let color = clear(&out);
    b.raster(&RasterDesc { color: &color, uses: &[again], ..Default::default() }, |_| {});
    let e = b.submit().unwrap_err();
    assert_eq!(e.errors[0].code(), Code::SettledWrite, "{e}");
    assert!(e.to_string().contains("rested"), "{e}");
}

#[test]
fn a_serial_pass_orders_its_dispatches_and_an_unordered_one_does_not() {
    let w = logging();
    let d = ComputePipelineDesc { label: "work", shader: STAGE, ..Default::default() };
    let p = w.device.create_compute_pipeline(&d).unwrap();
    for (order, expected) in [(Order::Unordered, 0), (Order::Serial, 2)] {
        let mut b = w.device.batch();
        b.compute(&ComputeDesc { label: "work", order, ..Default::default() }, |c| {
            c.pipeline(&p);
            for _ in 0..3 {
                c.dispatch(1, 1, 1);
            }
        });
        b.submit().unwrap();
        let serial = w.null.take_log().iter().filter(|l| **l == Logged::Serial).count();
        assert_eq!(serial, expected, "{order:?}");
    }
}
