//! Drawing and its fixed state. Each check takes what it proves as a parameter, so that it can be run without it.

use crate::kit::*;
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const BLACK: [f32; 4] = [0.0; 4];
const WHITE: [f32; 4] = [1.0; 4];
const QUAD: &str = "proof_draw.vs_quad";
const COLOR: &str = "proof_draw.fs_color";
/// Half a step of an 8-bit channel.
const STEP: f32 = 0.5 / 255.0;

/// Draws one thing over a cleared target and reads it back.
fn draw_over(d: &Device, size: [u32; 2], p: &RasterPipeline, draws: &[Push], vertices: u32) -> Result<Image> {
    let t = target(d, RGBA8, size[0], size[1])?;
    run(d, |b| {
        let color = [Color::clear(&t.view, BLACK)];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(p);
            for push in draws {
                push.set(r);
                r.draw(0..vertices, 0..1);
            }
        });
    })?;
    Image::read(d, &t)
}

/// A rectangle lands where clip space says, and nowhere else.
pub(crate) fn rasterization(d: &Device, draws: bool) -> Result {
    let p = plain(d, COLOR, RGBA8)?;
    let push = Push { rect: [-1.0, -1.0, 0.0, -0.5], color: [0.2, 0.4, 0.6, 0.8], ..Push::FULL };
    let image = draw_over(d, [64, 64], &p, &[push], if draws { 6 } else { 0 })?;
    let inside = |x, y| x < 32 && y >= 48;
    image.expect("a rectangle at the lower left", STEP, |x, y| if inside(x, y) { push.color } else { BLACK })
}

/// Passes that clear and passes that keep.
pub(crate) fn dynamic_rendering(d: &Device, keeps: bool) -> Result {
    let p = plain(d, COLOR, RGBA8)?;
    let t = target(d, RGBA8, 16, 4)?;
    run(d, |b| {
        for i in 0..4 {
            let first = Color::clear(&t.view, [0.2; 4]);
            let color = [if i == 0 || !keeps { first } else { Color::load(&t.view) }];
            b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
                r.pipeline(&p);
                Push { color: [i as f32 * 0.2; 4], ..Push::column(i, 8) }.set(r);
                r.draw(0..6, 0..1);
            });
        }
    })?;
    let model = |x: u32, _| if x < 8 { [(x / 2) as f32 * 0.2; 4] } else { [0.2; 4] };
    Image::read(d, &t)?.expect("what earlier passes left", STEP, model)
}

/// Which faces are left out, for each cull mode, front face and winding.
pub(crate) fn face_culling(d: &Device, culls: bool) -> Result {
    let t = target(d, RGBA8, 12, 1)?;
    let mut drawn = Vec::new();
    let mut cases = Vec::new();
    for cull in [Cull::None, Cull::Front, Cull::Back] {
        for front in [FrontFace::Ccw, FrontFace::Cw] {
            let colors = [RGBA8.into()];
            let cull_mode = if culls { cull } else { Cull::None };
            let desc = RasterPipelineDesc { colors: &colors, cull: cull_mode, front, ..Default::default() };
            let p = pipeline(d, QUAD, COLOR, &desc)?;
            for winding in [FrontFace::Ccw, FrontFace::Cw] {
                let mut push = Push::column(drawn.len(), 12);
                if winding == FrontFace::Cw {
                    push.rect.swap(0, 2);
                }
                let is_front = winding == front;
                drawn.push(match cull {
                    Cull::None => true,
                    Cull::Front => !is_front,
                    Cull::Back => is_front,
                });
                cases.push((push, cases.len() / 2));
            }
            let color = [if drawn.len() == 2 { Color::clear(&t.view, BLACK) } else { Color::load(&t.view) }];
            run(d, |b| {
                b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
                    r.pipeline(&p);
                    for (push, _) in &cases[cases.len() - 2..] {
                        push.set(r);
                        r.draw(0..6, 0..1);
                    }
                });
            })?;
        }
    }
    let model = |x: u32, _| if drawn[x as usize] { WHITE } else { BLACK };
    Image::read(d, &t)?.expect("faces by cull mode, front face and winding", STEP, model)
}

/// Draws a slope of depth over a cleared target; colour and depth as they then are.
fn slope(d: &Device, state: DepthState, depths: [f32; 2]) -> Result<(Image, Image)> {
    let (t, z) = (target(d, RGBA8, 64, 2)?, depth(d, 64, 2)?);
    let colors = [RGBA8.into()];
    let desc = RasterPipelineDesc { colors: &colors, depth: Some(state), ..Default::default() };
    let p = pipeline(d, QUAD, COLOR, &desc)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, BLACK)];
        let depth = Some(Depth::clear(&z.view, 0.125));
        b.raster(&RasterDesc { label: "proof", color: &color, depth, ..Default::default() }, |r| {
            r.pipeline(&p);
            Push { depths: [depths[0], depths[1], 0.0, 0.0], ..Push::FULL }.set(r);
            r.draw(0..6, 0..1);
        });
    })?;
    Ok((Image::read(d, &t)?, Image::read(d, &z)?))
}

fn always() -> DepthState {
    DepthState { compare: Compare::Always, ..DepthState::standard(Format::Depth32Float) }
}

/// What lies before the near and behind the far plane is drawn at their depth.
pub(crate) fn depth_clamp(d: &Device, clamp: bool) -> Result {
    let (color, depth) = slope(d, DepthState { clamp, ..always() }, [-0.5, 1.5])?;
    color.expect("beyond near and far", STEP, |_, _| WHITE)?;
    let at = |x: u32| -0.5 + 2.0 * (x as f32 + 0.5) / 64.0;
    depth.expect("clamped depth", 1e-3, |x, _| [at(x).clamp(0.0, 1.0), 0.0, 0.0, 1.0])
}

/// A slope that asks for a bias of 0.3 gets the bound.
pub(crate) fn depth_bias_clamp(d: &Device, clamp: f32) -> Result {
    let bias = DepthBias { constant: 0.0, slope: 32.0, clamp };
    let (_, depth) = slope(d, DepthState { bias, ..always() }, [0.2, 0.8])?;
    let at = |x: u32| 0.2 + 0.6 * (x as f32 + 0.5) / 64.0;
    depth.expect("bounded bias", 2e-3, |x, _| [at(x) + 0.05, 0.0, 0.0, 1.0])
}

/// Corners of the triangle that edges and corners are looked for in, in pixels.
const CORNERS: [[u32; 2]; 3] = [[8, 55], [55, 55], [55, 8]];
const MIDDLES: [[u32; 2]; 3] = [[32, 55], [55, 32], [32, 31]];
const INSIDE: [u32; 2] = [40, 40];

fn triangle(d: &Device, polygon: PolygonMode, vertex: &str) -> Result<Image> {
    let colors = [RGBA8.into()];
    let p =
        pipeline(d, vertex, COLOR, &RasterPipelineDesc { colors: &colors, polygon, ..Default::default() })?;
    // Through the centres of pixels 8 and 55 of 64.
    let e = 0.734_375;
    draw_over(d, [64, 64], &p, &[Push { rect: [-e, -e, e, e], ..Push::FULL }], 3)
}

fn lit(image: &Image, [x, y]: [u32; 2]) -> bool {
    let around = |v: u32| v.saturating_sub(1)..=v + 1;
    around(y).any(|y| around(x).any(|x| image.at(x, y)[0] > 0.5))
}

fn count_lit(image: &Image) -> usize {
    image.texels.iter().filter(|t| t[0] > 0.5).count()
}

/// Edges are drawn, what lies between them is not.
pub(crate) fn line_fill(d: &Device, polygon: PolygonMode) -> Result {
    let image = triangle(d, polygon, QUAD)?;
    same("the edges", CORNERS.iter().chain(&MIDDLES).all(|p| lit(&image, *p)), true)?;
    same("the inside", lit(&image, INSIDE), false)?;
    let n = count_lit(&image);
    if (100..=260).contains(&n) { Ok(()) } else { wrong("lit pixels of three edges", n, "100 to 260") }
}

/// Corners are drawn and nothing else.
pub(crate) fn point_fill(d: &Device, polygon: PolygonMode) -> Result {
    let image = triangle(d, polygon, "proof_draw.vs_points")?;
    same("the corners", CORNERS.iter().all(|p| lit(&image, *p)), true)?;
    same("edges and inside", MIDDLES.iter().chain([&INSIDE]).any(|p| lit(&image, *p)), false)?;
    let n = count_lit(&image);
    if (3..=12).contains(&n) { Ok(()) } else { wrong("lit pixels of three corners", n, "3 to 12") }
}

/// One target adds, the other replaces two of its channels.
pub(crate) fn independent_blending(d: &Device, independent: bool) -> Result {
    let adds = ColorState { blend: Some(Blend::ADD), ..RGBA8.into() };
    let replaces = ColorState { write: WriteMask::R | WriteMask::B, ..RGBA8.into() };
    let colors = [adds, if independent { replaces } else { adds }];
    let desc = RasterPipelineDesc { colors: &colors, ..Default::default() };
    let p = pipeline(d, QUAD, "proof_draw.fs_two", &desc)?;
    let t = [target(d, RGBA8, 4, 4)?, target(d, RGBA8, 4, 4)?];
    run(d, |b| {
        let color = [Color::clear(&t[0].view, [0.2; 4]), Color::clear(&t[1].view, [0.2; 4])];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            Push { color: [0.4; 4], ..Push::FULL }.set(r);
            r.draw(0..6, 0..1);
        });
    })?;
    Image::read(d, &t[0])?.expect("the target that adds", STEP, |_, _| [0.6; 4])?;
    Image::read(d, &t[1])?.expect("the target that replaces red and blue", STEP, |_, _| [0.4, 0.2, 0.4, 0.2])
}

/// The part on the wrong side of the plane is gone.
pub(crate) fn clip_distances(d: &Device, vertex: &str) -> Result {
    let colors = [RGBA8.into()];
    let p = pipeline(d, vertex, COLOR, &RasterPipelineDesc { colors: &colors, ..Default::default() })?;
    let push = Push { params: [0.25, 0.0, 0.0, 0.0], ..Push::FULL };
    let image = draw_over(d, [64, 4], &p, &[push], 6)?;
    image.expect("a plane at three eighths from the right", STEP, |x, _| if x >= 40 { WHITE } else { BLACK })
}

/// Four colours at once.
pub(crate) fn multiple_targets(d: &Device, fragment: &str) -> Result {
    let colors: [ColorState; 4] = [RGBA8.into(); 4];
    let p = pipeline(d, QUAD, fragment, &RasterPipelineDesc { colors: &colors, ..Default::default() })?;
    let t: Vec<_> = (0..4).map(|_| target(d, RGBA8, 4, 4)).collect::<Result<_>>()?;
    let push = Push { color: [0.2, 0.4, 0.6, 0.8], ..Push::FULL };
    run(d, |b| {
        let color: Vec<_> = t.iter().map(|t| Color::clear(&t.view, BLACK)).collect();
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            push.set(r);
            r.draw(0..6, 0..1);
        });
    })?;
    for (i, t) in t.iter().enumerate() {
        let mut expected = push.color;
        expected.rotate_left(i);
        Image::read(d, t)?.expect(&format!("target {i}"), STEP, |_, _| expected)?;
    }
    Ok(())
}

/// Odd, so that the middle lies inside a pixel.
const SIDE: u32 = 63;

struct Multisampled {
    color: Seen,
    depth: Seen,
    resolved: Seen,
    samples: u32,
}

impl Multisampled {
    fn new(d: &Device, samples: u32) -> Result<Self> {
        let exact = Samples::Exact(samples);
        let of = |desc: TextureDesc<'_>, usage| texture(d, &TextureDesc { samples: exact, usage, ..desc });
        let color = of(TextureDesc::color_target("samples", RGBA8, SIDE, SIDE), TextureUsage::COLOR)?;
        let depth = TextureDesc::depth_target("samples", Format::Depth32Float, SIDE, SIDE);
        Ok(Self {
            color,
            depth: of(depth, TextureUsage::DEPTH)?,
            resolved: target(d, RGBA8, SIDE, SIDE)?,
            samples,
        })
    }

    fn attachment(&self) -> Color<'_> {
        match self.samples {
            1 => Color::clear(&self.resolved.view, BLACK),
            _ => Color {
                store: Store::Discard,
                resolve: Some(&self.resolved.view),
                ..Color::clear(&self.color.view, BLACK)
            },
        }
    }

    fn pipeline(&self, d: &Device) -> Result<RasterPipeline> {
        let (colors, samples) = ([RGBA8.into()], self.samples);
        let depth = Some(DepthState { compare: Compare::Less, ..always() });
        pipeline(
            d,
            QUAD,
            COLOR,
            &RasterPipelineDesc { colors: &colors, depth, samples, ..Default::default() },
        )
    }
}

fn between(what: &str, v: f32) -> Result {
    let quarters = v * 4.0;
    let partial = (0.5..=3.5).contains(&quarters) && (quarters - quarters.round()).abs() < 0.05;
    if partial { Ok(()) } else { wrong(what, v, "a quarter, a half or three quarters") }
}

/// Edges of a triangle and of depth are partly covered after the resolve; everything else is all or nothing.
pub(crate) fn msaa(d: &Device, samples: u32) -> Result {
    let m = Multisampled::new(d, samples)?;
    let p = m.pipeline(d)?;
    let pass = |draws: &[(Push, u32)]| {
        run(d, |b| {
            let color = [m.attachment()];
            let depth = Some(Depth::clear(&m.depth.view, 1.0));
            b.raster(&RasterDesc { label: "proof", color: &color, depth, ..Default::default() }, |r| {
                r.pipeline(&p);
                for (push, vertices) in draws {
                    push.set(r);
                    r.draw(0..*vertices, 0..1);
                }
            });
        })?;
        Image::read(d, &m.resolved)
    };
    // The lower right half: its edge runs through the pixels of the diagonal.
    let image = pass(&[(Push::FULL, 3)])?;
    for y in 0..SIDE {
        for x in 0..SIDE {
            let (v, what) = (image.at(x, y)[0], format!("coverage of pixel {x},{y}"));
            match (x + y).cmp(&(SIDE - 1)) {
                std::cmp::Ordering::Equal => between(&what, v)?,
                std::cmp::Ordering::Greater => same(&what, v, 1.0)?,
                std::cmp::Ordering::Less => same(&what, v, 0.0)?,
            }
        }
    }
    // A slope of depth that a level rectangle cuts in the middle.
    let slope = Push { depths: [0.0, 0.99, 0.0, 0.0], color: [1.0, 0.0, 0.0, 1.0], ..Push::FULL };
    let level = Push { depths: [0.495, 0.495, 0.0, 0.0], color: [0.0, 1.0, 0.0, 1.0], ..Push::FULL };
    let image = pass(&[(slope, 6), (level, 6)])?;
    for y in 0..SIDE {
        between("depth of samples in the middle", image.at(SIDE / 2, y)[1])?;
        near("left of the middle", image.at(SIDE / 2 - 2, y), slope.color, STEP)?;
        near("right of the middle", image.at(SIDE / 2 + 2, y), level.color, STEP)?;
    }
    Ok(())
}

/// Two layers of four samples, each drawn and resolved on its own.
pub(crate) fn multisample_arrays(d: &Device, apart: bool) -> Result {
    let desc = TextureDesc {
        samples: Samples::Exact(4),
        layers: 2,
        usage: TextureUsage::COLOR,
        ..TextureDesc::color_target("samples", RGBA8, 8, 8)
    };
    let t = d.create_texture(&desc)?.value;
    let view =
        |layer| d.create_view(&t, &ViewDesc { layer, layers: 1, dim: ViewDim::D2, ..Default::default() });
    let layers = [view(0)?, view(if apart { 1 } else { 0 })?];
    let out = [target(d, RGBA8, 8, 8)?, target(d, RGBA8, 8, 8)?];
    let (colors, samples) = ([RGBA8.into()], 4);
    let p = pipeline(d, QUAD, COLOR, &RasterPipelineDesc { colors: &colors, samples, ..Default::default() })?;
    let shade = |i: usize| [0.2 + 0.4 * i as f32; 4];
    run(d, |b| {
        for (i, v) in layers.iter().enumerate() {
            let color = [Color::clear(v, BLACK)];
            b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
                r.pipeline(&p);
                Push { color: shade(i), ..Push::FULL }.set(r);
                r.draw(0..6, 0..1);
            });
        }
        for (v, out) in layers.iter().zip(&out) {
            let color = [Color { resolve: Some(&out.view), ..Color::load(v) }];
            b.raster(&RasterDesc { label: "resolve", color: &color, ..Default::default() }, |_| {});
        }
    })?;
    for (i, out) in out.iter().enumerate() {
        Image::read(d, out)?.expect(&format!("layer {i}"), STEP, |_, _| shade(i))?;
    }
    Ok(())
}
