//! Passes, copies, queries and bundles on the Vulkan driver that is there, compared with models on the CPU, under the validation layer,
//! which stays silent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, QUAD, Target, WAIT, column, push};
use candor_rhi::backend::FormatSupport;
use candor_rhi::limits::ResolveModes;
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const COLOR: &str = "proof_draw.fs_color";
const FULL: [f32; 4] = [-1.0, -1.0, 1.0, 1.0];
const ALL_COPIES: TextureUsage = TextureUsage::COPY_SRC.union(TextureUsage::COPY_TARGET);

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

fn submit(b: &Bed, record: impl FnOnce(&mut Batch)) {
    let mut batch = b.device.batch();
    record(&mut batch);
    batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
}

fn read(b: &Bed, r: &Region<'_>) -> Vec<u8> {
    let mut readback = None;
    submit(b, |batch| readback = Some(batch.read_texture(r)));
    readback.unwrap().wait(WAIT).unwrap()
}

fn texture(b: &Bed, d: &TextureDesc<'_>) -> Texture {
    b.device.create_texture(d).unwrap().value
}

fn buffer(b: &Bed, usage: BufferUsage, data: &[u8]) -> Buffer {
    let (usage, contents) = (usage | BufferUsage::COPY_DST, Contents::Data(data));
    let d =
        BufferDesc { label: "data", size_bytes: data.len() as u64, usage, contents, ..Default::default() };
    b.device.create_buffer(&d).unwrap()
}

fn depth(b: &Bed, format: Format, samples: u32) -> Target {
    let d = TextureDesc::depth_target("depth", format, 32, 4);
    let usage = TextureUsage::DEPTH | ALL_COPIES;
    let usage = if samples > 1 { TextureUsage::DEPTH } else { usage };
    let texture = texture(b, &TextureDesc { usage, samples: Samples::Exact(samples), ..d });
    let view = b.device.create_view(&texture, &ViewDesc::default()).unwrap();
    Target { texture, view }
}

/// A pipeline without fragments that writes depth.
fn depth_pipeline(b: &Bed, format: Format, samples: u32) -> RasterPipeline {
    let depth = Some(DepthState { compare: Compare::Always, ..DepthState::standard(format) });
    let d = RasterPipelineDesc {
        label: "depth",
        vertex: bed::stage(QUAD),
        push: PushLayout { stages: Stages::RASTER, bytes: 64 },
        depth,
        samples,
        ..Default::default()
    };
    b.device.create_raster_pipeline(&d).unwrap()
}

#[test]
fn depth_is_resolved_by_each_mode_that_is_offered() {
    let Some(b) = Bed::new("depth resolve") else { return };
    let modes = b.device.limits().depth_resolve.depth;
    let d32 = Format::Depth32Float;
    if modes.is_empty() {
        let (many, one) = (depth(&b, d32, 4), depth(&b, d32, 1));
        let resolve = DepthResolve { view: &one.view, depth: Some(ResolveMode::SampleZero), stencil: None };
        let depth = Some(Depth { resolve: Some(resolve), ..Depth::clear(&many.view, 0.0) });
        let mut batch = b.device.batch();
        batch.raster(&RasterDesc { label: "samples", depth, ..Default::default() }, |_| {});
        assert_eq!(batch.submit().unwrap_err().errors[0].code(), Code::ResolveMode);
        eprintln!("SKIP depth resolves: the device has none, so that they are refused");
        return b.silent();
    }
    assert!(modes.contains(ResolveModes::SAMPLE_ZERO), "{modes:?}");
    let p = depth_pipeline(&b, d32, 4);
    let mut results = Vec::new();
    for mode in [ResolveMode::SampleZero, ResolveMode::Average, ResolveMode::Min, ResolveMode::Max] {
        if !modes.contains(ResolveModes::from_bits_truncate(mode as u8)) {
            results.push(None);
            continue;
        }
        let (many, one) = (depth(&b, d32, 4), depth(&b, d32, 1));
        let resolve = DepthResolve { view: &one.view, depth: Some(mode), stencil: None };
        let mut back = None;
        submit(&b, |batch| {
            let store = Store::Discard;
            let depth = Some(Depth { resolve: Some(resolve), store, ..Depth::clear(&many.view, 0.0) });
            batch.raster(&RasterDesc { label: "samples", depth, ..Default::default() }, |r| {
                r.pipeline(&p);
                // A slope: the samples of a pixel differ.
                r.push(0, &push(FULL, [0.0, 1.0], [0.0; 4]));
                r.draw(0..6, 0..1);
            });
            back = Some(batch.read_texture(&Region::level(&one.texture, 0)));
        });
        results.push(Some(floats(&back.unwrap().wait(WAIT).unwrap())));
    }
    let zero = results[0].clone().unwrap();
    for (x, z) in zero[..32].iter().enumerate() {
        let (low, high) = (x as f32 / 32.0, (x + 1) as f32 / 32.0);
        assert!((low..=high).contains(z), "pixel {x}: {z} of {low} to {high}");
    }
    if let [Some(zero), _, Some(min), Some(max)] = &results[..] {
        for i in 0..zero.len() {
            assert!(min[i] < max[i] && min[i] <= zero[i] && zero[i] <= max[i], "pixel {i}");
        }
    }
    if let [_, Some(average), Some(min), Some(max)] = &results[..] {
        assert!((0..average.len()).all(|i| min[i] < average[i] && average[i] < max[i]));
    }
    b.silent();
}

/// In parts, of layers, with a colour that is resolved too: the ways in which an attachment more can be mistaken for another.
#[test]
fn depth_and_stencil_are_resolved_beside_colour_and_each_without_the_other() {
    let Some(b) = Bed::new("depth and stencil resolve") else { return };
    let has = b.device.limits().depth_resolve;
    let zero = ResolveModes::SAMPLE_ZERO;
    if !has.depth.contains(zero) || !has.stencil.contains(zero) {
        return eprintln!("SKIP resolves of depth and stencil: the device has {has:?}");
    }
    let format = Format::Depth32FloatStencil8;
    // Two layers where the device has them resolved.
    let layers = if has.layers { 2 } else { 1 };
    let array = |d: TextureDesc<'_>, samples, usage| {
        let d = TextureDesc { layers, samples: Samples::Exact(samples), usage, ..d };
        let texture = texture(&b, &d);
        let d = ViewDesc { dim: ViewDim::D2Array, ..ViewDesc::default() };
        let view = b.device.create_view(&texture, &d).unwrap();
        Target { texture, view }
    };
    let z = |samples, usage| array(TextureDesc::depth_target("depth", format, 8, 4), samples, usage);
    let c = |samples, usage| array(TextureDesc::color_target("color", RGBA8, 8, 4), samples, usage);
    let (many_z, one_z) = (z(4, TextureUsage::DEPTH), z(1, TextureUsage::DEPTH | ALL_COPIES));
    let (many_c, one_c) = (c(4, TextureUsage::COLOR), c(1, TextureUsage::COLOR | TextureUsage::COPY_SRC));
    let region = |t, layer, aspect| Region { layer, layers: 1, aspect, ..Region::level(t, 0) };
    let look = |layer| {
        let depth = floats(&read(&b, &region(&one_z.texture, layer, Some(Aspects::DEPTH))));
        let stencil = read(&b, &region(&one_z.texture, layer, Some(Aspects::STENCIL)));
        let color = read(&b, &region(&one_c.texture, layer, None));
        assert!(depth.iter().all(|d| *d == depth[0]) && stencil.iter().all(|s| *s == stencil[0]));
        assert!(color.chunks(4).all(|c| c == &color[..4]));
        (depth[0], stencil[0], color[0])
    };
    let clear = |batch: &mut Batch, value| {
        let dst = Levels::all(&one_z.texture);
        batch.copies("clear", &[Copy::Clear { dst, value }]);
    };
    let pass = |batch: &mut Batch, parts, depth, stencil, value: (f32, u32, f32)| {
        let resolve = Some(DepthResolve { view: &one_z.view, depth, stencil });
        let load = Load::Clear((value.0, value.1));
        let depth = Some(Depth { load, resolve, store: Store::Discard, ..Depth::clear(&many_z.view, 0.0) });
        let (resolve, store) = (Some(&one_c.view), Store::Discard);
        let color = [Color { resolve, store, ..Color::clear(&many_c.view, [value.2; 4]) }];
        let d = RasterDesc { label: "samples", color: &color, depth, ..Default::default() };
        batch.raster_split(&d, parts).for_each(|part| part.record(|_| {}));
    };
    let mode = Some(ResolveMode::SampleZero);
    for parts in [1, 3] {
        submit(&b, |batch| {
            clear(batch, ClearValue::Depth(0.75, 3));
            pass(batch, parts, mode, mode, (0.25, 7, 0.2));
        });
        assert_eq!(
            (0..layers).map(look).collect::<Vec<_>>(),
            vec![(0.25, 7, 51); layers as usize],
            "both, {parts} parts"
        );
        if !has.independent && !has.independent_none {
            continue;
        }
        submit(&b, |batch| {
            clear(batch, ClearValue::Depth(0.75, 3));
            pass(batch, parts, mode, None, (0.5, 9, 0.4));
        });
        assert_eq!(
            (0..layers).map(look).collect::<Vec<_>>(),
            vec![(0.5, 3, 102); layers as usize],
            "depth alone, {parts} parts"
        );
        submit(&b, |batch| {
            clear(batch, ClearValue::Depth(0.75, 3));
            pass(batch, parts, None, mode, (0.5, 9, 0.6));
        });
        assert_eq!(
            (0..layers).map(look).collect::<Vec<_>>(),
            vec![(0.75, 9, 153); layers as usize],
            "stencil alone, {parts} parts"
        );
    }
    b.silent();
}

#[test]
fn stencil_is_cleared_kept_and_copied_apart_from_depth() {
    let Some(b) = Bed::new("stencil") else { return };
    let format = Format::Depth32FloatStencil8;
    let t = depth(&b, format, 1);
    let region = |aspect| Region { aspect: Some(aspect), ..Region::level(&t.texture, 0) };
    let look = || (floats(&read(&b, &region(Aspects::DEPTH))), read(&b, &region(Aspects::STENCIL)));
    let pass = |d: Depth<'_>| {
        submit(&b, |batch| {
            batch.raster(&RasterDesc { label: "pass", depth: Some(d), ..Default::default() }, |_| {});
        });
    };
    let ops = |load| Some(StencilOps { load, store: Store::Store });
    let both = Depth { load: Load::Clear((0.25, 7)), ..Depth::clear(&t.view, 0.0) };
    pass(both);
    assert_eq!(look(), (vec![0.25; 128], vec![7; 128]));
    pass(Depth { stencil: ops(Load::Load), ..Depth::clear(&t.view, 0.5) });
    assert_eq!(look(), (vec![0.5; 128], vec![7; 128]), "depth alone");
    pass(Depth { stencil: ops(Load::Clear(200)), ..Depth::load(&t.view) });
    assert_eq!(look(), (vec![0.5; 128], vec![200; 128]), "stencil alone");
    // Up from a buffer, and across to another texture.
    let bytes: Vec<u8> = (0..128).collect();
    let data = buffer(&b, BufferUsage::COPY_SRC, &bytes);
    let other = depth(&b, format, 1);
    submit(&b, |batch| {
        let src = BufferSide { buffer: &data, offset: 0, row_bytes: 0, rows: 0 };
        batch.copies("up", &[Copy::BufferToTexture { src, dst: region(Aspects::STENCIL) }]);
        let dst = Region { origin: [16, 0, 0], ..Region::level(&other.texture, 0) };
        let src = Region { size: [16, 4, 1], ..Region::level(&t.texture, 0) };
        batch.copies("across", &[Copy::Texture { src, dst }]);
    });
    assert_eq!(look(), (vec![0.5; 128], bytes.clone()));
    let stencil = read(&b, &Region { aspect: Some(Aspects::STENCIL), ..Region::level(&other.texture, 0) });
    let depth =
        floats(&read(&b, &Region { aspect: Some(Aspects::DEPTH), ..Region::level(&other.texture, 0) }));
    for (i, s) in stencil.iter().enumerate() {
        let (x, y) = (i % 32, i / 32);
        let expected = if x < 16 { (0, 0.0) } else { (bytes[y * 32 + x - 16], 0.5) };
        assert_eq!((*s, depth[i]), expected, "pixel {x},{y}");
    }
    b.silent();
}

#[test]
fn clears_reach_their_levels_layers_and_aspects_and_no_others() {
    let Some(b) = Bed::new("clears") else { return };
    let of = |format| {
        let d = TextureDesc::color_target("levels", format, 8, 8);
        texture(&b, &TextureDesc { usage: ALL_COPIES, mips: 3, layers: 4, ..d })
    };
    let (float, uint, sint) = (of(RGBA8), of(Format::R32Uint), of(Format::Rgba16Sint));
    let d = TextureDesc::depth_target("aspects", Format::Depth32FloatStencil8, 8, 8);
    let z = texture(&b, &TextureDesc { usage: TextureUsage::DEPTH | ALL_COPIES, layers: 2, ..d });
    submit(&b, |batch| {
        let part = |t| Levels { mip: 1, mips: 1, layer: 1, layers: 2, ..Levels::all(t) };
        batch.copies(
            "clear",
            &[
                Copy::Clear { dst: part(&float), value: ClearValue::Float([1.0, 0.0, 1.0, 0.2]) },
                Copy::Clear { dst: part(&uint), value: ClearValue::Uint([u32::MAX - 1, 0, 0, 0]) },
                Copy::Clear { dst: part(&sint), value: ClearValue::Sint([-1, -2, 3, i16::MIN.into()]) },
                Copy::Clear { dst: Levels::all(&z), value: ClearValue::Depth(0.75, 3) },
            ],
        );
        let aspect = |aspects, layer| Levels { aspects: Some(aspects), layer, layers: 1, ..Levels::all(&z) };
        batch.copies(
            "aspects",
            &[
                Copy::Clear { dst: aspect(Aspects::STENCIL, 0), value: ClearValue::Depth(0.0, 9) },
                Copy::Clear { dst: aspect(Aspects::DEPTH, 1), value: ClearValue::Depth(1.0, 0) },
            ],
        );
    });
    let texel = |t: &Texture| -> Vec<u8> {
        match t.info().format {
            Format::R32Uint => (u32::MAX - 1).to_le_bytes().to_vec(),
            Format::Rgba16Sint => [-1, -2, 3, i16::MIN].iter().flat_map(|v: &i16| v.to_le_bytes()).collect(),
            _ => vec![255, 0, 255, 51],
        }
    };
    for t in [&float, &uint, &sint] {
        let texel = texel(t);
        for mip in 0..3 {
            for layer in 0..4 {
                let got = read(&b, &Region { layer, ..Region::level(t, mip) });
                let cleared = mip == 1 && (1..3).contains(&layer);
                for (i, g) in got.chunks_exact(texel.len()).enumerate() {
                    let expected = if cleared { texel.clone() } else { vec![0; texel.len()] };
                    assert_eq!(g, expected, "{:?}, level {mip}, layer {layer}, texel {i}", t.info().format);
                }
            }
        }
    }
    for (layer, (depth, stencil)) in [(0.75, 9), (1.0, 3)].into_iter().enumerate() {
        let r = |aspect| Region { layer: layer as u32, aspect: Some(aspect), ..Region::level(&z, 0) };
        assert_eq!(floats(&read(&b, &r(Aspects::DEPTH))), [depth; 64], "layer {layer}");
        assert_eq!(read(&b, &r(Aspects::STENCIL)), [stencil; 64], "layer {layer}");
    }
    b.silent();
}

#[test]
fn blits_scale_filter_and_convert() {
    let Some(b) = Bed::new("blits") else { return };
    let bytes: Vec<u8> = (0..8 * 4 * 2 * 4u32).map(|i| (i * 29 % 256) as u8).collect();
    let d = TextureDesc::color_target("source", RGBA8, 8, 4);
    let src =
        texture(&b, &TextureDesc { usage: ALL_COPIES, layers: 2, contents: Contents::Data(&bytes), ..d });
    let of = |format, w, h| {
        let d = TextureDesc::color_target("blitted", format, w, h);
        texture(&b, &TextureDesc { usage: ALL_COPIES, layers: 2, ..d })
    };
    let (half, double, float) = (of(RGBA8, 4, 2), of(RGBA8, 16, 8), of(Format::Rgba32Float, 8, 4));
    let part = of(RGBA8, 8, 4);
    let region = |t| Region { layers: 2, ..Region::level(t, 0) };
    submit(&b, |batch| {
        let to = |t, filter| Copy::Blit { src: region(&src), dst: region(t), filter };
        let corner = |t, origin| Region { origin, size: [4, 2, 1], ..region(t) };
        batch.copies(
            "blit",
            &[
                to(&half, Filter::Linear),
                to(&double, Filter::Nearest),
                to(&float, Filter::Nearest),
                Copy::Blit {
                    src: corner(&src, [4, 0, 0]),
                    dst: corner(&part, [2, 1, 0]),
                    filter: Filter::Nearest,
                },
            ],
        );
    });
    let at = |x: u32, y: u32, layer: u32, c: u32| bytes[(((layer * 4 + y) * 8 + x) * 4 + c) as usize];
    let back = |t: &Texture, layer| read(&b, &Region { layer, ..Region::level(t, 0) });
    for layer in 0..2 {
        for (i, got) in back(&half, layer).into_iter().enumerate() {
            let (c, x, y) = (i as u32 % 4, i as u32 / 4 % 4, i as u32 / 16);
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let sum: u32 = four.iter().map(|(u, v)| u32::from(at(2 * x + u, 2 * y + v, layer, c))).sum();
            assert!(
                f64::from(got).mul_add(4.0, -f64::from(sum)).abs() <= 6.0,
                "half {x},{y}: {got} of {sum}/4"
            );
        }
        for (i, got) in back(&double, layer).into_iter().enumerate() {
            let (c, x, y) = (i as u32 % 4, i as u32 / 4 % 16, i as u32 / 64);
            assert_eq!(got, at(x / 2, y / 2, layer, c), "double {x},{y}");
        }
        for (i, got) in floats(&back(&float, layer)).into_iter().enumerate() {
            let (c, x, y) = (i as u32 % 4, i as u32 / 4 % 8, i as u32 / 32);
            assert!((got - f32::from(at(x, y, layer, c)) / 255.0).abs() < 1e-6, "float {x},{y}: {got}");
        }
        for (i, got) in back(&part, layer).into_iter().enumerate() {
            let (c, x, y) = (i as u32 % 4, i as u32 / 4 % 8, i as u32 / 32);
            let inside = (2..6).contains(&x) && (1..3).contains(&y);
            assert_eq!(got, if inside { at(x + 2, y - 1, layer, c) } else { 0 }, "part {x},{y}");
        }
    }
    b.silent();
}

#[test]
fn mip_chains_are_made_of_arrays_cubes_and_volumes() {
    let Some(b) = Bed::new("mips") else { return };
    for (dim, size, layers) in
        [(TextureDim::D2, [8, 4, 1], 3), (TextureDim::Cube, [8, 8, 1], 6), (TextureDim::D3, [8, 4, 4], 1)]
    {
        let mips = 4;
        let level = |m: u32| size.map(|s: u32| (s >> m).max(1));
        let texels = |m| level(m).iter().product::<u32>() as usize;
        let mut data = Vec::new();
        for layer in 0..layers {
            for m in 0..mips {
                let value = |i: usize| ((i * 31 + layer as usize * 7) % 256) as f32 / 256.0;
                data.extend((0..texels(m)).flat_map(|i| if m == 0 { value(i) } else { -1.0 }.to_le_bytes()));
            }
        }
        let t = texture(
            &b,
            &TextureDesc {
                label: "chain",
                dim,
                format: Some(Format::R32Float),
                size,
                layers,
                mips,
                usage: ALL_COPIES,
                contents: Contents::Data(&data),
                ..Default::default()
            },
        );
        // The last layer of an array stays as it was.
        let made = if dim == TextureDim::D2 { 2 } else { layers };
        submit(&b, |batch| batch.generate_mips(&Levels { layers: made, ..Levels::all(&t) }));
        for layer in 0..layers {
            let mut above = floats(&read(&b, &Region { layer, ..Region::level(&t, 0) }));
            for m in 1..mips {
                let got = floats(&read(&b, &Region { layer, ..Region::level(&t, m) }));
                let ([w, h, d], [aw, ah, ad]) = (level(m), level(m - 1));
                let mut expected = Vec::new();
                for (z, y, x) in (0..d).flat_map(|z| (0..h).flat_map(move |y| (0..w).map(move |x| (z, y, x))))
                {
                    let span = |i: u32, n: u32, a: u32| i * (a / n)..(i + 1) * (a / n);
                    let mut values = Vec::new();
                    for az in span(z, d, ad) {
                        for ay in span(y, h, ah) {
                            values
                                .extend(span(x, w, aw).map(|ax| above[((az * ah + ay) * aw + ax) as usize]));
                        }
                    }
                    expected.push(values.iter().sum::<f32>() / values.len() as f32);
                }
                for (i, (g, e)) in got.iter().zip(&expected).enumerate() {
                    let e = if layer < made { *e } else { -1.0 };
                    assert!(
                        (g - e).abs() < 2e-3,
                        "{dim:?} layer {layer} level {m} texel {i}: {g} instead of {e}"
                    );
                }
                above = expected;
            }
        }
    }
    b.silent();
}

#[test]
fn blocks_are_made_of_words_where_the_device_copies_between_them() {
    let Some(b) = Bed::new("copies of blocks") else { return };
    let of = |label, format, dim, size, mips| {
        let usage =
            if Format::is_compressed(format) { ALL_COPIES | TextureUsage::SAMPLED } else { ALL_COPIES };
        let d = TextureDesc { label, format: Some(format), dim, size, mips, usage, ..Default::default() };
        texture(&b, &d)
    };
    // Blocks out of words: 20x12 texels are 5x3 blocks; the second level, 10x6, has 3x2 of which the last stand over.
    let (bc, words) = (
        of("blocks", Format::Bc1RgbaUnorm, TextureDim::D2, [20, 12, 1], 2),
        of("words", Format::Rg32Uint, TextureDim::D2, [5, 3, 1], 1),
    );
    if !b.device.limits().block_copies {
        let mut batch = b.device.batch();
        batch
            .copies("across", &[Copy::Texture { src: Region::level(&words, 0), dst: Region::level(&bc, 0) }]);
        assert_eq!(batch.submit().unwrap_err().errors[0].code(), Code::CopyFormat);
        eprintln!("SKIP copies of blocks: the device is known to fail at them, so that they are refused");
        return;
    }
    let pattern: Vec<u8> = (0..120u32).map(|i| (i * 11 % 256) as u8).collect();
    let data = buffer(&b, BufferUsage::COPY_SRC, &pattern);
    submit(&b, |batch| {
        let src = BufferSide { buffer: &data, offset: 0, row_bytes: 0, rows: 0 };
        batch.copies("up", &[Copy::BufferToTexture { src, dst: Region::level(&words, 0) }]);
        let small = Region { size: [3, 2, 1], ..Region::level(&words, 0) };
        batch.copies(
            "across",
            &[
                Copy::Texture { src: Region::level(&words, 0), dst: Region::level(&bc, 0) },
                Copy::Texture { src: small, dst: Region::level(&bc, 1) },
            ],
        );
    });
    assert_eq!(read(&b, &Region::level(&bc, 0)), pattern);
    let small: Vec<u8> = pattern[..24].iter().chain(&pattern[40..64]).copied().collect();
    assert_eq!(read(&b, &Region::level(&bc, 1)), small);
    let block = Region { origin: [4, 8, 0], size: [8, 4, 1], ..Region::level(&bc, 0) };
    assert_eq!(read(&b, &block), pattern[88..104], "two blocks of the last row");
    b.silent();
}

#[test]
fn boxes_of_volumes_are_copied_between_views_of_the_same_bits() {
    let Some(b) = Bed::new("volumes") else { return };
    let of = |label, format| {
        let d = TextureDesc {
            label,
            format: Some(format),
            dim: TextureDim::D3,
            size: [4; 3],
            usage: ALL_COPIES,
            ..Default::default()
        };
        texture(&b, &d)
    };
    let (volume, other) = (of("volume", Format::R32Uint), of("floats", Format::R32Float));
    let values: Vec<u8> = (0..64).flat_map(|i: u32| (i as f32).to_le_bytes()).collect();
    let data = buffer(&b, BufferUsage::COPY_SRC, &values);
    submit(&b, |batch| {
        let src = BufferSide { buffer: &data, offset: 0, row_bytes: 0, rows: 0 };
        batch.copies("up", &[Copy::BufferToTexture { src, dst: Region::level(&volume, 0) }]);
        let src = Region { origin: [1, 2, 1], size: [2, 2, 3], ..Region::level(&volume, 0) };
        let dst = Region { origin: [2, 0, 0], ..Region::level(&other, 0) };
        batch.copies("across", &[Copy::Texture { src, dst }]);
    });
    for (i, got) in floats(&read(&b, &Region::level(&other, 0))).into_iter().enumerate() {
        let (x, y, z) = (i % 4, i / 4 % 4, i / 16);
        let inside = x >= 2 && y < 2 && z < 3;
        let expected = if inside { (x - 1) + 4 * (y + 2) + 16 * (z + 1) } else { 0 };
        assert_eq!(got, expected as f32, "{x},{y},{z}");
    }
    b.silent();
}

#[test]
fn a_bundle_draws_what_its_commands_draw() {
    let Some(b) = Bed::new("bundles") else { return };
    let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &[RGBA8.into()], ..Default::default() });
    let plain = b.pipeline(
        "triangle.vs_main",
        "triangle.fs_main",
        &RasterPipelineDesc { colors: &[RGBA8.into()], ..Default::default() },
    );
    let args: Vec<u8> = [6u32, 1, 0, 0].iter().flat_map(|w| w.to_le_bytes()).collect();
    let args = buffer(&b, BufferUsage::INDIRECT, &args);
    let shade = |i: usize| [(i * 20) as f32 / 255.0, 0.0, 1.0, 1.0];
    let desc = BundleDesc { label: "columns", colors: &[RGBA8], ..Default::default() };
    let bundle = b.device.create_bundle(&desc, |e| {
        e.pipeline(&plain);
        e.draw(0..3, 0..1);
        for i in 0..8 {
            e.pipeline(&p);
            e.push(0, &push(column(i, 8), [0.5; 2], shade(i)));
            if i % 2 == 0 { e.draw(0..6, 0..1) } else { e.draw_indirect(&args, 0, 1) }
        }
    });
    let bundle = bundle.unwrap();
    // It holds what it names.
    drop((p, plain, args));
    b.device.poll();
    let t = b.target(RGBA8, 16, 4);
    let expected: Vec<u8> = (0..64).flat_map(|i| [(i % 16 / 2 * 20) as u8, 0, 255, 255]).collect();
    for _ in 0..3 {
        let bytes = b.frame(&t, |batch, v| {
            batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |r| {
                r.execute(&bundle);
                r.execute(&bundle);
            });
        });
        assert_eq!(bytes, expected);
        let bytes = b.frame(&t, |batch, v| {
            let color = [Color::clear(v, [0.0; 4])];
            let slot = batch.raster_slot(&RasterDesc { color: &color, ..Default::default() }).unwrap();
            std::thread::scope(|s| s.spawn(|| slot.record(|r| r.execute(&bundle))).join().unwrap());
        });
        assert_eq!(bytes, expected, "on another thread");
    }
    drop(bundle);
    b.silent();
}

#[test]
fn passes_have_times_with_their_labels() {
    let Some(b) = Bed::new("pass times") else { return };
    if b.device.limits().timestamp_bits == 0 {
        eprintln!("SKIP pass times: the device's queue writes no timestamps");
        return;
    }
    let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &[RGBA8.into()], ..Default::default() });
    let t = b.target(RGBA8, 512, 512);
    b.device.time_passes(true).unwrap();
    let labels: Vec<String> = (0..70).map(|i| format!("pass {i}")).collect();
    for _ in 0..2 {
        submit(&b, |batch| {
            for (i, label) in labels.iter().enumerate() {
                let color = [Color::clear(&t.view, [0.0; 4])];
                batch.raster(&RasterDesc { label, color: &color, ..Default::default() }, |r| {
                    r.pipeline(&p);
                    r.push(0, &push(FULL, [0.5; 2], [1.0; 4]));
                    (0..if i == 69 { 32 } else { 0 }).for_each(|_| r.draw(0..6, 0..1));
                });
            }
        });
    }
    b.device.pass_times(|times| {
        assert!(times.iter().map(|t| &t.label).eq(&labels));
        assert!(times.iter().all(|t| t.kind == PassKind::Raster && t.ns >= 0.0), "{times:?}");
        assert!(times[69].ns > 0.0, "{times:?}");
    });
    b.silent();
}

#[test]
fn debug_groups_and_markers_leave_the_picture_as_it_is() {
    let Some(b) = Bed::new("debug groups") else { return };
    let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &[RGBA8.into()], ..Default::default() });
    let t = b.target(RGBA8, 4, 4);
    let bytes = b.frame(&t, |batch, v| {
        batch.push_group("frame");
        batch.marker("with a \0 in it");
        let color = [Color::clear(v, [0.0; 4])];
        let slot = batch.raster_slot(&RasterDesc { label: "slot \0", color: &color, ..Default::default() });
        slot.unwrap().record(|r| {
            r.push_group("group \0");
            r.pop_group();
        });
        batch.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |r| {
            r.push_group("draws");
            r.pipeline(&p);
            r.marker("here");
            r.push(0, &push(FULL, [0.5; 2], [1.0; 4]));
            r.draw(0..6, 0..1);
            r.pop_group();
        });
        batch.pop_group();
    });
    assert_eq!(bytes, [255; 64]);
    b.silent();
}

#[test]
fn the_blend_constant_stays_until_it_is_set_again() {
    let Some(b) = Bed::new("blend constant") else { return };
    let part = BlendPart { src: BlendFactor::Constant, dst: BlendFactor::OneMinusConstant, op: BlendOp::Add };
    let blend = Some(Blend { color: part, alpha: part });
    let colors = [ColorState { blend, ..RGBA8.into() }];
    let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &colors, ..Default::default() });
    let t = b.target(RGBA8, 3, 1);
    let bytes = b.frame(&t, |batch, v| {
        let color = [Color::clear(v, [0.0, 0.0, 1.0, 1.0])];
        batch.raster(&RasterDesc { color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            for (i, c) in
                [Some([1.0, 0.0, 0.5, 1.0]), None, Some([0.2, 1.0, 1.0, 0.0])].into_iter().enumerate()
            {
                if let Some(c) = c {
                    r.blend_constant(c);
                }
                r.push(0, &push(column(i, 3), [0.5; 2], [1.0, 1.0, 0.0, 0.0]));
                r.draw(0..6, 0..1);
            }
        });
    });
    let expected = [255, 0, 128, 0, 255, 0, 128, 0, 51, 255, 0, 255];
    assert!(bytes.iter().zip(expected).all(|(a, e): (&u8, u8)| a.abs_diff(e) <= 1), "{bytes:?}");
    b.silent();
}

#[test]
fn a_pass_begins_with_a_blend_constant_of_zero() {
    let Some(b) = Bed::new("blend constant of a pass") else { return };
    let part = BlendPart { src: BlendFactor::Constant, dst: BlendFactor::OneMinusConstant, op: BlendOp::Add };
    let blend = Some(Blend { color: part, alpha: part });
    let colors = [ColorState { blend, ..RGBA8.into() }];
    let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &colors, ..Default::default() });
    let t = b.target(RGBA8, 3, 1);
    let bytes = b.frame(&t, |batch, v| {
        // The first pass of a list never sets it, the last follows one that did.
        for (i, constant) in [None, Some([1.0; 4]), None].into_iter().enumerate() {
            let clear = [Color::clear(v, [0.0, 0.0, 1.0, 1.0])];
            let load = [Color::load(v)];
            let color: &[Color<'_>] = if i == 0 { &clear } else { &load };
            batch.raster(&RasterDesc { color, ..Default::default() }, |r| {
                r.pipeline(&p);
                if let Some(c) = constant {
                    r.blend_constant(c);
                }
                r.push(0, &push(column(i, 3), [0.5; 2], [1.0, 0.0, 0.0, 1.0]));
                r.draw(0..6, 0..1);
            });
        }
    });
    assert_eq!(bytes, [0, 0, 255, 255, 255, 0, 0, 255, 0, 0, 255, 255]);
    b.silent();
}

#[test]
fn a_texture_of_any_shape_is_there_or_refused_and_no_driver_makes_what_it_has_not() {
    let Some(b) = Bed::new("textures of any shape") else { return };
    let (mut made, mut refused) = (0, 0);
    for format in Format::ALL {
        let (support, _) = b.device.format_support(*format);
        for (dim, size) in [(TextureDim::D1, [8, 1, 1]), (TextureDim::D3, [8; 3])] {
            for (usage, needs) in [
                (TextureUsage::SAMPLED, FormatSupport::SAMPLED),
                (TextureUsage::COLOR, FormatSupport::COLOR),
                (TextureUsage::DEPTH, FormatSupport::DEPTH),
            ] {
                if !support.contains(needs) {
                    continue;
                }
                let d = TextureDesc {
                    label: "shape",
                    dim,
                    format: Some(*format),
                    size,
                    usage,
                    contents: Contents::Undefined,
                    ..Default::default()
                };
                match b.device.create_texture(&d) {
                    Ok(_) => made += 1,
                    Err(e) => {
                        refused += 1;
                        let told = e.to_string();
                        let parts = ["'shape'".to_owned(), format!("no {dim:?} texture in {format}")];
                        assert!(parts.iter().all(|p| told.contains(p)), "{told}");
                    }
                }
            }
        }
    }
    b.silent();
    assert!(made > refused, "{made} were made, {refused} refused");
}

#[test]
fn occlusion_is_asked_in_passes_on_other_threads() {
    let Some(b) = Bed::new("occlusion in slots") else { return };
    let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &[RGBA8.into()], ..Default::default() });
    let t = b.target(RGBA8, 8, 8);
    let d = QuerySetDesc { label: "seen", kind: QueryKind::PreciseOcclusion, count: 8 };
    let set = b.device.create_query_set(&d).unwrap();
    let mut results = None;
    submit(&b, |batch| {
        let color = [Color::clear(&t.view, [0.0; 4])];
        let slots: Vec<_> = (0..2)
            .map(|i| {
                let occlusion = Some(QueryRange { set: &set, first: 4 * i, count: 4 });
                let q = PassQueries { occlusion, ..Default::default() };
                let d = RasterDesc { label: "slot", color: &color, queries: Some(&q), ..Default::default() };
                (i, batch.raster_slot(&d).unwrap())
            })
            .collect();
        std::thread::scope(|s| {
            for (i, slot) in slots {
                let p = &p;
                s.spawn(move || {
                    slot.record(|r| {
                        r.pipeline(p);
                        r.push(0, &push(column(0, 2), [0.5; 2], [1.0; 4]));
                        r.begin_occlusion(4 * i + 1 + i);
                        r.draw(0..6, 0..1);
                        r.end_occlusion();
                    });
                });
            }
        });
        results = Some(batch.read_queries(QueryRange { set: &set, first: 0, count: 8 }));
    });
    assert_eq!(results.unwrap().wait(WAIT).unwrap(), [0, 32, 0, 0, 0, 0, 32, 0]);
    b.silent();
}

#[test]
fn drawn_mips_average_what_each_texel_covers() {
    let Some(b) = Bed::new("drawn mips") else { return };
    let format = Format::R32Float;
    b.device.prepare_mips(format, TextureDim::D2).unwrap();
    let (w, h, layers) = (13u32, 6u32, 2u32);
    let level = |m: u32| [(w >> m).max(1), (h >> m).max(1)];
    let value = |x: u32, y: u32, layer: u32| ((x * 37 + y * 91 + layer * 13) % 101) as f32;
    let mut data = Vec::new();
    for layer in 0..layers {
        for m in 0..4 {
            for i in 0..level(m)[0] * level(m)[1] {
                let v = if m == 0 { value(i % w, i / w, layer) } else { -1.0 };
                data.extend(v.to_le_bytes());
            }
        }
    }
    let d = TextureDesc::color_target("chain", format, w, h);
    let t = texture(&b, &TextureDesc { mips: 4, layers, contents: Contents::Data(&data), ..d });
    submit(&b, |batch| batch.draw_mips(&Levels { mips: 3, ..Levels::all(&t) }));
    for layer in 0..layers {
        let mut above = floats(&read(&b, &Region { layer, ..Region::level(&t, 0) }));
        for m in 1..4 {
            let got = floats(&read(&b, &Region { layer, ..Region::level(&t, m) }));
            let ([aw, ah], [lw, lh]) = (level(m - 1), level(m));
            // How much of a source texel a target texel covers, along one axis.
            let cover = |s: u32, i: u32, from: u32, to: u32| {
                let scale = from as f32 / to as f32;
                let (low, high) = (i as f32 * scale, (i + 1) as f32 * scale);
                (high.min((s + 1) as f32) - low.max(s as f32)).max(0.0) / scale
            };
            let mut expected = vec![-1.0; (lw * lh) as usize];
            if m < 3 {
                for (i, e) in expected.iter_mut().enumerate() {
                    let (x, y) = (i as u32 % lw, i as u32 / lw);
                    *e = (0..aw * ah)
                        .map(|s| cover(s % aw, x, aw, lw) * cover(s / aw, y, ah, lh) * above[s as usize])
                        .sum();
                }
            }
            for (i, (g, e)) in got.iter().zip(&expected).enumerate() {
                assert!((g - e).abs() < 1e-2, "layer {layer} level {m} texel {i}: {g} instead of {e}");
            }
            above = got;
        }
    }
    b.silent();
}
