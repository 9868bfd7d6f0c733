//! Passes and copies on Null: what is refused, in words, and what reaches the backend.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::backend::FormatSupport;
use candor_rhi::limits::{DepthResolveLimits, ResolveModes};
use candor_rhi::null::{Logged, NullDesc};
use candor_rhi::*;
use world::{SOON, STAGE, World, depth, logging, pass, refused, usual};

const NONE: [Color<'static>; 0] = [];

#[test]
fn debug_groups_are_balanced_in_passes_and_between_them() {
    let w = logging();
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let mut b = w.device.batch();
    b.push_group("frame");
    b.raster(&pass(&color), |r| {
        r.push_group("things");
        r.marker("here");
        r.pop_group();
    });
    b.compute(&ComputeDesc { label: "work", ..Default::default() }, |c| {
        c.push_group("more");
        c.pop_group();
        c.marker("there");
    });
    b.pop_group();
    b.submit().unwrap();
    let text = |s: &str| s.to_owned();
    let marks: Vec<_> = w
        .null
        .take_log()
        .into_iter()
        .filter(|l| matches!(l, Logged::Group(_) | Logged::GroupEnd | Logged::Marker(_)))
        .collect();
    assert_eq!(
        marks,
        [
            Logged::Group(text("frame")),
            Logged::Group(text("things")),
            Logged::Marker(text("here")),
            Logged::GroupEnd,
            Logged::Group(text("more")),
            Logged::GroupEnd,
            Logged::Marker(text("there")),
            Logged::GroupEnd,
        ]
    );
    assert_eq!(refused(&w, |b| b.push_group("frame")).0, Code::DebugGroup);
    assert_eq!(refused(&w, Batch::pop_group).0, Code::DebugGroup);
    assert_eq!(refused(&w, |b| b.raster(&pass(&color), |r| r.pop_group())).0, Code::DebugGroup);
    let compute = ComputeDesc { label: "work", ..Default::default() };
    assert_eq!(refused(&w, |b| b.compute(&compute, |c| c.push_group("open"))).0, Code::DebugGroup);
}

#[test]
fn depth_is_resolved_by_modes_that_the_device_has() {
    let sample_zero = DepthResolveLimits {
        depth: ResolveModes::SAMPLE_ZERO | ResolveModes::MAX,
        stencil: ResolveModes::SAMPLE_ZERO,
        ..Default::default()
    };
    let world = |r| {
        let limits = Limits { depth_resolve: r, ..Default::default() };
        World::new(NullDesc { limits: Some(limits), ..Default::default() })
    };
    let (zero, max) = (Some(ResolveMode::SampleZero), Some(ResolveMode::Max));
    let array = |w: &World, format, samples, layers| {
        let d = TextureDesc::depth_target("depth", format, 64, 64);
        let d = TextureDesc { usage: TextureUsage::DEPTH, samples: Samples::Exact(samples), layers, ..d };
        let t = w.device.create_texture(&d).unwrap().value;
        let dim = if layers > 1 { ViewDim::D2Array } else { ViewDim::D2 };
        w.device.create_view(&t, &ViewDesc { dim, ..ViewDesc::default() }).unwrap()
    };
    let layered = |limits, layers, format, depth_mode, stencil_mode| {
        let w = world(limits);
        let (from, to) = (array(&w, format, 4, layers), array(&w, format, 1, layers));
        let resolve = Some(DepthResolve { view: &to, depth: depth_mode, stencil: stencil_mode });
        let depth = Some(Depth { resolve, ..Depth::clear(&from, 0.0) });
        let mut b = w.device.batch();
        b.raster(&RasterDesc { label: "pass", color: &NONE, depth, ..Default::default() }, |_| {});
        b.submit().err().map(|e| e.errors[0].code())
    };
    let with = |limits, format, depth, stencil| layered(limits, 1, format, depth, stencil);
    let (d, ds) = (Format::Depth32Float, Format::Depth32FloatStencil8);
    let refused = Some(Code::ResolveMode);
    assert_eq!(with(sample_zero, d, zero, None), None);
    assert_eq!(with(sample_zero, d, max, None), None);
    assert_eq!(with(sample_zero, d, Some(ResolveMode::Average), None), refused);
    assert_eq!(with(sample_zero, d, zero, zero), refused, "there is no stencil");
    assert_eq!(with(sample_zero, d, None, None), refused);
    assert_eq!(with(sample_zero, ds, zero, zero), None);
    assert_eq!(with(sample_zero, ds, max, zero), refused, "not independent");
    assert_eq!(with(sample_zero, ds, zero, None), refused, "not independent");
    let none = DepthResolveLimits { independent_none: true, ..sample_zero };
    assert_eq!(with(none, ds, zero, None), None);
    assert_eq!(with(none, ds, max, zero), refused);
    assert_eq!(with(DepthResolveLimits { independent: true, ..sample_zero }, ds, max, zero), None);
    assert_eq!(layered(sample_zero, 2, d, zero, None), refused, "of one layer alone");
    assert_eq!(layered(DepthResolveLimits { layers: true, ..sample_zero }, 2, d, zero, None), None);
}

#[test]
fn a_depth_resolve_goes_from_samples_to_one_of_the_same_format() {
    let modes = ResolveModes::SAMPLE_ZERO;
    let r = DepthResolveLimits { depth: modes, stencil: modes, ..Default::default() };
    let limits = Limits { depth_resolve: r, ..Default::default() };
    let w = World::new(NullDesc { limits: Some(limits), ..Default::default() });
    let code = |from: &View, to: &View, read_only| {
        let resolve = Some(DepthResolve { view: to, depth: Some(ResolveMode::SampleZero), stencil: None });
        let start = if read_only { Depth::read_only(from) } else { Depth::clear(from, 0.0) };
        let depth = Some(Depth { resolve, ..start });
        refused(&w, |b| b.raster(&RasterDesc { label: "pass", depth, ..Default::default() }, |_| {})).0
    };
    let f = Format::Depth32Float;
    let ((_a, one), (_b, two), (_c, four)) = (depth(&w, f, 1), depth(&w, f, 1), depth(&w, f, 4));
    let (_d, other) = depth(&w, Format::Depth16Unorm, 1);
    let (_e, many) = depth(&w, f, 4);
    assert_eq!(code(&one, &two, false), Code::ResolveTarget);
    assert_eq!(code(&four, &other, false), Code::ResolveTarget);
    assert_eq!(code(&four, &one, true), Code::ResolveTarget);
    assert_eq!(code(&four, &many, false), Code::AttachmentSize);
}

#[test]
fn stencil_is_kept_while_depth_is_cleared() {
    let w = logging();
    let (_t, v) = depth(&w, Format::Depth32FloatStencil8, 1);
    let run = |stencil| {
        let mut b = w.device.batch();
        let depth = Some(Depth { stencil, ..Depth::clear(&v, 0.0) });
        b.raster(&RasterDesc { label: "pass", depth, ..Default::default() }, |_| {});
        b.raster(&RasterDesc { label: "pass", depth, ..Default::default() }, |_| {});
        let old = b.last_barriers()[0].old;
        b.submit().unwrap();
        old
    };
    let keep = StencilOps { load: Load::Load, store: Store::Store };
    assert_eq!(run(None), usage::Layout::Undefined, "nothing is kept");
    assert_eq!(run(Some(keep)), usage::Layout::Depth);
    let cleared = StencilOps { load: Load::Clear(1), store: Store::Store };
    let depth = Some(Depth { stencil: Some(cleared), ..Depth::read_only(&v) });
    let d = RasterDesc { label: "pass", depth, ..Default::default() };
    assert_eq!(refused(&w, |b| b.raster(&d, |_| {})).0, Code::PipelineState);
}

#[test]
fn a_count_comes_from_a_buffer_that_was_declared() {
    let w = logging();
    let args = w.buffer("arguments", BufferUsage::INDIRECT);
    let count = w.buffer("count", BufferUsage::INDIRECT | BufferUsage::COPY_TARGET);
    let p = w.pipeline(&RasterPipelineDesc::default());
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let uses = [Use::Buffer(&count, Access::INDIRECT, Stages::empty())];
    let run = |uses: &[Use<'_>], offset, most| {
        let mut b = w.device.batch();
        b.copies("count", &[Copy::Fill { dst: &count, offset: 0, size: 1024, value: 1 }]);
        b.raster(&RasterDesc { uses, ..pass(&color) }, |r| {
            r.pipeline(&p);
            r.draw_indirect_count(&args, 0, &count, offset, most);
        });
        let barriers = b.last_barriers();
        b.submit().map(|_| barriers).map_err(|e| e.errors[0].code())
    };
    let barriers = run(&uses, 4, 3).unwrap();
    let of_count = barriers.iter().find(|b| b.before.access() == Access::COPY_DST).unwrap();
    assert_eq!(of_count.after.access(), Access::INDIRECT);
    assert!(w.null.take_log().contains(&Logged::Indirect(3, true)));
    assert_eq!(run(&[], 4, 3), Err(Code::UndeclaredUse));
    assert_eq!(run(&uses, 1024, 3), Err(Code::IndirectRange));
    assert_eq!(run(&uses, 2, 3), Err(Code::IndirectRange));
    assert_eq!(run(&uses, 4, 65), Err(Code::IndirectRange), "arguments of 64 draws");
    let few = Limits { max_indirect_draws: 2, ..Default::default() };
    let w = World::new(NullDesc { limits: Some(few), ..Default::default() });
    let (args, p) =
        (w.buffer("arguments", BufferUsage::INDIRECT), w.pipeline(&RasterPipelineDesc::default()));
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let draw = |b: &mut Batch| {
        b.raster(&pass(&color), |r| {
            r.pipeline(&p);
            r.draw_indirect(&args, 0, 3);
        });
    };
    assert_eq!(refused(&w, draw).0, Code::IndirectRange);
}

#[test]
fn arguments_of_dispatches_are_whole_declared_and_of_this_device() {
    let w = logging();
    let usage = BufferUsage::INDIRECT | BufferUsage::STORAGE_WRITE;
    let (args, settled) = (w.buffer("arguments", usage), w.buffer("settled", BufferUsage::INDIRECT));
    let (other, plain) = (logging(), w.buffer("plain", BufferUsage::STORAGE_WRITE));
    let foreign = other.buffer("foreign", BufferUsage::INDIRECT);
    let d = ComputePipelineDesc { label: "work", shader: STAGE, ..Default::default() };
    let p = w.device.create_compute_pipeline(&d).unwrap();
    let all = [Use::Buffer(&args, Access::INDIRECT, Stages::empty())];
    let dispatch = |uses: &[Use<'_>], bound: bool, buffer: &Buffer, offset: u64| {
        refused(&w, |b| {
            b.compute(&ComputeDesc { label: "work", uses, ..Default::default() }, |c| {
                if bound {
                    c.pipeline(&p);
                }
                c.dispatch_indirect(buffer, offset);
            });
        })
    };
    let no = |(got, sentence): (Code, String), code: Code, parts: &[&str]| {
        assert_eq!(got, code, "{sentence}");
        for part in parts {
            assert!(sentence.contains(part), "'{part}' is missing in: {sentence}");
        }
    };
    no(dispatch(&all, false, &args, 0), Code::Incomplete, &["the pipeline"]);
    no(dispatch(&all, true, &args, 1016), Code::IndirectRange, &["arguments", "1028", "1024"]);
    no(dispatch(&all, true, &args, u64::MAX - 3), Code::IndirectRange, &["arguments", "1024"]);
    no(dispatch(&all, true, &args, 2), Code::IndirectRange, &["arguments"]);
    no(dispatch(&all, true, &plain, 0), Code::IndirectRange, &["plain"]);
    no(dispatch(&[], true, &args, 0), Code::UndeclaredUse, &["arguments", "uses"]);
    no(dispatch(&all, true, &foreign, 0), Code::ForeignObject, &["foreign"]);
    assert!(!w.null.take_log().iter().any(|l| matches!(l, Logged::DispatchIndirect(_))));
    // The last whole arguments of both, and one that nobody writes needs no declaration.
    let mut b = w.device.batch();
    b.compute(&ComputeDesc { label: "work", uses: &all, ..Default::default() }, |c| {
        c.pipeline(&p);
        c.dispatch_indirect(&args, 1012);
        c.dispatch_indirect(&settled, 1012);
    });
    b.submit().unwrap();
    let dispatched = w.null.take_log().into_iter().filter(|l| *l == Logged::DispatchIndirect(1012)).count();
    assert_eq!(dispatched, 2);
}

#[test]
fn copies_into_one_texture_stand_in_one_list_where_they_do_not_meet() {
    let w = World::new(NullDesc::default());
    let t = w.texture(&TextureDesc {
        usage: TextureUsage::COPY_TARGET | TextureUsage::COPY_SRC,
        layers: 2,
        mips: 2,
        ..TextureDesc::color_target("atlas", Format::Rgba8Unorm, 64, 64)
    });
    let data = w.buffer("data", BufferUsage::COPY_SRC);
    let src = BufferSide { buffer: &data, offset: 0, row_bytes: 0, rows: 0 };
    let at = |x, y, layer, mip| {
        let dst = Region { origin: [x, y, 0], size: [8, 8, 1], layer, ..Region::level(&t, mip) };
        Copy::BufferToTexture { src, dst }
    };
    let mut b = w.device.batch();
    b.copies("glyphs", &[at(8, 8, 0, 0), at(16, 8, 0, 0), at(8, 16, 0, 0), at(8, 8, 1, 0), at(8, 8, 0, 1)]);
    b.submit().unwrap();
    let (code, sentence) =
        refused(&w, |b| b.copies("glyphs", &[at(0, 0, 0, 0), at(32, 0, 0, 0), at(7, 7, 0, 0)]));
    assert_eq!(code, Code::CopyOverlap);
    assert!(sentence.contains("'atlas'"), "{sentence}");
    let clear = Copy::Clear { dst: Levels { mip: 1, ..Levels::all(&t) }, value: ClearValue::Float([0.0; 4]) };
    assert_eq!(refused(&w, |b| b.copies("both", &[at(0, 0, 0, 1), clear])).0, Code::CopyOverlap);
    // What is read and written in one list is refused as before.
    let half = Region { size: [8, 8, 1], ..Region::level(&t, 0) };
    let copy = Copy::Texture { src: half, dst: Region { origin: [32, 0, 0], ..half } };
    assert_eq!(refused(&w, |b| b.copies("self", &[copy])).0, Code::UseConflict);
}

#[test]
fn blocks_are_copied_whole_and_between_formats_of_the_same_bits() {
    let w = World::new(NullDesc::default());
    let of = |label, format, side| {
        w.texture(&TextureDesc {
            usage: TextureUsage::COPY_TARGET | TextureUsage::COPY_SRC,
            ..TextureDesc::color_target(label, format, side, side)
        })
    };
    let (blocks, words) = (of("blocks", Format::Bc1RgbaUnorm, 20), of("words", Format::Rg32Uint, 5));
    let part = |t, origin, size| Region { origin, size, ..Region::level(t, 0) };
    let run = |copy: Copy<'_>| {
        let mut b = w.device.batch();
        b.copies("copy", &[copy]);
        b.submit().err().map(|e| e.errors[0].code())
    };
    let texture = |src, dst| run(Copy::Texture { src, dst });
    // 20x20 texels are 5x5 blocks.
    assert_eq!(texture(Region::level(&blocks, 0), Region::level(&words, 0)), None);
    assert_eq!(texture(Region::level(&words, 0), Region::level(&blocks, 0)), None);
    assert_eq!(
        texture(part(&blocks, [4, 8, 0], [8, 4, 1]), part(&words, [3, 4, 0], [0; 3])),
        None,
        "two blocks"
    );
    assert_eq!(
        texture(part(&blocks, [4, 8, 0], [12, 4, 1]), part(&words, [3, 4, 0], [0; 3])),
        Some(Code::CopyRange),
        "three blocks, and room for two"
    );
    assert_eq!(texture(part(&blocks, [2, 0, 0], [4, 4, 1]), Region::level(&words, 0)), Some(Code::CopyRange));
    assert_eq!(texture(part(&blocks, [0; 3], [6, 4, 1]), Region::level(&words, 0)), Some(Code::CopyRange));
    assert_eq!(texture(part(&blocks, [16, 0, 0], [4, 4, 1]), Region::level(&words, 0)), None, "at the edge");
    let other = of("other", Format::R32Float, 20);
    assert_eq!(texture(Region::level(&blocks, 0), Region::level(&other, 0)), Some(Code::CopyFormat));
    // The bytes are those of the blocks.
    let data = w.buffer("data", BufferUsage::COPY_SRC | BufferUsage::COPY_DST);
    let pattern: Vec<u8> = (0..200u32).map(|i| i as u8).collect();
    w.device.write_buffer(&data, 0, &pattern).unwrap();
    let src = BufferSide { buffer: &data, offset: 0, row_bytes: 0, rows: 0 };
    let mut b = w.device.batch();
    b.copies("up", &[Copy::BufferToTexture { src, dst: Region::level(&words, 0) }]);
    b.copies("across", &[Copy::Texture { src: Region::level(&words, 0), dst: Region::level(&blocks, 0) }]);
    let got = b.read_texture(&Region::level(&blocks, 0));
    b.submit().unwrap().wait(SOON).unwrap();
    assert_eq!(got.wait(SOON).unwrap(), pattern);
    let src = BufferSide { offset: 4, ..src };
    assert_eq!(run(Copy::BufferToTexture { src, dst: Region::level(&blocks, 0) }), Some(Code::CopyRange));
}

#[test]
fn depth_and_stencil_are_copied_apart() {
    let w = World::new(NullDesc::default());
    let (t, _v) = depth(&w, Format::Depth32FloatStencil8, 1);
    let data = w.buffer("data", BufferUsage::COPY_SRC | BufferUsage::COPY_DST);
    let pattern: Vec<u8> = (0..=255u8).chain(0..=255).chain(0..=255).chain(0..=255).rev().collect();
    w.device.write_buffer(&data, 0, &pattern).unwrap();
    let region = |aspect| Region { aspect: Some(aspect), ..Region::level(&t, 0) };
    let src = BufferSide { buffer: &data, offset: 0, row_bytes: 0, rows: 0 };
    let up = |aspect| Copy::BufferToTexture { src, dst: region(aspect) };
    let mut b = w.device.batch();
    b.copies("up", &[up(Aspects::DEPTH), up(Aspects::STENCIL)]);
    let (depth_back, stencil_back) =
        (b.read_texture(&region(Aspects::DEPTH)), b.read_texture(&region(Aspects::STENCIL)));
    b.submit().unwrap().wait(SOON).unwrap();
    assert_eq!(depth_back.wait(SOON).unwrap(), pattern);
    assert_eq!(stencil_back.wait(SOON).unwrap(), pattern[..256], "one byte a texel");
    let both = Region { aspect: Some(Aspects::DEPTH | Aspects::STENCIL), ..region(Aspects::DEPTH) };
    assert_eq!(refused(&w, |b| drop(b.read_texture(&both))).0, Code::CopyRange);
    let color = Region { aspect: Some(Aspects::COLOR), ..both };
    assert_eq!(refused(&w, |b| drop(b.read_texture(&color))).0, Code::CopyRange);
    // A multisampled texture goes nowhere but to its like.
    let (many, _v) = depth(&w, Format::Depth32Float, 4);
    assert_eq!(refused(&w, |b| drop(b.read_texture(&Region::level(&many, 0)))).0, Code::CopyFormat);
    let up = Copy::BufferToTexture { src, dst: Region::level(&many, 0) };
    assert_eq!(refused(&w, |b| b.copies("up", &[up])).0, Code::CopyFormat);
}

#[test]
fn clears_and_blits_are_checked() {
    let w = World::new(NullDesc::default());
    let usage = TextureUsage::COPY_TARGET | TextureUsage::COPY_SRC;
    let of = |format, usage, samples| {
        let d = TextureDesc::color_target("texture", format, 16, 16);
        w.texture(&TextureDesc {
            usage,
            samples: Samples::Exact(samples),
            mips: if samples > 1 { 1 } else { 3 },
            ..d
        })
    };
    let run = |copy: Copy<'_>| {
        let mut b = w.device.batch();
        b.copies("copy", &[copy]);
        b.submit().err().map(|e| e.errors[0].code())
    };
    let float = of(Format::Rgba8Unorm, usage, 1);
    let uint = of(Format::Rgba8Uint, usage, 1);
    let blocks = of(Format::Bc1RgbaUnorm, usage, 1);
    let (both, _v) = depth(&w, Format::Depth32FloatStencil8, 1);
    let clear = |t, value| run(Copy::Clear { dst: Levels::all(t), value });
    assert_eq!(clear(&float, ClearValue::Float([0.5; 4])), None);
    assert_eq!(clear(&uint, ClearValue::Uint([7; 4])), None);
    assert_eq!(clear(&both, ClearValue::Depth(1.0, 255)), None);
    let bad = Some(Code::ClearValue);
    assert_eq!(clear(&uint, ClearValue::Float([0.5; 4])), bad);
    assert_eq!(clear(&uint, ClearValue::Sint([0; 4])), bad);
    assert_eq!(clear(&float, ClearValue::Depth(0.0, 0)), bad);
    assert_eq!(clear(&float, ClearValue::Float([f32::NAN; 4])), bad);
    assert_eq!(clear(&both, ClearValue::Depth(1.5, 0)), bad);
    assert_eq!(clear(&both, ClearValue::Depth(f32::NAN, 0)), bad);
    assert_eq!(clear(&both, ClearValue::Depth(0.0, 256)), bad);
    assert_eq!(clear(&blocks, ClearValue::Float([0.0; 4])), bad);
    let stencil = Levels { aspects: Some(Aspects::STENCIL), ..Levels::all(&both) };
    assert_eq!(
        run(Copy::Clear { dst: stencil, value: ClearValue::Depth(9.0, 1) }),
        None,
        "depth is not looked at"
    );
    let value = ClearValue::Float([0.0; 4]);
    for dst in [
        Levels { mip: 3, ..Levels::all(&float) },
        Levels { mip: 1, mips: 3, ..Levels::all(&float) },
        Levels { layer: 1, ..Levels::all(&float) },
        Levels { aspects: Some(Aspects::DEPTH), ..Levels::all(&float) },
    ] {
        assert_eq!(run(Copy::Clear { dst, value }), Some(Code::CopyRange), "{dst:?}");
    }
    let fixed = of(Format::Rgba8Unorm, TextureUsage::SAMPLED, 1);
    assert_eq!(clear(&fixed, value), Some(Code::MissingUsage));

    let blit = |src, dst, filter| run(Copy::Blit { src, dst, filter });
    let level = |t, mip| Region::level(t, mip);
    let half = of(Format::Rgba16Float, usage, 1);
    assert_eq!(blit(level(&float, 0), level(&half, 2), Filter::Linear), None);
    assert_eq!(blit(level(&uint, 0), level(&uint, 1), Filter::Nearest), None);
    let (other, _v) = depth(&w, Format::Depth32FloatStencil8, 1);
    assert_eq!(blit(level(&both, 0), level(&other, 0), Filter::Nearest), None);
    let bad = Some(Code::BlitFormat);
    assert_eq!(blit(level(&uint, 0), level(&uint, 1), Filter::Linear), bad);
    assert_eq!(blit(level(&float, 0), level(&uint, 1), Filter::Nearest), bad);
    assert_eq!(blit(level(&both, 0), level(&other, 0), Filter::Linear), bad);
    let (plain, _v) = depth(&w, Format::Depth32Float, 1);
    assert_eq!(blit(level(&both, 0), level(&plain, 0), Filter::Nearest), bad);
    let many = of(Format::Rgba8Unorm, usage | TextureUsage::COLOR, 4);
    assert_eq!(blit(level(&many, 0), level(&half, 0), Filter::Nearest), bad);
    let outside = Region { origin: [10, 0, 0], size: [8, 8, 1], ..level(&float, 0) };
    assert_eq!(blit(outside, level(&half, 0), Filter::Linear), Some(Code::CopyRange));
    let read_only = of(Format::Rgba8Unorm, TextureUsage::COPY_SRC, 1);
    assert_eq!(blit(level(&float, 0), level(&read_only, 0), Filter::Linear), Some(Code::MissingUsage));

    let mips = |r: Levels<'_>| {
        let mut b = w.device.batch();
        b.generate_mips(&r);
        b.submit().err().map(|e| e.errors[0].code())
    };
    let before = w.device.stats().copies;
    assert_eq!(mips(Levels::all(&float)), None);
    assert_eq!(w.device.stats().copies - before, 2, "one blit a level");
    assert_eq!(mips(Levels { mip: 1, mips: 1, ..Levels::all(&float) }), None, "there is nothing to make");
    assert_eq!(mips(Levels::all(&uint)), bad);
    assert_eq!(mips(Levels::all(&both)), bad);
    assert_eq!(mips(Levels { mip: 3, ..Levels::all(&float) }), Some(Code::CopyRange));
}

#[test]
fn mips_that_cannot_be_blitted_are_drawn_by_a_pipeline_that_is_listed() {
    let w = World::new(NullDesc { log: true, no_format: FormatSupport::BLIT_DST, ..Default::default() });
    let of = |usage| {
        let d = TextureDesc::color_target("chain", Format::Rgba8Unorm, 8, 8);
        w.texture(&TextureDesc { usage, mips: 4, layers: 2, ..d })
    };
    let all =
        of(TextureUsage::COLOR | TextureUsage::SAMPLED | TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET);
    let code = |t: &Texture| refused(&w, |b| b.generate_mips(&Levels::all(t)));
    assert_eq!(code(&all).0, Code::BlitFormat);
    let (code_drawn, sentence) = refused(&w, |b| b.draw_mips(&Levels::all(&all)));
    assert_eq!(code_drawn, Code::BlitFormat);
    assert!(sentence.contains("prepare_mips"), "{sentence}");
    w.device.prepare_mips(Format::Rgba8Unorm, TextureDim::D2).unwrap();
    w.device.prepare_mips(Format::Rgba8Unorm, TextureDim::D2).unwrap();
    w.device.prepare_mips(Format::Rgba8Unorm, TextureDim::Cube).unwrap();
    assert_eq!(w.device.internal_pipelines(), ["internal mips Rgba8Unorm D2"]);
    let before = w.device.stats();
    let mut b = w.device.batch();
    b.generate_mips(&Levels { mips: 3, ..Levels::all(&all) });
    b.submit().unwrap().wait(SOON).unwrap();
    let done = w.device.stats().since(&before);
    assert_eq!((done.raster_passes, done.draws, done.copies), (4, 4, 0), "two levels of two layers");
    assert_eq!(code(&of(TextureUsage::SAMPLED | TextureUsage::COPY_SRC)).0, Code::MissingUsage);
    let e = w.device.prepare_mips(Format::Rgba8Uint, TextureDim::D2).unwrap_err();
    assert_eq!(e.code(), Code::FormatUnsupported);
    let e = w.device.prepare_mips(Format::Bc1RgbaUnorm, TextureDim::D2).unwrap_err();
    assert_eq!(e.code(), Code::FormatUnsupported);
    // They are the device's own: a program that closes it is not told of them.
    drop(all);
    let report = w.device.clone().close(SOON);
    assert_eq!((report.alive, report.destroyed), (vec![], true));
    assert_eq!((w.null.live(), w.null.misuse()), (0, vec![]));
}

#[test]
fn a_device_that_is_dropped_drops_the_pipelines_of_its_own() {
    let w = World::new(NullDesc::default());
    w.device.prepare_mips(Format::Rgba16Float, TextureDim::D2).unwrap();
    let World { device, null } = w;
    drop(device);
    assert_eq!((null.live(), null.misuse()), (0, vec![]));
}

#[test]
fn a_pass_clears_depth_within_what_depth_holds() {
    let w = usual();
    let (_t, z) = depth(&w, Format::Depth32Float, 1);
    for value in [-0.5, 1.5, f32::NAN, f32::INFINITY] {
        let d = RasterDesc { label: "pass", depth: Some(Depth::clear(&z, value)), ..Default::default() };
        let (code, sentence) = refused(&w, |b| b.raster(&d, |_| {}));
        assert_eq!(code, Code::ClearValue, "{sentence}");
        assert!(sentence.contains("'depth'") && sentence.contains("0 to 1"), "{sentence}");
    }
}

/// Numbers alone do not say which of a command's arguments they are of.
#[test]
fn a_refused_command_says_what_each_number_is() {
    let w = usual();
    let (indices, args) =
        (w.buffer("indices", BufferUsage::INDEX), w.buffer("arguments", BufferUsage::INDIRECT));
    let tracked = BufferUsage::COPY_TARGET;
    let written = |usage| w.buffer("written", usage | tracked);
    let (p, (_t, v)) = (w.pipeline(&RasterPipelineDesc::default()), w.target("target"));
    let l = w.layout(&[LayoutEntry::new(0, Stages::VERTEX, BindingKind::Uniform { dynamic: true })]);
    let uniform = w.buffer("uniform", BufferUsage::UNIFORM);
    let moving = w.group("moving", &l, &[GroupEntry::buffer_range(0, &uniform, 0, 256)]);
    let of_group = w.pipeline(&RasterPipelineDesc { groups: &[&l], ..Default::default() });
    let color = [Color::load(&v)];
    let no = |code: Code, parts: &[&str], f: &dyn Fn(&mut RasterPass<'_>)| {
        let (got, sentence) = refused(&w, |b| b.raster(&pass(&color), |r| f(r)));
        assert_eq!(got, code, "{sentence}");
        for part in parts.iter().chain(&["pass 'pass', command"]) {
            assert!(sentence.contains(part), "'{part}' is missing in: {sentence}");
        }
    };
    let (u16s, u32s) = (IndexFormat::U16, IndexFormat::U32);
    let far = u64::MAX;
    let of_buffer = "of a buffer of 1024 bytes with usage BufferUsage(INDEX)";
    no(Code::IndexRange, &["indices of 4 bytes from byte 2 ", of_buffer], &|r| {
        r.index_buffer(&indices, 2, u32s);
    });
    no(Code::IndexRange, &["from byte 18446744073709551615", of_buffer], &|r| {
        r.index_buffer(&indices, far, u16s);
    });
    no(Code::IndexRange, &["'arguments'", "indices of 2 bytes", "INDIRECT"], &|r| {
        r.index_buffer(&args, 0, u16s);
    });
    no(Code::IndexRange, &["no index buffer is bound"], &|r| {
        r.pipeline(&p);
        r.draw_indexed_indirect(&args, 0, 1);
    });
    no(Code::IndirectRange, &["'arguments'", "bytes 2..18 of a buffer of 1024 bytes", "INDIRECT"], &|r| {
        r.pipeline(&p);
        r.draw_indirect(&args, 2, 1);
    });
    no(Code::VertexBufferSlot, &["slot 3 of 0 to 15", "offset 8", "1024 bytes", "INDEX"], &|r| {
        r.vertex_buffer(3, &indices, 8);
    });
    no(Code::GroupLayout, &["index 4 of 0 to 3"], &|r| r.group(4, &moving, []));
    no(Code::DynamicOffset, &["2 offsets were given, the group takes 1"], &|r| {
        r.pipeline(&of_group);
        r.group(0, &moving, [0, 256]);
    });
    no(Code::UndeclaredUse, &["'written'", "vertices are read from it", "`uses`"], &|r| {
        r.vertex_buffer(0, &written(BufferUsage::VERTEX), 0);
    });
    no(Code::UndeclaredUse, &["'written'", "indices are read from it"], &|r| {
        r.index_buffer(&written(BufferUsage::INDEX), 0, u16s);
    });
    no(Code::UndeclaredUse, &["'written'", "arguments are read from it"], &|r| {
        r.pipeline(&p);
        r.draw_indirect(&written(BufferUsage::INDIRECT), 0, 1);
    });
    no(Code::Scissor, &["4294967295x1 at 1, 0", "2147483647"], &|r| {
        r.scissor(Rect { x: 1, y: 0, width: u32::MAX, height: 1 });
    });
}

#[test]
fn a_viewport_keeps_to_the_devices_limits() {
    let w = usual();
    let (_t, v) = w.target("target");
    let told = |x: f32, width: f32| {
        let viewport = Viewport { x, y: 0.0, width, height: 8.0, min_depth: 0.0, max_depth: 1.0 };
        refused(&w, |b| b.raster(&pass(&[Color::load(&v)]), |r| r.viewport(viewport)))
    };
    // The least that a device may offer: 4096 pixels, within -8192..=8191.
    let (code, sentence) = told(0.0, 4097.0);
    assert_eq!(code, Code::Viewport);
    assert!(sentence.contains("4097x8") && sentence.contains("4096x4096 from -8192 to 8191"), "{sentence}");
    for (x, width) in [(-8193.0, 8.0), (8190.0, 8.0), (f32::NAN, 8.0), (0.0, f32::INFINITY), (0.0, f32::NAN)]
    {
        assert_eq!(told(x, width).0, Code::Viewport, "{x} {width}");
    }
    let mut b = w.device.batch();
    b.raster(&pass(&[Color::load(&v)]), |r| {
        let most =
            Viewport { x: -8.0, y: 0.0, width: 4096.0, height: 4096.0, min_depth: 0.0, max_depth: 1.0 };
        r.viewport(most);
    });
    b.submit().unwrap();
}

#[test]
fn the_bias_of_a_sampler_keeps_to_the_devices_limit() {
    let w = usual();
    let sampler = |lod_bias| {
        let d = SamplerDesc { label: "sampler", lod_bias, ..Default::default() };
        w.device.create_sampler(&d).map(drop)
    };
    sampler(-2.0).unwrap();
    for bias in [2.5, -2.5] {
        crate::world::told(sampler(bias), Code::TooLarge, &["'sampler'", "-2 to 2 is allowed"]);
    }
}

/// A range that ends before it begins, spelled out: the short form is a lint.
fn range(start: u32, end: u32) -> std::ops::Range<u32> {
    std::ops::Range { start, end }
}

#[test]
fn ranges_of_draws_do_not_end_before_they_begin() {
    let w = logging();
    let p = w.pipeline(&RasterPipelineDesc::default());
    let indices = w.buffer("indices", BufferUsage::INDEX);
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let one = || range(0, 1);
    let bundle = BundleDesc { label: "bundle", colors: &[Format::Rgba8Unorm], ..Default::default() };
    for (first, instances, asked) in [
        (range(5, 2), one(), "5..2"),
        (one(), range(7, 3), "7..3"),
        (range(u32::MAX, 0), one(), "4294967295..0"),
        (range(2, 1), range(4, 3), "2..1"),
    ] {
        let plain = refused(&w, |b| {
            b.raster(&pass(&color), |r| {
                r.pipeline(&p);
                r.stencil_reference(0);
                r.draw(first.clone(), instances.clone());
            });
        });
        let indexed = refused(&w, |b| {
            b.raster(&pass(&color), |r| {
                r.pipeline(&p);
                r.index_buffer(&indices, 0, IndexFormat::U16);
                r.draw_indexed(first.clone(), 0, instances.clone());
            });
        });
        let bundled = w.device.create_bundle(&bundle, |b| {
            b.pipeline(&p);
            b.index_buffer(&indices, 0, IndexFormat::U16);
            b.draw(first.clone(), instances.clone());
        });
        let bundled = bundled.unwrap_err();
        for (code, told) in [plain, indexed, (bundled.code(), bundled.to_string())] {
            assert_eq!(code, Code::DrawRange, "{told}");
            assert!(told.contains(asked) && told.contains("command 2"), "{told}");
        }
    }
    assert!(!w.null.take_log().iter().any(|l| matches!(l, Logged::Draw(..))));
    // An empty range is one that draws nothing.
    let mut b = w.device.batch();
    b.raster(&pass(&color), |r| {
        r.pipeline(&p);
        r.draw(range(3, 3), one());
        r.draw(one(), range(u32::MAX, u32::MAX));
        r.draw(range(2, u32::MAX), one());
    });
    b.submit().unwrap();
    let log = w.null.take_log();
    let drawn: Vec<_> = log.iter().filter(|l| matches!(l, Logged::Draw(..))).collect();
    assert_eq!(drawn, [&Logged::Draw(0, 1), &Logged::Draw(1, 0), &Logged::Draw(u32::MAX - 2, 1)]);
}

#[test]
fn lines_are_copied_to_lines_and_to_nothing_else() {
    let w = usual();
    let of = |label, dim, size| {
        let usage = TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET;
        let d =
            TextureDesc { dim, size, usage, ..TextureDesc::color_target(label, Format::Rgba8Unorm, 8, 1) };
        w.texture(&d)
    };
    let kinds = [TextureDim::D1, TextureDim::D2, TextureDim::D3, TextureDim::Cube];
    for (i, a) in kinds.into_iter().enumerate() {
        for b in kinds {
            let size = |dim| if dim == TextureDim::Cube { [8, 8, 1] } else { [8, 1, 1] };
            let (from, to) = (of("from", a, size(a)), of("to", b, size(b)));
            let part = |t| Region { size: [8, 1, 1], layers: 1, ..Region::level(t, 0) };
            let copy = Copy::Texture { src: part(&from), dst: part(&to) };
            let line = TextureDim::D1;
            if (a == line) == (b == line) {
                let mut batch = w.device.batch();
                batch.copies("copy", &[copy]);
                batch.submit().unwrap();
            } else {
                let (code, told) = refused(&w, |x| x.copies("copy", &[copy]));
                assert_eq!(code, Code::CopyDimension, "{told}");
                let words = [format!("{a:?}"), format!("{b:?}"), "'from'".into(), "'to'".into()];
                assert!(words.iter().all(|p| told.contains(p)), "{i}: {told}");
            }
        }
    }
}
