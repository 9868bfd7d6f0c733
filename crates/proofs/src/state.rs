//! State of pipelines: primitives, coverage, blending.

use crate::kit::*;
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const BLACK: [f32; 4] = [0.0; 4];
const WHITE: [f32; 4] = [1.0; 4];
const QUAD: &str = "proof_draw.vs_quad";
const COLOR: &str = "proof_draw.fs_color";
const STEP: f32 = 0.5 / 255.0;

/// A pass over a cleared target, read back.
fn over(
    d: &Device,
    size: [u32; 2],
    clear: [f32; 4],
    record: impl FnOnce(&mut RasterPass<'_>),
) -> Result<Image> {
    let t = target(d, RGBA8, size[0], size[1])?;
    run(d, |b| {
        let color = [Color::clear(&t.view, clear)];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, record);
    })?;
    Image::read(d, &t)
}

/// A level line between two rows of pixels, four pixels wide.
pub(crate) fn wide_lines(d: &Device, line_width: f32) -> Result {
    let colors = [RGBA8.into()];
    let desc =
        RasterPipelineDesc { colors: &colors, topology: Topology::Lines, line_width, ..Default::default() };
    let p = pipeline(d, QUAD, COLOR, &desc)?;
    let image = over(d, [64, 64], BLACK, |r| {
        r.pipeline(&p);
        Push { rect: [-1.0, 0.0, 1.0, 1.0], ..Push::FULL }.set(r);
        r.draw(0..2, 0..1);
    })?;
    for y in 0..64 {
        for x in 2..62 {
            let lit = if (30..34).contains(&y) { 1.0 } else { 0.0 };
            same(&format!("a line four pixels wide, pixel {x},{y}"), image.at(x, y)[0], lit)?;
        }
    }
    Ok(())
}

/// Two rectangles as fans out of one list of indices, between which a restart index stands.
pub(crate) fn triangle_fans(d: &Device, topology: Topology) -> Result {
    let around = |left: f32, right: f32| [[left, -1.0], [right, -1.0], [right, 1.0], [left, 1.0]];
    let corners = [around(-1.0, 0.0), around(0.5, 1.0)];
    let corners =
        buffer(d, BufferUsage::VERTEX, bytemuck::cast_slice(corners.as_flattened().as_flattened()))?;
    let indices: [u16; 10] = [0, 1, 2, 3, u16::MAX, 4, 5, 6, 7, u16::MAX];
    let indices = buffer(d, BufferUsage::INDEX, bytemuck::cast_slice(&indices))?;
    let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
    let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
    let colors = [RGBA8.into()];
    let desc = RasterPipelineDesc {
        colors: &colors,
        buffers: &buffers,
        topology,
        primitive_restart: true,
        ..Default::default()
    };
    let p = pipeline(d, "proof_state.vs_position", COLOR, &desc)?;
    let image = over(d, [64, 4], BLACK, |r| {
        r.pipeline(&p);
        Push::FULL.set(r);
        r.vertex_buffer(0, &corners, 0);
        r.index_buffer(&indices, 0, IndexFormat::U16);
        r.draw_indexed(0..9, 0, 0..1);
    })?;
    image.expect("two fans", STEP, |x, _| if (32..48).contains(&x) { BLACK } else { WHITE })
}

/// A speck that lies between the centres of pixels.
pub(crate) fn conservative_rasterization(d: &Device, conservative: bool) -> Result {
    let colors = [RGBA8.into()];
    let p = pipeline(
        d,
        QUAD,
        COLOR,
        &RasterPipelineDesc { colors: &colors, conservative, ..Default::default() },
    )?;
    let image = over(d, [8, 8], BLACK, |r| {
        r.pipeline(&p);
        // From 3.65 to 3.85 from the left, from 1.65 to 1.85 from the top.
        let clip = |v: f32| v / 4.0 - 1.0;
        Push { rect: [clip(3.65), -clip(1.85), clip(3.85), -clip(1.65)], ..Push::FULL }.set(r);
        r.draw(0..6, 0..1);
    })?;
    image.expect("a speck in one pixel", STEP, |x, y| if (x, y) == (3, 1) { WHITE } else { BLACK })
}

/// The second colour scales what is there.
pub(crate) fn dual_source_blending(d: &Device, dst: BlendFactor) -> Result {
    let part = |dst| BlendPart { src: BlendFactor::One, dst, op: BlendOp::Add };
    let blend = Some(Blend { color: part(dst), alpha: part(BlendFactor::Src1Alpha) });
    let colors = [ColorState { blend, ..RGBA8.into() }];
    let p = pipeline(
        d,
        QUAD,
        "proof_state.fs_dual",
        &RasterPipelineDesc { colors: &colors, ..Default::default() },
    )?;
    let (first, second, there) = ([0.1, 0.2, 0.0, 0.4], [0.5, 0.25, 1.0, 0.5], [0.8; 4]);
    let image = over(d, [4, 4], there, |r| {
        r.pipeline(&p);
        Push { color: first, params: second, ..Push::FULL }.set(r);
        r.draw(0..6, 0..1);
    })?;
    let expected = [0, 1, 2, 3].map(|i| first[i] + second[i] * there[i]);
    image.expect("a blend of two colours", 3.0 * STEP, |_, _| expected)
}

/// From bits of what is drawn and of what is there to what is there then.
type Bits = fn(u8, u8) -> u8;

/// Every operation and what it makes of bits.
const LOGIC: [(LogicOp, Bits); 16] = [
    (LogicOp::Clear, |_, _| 0),
    (LogicOp::And, |s, d| s & d),
    (LogicOp::AndReverse, |s, d| s & !d),
    (LogicOp::Copy, |s, _| s),
    (LogicOp::AndInverted, |s, d| !s & d),
    (LogicOp::Noop, |_, d| d),
    (LogicOp::Xor, |s, d| s ^ d),
    (LogicOp::Or, |s, d| s | d),
    (LogicOp::Nor, |s, d| !(s | d)),
    (LogicOp::Equivalent, |s, d| !(s ^ d)),
    (LogicOp::Invert, |_, d| !d),
    (LogicOp::OrReverse, |s, d| s | !d),
    (LogicOp::CopyInverted, |s, _| !s),
    (LogicOp::OrInverted, |s, d| !s | d),
    (LogicOp::Nand, |s, d| !(s & d)),
    (LogicOp::Set, |_, _| 0xff),
];

/// A column for each operation.
pub(crate) fn logic_ops(d: &Device, op: impl Fn(LogicOp) -> LogicOp) -> Result {
    const DRAWN: u8 = 0b1010_1100;
    const THERE: u8 = 0b1100_1010;
    let colors = [RGBA8.into()];
    let made = LOGIC.iter().map(|(o, _)| {
        let logic_op = Some(op(*o));
        pipeline(d, QUAD, COLOR, &RasterPipelineDesc { colors: &colors, logic_op, ..Default::default() })
    });
    let made = made.collect::<Result<Vec<_>>>()?;
    let float = |v: u8| f32::from(v) / 255.0;
    let image = over(d, [16, 1], [float(THERE); 4], |r| {
        for (i, p) in made.iter().enumerate() {
            r.pipeline(p);
            Push { color: [float(DRAWN); 4], ..Push::column(i, 16) }.set(r);
            r.draw(0..6, 0..1);
        }
    })?;
    image.expect("logical operations by column", STEP, |x, _| [float((LOGIC[x as usize].1)(DRAWN, THERE)); 4])
}

/// What is drawn is scaled by the constant's alpha.
pub(crate) fn constant_alpha_blend_factors(d: &Device, src: BlendFactor) -> Result {
    let part = |src| BlendPart { src, dst: BlendFactor::Zero, op: BlendOp::Add };
    let blend = Some(Blend { color: part(src), alpha: part(BlendFactor::OneMinusConstantAlpha) });
    let colors = [ColorState { blend, ..RGBA8.into() }];
    let p = pipeline(d, QUAD, COLOR, &RasterPipelineDesc { colors: &colors, ..Default::default() })?;
    let image = over(d, [4, 4], BLACK, |r| {
        r.pipeline(&p);
        r.blend_constant([0.1, 0.2, 0.3, 0.25]);
        Push { color: [0.8; 4], ..Push::FULL }.set(r);
        r.draw(0..6, 0..1);
    })?;
    image.expect("a blend by the constant's alpha", 2.0 * STEP, |_, _| [0.2, 0.2, 0.2, 0.6])
}

/// Odd, so that the middle lies inside a pixel.
const SIDE: u32 = 15;

/// Samples that each decide for themselves on which side of the middle they lie; and one invocation that asks for each.
pub(crate) fn sample_rate_interpolation(d: &Device, fragment: &str) -> Result {
    let image = four_samples(d, fragment)?;
    halves(&image)?;
    for (i, t) in image.texels.iter().enumerate() {
        near(
            &format!("numbers of the samples of pixel {i}"),
            [t[2], 0.0, 0.0, 0.0],
            [0.5, 0.0, 0.0, 0.0],
            0.01,
        )?;
    }
    halves(&four_samples(d, "proof_state.fs_each_sample")?)
}

fn four_samples(d: &Device, fragment: &str) -> Result<Image> {
    let samples = TextureDesc {
        samples: Samples::Exact(4),
        usage: TextureUsage::COLOR,
        ..TextureDesc::color_target("samples", RGBA8, SIDE, SIDE)
    };
    let (samples, resolved) = (texture(d, &samples)?, target(d, RGBA8, SIDE, SIDE)?);
    let colors = [RGBA8.into()];
    let desc = RasterPipelineDesc { colors: &colors, samples: 4, ..Default::default() };
    let p = pipeline(d, "proof_state.vs_uv", fragment, &desc)?;
    run(d, |b| {
        let color = [Color { resolve: Some(&resolved.view), ..Color::clear(&samples.view, BLACK) }];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            Push::FULL.set(r);
            r.draw(0..6, 0..1);
        });
    })?;
    Image::read(d, &resolved)
}

/// Red is on the right, green below; the pixels of the middle have some of either.
fn halves(image: &Image) -> Result {
    let expected = |v: u32| match v.cmp(&(SIDE / 2)) {
        std::cmp::Ordering::Less => Some(0.0),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(1.0),
    };
    for y in 0..SIDE {
        for x in 0..SIDE {
            for (got, side) in [(image.at(x, y)[0], expected(x)), (image.at(x, y)[1], expected(y))] {
                let fits = side.map_or(got > 0.2 && got < 0.8, |e| got == e);
                if !fits {
                    return wrong(
                        &format!("halves at pixel {x},{y}"),
                        got,
                        side.map_or("some".into(), |e| e.to_string()),
                    );
                }
            }
        }
    }
    Ok(())
}
