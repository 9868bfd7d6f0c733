//! Mip chains that are drawn: of volumes, lines and what cannot be attached. On Null.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::backend::{Enabled, FormatSupport};
use candor_rhi::null::{Logged, NullBackend, NullDesc};
use candor_rhi::usage::Layout;
use candor_rhi::*;
use world::{SOON, World, logging, refused, usual, without};

const FORMAT: Format = Format::Rgba8Unorm;
const ATTACHED: TextureUsage = TextureUsage::SAMPLED.union(TextureUsage::COLOR);
const COPIED: TextureUsage = TextureUsage::SAMPLED.union(TextureUsage::COPY_TARGET);

fn chain(w: &World, dim: TextureDim, size: [u32; 3], layers: u32, usage: TextureUsage) -> Texture {
    let d = TextureDesc::volume("chain", FORMAT, size, Contents::Undefined);
    let mips = size.iter().max().unwrap().ilog2() + 1;
    w.texture(&TextureDesc { dim, mips, layers, usage, ..d })
}

fn volume(w: &World, usage: TextureUsage) -> Texture {
    chain(w, TextureDim::D3, [8, 8, 6], 1, usage)
}

/// Passes, pushes and copies of a call.
fn drawn(w: &World, r: &Levels<'_>) -> [u64; 3] {
    let before = w.device.stats();
    let mut b = w.device.batch();
    b.draw_mips(r);
    b.submit().unwrap_or_else(|e| panic!("{e}")).wait(SOON).unwrap();
    let done = w.device.stats().since(&before);
    assert_eq!(done.draws, done.raster_passes);
    [done.raster_passes, done.pushes, done.copies]
}

#[test]
fn a_volume_is_drawn_slice_by_slice() {
    let w = logging();
    w.device.prepare_mips(FORMAT, TextureDim::D3).unwrap();
    let t = volume(&w, ATTACHED);
    // All levels are written, so that each has a state of its own to leave.
    let clear = Copy::Clear { dst: Levels::all(&t), value: ClearValue::Float([0.5; 4]) };
    let mut b = w.device.batch();
    b.copies("clear", &[clear]);
    b.submit().unwrap().wait(SOON).unwrap();
    drop(w.null.take_log());
    // 3, 1 and 1 slices.
    assert_eq!(drawn(&w, &Levels::all(&t)), [5, 5, 0]);
    // In each pass the level above can be read, and the level itself be drawn to.
    let (mut layouts, mut drawn_to) = ([Layout::CopyDst; 4], [1, 1, 1, 2, 3].into_iter());
    for l in w.null.take_log() {
        match l {
            Logged::Barriers(list) => {
                for b in list {
                    layouts[usize::from(b.range.mip)..][..usize::from(b.range.mips)].fill(b.new);
                }
            }
            Logged::Begin(_) => {
                let mip = drawn_to.next().unwrap();
                assert_eq!(layouts[mip - 1..=mip], [Layout::ShaderRead, Layout::Color], "level {mip}");
            }
            _ => {}
        }
    }
    assert_eq!(drawn_to.len(), 0);
    // A part of the chain.
    assert_eq!(drawn(&w, &Levels { mip: 1, mips: 2, ..Levels::all(&t) }), [1, 1, 0]);
    assert_eq!(drawn(&w, &Levels { mip: 1, mips: 1, ..Levels::all(&t) }), [0; 3], "there is nothing to make");
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

#[test]
fn a_volume_that_is_not_blitted_is_drawn_where_that_was_prepared() {
    let w = World::new(NullDesc { no_format: FormatSupport::BLIT_SRC, ..Default::default() });
    let t = volume(&w, ATTACHED);
    let (code, sentence) = refused(&w, |b| b.generate_mips(&Levels::all(&t)));
    assert_eq!(code, Code::BlitFormat, "{sentence}");
    assert!(sentence.contains("prepare_mips"), "{sentence}");
    // For other dimensions, that is not it.
    w.device.prepare_mips(FORMAT, TextureDim::D2).unwrap();
    let (code, sentence) = refused(&w, |b| b.draw_mips(&Levels::all(&t)));
    assert!(code == Code::BlitFormat && sentence.contains("prepare_mips"), "{sentence}");
    w.device.prepare_mips(FORMAT, TextureDim::D3).unwrap();
    let made = ["D2", "D3"].map(|dim| format!("internal mips Rgba8Unorm {dim}"));
    assert_eq!(w.device.internal_pipelines(), made);
    let before = w.device.stats();
    let mut b = w.device.batch();
    b.generate_mips(&Levels::all(&t));
    b.submit().unwrap().wait(SOON).unwrap();
    assert_eq!(w.device.stats().since(&before).draws, 5);
}

#[test]
fn slices_that_cannot_be_attached_are_drawn_elsewhere_and_copied() {
    let w = without(Enabled::SLICE_VIEWS);
    w.device.prepare_mips(FORMAT, TextureDim::D3).unwrap();
    let fixed = volume(&w, ATTACHED);
    let (code, sentence) = refused(&w, |b| b.draw_mips(&Levels::all(&fixed)));
    assert_eq!(code, Code::NotEnabled, "{sentence}");
    for part in ["'chain'", "view-2d-of-3d", "COPY_TARGET", "SelectDesc"] {
        assert!(sentence.contains(part), "{part} is missing in: {sentence}");
    }
    let t = volume(&w, ATTACHED | COPIED);
    let live = w.null.live();
    assert_eq!(drawn(&w, &Levels::all(&t)), [5, 5, 5]);
    // 20 + 10 + 5 + 2 + 1 slices: more than the texture between has layers.
    let deep = chain(&w, TextureDim::D3, [2, 2, 40], 1, COPIED);
    assert_eq!(drawn(&w, &Levels::all(&deep)), [38, 38, 38]);
    drop(deep);
    w.device.batch().submit().unwrap().wait(SOON).unwrap();
    assert_eq!(w.null.live(), live, "what was made for the call has gone");
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

#[test]
fn what_is_no_attachment_is_drawn_elsewhere_too() {
    let w = usual();
    for (dim, size, layers) in [
        (TextureDim::D1, [13, 1, 1], 3),
        (TextureDim::D2, [13, 6, 1], 3),
        (TextureDim::D2, [13, 6, 1], 18),
        (TextureDim::Cube, [8, 8, 1], 6),
    ] {
        w.device.prepare_mips(FORMAT, dim).unwrap();
        let passes = u64::from(layers) * 3;
        let attached = chain(&w, dim, size, layers, ATTACHED);
        assert_eq!(drawn(&w, &Levels::all(&attached)), [passes, 0, 0], "{dim:?}");
        let copied = chain(&w, dim, size, layers, COPIED);
        assert_eq!(drawn(&w, &Levels::all(&copied)), [passes, 0, passes], "{dim:?}");
        let last = Levels { layer: layers - 1, layers: 1, ..Levels::all(&copied) };
        assert_eq!(drawn(&w, &last), [3, 0, 3], "{dim:?}");
        for usage in [TextureUsage::SAMPLED | TextureUsage::COPY_SRC, TextureUsage::COLOR] {
            let fixed = chain(&w, dim, size, layers, usage);
            let (code, sentence) = refused(&w, |b| b.draw_mips(&Levels::all(&fixed)));
            assert_eq!(code, Code::MissingUsage, "{sentence}");
        }
    }
    let many = TextureDesc { samples: Samples::Exact(4), ..TextureDesc::color_target("many", FORMAT, 8, 8) };
    let many = w.texture(&many);
    let (code, sentence) = refused(&w, |b| b.draw_mips(&Levels::all(&many)));
    assert_eq!(code, Code::BlitFormat);
    assert!(sentence.contains("one sample"), "{sentence}");
}

#[test]
fn what_no_texture_can_be_made_for_is_refused_by_name() {
    let null = NullBackend::new(NullDesc { without: Enabled::SLICE_VIEWS, ..Default::default() });
    let texels = 8 * 8 * 6 * 2 * 4;
    let desc = DeviceDesc { memory_budget_bytes: Some(texels), ..DeviceDesc::default() };
    let w = World { device: Device::with(null.clone(), &desc), null };
    w.device.prepare_mips(FORMAT, TextureDim::D3).unwrap();
    let t = volume(&w, COPIED);
    let left = texels - w.device.memory().used_bytes;
    let usage = BufferUsage::STORAGE;
    let d = BufferDesc {
        label: "rest",
        size_bytes: left,
        usage,
        contents: Contents::Undefined,
        ..Default::default()
    };
    let _rest = w.device.create_buffer(&d).unwrap();
    let (code, sentence) = refused(&w, |b| b.draw_mips(&Levels::all(&t)));
    assert_eq!(code, Code::OverBudget);
    assert!(sentence.contains("'chain'"), "{sentence}");
}

#[test]
fn validation_finds_nothing_in_drawn_chains() {
    for without in [Enabled::empty(), Enabled::SLICE_VIEWS] {
        let null = NullBackend::new(NullDesc { without, ..Default::default() });
        let desc = DeviceDesc {
            validation: Validation::Full,
            on_finding: ValidationAction::Report,
            ..DeviceDesc::default()
        };
        let w = World { device: Device::with(null.clone(), &desc), null };
        w.device.prepare_mips(FORMAT, TextureDim::D3).unwrap();
        let size = [8, 8, 6];
        let zero = vec![1; 4 * (8 * 8 * 6 + 4 * 4 * 3 + 2 * 2 + 1)];
        let d = TextureDesc::volume("chain", FORMAT, size, Contents::Data(&zero));
        let usage = ATTACHED | COPIED | TextureUsage::COPY_SRC;
        let t = w.device.create_texture(&TextureDesc { mips: 4, usage, ..d }).unwrap().value;
        let mut b = w.device.batch();
        b.draw_mips(&Levels::all(&t));
        let read = b.read_texture(&Region::level(&t, 3));
        b.submit().unwrap().wait(SOON).unwrap();
        read.wait(SOON).unwrap();
        let found = w.device.findings();
        assert_eq!(found.kept.iter().map(ToString::to_string).collect::<Vec<_>>(), Vec::<String>::new());
    }
}
