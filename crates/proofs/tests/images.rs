//! Pictures on the Vulkan driver that is there, compared with models on the CPU, under the validation layer, which stays silent.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::{Bed, QUAD, WAIT, column, push};
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const COLOR: &str = "proof_draw.fs_color";
const FULL: [f32; 4] = [-1.0, -1.0, 1.0, 1.0];

type Rgba = [u8; 4];
/// Source, destination and the source's alpha to the result.
type Model = fn(f32, f32, f32) -> f32;
const BLACK: Rgba = [0; 4];
const WHITE: Rgba = [255; 4];

fn pixels(bytes: &[u8]) -> Vec<Rgba> {
    bytes.chunks_exact(4).map(|b| [b[0], b[1], b[2], b[3]]).collect()
}

/// Every channel within `off` of the model.
fn compare(bytes: &[u8], width: u32, off: u8, model: impl Fn(u32, u32) -> Rgba) {
    for (i, p) in pixels(bytes).into_iter().enumerate() {
        let (x, y) = (i as u32 % width, i as u32 / width);
        let m = model(x, y);
        let near = p.iter().zip(m).all(|(a, b)| a.abs_diff(b) <= off);
        assert!(near, "pixel {x},{y}: {p:?} instead of {m:?}");
    }
}

#[test]
fn clear_fills_every_pixel() {
    let Some(b) = Bed::new("clear") else { return };
    let t = b.target(RGBA8, 37, 5);
    let bytes = b.frame(&t, |batch, v| {
        batch.raster(
            &RasterDesc { color: &[Color::clear(v, [0.25, 0.5, 0.75, 1.0])], ..Default::default() },
            |_| {},
        );
    });
    assert_eq!(bytes.len(), 37 * 5 * 4, "rows are tightly packed");
    // Rounding to the nearest value is preferred and not required (Vulkan specification, "Conversion From Floating-Point to
    // Normalized Fixed-Point"): a tie may fall either way.
    compare(&bytes, 37, 1, |_, _| [64, 128, 191, 255]);
    b.silent();
}

#[test]
fn a_triangle_is_the_right_way_up() {
    let Some(b) = Bed::new("triangle") else { return };
    let t = b.target(RGBA8, 64, 64);
    let p = b.pipeline(
        "triangle.vs_main",
        "triangle.fs_main",
        &RasterPipelineDesc { colors: &[RGBA8.into()], ..Default::default() },
    );
    let bytes = b.frame(&t, |batch, v| {
        batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |r| {
            r.pipeline(&p);
            r.draw(0..3, 0..1);
        });
    });
    // Apex (0, 0.75) red, left foot (-0.75, -0.75) green, right foot blue, in clip space with y up.
    let area =
        |a: [f32; 2], b: [f32; 2], c: [f32; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let [red, green, blue] = [[0.0, 0.75], [-0.75, -0.75], [0.75, -0.75]];
    let mut inside = 0;
    for (i, p) in pixels(&bytes).into_iter().enumerate() {
        let (x, y) = (i as f32 % 64.0, (i / 64) as f32);
        let at = [(x.floor() + 0.5) / 32.0 - 1.0, 1.0 - (y + 0.5) / 32.0];
        let all = area(red, green, blue);
        let w = [area(at, green, blue), area(red, at, blue), area(red, green, at)].map(|a| a / all);
        let edge = w.iter().copied().fold(f32::MAX, f32::min);
        if edge.abs() < 0.01 {
            continue;
        }
        let model = if edge > 0.0 { [w[0], w[1], w[2], 1.0].map(|v| v * 255.0) } else { [0.0; 4] };
        inside += u32::from(edge > 0.0);
        for (g, m) in p.into_iter().zip(model) {
            assert!((f32::from(g) - m).abs() <= 1.5, "pixel {x},{y}: {p:?} instead of {model:?}");
        }
    }
    assert!(inside > 900, "{inside}");
    let (top, bottom) = (pixels(&bytes)[10 * 64 + 32], pixels(&bytes)[54 * 64 + 12]);
    assert!(top[0] > 200 && bottom[1] > 200, "the first row is the top: {top:?}, {bottom:?}");
    b.silent();
}

#[test]
fn a_counter_clockwise_triangle_shows_its_front() {
    let Some(b) = Bed::new("front face") else { return };
    for (front, cull, seen) in [
        (FrontFace::Ccw, Cull::Back, true),
        (FrontFace::Ccw, Cull::Front, false),
        (FrontFace::Cw, Cull::Back, false),
        (FrontFace::Cw, Cull::Front, true),
    ] {
        let t = b.target(RGBA8, 8, 8);
        let colors = [RGBA8.into()];
        let p = b.pipeline(
            QUAD,
            COLOR,
            &RasterPipelineDesc { colors: &colors, front, cull, ..Default::default() },
        );
        let bytes = b.frame(&t, |batch, v| {
            batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |r| {
                r.pipeline(&p);
                r.push(0, &push(FULL, [0.5; 2], [1.0; 4]));
                r.draw(0..6, 0..1);
            });
        });
        compare(&bytes, 8, 0, |_, _| if seen { WHITE } else { BLACK });
    }
    b.silent();
}

#[test]
fn depth_keeps_the_nearer_one_either_way() {
    let Some(b) = Bed::new("depth") else { return };
    // Compare, cleared depth, and which of the columns 0.2, 0.5, 0.5, 0.8 pass against a rectangle at 0.5 drawn before.
    let cases = [
        (Compare::Less, 1.0, [true, false, false, false]),
        (Compare::LessEqual, 1.0, [true, true, true, false]),
        (Compare::Greater, 0.0, [false, false, false, true]),
        (Compare::GreaterEqual, 0.0, [false, true, true, true]),
        (Compare::Equal, 0.5, [false, true, true, false]),
        (Compare::Never, 0.5, [false; 4]),
        (Compare::Always, 0.5, [true; 4]),
    ];
    for format in [Format::Depth32Float, Format::Depth16Unorm] {
        for (compare_with, cleared, passes) in cases {
            let (t, z) = (b.target(RGBA8, 8, 4), b.depth(format, 8, 4));
            let state = DepthState { compare: compare_with, ..DepthState::standard(format) };
            let colors = [RGBA8.into()];
            let desc = RasterPipelineDesc { colors: &colors, depth: Some(state), ..Default::default() };
            let p = b.pipeline(QUAD, COLOR, &desc);
            let fill = DepthState { compare: Compare::Always, ..state };
            let first = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { depth: Some(fill), ..desc });
            let bytes = b.frame(&t, |batch, v| {
                let color = [Color::clear(v, [0.0; 4])];
                let depth = Some(Depth::clear(&z.view, cleared));
                batch.raster(&RasterDesc { color: &color, depth, ..Default::default() }, |r| {
                    r.pipeline(&first);
                    r.push(0, &push(FULL, [0.5; 2], [0.0; 4]));
                    r.draw(0..6, 0..1);
                    r.pipeline(&p);
                    for (i, z) in [0.2, 0.5, 0.5, 0.8].into_iter().enumerate() {
                        r.push(0, &push(column(i, 4), [z; 2], [1.0; 4]));
                        r.draw(0..6, 0..1);
                    }
                });
            });
            let model = |x: u32, _| if passes[x as usize / 2] { WHITE } else { BLACK };
            compare(&bytes, 8, 0, model);
        }
    }
    b.silent();
}

#[test]
fn blending_is_arithmetic() {
    let Some(b) = Bed::new("blend") else { return };
    let src = [0.4, 0.2, 0.8, 0.5];
    let dst = [0.2, 0.6, 0.4, 1.0];
    let part = |src, dst, op| BlendPart { src, dst, op };
    use BlendFactor as F;
    use BlendOp as O;
    let both = |p| Blend { color: p, alpha: p };
    let cases: [(Blend, Model); 8] = [
        (both(part(F::SrcAlpha, F::OneMinusSrcAlpha, O::Add)), |s, d, a| a * s + (1.0 - a) * d),
        (Blend::ADD, |s, d, _| s + d),
        (both(part(F::One, F::One, O::ReverseSubtract)), |s, d, _| d - s),
        (both(part(F::One, F::One, O::Subtract)), |s, d, _| s - d),
        (both(part(F::Dst, F::Zero, O::Add)), |s, d, _| s * d),
        (both(part(F::One, F::One, O::Min)), |s, d, _| s.min(d)),
        (both(part(F::One, F::One, O::Max)), |s, d, _| s.max(d)),
        (both(part(F::Constant, F::OneMinusConstant, O::Add)), |s, d, _| 0.25 * s + 0.75 * d),
    ];
    for (i, (blend, model)) in cases.into_iter().enumerate() {
        let t = b.target(RGBA8, 4, 4);
        let colors = [ColorState { blend: Some(blend), ..RGBA8.into() }];
        let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &colors, ..Default::default() });
        let bytes = b.frame(&t, |batch, v| {
            batch.raster(&RasterDesc { color: &[Color::clear(v, dst)], ..Default::default() }, |r| {
                r.pipeline(&p);
                r.blend_constant([0.25; 4]);
                r.push(0, &push(FULL, [0.5; 2], src));
                r.draw(0..6, 0..1);
            });
        });
        let expected =
            [0, 1, 2, 3].map(|c| (model(src[c], dst[c], src[3]).clamp(0.0, 1.0) * 255.0).round() as u8);
        eprintln!("case {i}");
        compare(&bytes, 4, 1, |_, _| expected);
    }
    b.silent();
}

#[test]
fn samples_are_averaged_when_resolved() {
    let Some(b) = Bed::new("resolve") else { return };
    let t = b.target(RGBA8, 64, 64);
    let many = TextureDesc {
        samples: Samples::Exact(4),
        usage: TextureUsage::COLOR,
        ..TextureDesc::color_target("samples", RGBA8, 64, 64)
    };
    let many = b.device.create_texture(&many).unwrap().value;
    let many = b.device.create_view(&many, &ViewDesc::default()).unwrap();
    let colors = [RGBA8.into()];
    let p =
        b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &colors, samples: 4, ..Default::default() });
    let bytes = b.frame(&t, |batch, v| {
        let color = [Color { resolve: Some(v), store: Store::Discard, ..Color::clear(&many, [0.0; 4]) }];
        batch.raster(&RasterDesc { color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            r.push(0, &push(FULL, [0.5; 2], [1.0; 4]));
            // The lower right half.
            r.draw(0..3, 0..1);
        });
    });
    let model = |x: u32, y: u32| match (x + y).cmp(&63) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 128,
        std::cmp::Ordering::Greater => 255,
    };
    // On the edge 1, 2 or 3 samples of 4, by the driver's pattern.
    for (i, p) in pixels(&bytes).into_iter().enumerate() {
        let (x, y) = (i as u32 % 64, i as u32 / 64);
        let off = if x + y == 63 { 65 } else { 0 };
        assert!(p[0].abs_diff(model(x, y)) <= off, "pixel {x},{y}: {p:?}");
    }
    b.silent();
}

#[test]
fn mip_levels_are_cleared_drawn_and_read_apart() {
    let Some(b) = Bed::new("mips") else { return };
    let d = TextureDesc { mips: 4, ..TextureDesc::color_target("chain", RGBA8, 16, 8) };
    let t = b.device.create_texture(&d).unwrap().value;
    let level = |mip| b.device.create_view(&t, &ViewDesc { mip, mips: 1, ..Default::default() }).unwrap();
    let levels: Vec<_> = (0..4).map(level).collect();
    let mut batch = b.device.batch();
    for (i, v) in levels.iter().enumerate() {
        let color = [Color::clear(v, [i as f32 * 0.2; 4])];
        batch.raster(&RasterDesc { color: &color, ..Default::default() }, |_| {});
    }
    let read: Vec<_> = (0..4).map(|mip| batch.read_texture(&Region::level(&t, mip))).collect();
    batch.submit().unwrap().wait(WAIT).unwrap();
    for (i, r) in read.iter().enumerate() {
        let bytes = r.wait(WAIT).unwrap();
        assert_eq!(bytes.len(), (16 >> i) * (8 >> i) * 4, "level {i}");
        compare(&bytes, 16 >> i, 0, |_, _| [(i * 51) as u8; 4]);
    }
    b.silent();
}

#[test]
fn viewport_and_scissor_begin_at_the_top_left() {
    let Some(b) = Bed::new("viewport") else { return };
    let t = b.target(RGBA8, 32, 32);
    let colors = [RGBA8.into()];
    let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &colors, ..Default::default() });
    let bytes = b.frame(&t, |batch, v| {
        batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |r| {
            r.pipeline(&p);
            // The upper half of a viewport at 4,8 of 16x12.
            r.viewport(Viewport {
                x: 4.0,
                y: 8.0,
                width: 16.0,
                height: 12.0,
                min_depth: 0.0,
                max_depth: 1.0,
            });
            r.push(0, &push([-1.0, 0.0, 1.0, 1.0], [0.5; 2], [1.0; 4]));
            r.draw(0..6, 0..1);
            r.viewport(Viewport {
                x: 0.0,
                y: 0.0,
                width: 32.0,
                height: 32.0,
                min_depth: 0.0,
                max_depth: 1.0,
            });
            r.scissor(Rect { x: 24, y: 2, width: 8, height: 3 });
            r.push(0, &push(FULL, [0.5; 2], [0.2; 4]));
            r.draw(0..6, 0..1);
        });
    });
    compare(&bytes, 32, 0, |x, y| match () {
        () if (4..20).contains(&x) && (8..14).contains(&y) => WHITE,
        () if x >= 24 && (2..5).contains(&y) => [51; 4],
        () => BLACK,
    });
    b.silent();
}

#[test]
fn copies_move_boxes_between_buffers_and_textures() {
    let Some(b) = Bed::new("copies") else { return };
    let usage = TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET | TextureUsage::SAMPLED;
    let of = |label, w, h, layers| {
        let d = TextureDesc { label, usage, layers, ..TextureDesc::color_target(label, RGBA8, w, h) };
        b.device.create_texture(&d).unwrap().value
    };
    let (one, two) = (of("one", 16, 16, 2), of("two", 8, 8, 1));
    // Rows of 64 bytes with 48 used, from byte 256.
    let pattern: Vec<u8> = (0..1024u32).map(|i| (i * 7 % 251) as u8).collect();
    let d = BufferDesc {
        label: "data",
        size_bytes: 1024,
        usage: BufferUsage::COPY_SRC | BufferUsage::COPY_DST,
        contents: Contents::Data(&pattern),
        ..Default::default()
    };
    let data = b.device.create_buffer(&d).unwrap();
    let usage = BufferUsage::COPY_SRC | BufferUsage::COPY_TARGET;
    let out =
        b.device.create_buffer(&BufferDesc { label: "out", size_bytes: 1024, usage, ..Default::default() });
    let out = out.unwrap();
    let region = |t, layer, origin, size| Region { layer, origin, size, ..Region::level(t, 0) };
    let mut batch = b.device.batch();
    let src = BufferSide { buffer: &data, offset: 256, row_bytes: 64, rows: 0 };
    let dst = region(&one, 1, [2, 3, 0], [12, 5, 1]);
    batch.copies("up", &[Copy::BufferToTexture { src, dst }]);
    batch.copies(
        "across",
        &[
            Copy::Texture {
                src: region(&one, 1, [4, 4, 0], [4, 4, 1]),
                dst: region(&two, 0, [1, 2, 0], [0; 3]),
            },
            Copy::Fill { dst: &out, offset: 0, size: 1024, value: 0x0403_0201 },
        ],
    );
    let dst = BufferSide { buffer: &out, offset: 512, row_bytes: 32, rows: 0 };
    batch.copies(
        "down",
        &[
            Copy::TextureToBuffer { src: region(&two, 0, [0; 3], [4, 8, 1]), dst },
            Copy::Buffer { src: &data, src_offset: 4, dst: &out, dst_offset: 8, size: 12 },
        ],
    );
    let read = [
        batch.read_texture(&region(&one, 0, [0; 3], [0; 3])),
        batch.read_texture(&region(&one, 1, [0; 3], [0; 3])),
    ];
    let read_out = batch.read_buffer(&out, 0..1024);
    batch.submit().unwrap().wait(WAIT).unwrap();
    let at = |x: u32, y: u32| {
        let i = (256 + y * 64 + x * 4) as usize;
        [pattern[i], pattern[i + 1], pattern[i + 2], pattern[i + 3]]
    };
    compare(&read[0].wait(WAIT).unwrap(), 16, 0, |_, _| BLACK);
    let one = |x: u32, y: u32| {
        let inside = (2..14).contains(&x) && (3..8).contains(&y);
        if inside { at(x - 2, y - 3) } else { BLACK }
    };
    compare(&read[1].wait(WAIT).unwrap(), 16, 0, one);
    let two = |x: u32, y: u32| {
        let inside = (1..5).contains(&x) && (2..6).contains(&y);
        if inside { one(x + 3, y + 2) } else { BLACK }
    };
    let mut expected: Vec<u8> = [1, 2, 3, 4].repeat(256);
    expected[8..20].copy_from_slice(&pattern[4..16]);
    for y in 0..8u32 {
        for x in 0..4u32 {
            let i = (512 + y * 32 + x * 4) as usize;
            expected[i..i + 4].copy_from_slice(&two(x, y));
        }
    }
    assert_eq!(read_out.wait(WAIT).unwrap(), expected);
    b.silent();
}

#[test]
fn what_nobody_wrote_reads_as_zero() {
    let Some(b) = Bed::new("zero") else { return };
    for _ in 0..3 {
        let t = b.target(RGBA8, 64, 64);
        let usage = BufferUsage::COPY_SRC | BufferUsage::STORAGE_WRITE;
        let d = BufferDesc { label: "b", size_bytes: 4096, usage, ..Default::default() };
        let buffer = b.device.create_buffer(&d).unwrap();
        let mut batch = b.device.batch();
        let (a, c) = (batch.read_texture(&Region::level(&t.texture, 0)), batch.read_buffer(&buffer, 0..4096));
        batch.submit().unwrap().wait(WAIT).unwrap();
        assert!(a.wait(WAIT).unwrap().iter().all(|v| *v == 0));
        assert!(c.wait(WAIT).unwrap().iter().all(|v| *v == 0));
        // Dirty what comes after.
        b.frame(&t, |batch, v| {
            batch.raster(&RasterDesc { color: &[Color::clear(v, [1.0; 4])], ..Default::default() }, |_| {});
        });
        let mut batch = b.device.batch();
        let layout =
            [LayoutEntry::new(0, Stages::COMPUTE, BindingKind::Storage { dynamic: false, write: true })];
        let layout = b
            .device
            .create_bind_group_layout(&BindGroupLayoutDesc { label: "l", entries: &layout, samplers: &[] })
            .unwrap();
        let entries = [GroupEntry::buffer(0, &buffer)];
        let group = b
            .device
            .create_bind_group(&BindGroupDesc { label: "g", layout: &layout, entries: &entries })
            .unwrap();
        let p = ComputePipelineDesc {
            groups: &[&layout],
            shader: bed::stage("proof_compute.cs_increment"),
            ..Default::default()
        };
        let p = b.device.create_compute_pipeline(&p).unwrap();
        batch.compute(&ComputeDesc { groups: &[&group], ..Default::default() }, |c| {
            c.pipeline(&p);
            c.group(0, &group, []);
            c.dispatch(16, 1, 1);
        });
        batch.submit().unwrap().wait(WAIT).unwrap();
    }
    b.silent();
}

#[test]
fn depth_beside_stencil_is_drawn_and_sampled() {
    let Some(b) = Bed::new("depth beside stencil") else { return };
    for format in [Format::Depth24UnormStencil8, Format::Depth32FloatStencil8] {
        let (support, _) = b.device.format_support(format);
        if !support.contains(backend::FormatSupport::DEPTH | backend::FormatSupport::SAMPLED) {
            eprintln!("SKIP {format}: it cannot be drawn and sampled here");
            continue;
        }
        let (t, z) = (b.target(Format::Rgba8Unorm, 4, 4), b.depth(format, 4, 4));
        let d = ViewDesc { aspects: Some(format::Aspects::DEPTH), ..Default::default() };
        let depth = b.device.create_view(&z.texture, &d).unwrap();
        let entries = [LayoutEntry::new(3, Stages::FRAGMENT, BindingKind::Texture)];
        let d = BindGroupLayoutDesc { label: "depth", entries: &entries, samplers: &[] };
        let layout = b.device.create_bind_group_layout(&d).unwrap();
        let filled = [GroupEntry::view(3, &depth)];
        let d = BindGroupDesc { label: "depth", layout: &layout, entries: &filled };
        let group = b.device.create_bind_group(&d).unwrap();
        let (colors, groups) = ([RGBA8.into()], [&layout]);
        let desc = RasterPipelineDesc { colors: &colors, groups: &groups, ..Default::default() };
        let p = b.pipeline(QUAD, "proof_sample.fs_depth", &desc);
        let bytes = b.frame(&t, |batch, v| {
            batch.raster(
                &RasterDesc { depth: Some(Depth::clear(&z.view, 0.6)), ..Default::default() },
                |_| {},
            );
            let color = [Color::clear(v, [0.0; 4])];
            batch.raster(&RasterDesc { color: &color, groups: &[&group], ..Default::default() }, |r| {
                r.pipeline(&p);
                r.group(0, &group, []);
                r.push(0, &push(FULL, [0.5; 2], [1.0; 4]));
                r.draw(0..6, 0..1);
            });
        });
        compare(&bytes, 4, 1, |_, _| [153, 0, 0, 255]);
    }
    b.silent();
}

#[test]
fn passes_recorded_on_many_threads_run_in_the_order_of_declaration() {
    let Some(b) = Bed::new("threads") else { return };
    const PASSES: usize = 32;
    let t = b.target(RGBA8, PASSES as u32, 4);
    let colors = [RGBA8.into()];
    let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &colors, ..Default::default() });
    let bytes = b.frame(&t, |batch, v| {
        // Each pass draws from its column to the right edge, over what the last one drew.
        let slots: Vec<_> = (0..PASSES)
            .map(|i| {
                let color = [if i == 0 { Color::clear(v, [0.0; 4]) } else { Color::load(v) }];
                let d = RasterDesc { label: "part", color: &color, ..Default::default() };
                (i, batch.raster_slot(&d).unwrap())
            })
            .collect();
        std::thread::scope(|s| {
            let mut hands: Vec<Vec<(usize, Slot)>> = (0..4).map(|_| Vec::new()).collect();
            for (i, slot) in slots.into_iter().rev() {
                hands[i % 4].push((i, slot));
            }
            for hand in hands {
                s.spawn(|| {
                    for (i, slot) in hand {
                        slot.record(|r| {
                            r.pipeline(&p);
                            let [left, ..] = column(i, PASSES);
                            let shade = (i * 8) as f32 / 255.0;
                            r.push(0, &push([left, -1.0, 1.0, 1.0], [0.5; 2], [shade; 4]));
                            r.draw(0..6, 0..1);
                        });
                    }
                });
            }
        });
    });
    compare(&bytes, PASSES as u32, 0, |x, _| [(x * 8) as u8; 4]);
    b.silent();
}

#[test]
fn one_pass_split_over_threads_is_one_pass() {
    let Some(b) = Bed::new("split") else { return };
    const PARTS: usize = 7;
    let t = b.target(RGBA8, PARTS as u32, 4);
    let z = b.depth(Format::Depth32Float, PARTS as u32, 4);
    let colors = [RGBA8.into()];
    let d = RasterPipelineDesc {
        colors: &colors,
        depth: Some(DepthState::standard(Format::Depth32Float)),
        ..Default::default()
    };
    let p = b.pipeline(QUAD, COLOR, &d);
    let bytes = b.frame(&t, |batch, v| {
        // Cleared once, at the beginning; each part draws from its column to the right edge, over what the last one drew.
        let color = [Color::clear(v, [1.0; 4])];
        let depth = Some(Depth::clear(&z.view, 1.0));
        let d = RasterDesc { label: "split", color: &color, depth, ..Default::default() };
        let slots = batch.raster_split(&d, PARTS);
        assert_eq!(slots.len(), PARTS, "{:?}", batch.errors());
        std::thread::scope(|s| {
            for (i, slot) in slots.enumerate() {
                let p = &p;
                s.spawn(move || {
                    slot.record(|r| {
                        r.pipeline(p);
                        let [left, ..] = column(i, PARTS);
                        let shade = (i * 30) as f32 / 255.0;
                        r.push(0, &push([left, -1.0, 1.0, 1.0], [0.5; 2], [shade; 4]));
                        r.draw(0..6, 0..1);
                    });
                });
            }
        });
    });
    compare(&bytes, PARTS as u32, 0, |x, _| [(x * 30) as u8; 4]);
    b.silent();
}

#[test]
fn fragments_and_then_vertices_read_what_was_copied() {
    let Some(b) = Bed::new("readers") else { return };
    let usage = TextureUsage::COPY_TARGET | TextureUsage::SAMPLED;
    let d = TextureDesc { usage, ..TextureDesc::color_target("copied", RGBA8, 8, 1) };
    let texture = b.device.create_texture(&d).unwrap().value;
    let view = b.device.create_view(&texture, &ViewDesc::default()).unwrap();
    let texels: Vec<u8> = (0..32).map(|i| (i * 8) as u8).collect();
    let d = BufferDesc {
        label: "texels",
        size_bytes: 32,
        usage: BufferUsage::COPY_SRC | BufferUsage::COPY_DST,
        contents: Contents::Data(&texels),
        ..Default::default()
    };
    let data = b.device.create_buffer(&d).unwrap();
    let colors = [RGBA8.into()];
    let reader = |vertex: &str, fragment: &str, stages| {
        let entries = [LayoutEntry::new(0, stages, BindingKind::Texture)];
        let d = BindGroupLayoutDesc { label: "reader", entries: &entries, samplers: &[] };
        let layout = b.device.create_bind_group_layout(&d).unwrap();
        let filled = [GroupEntry::view(0, &view)];
        let d = BindGroupDesc { label: "reader", layout: &layout, entries: &filled };
        let group = b.device.create_bind_group(&d).unwrap();
        let d = RasterPipelineDesc {
            groups: &[&layout],
            colors: &colors,
            vertex: bed::stage(vertex),
            fragment: Some(bed::stage(fragment)),
            push: bed::PUSH,
            ..Default::default()
        };
        (b.device.create_raster_pipeline(&d).unwrap(), group)
    };
    let by_fragment = reader(QUAD, "proof_sample.fs_load", Stages::FRAGMENT);
    let by_vertex = reader("proof_sample.vs_texel", "proof_sample.fs_shown", Stages::VERTEX);
    let (one, two) = (b.target(RGBA8, 8, 1), b.target(RGBA8, 8, 1));
    let first = b.frame(&two, |batch, v| {
        let src = BufferSide { buffer: &data, offset: 0, row_bytes: 0, rows: 0 };
        batch.copies("copy", &[Copy::BufferToTexture { src, dst: Region::level(&texture, 0) }]);
        for (target, (p, group), vertices) in [(&one.view, &by_fragment, 6), (v, &by_vertex, 48)] {
            let (color, groups) = ([Color::clear(target, [0.0; 4])], [group]);
            batch.raster(&RasterDesc { color: &color, groups: &groups, ..Default::default() }, |r| {
                r.pipeline(p);
                r.group(0, group, []);
                let wide = vertices == 6;
                let mut words = push(if wide { FULL } else { column(0, 8) }, [0.5; 2], [1.0; 4]);
                // The columns of further vertices lie to the right.
                words[24..28].copy_from_slice(&0.25f32.to_le_bytes());
                r.push(0, &words);
                r.draw(0..vertices, 0..1);
            });
        }
    });
    assert_eq!(first, texels, "read by vertices");
    let second = b.frame(&one, |_, _| {});
    assert_eq!(second, texels, "read by fragments");
    b.silent();
}

#[test]
fn arguments_that_were_copied_in_the_same_batch_are_drawn_with() {
    let Some(b) = Bed::new("arguments") else { return };
    let make = |label, usage, contents| {
        let d = BufferDesc { label, size_bytes: 16, usage, contents, ..Default::default() };
        b.device.create_buffer(&d).unwrap()
    };
    let words: Vec<u8> = [6u32, 1, 0, 0].iter().flat_map(|w| w.to_le_bytes()).collect();
    let from = make("from", BufferUsage::COPY_SRC | BufferUsage::COPY_DST, Contents::Data(&words));
    let args = make("arguments", BufferUsage::INDIRECT | BufferUsage::COPY_TARGET, Contents::Zero);
    let t = b.target(RGBA8, 4, 4);
    let colors = [RGBA8.into()];
    let p = b.pipeline(QUAD, COLOR, &RasterPipelineDesc { colors: &colors, ..Default::default() });
    let frame = |copies: bool| {
        b.frame(&t, |batch, v| {
            if copies {
                let copy = Copy::Buffer { src: &from, src_offset: 0, dst: &args, dst_offset: 0, size: 16 };
                batch.copies("arguments", &[copy]);
            }
            let uses = [Use::Buffer(&args, Access::INDIRECT, Stages::empty())];
            let color = [Color::clear(v, [0.0; 4])];
            batch.raster(&RasterDesc { color: &color, uses: &uses, ..Default::default() }, |r| {
                r.pipeline(&p);
                r.push(0, &push(FULL, [0.5; 2], [1.0; 4]));
                r.draw_indirect(&args, 0, 1);
            });
        })
    };
    compare(&frame(false), 4, 0, |_, _| BLACK);
    compare(&frame(true), 4, 0, |_, _| WHITE);
    compare(&frame(false), 4, 0, |_, _| WHITE);
    b.silent();
}
