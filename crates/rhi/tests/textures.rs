//! Rules of textures that are more than pictures, and of samplers. On Null.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::backend::{Enabled, FormatSupport};
use candor_rhi::null::NullDesc;
use candor_rhi::*;
use world::{SOON, World, logging, refused, told, usual, without};

fn volume(w: &World, usage: TextureUsage) -> Texture {
    let d = TextureDesc::volume("volume", Format::Rgba8Unorm, [8, 8, 6], Contents::Undefined);
    w.texture(&TextureDesc { mips: 3, usage, ..d })
}

fn slices(w: &World, t: &Texture, dim: ViewDim, mip: u32, layer: u32, layers: u32) -> Result<View, Error> {
    w.device.create_view(t, &ViewDesc { dim, mip, mips: 1, layer, layers, ..Default::default() })
}

#[test]
fn slices_of_a_volume_are_attached_as_layers() {
    let w = usual();
    let t = volume(&w, TextureUsage::COLOR | TextureUsage::SAMPLED);
    let one = slices(&w, &t, ViewDim::D2, 0, 5, 1).unwrap();
    let two = slices(&w, &t, ViewDim::D2Array, 0, 2, 2).unwrap();
    assert_eq!((one.layers(), two.layers(), one.size()), (1, 2, [8, 8]));
    let rest = slices(&w, &t, ViewDim::D2Array, 1, 1, 0).unwrap();
    assert_eq!((rest.layers(), rest.size()), (2, [4, 4]));
    told(slices(&w, &t, ViewDim::D2, 0, 6, 1), Code::ViewRange, &["'volume'", "layers 6+1 of 6"]);
    told(slices(&w, &t, ViewDim::D2, 1, 3, 1), Code::ViewRange, &["layers 3+1 of 3"]);
    told(slices(&w, &t, ViewDim::D2, 0, 1, 2), Code::ViewRange, &["D2 view of 2 layers of a D3"]);
    let chain = ViewDesc { dim: ViewDim::D2, layers: 1, ..Default::default() };
    told(w.device.create_view(&t, &chain), Code::ViewRange, &[]);
    let sampled = volume(&w, TextureUsage::SAMPLED);
    told(slices(&w, &sampled, ViewDim::D2, 0, 0, 1), Code::MissingUsage, &["COLOR is missing"]);
    let none = without(Enabled::SLICE_VIEWS);
    let t = volume(&none, TextureUsage::COLOR);
    told(slices(&none, &t, ViewDim::D2, 0, 0, 1), Code::NotEnabled, &["view-2d-of-3d"]);
}

#[test]
fn views_read_texels_as_another_format_where_the_texture_says_so() {
    let w = usual();
    let of = |w: &World, format, usage| {
        let d = TextureDesc { usage, ..TextureDesc::color_target("texels", format, 8, 8) };
        w.device.create_texture(&d).map(|t| t.value)
    };
    let as_format = |w: &World, t: &Texture, format| {
        w.device.create_view(t, &ViewDesc { format: Some(format), ..Default::default() })
    };
    let (sampled, any) = (TextureUsage::SAMPLED, TextureUsage::SAMPLED | TextureUsage::VIEW_FORMATS);
    let t = of(&w, Format::R32Uint, any).unwrap();
    assert_eq!(as_format(&w, &t, Format::Rgba8Unorm).unwrap().format(), Format::Rgba8Unorm);
    told(as_format(&w, &t, Format::Rgba16Float), Code::FormatUnsupported, &["'texels'", "Rgba16Float"]);
    told(as_format(&w, &t, Format::Depth32Float), Code::FormatUnsupported, &["as many bytes"]);
    let plain = of(&w, Format::Rgba8Unorm, sampled).unwrap();
    assert!(as_format(&w, &plain, Format::Rgba8UnormSrgb).is_ok());
    told(as_format(&w, &plain, Format::R32Uint), Code::FormatUnsupported, &["VIEW_FORMATS"]);
    told(of(&w, Format::Bc1RgbaUnorm, any), Code::FormatUnsupported, &["as no other format"]);
    told(of(&w, Format::R32Uint, TextureUsage::VIEW_FORMATS), Code::NoUsage, &[]);
    let none = without(Enabled::VIEW_FORMATS);
    told(of(&none, Format::R32Uint, any), Code::NotEnabled, &["texture-view-formats"]);
    // What the texture is made for, the other format must be offered for as well.
    let few = World::new(NullDesc { no_format: FormatSupport::STORAGE, ..Default::default() });
    let t = of(&few, Format::Rgba8Unorm, any | TextureUsage::COLOR).unwrap();
    assert!(as_format(&few, &t, Format::R32Float).is_ok());
}

#[test]
fn slices_are_not_sampled_and_volumes_not_attached_whole() {
    let w = usual();
    let t = volume(&w, TextureUsage::COLOR | TextureUsage::SAMPLED);
    let one = slices(&w, &t, ViewDim::D2, 0, 5, 1).unwrap();
    let layout = w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
    let entries = [GroupEntry::view(0, &one)];
    let group = BindGroupDesc { label: "group", layout: &layout, entries: &entries };
    assert!(w.device.create_bind_group(&group).is_err());
    let whole = w.device.create_view(&t, &ViewDesc { mips: 1, ..Default::default() }).unwrap();
    let (code, sentence) = refused(&w, |b| {
        b.raster(&RasterDesc { color: &[Color::clear(&whole, [0.0; 4])], ..Default::default() }, |_| {});
    });
    assert!(code == Code::AttachmentSize || code == Code::AttachmentView, "{sentence}");
    // The tracker knows levels of volumes, not slices: two of one level are attached as layers of one view.
    let other = slices(&w, &t, ViewDim::D2, 0, 4, 1).unwrap();
    let (code, _) = refused(&w, |b| {
        let color = [Color::clear(&one, [0.0; 4]), Color::clear(&other, [0.0; 4])];
        b.raster(&RasterDesc { color: &color, ..Default::default() }, |_| {});
    });
    assert_eq!(code, Code::UseConflict);
}

#[test]
fn a_pass_that_clears_a_slice_keeps_the_others() {
    use candor_rhi::usage::Layout;
    let w = logging();
    let t = volume(&w, TextureUsage::COLOR);
    let draw = |v: &View| {
        let mut batch = w.device.batch();
        batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |_| {});
        batch.submit().unwrap();
        let log = w.null.take_log();
        let barriers = log.iter().find_map(|l| match l {
            null::Logged::Barriers(b) => Some(b.clone()),
            _ => None,
        });
        barriers.unwrap()[0]
    };
    let one = slices(&w, &t, ViewDim::D2, 0, 1, 1).unwrap();
    let all = slices(&w, &t, ViewDim::D2Array, 0, 0, 0).unwrap();
    assert_eq!(draw(&one).old, Layout::Undefined, "nothing is there yet");
    assert_eq!(draw(&one).old, Layout::Color);
    assert_eq!(draw(&all).old, Layout::Undefined, "all slices are cleared");
    // Beside a depth target of the same size and layers.
    let depth = TextureDesc::depth_target("depth", Format::Depth32Float, 8, 8);
    let depth = w.view(&w.texture(&depth));
    let mut batch = w.device.batch();
    let color = [Color::clear(&one, [0.0; 4])];
    let pass = RasterDesc { color: &color, depth: Some(Depth::clear(&depth, 1.0)), ..Default::default() };
    batch.raster(&pass, |_| {});
    batch.submit().unwrap();
}

fn transient(usage: TextureUsage) -> TextureDesc<'static> {
    let d = TextureDesc::color_target("transient", Format::Rgba8Unorm, 8, 8);
    TextureDesc { usage: usage | TextureUsage::TRANSIENT, samples: Samples::Exact(4), ..d }
}

#[test]
fn a_transient_texture_is_an_attachment_alone() {
    let w = usual();
    let made = w.device.create_texture(&transient(TextureUsage::COLOR)).unwrap();
    assert!(matches!(&made.outcomes[..], [Outcome::Adjusted { .. }]), "{:?}", made.outcomes);
    let limits = Limits { lazy_memory: true, ..Limits::default() };
    let lazy = World::new(NullDesc { limits: Some(limits), ..Default::default() });
    assert_eq!(lazy.device.create_texture(&transient(TextureUsage::COLOR)).unwrap().outcomes, []);
    for usage in [
        TextureUsage::empty(),
        TextureUsage::COLOR | TextureUsage::SAMPLED,
        TextureUsage::COLOR | TextureUsage::COPY_SRC,
        TextureUsage::STORAGE,
    ] {
        told(w.device.create_texture(&transient(usage)), Code::Transient, &["'transient'", "TRANSIENT"]);
    }
    let chain = TextureDesc { mips: 2, samples: Samples::Exact(1), ..transient(TextureUsage::COLOR) };
    told(w.device.create_texture(&chain), Code::Transient, &["2 mip levels"]);
    let data = TextureDesc {
        contents: Contents::Data(&[0; 256]),
        samples: Samples::Exact(1),
        ..transient(TextureUsage::COLOR)
    };
    told(w.device.create_texture(&data), Code::Transient, &["with data"]);
}

#[test]
fn nothing_is_kept_in_a_transient_texture() {
    let w = logging();
    let t = w.device.create_texture(&transient(TextureUsage::COLOR)).unwrap().value;
    let v = w.view(&t);
    let target = w.texture(&TextureDesc::color_target("target", Format::Rgba8Unorm, 8, 8));
    let target = w.view(&target);
    let pass = |load: Load<[f32; 4]>, store| {
        let color = [Color { view: &v, load, store, resolve: Some(&target) }];
        let mut b = w.device.batch();
        b.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |_| {});
        b.submit().map_err(|e| e.errors[0].clone())
    };
    pass(Load::Clear([0.0; 4]), Store::Discard).unwrap();
    pass(Load::Discard, Store::Discard).unwrap();
    let stored = pass(Load::Clear([0.0; 4]), Store::Store);
    told(stored, Code::Transient, &["'transient'", "it was to be stored"]);
    told(pass(Load::Load, Store::Discard), Code::Transient, &["it was to be loaded"]);
    let (code, _) = refused(&w, |b| {
        let value = ClearValue::Float([0.0; 4]);
        b.copies("clear", &[Copy::Clear { dst: Levels::all(&t), value }]);
    });
    assert_eq!(code, Code::Transient);
    // Depth, with stencil.
    let format = Some(Format::Depth32FloatStencil8);
    let z = w.device.create_texture(&TextureDesc { format, ..transient(TextureUsage::DEPTH) }).unwrap().value;
    let z = w.view(&z);
    let clear = Depth { store: Store::Discard, ..Depth::clear(&z, 1.0) };
    for (depth, fits) in
        [(clear, true), (Depth::clear(&z, 1.0), false), (Depth { load: Load::Load, ..clear }, false)]
    {
        let mut b = w.device.batch();
        b.raster(&RasterDesc { depth: Some(depth), ..Default::default() }, |_| {});
        let answer = b.submit().map_err(|e| e.errors[0].clone());
        match fits {
            true => drop(answer.unwrap()),
            false => told(answer, Code::Transient, &["'transient'"]),
        }
    }
    // Nothing is made zero: no copy could.
    assert_eq!(w.null.null_stats().copies, 0);
}

#[test]
fn samplers_mirror_once_where_that_was_granted_and_have_one_border() {
    let w = usual();
    let once = SamplerDesc { address: [AddressMode::MirrorOnce; 3], ..SamplerDesc::linear("once") };
    drop(w.device.create_sampler(&once).unwrap());
    let none = without(Enabled::MIRROR_ONCE);
    told(none.device.create_sampler(&once), Code::NotEnabled, &["'once'", "mirror-once"]);
    let border = |a, b| SamplerDesc {
        address: [AddressMode::Border(a), AddressMode::Repeat, AddressMode::Border(b)],
        ..SamplerDesc::linear("border")
    };
    drop(w.device.create_sampler(&border(BorderColor::OpaqueBlack, BorderColor::OpaqueBlack)).unwrap());
    let two = border(BorderColor::OpaqueBlack, BorderColor::OpaqueWhite);
    let nan = SamplerDesc { label: "nan", lod: [0.0, f32::NAN], ..Default::default() };
    told(w.device.create_sampler(&nan), Code::SamplerState, &["'nan'", "a sampler's numbers", "0 to NaN"]);
    told(w.device.create_sampler(&two), Code::SamplerState, &["OpaqueBlack and OpaqueWhite", "one colour"]);
}

#[test]
fn a_texture_that_is_only_copied_has_no_view() {
    let w = usual();
    let copied = TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET;
    for format in [Format::Rgba8Unorm, Format::Bc1RgbaUnorm, Format::Depth32Float] {
        let of =
            |usage| w.texture(&TextureDesc { usage, ..TextureDesc::color_target("store", format, 8, 8) });
        for usage in [copied, TextureUsage::COPY_DST] {
            let view = w.device.create_view(&of(usage), &ViewDesc::default());
            told(view, Code::MissingUsage, &["'store'", "SAMPLED, STORAGE, COLOR or DEPTH is missing"]);
        }
        assert!(w.device.create_view(&of(copied | TextureUsage::SAMPLED), &ViewDesc::default()).is_ok());
    }
}

#[test]
fn compressed_textures_are_filled_from_few_zeros() {
    let w = usual();
    let bytes = || {
        let m = w.device.upload_memory();
        m.ring_used_bytes + m.grown_bytes
    };
    let few = 1 << 21;
    // Four thousand million bytes, more than is staged anywhere at once.
    let d = TextureDesc {
        label: "atlas",
        layers: 256,
        mips: 13,
        contents: Contents::Zero,
        ..TextureDesc::sampled("atlas", Format::Bc3RgbaUnorm, 4096, 4096, Contents::Zero)
    };
    let atlas = w.device.create_texture(&d).unwrap().value;
    assert!(bytes() <= few, "{}", bytes());
    assert_eq!(atlas.info().layers, 256);
    // Made for copies too, it is filled all the same.
    let usage = TextureUsage::SAMPLED | TextureUsage::COPY_TARGET;
    let _other = w.device.create_texture(&TextureDesc { usage, ..d }).unwrap();
    assert!(bytes() <= 2 * few, "{}", bytes());
}

#[test]
fn zeros_of_every_level_reach_a_compressed_texture() {
    let w = usual();
    let usage = TextureUsage::SAMPLED | TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET;
    let d = TextureDesc {
        mips: 2,
        layers: 2,
        usage,
        ..TextureDesc::sampled("blocks", Format::Bc3RgbaUnorm, 2048, 1020, Contents::Zero)
    };
    let t = w.device.create_texture(&d).unwrap().value;
    for mip in 0..2 {
        let mut b = w.device.batch();
        let got = b.read_texture(&Region { layers: 2, ..Region::level(&t, mip) });
        b.submit().unwrap();
        assert!(got.wait(SOON).unwrap().iter().all(|b| *b == 0));
    }
}

#[test]
fn a_texture_is_copied_where_its_format_is() {
    let copied = [
        (TextureUsage::COPY_SRC, FormatSupport::COPY_SRC, "copied from"),
        (TextureUsage::COPY_DST, FormatSupport::COPY_DST, "copied to"),
        (TextureUsage::COPY_TARGET, FormatSupport::COPY_DST, "copied to"),
    ];
    for (usage, lacks, words) in copied {
        let w = World::new(NullDesc { no_format: lacks, ..Default::default() });
        let of = |usage| {
            let usage = usage | TextureUsage::SAMPLED;
            let d = TextureDesc { usage, ..TextureDesc::color_target("store", Format::Rgba8Unorm, 8, 8) };
            w.device.create_texture(&d)
        };
        told(of(usage), Code::FormatUnsupported, &["'store'", "Rgba8Unorm", words]);
        let rest = copied.iter().filter(|c| c.1 != lacks).fold(TextureUsage::empty(), |all, c| all | c.0);
        assert!(of(rest).is_ok());
    }
}
