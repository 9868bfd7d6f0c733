//! State of pipelines that every device has, on the Vulkan driver that is there, under the validation layer,
//! which stays silent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

mod bed;

use bed::{Bed, PUSH, QUAD, WAIT, column, push, stage};
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const COLOR: &str = "proof_draw.fs_color";
const FULL: [f32; 4] = [-1.0, -1.0, 1.0, 1.0];
const WHITE: [f32; 4] = [1.0; 4];

/// Red of each pixel.
fn reds(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks_exact(4).map(|p| p[0]).collect()
}

/// Four samples of a target, drawn by one rectangle of alpha from 0 to 1, resolved.
fn resolved(b: &Bed, w: u32, vertex: &str, fragment: &str, d: &RasterPipelineDesc<'_>) -> Vec<u8> {
    let desc = TextureDesc {
        samples: Samples::Exact(4),
        usage: TextureUsage::COLOR,
        ..TextureDesc::color_target("samples", RGBA8, w, 1)
    };
    let samples = b.device.create_texture(&desc).unwrap().value;
    let view = b.device.create_view(&samples, &ViewDesc::default()).unwrap();
    let (vertex, fragment) = (stage(vertex), Some(stage(fragment)));
    let colors = [RGBA8.into()];
    let d =
        RasterPipelineDesc { label: "p", vertex, fragment, push: PUSH, colors: &colors, samples: 4, ..*d };
    let p = b.device.create_raster_pipeline(&d).unwrap();
    let t = b.target(RGBA8, w, 1);
    b.frame(&t, |batch, v| {
        let color = [Color { resolve: Some(v), ..Color::clear(&view, [0.0; 4]) }];
        batch.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            r.push(0, &push(FULL, [0.5; 2], WHITE));
            r.draw(0..6, 0..1);
        });
    })
}

#[test]
fn a_constant_vertex_buffer_gives_every_vertex_and_instance_its_first_values() {
    let Some(b) = Bed::new("constant vertex buffer") else { return };
    let values: Vec<f32> = (0..16).map(|i| if i < 4 { 0.2 * i as f32 } else { 1.0 }).collect();
    let values = b.buffer(BufferUsage::VERTEX, bytemuck::cast_slice(&values));
    let attributes = [Attribute { location: 0, format: VertexFormat::F32x4, offset: 0 }];
    let buffers = [VertexLayout { step: StepMode::Constant, attributes: &attributes, ..Default::default() }];
    let colors = [RGBA8.into()];
    let p = b.device.create_raster_pipeline(&RasterPipelineDesc {
        label: "p",
        vertex: stage("proof_state.vs_stepped"),
        fragment: Some(stage("proof_state.fs_valued")),
        push: PUSH,
        buffers: &buffers,
        colors: &colors,
        ..Default::default()
    });
    let (p, t) = (p.unwrap(), b.target(RGBA8, 4, 1));
    let bytes = b.frame(&t, |batch, v| {
        batch.raster(&RasterDesc { color: &[Color::clear(v, [1.0; 4])], ..Default::default() }, |r| {
            r.pipeline(&p);
            r.vertex_buffer(0, &values, 0);
            r.push(0, &push(FULL, [0.5; 2], WHITE));
            r.draw(0..6, 0..2);
        });
    });
    for p in bytes.chunks_exact(4) {
        assert!(p.iter().zip([0, 51, 102, 153]).all(|(a, b)| a.abs_diff(b) <= 1), "{p:?}");
    }
    b.silent();
}

#[test]
fn eight_targets_have_a_blend_and_a_write_mask_each() {
    let Some(b) = Bed::new("eight targets") else { return };
    if !b.device.enabled().contains(backend::Enabled::INDEPENDENT_BLEND) {
        println!("SKIP eight targets: the device has one blend state for all");
        return;
    }
    let plain = ColorState::from(RGBA8);
    let colors: Vec<_> = (0..8)
        .map(|i| ColorState {
            blend: (i % 2 == 1).then_some(Blend::ADD),
            write: WriteMask::from_bits_truncate(if i < 4 { 1 << i } else { 15 - (1 << (i - 4)) }),
            ..plain
        })
        .collect();
    let p = b.pipeline(
        QUAD,
        "proof_state.fs_eight",
        &RasterPipelineDesc { colors: &colors, ..Default::default() },
    );
    let targets: Vec<_> = (0..8).map(|_| b.target(RGBA8, 2, 2)).collect();
    let mut batch = b.device.batch();
    let color: Vec<_> = targets.iter().map(|t| Color::clear(&t.view, [0.2; 4])).collect();
    batch.raster(&RasterDesc { label: "eight", color: &color, ..Default::default() }, |r| {
        r.pipeline(&p);
        r.push(0, &push(FULL, [0.5; 2], [0.4; 4]));
        r.draw(0..6, 0..1);
    });
    let read: Vec<_> = targets.iter().map(|t| batch.read_texture(&Region::level(&t.texture, 0))).collect();
    batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
    for (i, r) in read.iter().enumerate() {
        let drawn: u8 = if i % 2 == 1 { 153 } else { 102 };
        for (k, v) in r.wait(WAIT).unwrap().into_iter().enumerate() {
            let written = colors[i].write.bits() & 1 << (k % 4) != 0;
            let expected = if written { drawn } else { 51 };
            assert!(v.abs_diff(expected) <= 1, "target {i}, channel {}: {v}, not {expected}", k % 4);
        }
    }
    b.silent();
}

#[test]
fn only_the_samples_of_the_mask_are_written() {
    let Some(b) = Bed::new("sample mask") else { return };
    for (mask, part) in
        [(None, 4), (Some(0b1111), 4), (Some(0b0001), 1), (Some(0b1010), 2), (Some(u32::MAX - 1), 3)]
    {
        let d = RasterPipelineDesc { sample_mask: mask, ..Default::default() };
        let red = reds(&resolved(&b, 1, QUAD, COLOR, &d))[0];
        assert!(red.abs_diff((255 * part / 4) as u8) <= 1, "{mask:?}: {red}");
    }
    b.silent();
}

#[test]
fn alpha_becomes_coverage() {
    let Some(b) = Bed::new("alpha to coverage") else { return };
    let with = |alpha_to_coverage| {
        let d = RasterPipelineDesc { alpha_to_coverage, ..Default::default() };
        reds(&resolved(&b, 64, "proof_state.vs_uv", "proof_state.fs_alpha", &d))
    };
    assert!(with(false).iter().all(|r| *r == 255));
    let covered = with(true);
    // How alpha becomes a number of samples is the driver's own, and may differ from pixel to pixel (NVIDIA dithers); that more
    // alpha is never less is not (Vulkan specification, "Multisample Coverage").
    let eight = |c: &[u8]| c.iter().map(|r| u32::from(*r)).sum::<u32>();
    let sums: Vec<u32> = covered.chunks(8).map(eight).collect();
    assert!(sums.windows(2).all(|w| w[0] <= w[1]), "{covered:?}");
    assert!(covered[0] <= 64 && covered[63] == 255, "{covered:?}");
    assert!(covered.iter().any(|r| (1..255).contains(r)), "{covered:?}");
    b.silent();
}

#[test]
fn constants_reach_fragment_shaders_and_the_others_keep_their_defaults() {
    let Some(b) = Bed::new("constants") else { return };
    let set = |id, value| Constant { id, value };
    let (scale, shift) = (set(7, ConstantValue::F32(0.2)), set(8, ConstantValue::I32(-28)));
    let swap = set(3, ConstantValue::Bool(true));
    let t = b.target(RGBA8, 1, 1);
    for (constants, expected) in [
        (&[][..], [255, 128]),
        (&[scale], [51, 128]),
        (&[scale, shift], [51, 100]),
        (&[swap, shift, scale], [100, 51]),
    ] {
        let fragment = Some(ShaderStage { constants, ..stage("proof_state.fs_constants") });
        let (vertex, colors) = (stage(QUAD), [RGBA8.into()]);
        let d = RasterPipelineDesc {
            label: "p",
            vertex,
            fragment,
            push: PUSH,
            colors: &colors,
            ..Default::default()
        };
        let p = b.device.create_raster_pipeline(&d).unwrap();
        let bytes = b.frame(&t, |batch, v| {
            batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |r| {
                r.pipeline(&p);
                r.push(0, &push(FULL, [0.5; 2], WHITE));
                r.draw(0..6, 0..1);
            });
        });
        assert!(bytes[..2].iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 1), "{constants:?}: {bytes:?}");
    }
    b.silent();
}

/// Primitives out of indices into corners of columns; which pixels of a row of eight are lit.
fn lit(b: &Bed, topology: Topology, restart: bool, format: IndexFormat, indices: &[u32]) -> Vec<bool> {
    // The corners of eight columns, two on each edge.
    let at: Vec<[f32; 2]> =
        (0..18).map(|i| [(i / 2) as f32 / 4.0 - 1.0, if i % 2 == 0 { -1.0 } else { 1.0 }]).collect();
    let make = |usage, data: &[u8]| {
        let contents = Contents::Data(data);
        let usage = usage | BufferUsage::COPY_DST;
        let size_bytes = data.len() as u64;
        b.device
            .create_buffer(&BufferDesc { label: "b", size_bytes, usage, contents, ..Default::default() })
            .unwrap()
    };
    let corners = make(BufferUsage::VERTEX, bytemuck::cast_slice(&at));
    let list: Vec<u8> = match format {
        IndexFormat::U16 => indices.iter().flat_map(|i| (*i as u16).to_ne_bytes()).collect(),
        IndexFormat::U32 => indices.iter().flat_map(|i| i.to_ne_bytes()).collect(),
    };
    let list = make(BufferUsage::INDEX, &list);
    let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
    let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
    let (vertex, fragment, colors) = (stage("proof_state.vs_position"), Some(stage(COLOR)), [RGBA8.into()]);
    let p = b.device.create_raster_pipeline(&RasterPipelineDesc {
        label: "p",
        vertex,
        fragment,
        push: PUSH,
        buffers: &buffers,
        topology,
        primitive_restart: restart,
        colors: &colors,
        ..Default::default()
    });
    let (p, t) = (p.unwrap(), b.target(RGBA8, 8, 1));
    let bytes = b.frame(&t, |batch, v| {
        batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |r| {
            r.pipeline(&p);
            r.push(0, &push(FULL, [0.5; 2], WHITE));
            r.vertex_buffer(0, &corners, 0);
            r.index_buffer(&list, 0, format);
            r.draw_indexed(0..indices.len() as u32, 0, 0..1);
        });
    });
    reds(&bytes).iter().map(|r| *r == 255).collect()
}

#[test]
fn a_restart_index_cuts_strips_and_is_of_the_index_format() {
    let Some(b) = Bed::new("restart") else { return };
    let columns = |all: &[usize]| (0..8).map(|i| all.contains(&i)).collect::<Vec<_>>();
    let strip = Topology::TriangleStrip;
    for (format, cut) in [(IndexFormat::U16, 0xffff), (IndexFormat::U32, u32::MAX)] {
        // Columns 1 and 2, cut, column 6.
        let indices = [2, 3, 4, 5, 6, 7, cut, 12, 13, 14, 15];
        assert_eq!(lit(&b, strip, true, format, &indices), columns(&[1, 2, 6]), "{format:?}");
    }
    // Without the cut the strip goes on.
    let indices = [2, 3, 4, 5, 6, 7, 12, 13, 14, 15];
    assert_eq!(lit(&b, strip, true, IndexFormat::U16, &indices), columns(&[1, 2, 3, 4, 5, 6]));
    b.silent();
}

/// Points at the centres of pixels of a square target of this side, joined; which pixels are lit.
fn joined(b: &Bed, topology: Topology, restart: bool, points: &[[u32; 2]], indices: &[u16]) -> Vec<bool> {
    let side = 16u32;
    let clip = |v: u32| (v as f32 + 0.5) / side as f32 * 2.0 - 1.0;
    let at: Vec<[f32; 2]> = points.iter().map(|[x, y]| [clip(*x), -clip(*y)]).collect();
    let corners = b.buffer(BufferUsage::VERTEX, bytemuck::cast_slice(&at));
    let mut list = indices.to_vec();
    // Whole words.
    list.resize(list.len().next_multiple_of(2), 0);
    let list = b.buffer(BufferUsage::INDEX, bytemuck::cast_slice(&list));
    let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
    let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
    let colors = [RGBA8.into()];
    let d = RasterPipelineDesc {
        label: "p",
        vertex: stage("proof_state.vs_position"),
        fragment: Some(stage(COLOR)),
        push: PUSH,
        buffers: &buffers,
        topology,
        primitive_restart: restart,
        colors: &colors,
        ..Default::default()
    };
    let p = b.device.create_raster_pipeline(&d).unwrap();
    let t = b.target(RGBA8, side, side);
    let bytes = b.frame(&t, |batch, v| {
        batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |r| {
            r.pipeline(&p);
            r.push(0, &push(FULL, [0.5; 2], WHITE));
            r.vertex_buffer(0, &corners, 0);
            r.index_buffer(&list, 0, IndexFormat::U16);
            r.draw_indexed(0..indices.len() as u32, 0, 0..1);
        });
    });
    reds(&bytes).iter().map(|r| *r == 255).collect()
}

#[test]
fn a_line_strip_joins_each_point_with_the_next_and_is_cut_by_a_restart() {
    let Some(b) = Bed::new("line strip") else { return };
    let corners = [[2, 2], [12, 2], [12, 12], [2, 12]];
    // Each case with the sides that are drawn: top, right, bottom, left.
    let strip = Topology::LineStrip;
    for (topology, restart, indices, sides) in [
        (strip, false, &[0u16, 1, 2, 3][..], [true, true, true, false]),
        (strip, false, &[0, 1, 2, 3, 0], [true; 4]),
        (Topology::Lines, false, &[0, 1, 2, 3], [true, false, true, false]),
        (strip, true, &[0, 1, 2, 0xffff, 3, 0], [true, true, false, true]),
        (strip, true, &[0, 1, 0xffff, 2, 3], [true, false, true, false]),
    ] {
        let lit = joined(&b, topology, restart, &corners, indices);
        for (i, lit) in lit.into_iter().enumerate() {
            let (x, y) = (i as u32 % 16, i as u32 / 16);
            // Whether the pixels of the ends are drawn is each rasteriser's own.
            if corners.iter().any(|[cx, cy]| x.abs_diff(*cx) <= 1 && y.abs_diff(*cy) <= 1) {
                continue;
            }
            let within = |v: u32| (2..=12).contains(&v);
            let on = [y == 2 && within(x), x == 12 && within(y), y == 12 && within(x), x == 2 && within(y)];
            let expected = (0..4).any(|s| on[s] && sides[s]);
            assert_eq!(lit, expected, "{topology:?} of {indices:?}: pixel {x},{y}");
        }
    }
    b.silent();
}

/// The depth that a rectangle with a slope leaves, by pixel.
fn depths(b: &Bed, format: Format, bias: DepthBias, z: [f32; 2]) -> Vec<f32> {
    let d = TextureDesc::depth_target("depth", format, 64, 1);
    let usage = TextureUsage::DEPTH | TextureUsage::COPY_SRC;
    let texture = b.device.create_texture(&TextureDesc { usage, ..d }).unwrap().value;
    let view = b.device.create_view(&texture, &ViewDesc::default()).unwrap();
    let state = DepthState { compare: Compare::Always, bias, ..DepthState::standard(format) };
    let p = b.device.create_raster_pipeline(&RasterPipelineDesc {
        label: "biased",
        vertex: stage(QUAD),
        push: PUSH,
        depth: Some(state),
        ..Default::default()
    });
    let p = p.unwrap();
    let mut batch = b.device.batch();
    let depth = Some(Depth::clear(&view, 0.0));
    batch.raster(&RasterDesc { label: "pass", depth, ..Default::default() }, |r| {
        r.pipeline(&p);
        r.push(0, &push(FULL, z, WHITE));
        r.draw(0..6, 0..1);
    });
    let read = batch.read_texture(&Region::level(&texture, 0));
    batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
    let bytes = read.wait(WAIT).unwrap();
    if format == Format::Depth16Unorm {
        let words = bytes.chunks_exact(2).map(|w| u16::from_le_bytes([w[0], w[1]]));
        return words.map(|w| f32::from(w) / 65535.0).collect();
    }
    bytes.chunks_exact(4).map(|w| f32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect()
}

/// The bias is the constant times the smallest difference (of floats: the one at the primitive's largest depth), plus the factor times
/// the slope (Vulkan specification, "Depth Bias").
#[test]
fn depth_bias_is_a_constant_and_a_part_of_the_slope() {
    let Some(b) = Bed::new("depth bias") else { return };
    let bias = |constant, slope| DepthBias { constant, slope, clamp: 0.0 };
    let (level, slope) = ([0.6, 0.6], [0.3, 0.7]);
    let step = 0.4 / 64.0;
    // Depths from 0.5 to 1 are 2^-24 apart.
    let of_floats = |n: f32| n * 2f32.powi(-24);
    let many = 2f32.powi(20);
    for (d, z, expected) in [
        (bias(0.0, 0.0), slope, 0.0),
        (bias(many, 0.0), level, of_floats(many)),
        (bias(-many, 0.0), level, -of_floats(many)),
        (bias(many, 0.0), slope, of_floats(many)),
        (bias(0.0, 8.0), level, 0.0),
        (bias(0.0, 8.0), slope, 8.0 * step),
        (bias(0.0, -8.0), slope, -8.0 * step),
        (bias(many, -4.0), slope, of_floats(many) - 4.0 * step),
    ] {
        for (x, got) in depths(&b, Format::Depth32Float, d, z).into_iter().enumerate() {
            let plain = z[0] + (z[1] - z[0]) * (x as f32 + 0.5) / 64.0;
            // SwiftShader looks at the depth of each pixel in place of the primitive's largest, which halves the difference below 0.5.
            let also =
                expected - if d.constant > 0.0 && plain < 0.5 { of_floats(d.constant) / 2.0 } else { 0.0 };
            let off = (got - plain - expected).abs().min((got - plain - also).abs());
            assert!(off < 1e-4, "{d:?} on {z:?}: pixel {x} has {got}, not {plain} + {expected}");
        }
    }
    // Of fixed point the smallest difference is the driver's, one step of the format or two.
    let moved = |n| depths(&b, Format::Depth16Unorm, bias(n, 0.0), level)[32] - 0.6;
    let (once, twice, back) = (moved(1000.0), moved(2000.0), moved(-1000.0));
    let steps = once * 65536.0 / 1000.0;
    assert!((0.95..=2.05).contains(&steps), "{steps} steps of the format");
    assert!((twice - 2.0 * once).abs() < 1e-3 && (back + once).abs() < 1e-3, "{once}, {twice}, {back}");
    b.silent();
}

/// Source, second source, destination and constant, and the channel.
fn factor(f: BlendFactor, s: [f32; 4], s1: [f32; 4], d: [f32; 4], c: [f32; 4], i: usize) -> f32 {
    use BlendFactor as F;
    match f {
        F::Zero => 0.0,
        F::One => 1.0,
        F::Src => s[i],
        F::OneMinusSrc => 1.0 - s[i],
        F::Dst => d[i],
        F::OneMinusDst => 1.0 - d[i],
        F::SrcAlpha => s[3],
        F::OneMinusSrcAlpha => 1.0 - s[3],
        F::DstAlpha => d[3],
        F::OneMinusDstAlpha => 1.0 - d[3],
        F::Constant => c[i],
        F::OneMinusConstant => 1.0 - c[i],
        F::SrcAlphaSaturated if i == 3 => 1.0,
        F::SrcAlphaSaturated => s[3].min(1.0 - d[3]),
        F::ConstantAlpha => c[3],
        F::OneMinusConstantAlpha => 1.0 - c[3],
        F::Src1 => s1[i],
        F::OneMinusSrc1 => 1.0 - s1[i],
        F::Src1Alpha => s1[3],
        F::OneMinusSrc1Alpha => 1.0 - s1[3],
    }
}

#[test]
fn every_blend_factor_is_what_its_name_says_for_both_sides_and_parts() {
    let Some(b) = Bed::new("blend factors") else { return };
    use BlendFactor as F;
    let enabled = b.device.enabled();
    let (dual, alpha) =
        (enabled.contains(backend::Enabled::DUAL_SOURCE), enabled.contains(backend::Enabled::CONSTANT_ALPHA));
    for (has, what) in [(dual, "of a second source"), (alpha, "of the constant's alpha")] {
        if !has {
            println!("SKIP blend factors {what}: the device has none");
        }
    }
    let (s, s1) = ([0.30, 0.10, 0.45, 0.55], [0.25, 0.60, 0.05, 0.35]);
    let (d, c) = ([0.20, 0.50, 0.15, 0.40], [0.65, 0.70, 0.75, 0.85]);
    let all = [
        F::Zero,
        F::One,
        F::Src,
        F::OneMinusSrc,
        F::Dst,
        F::OneMinusDst,
        F::SrcAlpha,
        F::OneMinusSrcAlpha,
        F::DstAlpha,
        F::OneMinusDstAlpha,
        F::Constant,
        F::OneMinusConstant,
        F::SrcAlphaSaturated,
        F::ConstantAlpha,
        F::OneMinusConstantAlpha,
        F::Src1,
        F::OneMinusSrc1,
        F::Src1Alpha,
        F::OneMinusSrc1Alpha,
    ];
    assert_eq!(all.last().map(|f| *f as usize + 1), Some(all.len()), "every factor once");
    for (n, f) in all.iter().enumerate() {
        let apart =
            |g: &F| (0..4).any(|i| (factor(*f, s, s1, d, c, i) - factor(*g, s, s1, d, c, i)).abs() > 0.04);
        assert!(all[..n].iter().all(apart), "{f:?} is told from the others");
    }
    let mut words = [0u8; 64];
    words[32..48].copy_from_slice(bytemuck::cast_slice(&s));
    words[48..].copy_from_slice(bytemuck::cast_slice(&s1));
    words[..32].copy_from_slice(&push(FULL, [0.5; 2], WHITE)[..32]);
    let t = b.target(RGBA8, 2, 2);
    for f in all.into_iter().filter(|f| (dual || !f.is_dual()) && (alpha || !f.is_constant_alpha())) {
        // In the source's place, and in the destination's; in the other place stands zero.
        for of_source in [true, false] {
            let part = |src, dst| BlendPart { src, dst, op: BlendOp::Add };
            let both = if of_source { part(f, F::Zero) } else { part(F::Zero, f) };
            let colors = [ColorState { blend: Some(Blend { color: both, alpha: both }), ..RGBA8.into() }];
            let fragment = if f.is_dual() { "proof_state.fs_dual" } else { COLOR };
            let p = b.pipeline(QUAD, fragment, &RasterPipelineDesc { colors: &colors, ..Default::default() });
            let bytes = b.frame(&t, |batch, v| {
                batch.raster(&RasterDesc { color: &[Color::clear(v, d)], ..Default::default() }, |r| {
                    r.pipeline(&p);
                    r.blend_constant(c);
                    r.push(0, &words);
                    r.draw(0..6, 0..1);
                });
            });
            for (i, got) in bytes[..4].iter().enumerate() {
                let times = if of_source { s[i] } else { d[i] };
                let expected = times * factor(f, s, s1, d, c, i) * 255.0;
                let off = (f32::from(*got) - expected).abs();
                assert!(off <= 1.5, "{f:?} of the source: {of_source}, channel {i}: {got}, not {expected}");
            }
        }
    }
    b.silent();
}

#[test]
fn a_pass_over_a_volume_of_layers_clears_and_draws_them_and_their_depth() {
    let Some(b) = Bed::new("layers") else { return };
    let d = &b.device;
    if !d.enabled().contains(backend::Enabled::GEOMETRY) {
        println!("SKIP layers: the device has no geometry shaders");
        return;
    }
    let make = |desc: TextureDesc<'_>| {
        let t = d.create_texture(&TextureDesc { layers: 3, ..desc }).unwrap().value;
        let v = d.create_view(&t, &ViewDesc { layer: 1, layers: 2, ..Default::default() }).unwrap();
        (t, v)
    };
    let (color, colors) = make(TextureDesc::color_target("layers", RGBA8, 8, 1));
    let (_depth, depths) = make(TextureDesc::depth_target("depths", Format::Depth32Float, 8, 1));
    // A fragment that passed twice would add up.
    let target = [ColorState { blend: Some(Blend::ADD), ..RGBA8.into() }];
    let p = d.create_raster_pipeline(&RasterPipelineDesc {
        label: "p",
        vertex: stage("proof_geometry.vs_seed"),
        geometry: Some(stage("proof_geometry.gs_columns")),
        fragment: Some(stage("proof_geometry.fs_color")),
        topology: Topology::Points,
        depth: Some(DepthState { compare: Compare::Less, ..DepthState::standard(Format::Depth32Float) }),
        colors: &target,
        ..Default::default()
    });
    let p = p.unwrap();
    let mut batch = d.batch();
    let attachments = [Color::clear(&colors, [0.0, 0.0, 0.0, 1.0])];
    let pass = RasterDesc {
        label: "layers",
        color: &attachments,
        depth: Some(Depth::clear(&depths, 1.0)),
        ..Default::default()
    };
    batch.raster(&pass, |r| {
        r.pipeline(&p);
        // The second time depth stands in the way, in both layers.
        r.draw(0..1, 0..1);
        r.draw(0..1, 0..1);
    });
    let read = |layer| Region { layer, ..Region::level(&color, 0) };
    let layers: Vec<_> = (0..3).map(|l| batch.read_texture(&read(l))).collect();
    batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
    let got: Vec<_> = layers.iter().map(|l| l.wait(WAIT).unwrap()).collect();
    assert_eq!(got[0], [0; 32], "the layer outside of the view is as it was made");
    for (i, bytes) in got[1..].iter().enumerate() {
        assert_eq!(bytes[..4], [1, 1, i as u8 + 1, 255], "layer {i}");
        assert_eq!(bytes[8..12], [0, 0, 0, 255], "layer {i}");
    }
    b.silent();
}

#[test]
fn a_read_only_depth_attachment_is_tested_and_stays() {
    let Some(b) = Bed::new("read-only depth") else { return };
    let z = b.depth(Format::Depth32Float, 4, 1);
    let (t, colors) = (b.target(RGBA8, 4, 1), [RGBA8.into()]);
    let state = |write| DepthState { write, ..DepthState::standard(Format::Depth32Float) };
    let of = |write| RasterPipelineDesc { colors: &colors, depth: Some(state(write)), ..Default::default() };
    let (writes, tests) = (b.pipeline(QUAD, COLOR, &of(true)), b.pipeline(QUAD, COLOR, &of(false)));
    let bytes = b.frame(&t, |batch, v| {
        let near = [0.25; 2];
        let clear = [Color::clear(v, [0.0; 4])];
        let depth = Some(Depth::clear(&z.view, 1.0));
        batch.raster(&RasterDesc { color: &clear, depth, ..Default::default() }, |r| {
            r.pipeline(&writes);
            r.push(0, &push(column(0, 4), near, [0.0, 1.0, 0.0, 1.0]));
            r.draw(0..6, 0..1);
        });
        let (load, depth) = ([Color::load(v)], Some(Depth::read_only(&z.view)));
        batch.raster(&RasterDesc { color: &load, depth, ..Default::default() }, |r| {
            r.pipeline(&tests);
            for far in [0.5, 0.75] {
                r.push(0, &push(FULL, [far; 2], WHITE));
                r.draw(0..6, 0..1);
            }
        });
    });
    assert_eq!(reds(&bytes), [0, 255, 255, 255]);
    b.silent();
}
