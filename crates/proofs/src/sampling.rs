//! What samplers and views do. Textures are made so that each level, face, layer and texel says which one it is.

use crate::kit::*;
use candor_rhi::*;

const SAMPLE: &str = "proof_sample.fs_sample";

/// Levels of a texture whose red tells the level, in steps of 32.
fn levels(d: &Device) -> Result<Seen> {
    let mut data = Vec::new();
    for level in 0..7u32 {
        let side = 64u32 >> level;
        for _ in 0..side * side {
            data.extend([32 * level as u8, 0, 0, 255]);
        }
    }
    let desc = TextureDesc::sampled("levels", Format::Rgba8Unorm, 64, 64, Contents::Data(&data));
    texture(d, &TextureDesc { mips: 7, ..desc })
}

/// The level that is read when a pixel covers so many texels across and down.
fn level(d: &Device, t: &Seen, sampler: &SamplerDesc<'_>, texels: [f32; 2]) -> Result<f32> {
    let s = d.create_sampler(sampler)?.value;
    let group = sampling(d, 0, &t.view, Some((1, &s)))?;
    let scale = texels.map(|n| n * 16.0 / 64.0);
    let push = Push { params: [scale[0], scale[1], 0.0, 0.0], ..Push::FULL };
    Ok(show(d, SAMPLE, &group, [16, 16], &[push])?.at(8, 8)[0] * 255.0 / 32.0)
}

/// A pixel that covers 1 x 16 texels is read from a sharper level than the isotropic one.
pub(crate) fn anisotropic_filtering(d: &Device, anisotropy: Anisotropy) -> Result {
    let t = levels(d)?;
    let plain = level(d, &t, &SamplerDesc::default(), [1.0, 16.0])?;
    near("the isotropic level", [plain, 0.0, 0.0, 0.0], [4.0, 0.0, 0.0, 0.0], 0.3)?;
    let sharp = level(d, &t, &SamplerDesc { anisotropy, ..SamplerDesc::default() }, [1.0, 16.0])?;
    // The sharpest that can be asked for gains log2(n) levels; half of it is asked, since the specification leaves room.
    let most = 4.0 - 0.5 * d.limits().max_anisotropy.clamp(2.0, 16.0).log2();
    if sharp <= most { Ok(()) } else { wrong("the anisotropic level", sharp, format!("at most {most}")) }
}

/// Two levels down.
pub(crate) fn lod_bias(d: &Device, lod_bias: f32) -> Result {
    let t = levels(d)?;
    let got = level(d, &t, &SamplerDesc { lod_bias, ..SamplerDesc::default() }, [2.0, 2.0])?;
    near("the level with a bias of two", [got, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0], 0.1)
}

/// Columns of a texture of four texels, sampled from -2 up to 3: mirrored from -1 to 0, and the edge beyond.
pub(crate) fn mirror_once(d: &Device, mode: AddressMode) -> Result {
    let texels = [10u8, 80, 150, 220];
    let desc = TextureDesc::sampled("row", Format::R8Unorm, 4, 1, Contents::Data(&texels));
    let t = texture(d, &desc)?;
    let expected = |x: i32| match x {
        // The far edge, the texture from right to left, the texture, the far edge again.
        ..-4 | 4.. => texels[3],
        -4..0 => texels[(-1 - x) as usize],
        _ => texels[x as usize],
    };
    let (first, last) = (-8, 12);
    let columns = (last - first) as usize;
    for axis in 0..2 {
        let mut address = [AddressMode::Clamp; 3];
        address[axis] = mode;
        let t = match axis {
            0 => &t,
            _ => &texture(d, &TextureDesc { size: [1, 4, 1], ..desc })?,
        };
        let s = d.create_sampler(&SamplerDesc { address, ..SamplerDesc::nearest("once") })?.value;
        let group = sampling(d, 0, &t.view, Some((1, &s)))?;
        let draws: Vec<_> = (0..columns)
            .map(|i| {
                let mut at = [0.5; 2];
                at[axis] = (i as f32 + first as f32 + 0.5) / 4.0;
                Push { params: [0.0, 0.0, at[0], at[1]], ..Push::column(i, columns) }
            })
            .collect();
        let image = show(d, SAMPLE, &group, [columns as u32, 1], &draws)?;
        image.expect(&format!("mirrored once along axis {axis}"), 0.002, |x, _| {
            [f32::from(expected(x as i32 + first)) / 255.0, 0.0, 0.0, 1.0]
        })?;
    }
    Ok(())
}

/// Between two texels lies their mean, beyond what 16 bits hold.
pub(crate) fn float32_filtering(d: &Device, filter: Filter) -> Result {
    let texels: [[f32; 4]; 2] = [[0.0, 10.0, -1.0, 1.0], [200_000.0, 20.0, 1.0, 3.0]];
    for (format, n) in [(Format::R32Float, 1), (Format::Rg32Float, 2), (Format::Rgba32Float, 4)] {
        let data: Vec<f32> = texels.iter().flat_map(|t| t[..n].to_vec()).collect();
        let data = bytemuck::cast_slice(&data);
        let t = texture(d, &TextureDesc::sampled("floats", format, 2, 1, Contents::Data(data)))?;
        let desc = SamplerDesc { mag: filter, min: filter, ..SamplerDesc::clamp("floats") };
        let s = d.create_sampler(&desc)?.value;
        let group = sampling(d, 0, &t.view, Some((1, &s)))?;
        let push = Push { params: [0.0, 0.0, 0.5, 0.5], ..Push::FULL };
        let got = show(d, SAMPLE, &group, [1, 1], &[push])?.at(0, 0);
        let mean = [100_000.0, 15.0, 0.0, 2.0];
        for i in 0..n {
            let tolerance = 0.01 * mean[i] + 0.01;
            let (g, e) = ([got[i], 0.0, 0.0, 0.0], [mean[i], 0.0, 0.0, 0.0]);
            near(&format!("the mean of two texels of {format}, component {i}"), g, e, tolerance)?;
        }
    }
    Ok(())
}

/// Faces of cubes: red tells the layer, green and blue the texel.
fn cube(d: &Device, edge: u32, cubes: u32) -> Result<Texture> {
    let unit = edge / 256;
    let mut data = Vec::with_capacity((edge * edge * 24 * cubes) as usize);
    for layer in 0..6 * cubes {
        for y in 0..edge {
            for x in 0..edge {
                data.extend([(layer * 20) as u8, (x / unit) as u8, (y / unit) as u8, 255]);
            }
        }
    }
    let desc = TextureDesc::sampled("cube", Format::Rgba8Unorm, edge, edge, Contents::Data(&data));
    Ok(d.create_texture(&TextureDesc { dim: TextureDim::Cube, layers: 6 * cubes, ..desc })?.value)
}

/// A direction into each face, off its middle, with the place on the face by the table of the Vulkan specification, "Cube Map
/// Face Selection and Transformations".
fn directions() -> [([f32; 3], f32, f32); 6] {
    let (a, b) = (0.5, 0.25);
    let place = |sc: f32, tc: f32| ((sc + 1.0) / 2.0, (tc + 1.0) / 2.0);
    let face = |d: [f32; 3], sc, tc| {
        let (s, t) = place(sc, tc);
        (d, s, t)
    };
    [
        face([1.0, a, b], -b, -a),
        face([-1.0, a, b], b, -a),
        face([a, 1.0, b], a, b),
        face([a, -1.0, b], a, -b),
        face([a, b, 1.0], a, -b),
        face([a, b, -1.0], -a, -b),
    ]
}

fn faces(d: &Device, view: &View, binding: u32, fragment: &str, cube: u32) -> Result {
    let s = d.create_sampler(&SamplerDesc::nearest("cube"))?.value;
    let group = sampling(d, binding, view, Some((1, &s)))?;
    let draws: Vec<_> = directions()
        .iter()
        .enumerate()
        .map(|(i, (dir, ..))| Push { params: [dir[0], dir[1], dir[2], cube as f32], ..Push::column(i, 6) })
        .collect();
    let image = show(d, fragment, &group, [6, 1], &draws)?;
    for (i, (_, s, t)) in directions().into_iter().enumerate() {
        let layer = (cube * 6 + i as u32) * 20;
        let expected = [layer as f32 / 255.0, s * 256.0 / 255.0, t * 256.0 / 255.0, 1.0];
        near(&format!("cube {cube}, face {i}"), image.at(i as u32, 0), expected, 1.5 / 255.0)?;
    }
    Ok(())
}

/// Six faces of 512 texels, by direction. The view begins at `layer` of two cubes.
pub(crate) fn cube_map(d: &Device, layer: u32) -> Result {
    let t = cube(d, 512, 2)?;
    let view = d.create_view(&t, &ViewDesc { dim: ViewDim::Cube, layer, layers: 6, ..Default::default() })?;
    faces(d, &view, 4, "proof_sample.fs_cube", 0)
}

/// Two cubes in one view.
pub(crate) fn cube_array(d: &Device, layers: u32) -> Result {
    let t = cube(d, 256, 2)?;
    let view = d.create_view(&t, &ViewDesc { dim: ViewDim::CubeArray, layers, ..Default::default() })?;
    faces(d, &view, 5, "proof_sample.fs_cubes", 0)?;
    faces(d, &view, 5, "proof_sample.fs_cubes", 1)
}

pub(crate) const ALL_COMPARES: [Compare; 8] = [
    Compare::Never,
    Compare::Less,
    Compare::Equal,
    Compare::LessEqual,
    Compare::Greater,
    Compare::NotEqual,
    Compare::GreaterEqual,
    Compare::Always,
];

pub(crate) fn passes(c: Compare, new: f32, stored: f32) -> bool {
    match c {
        Compare::Never => false,
        Compare::Less => new < stored,
        Compare::Equal => new == stored,
        Compare::LessEqual => new <= stored,
        Compare::Greater => new > stored,
        Compare::NotEqual => new != stored,
        Compare::GreaterEqual => new >= stored,
        Compare::Always => true,
    }
}

/// Every comparison with a smaller, an equal and a larger value.
pub(crate) fn comparison_sampler(d: &Device, compare: impl Fn(Compare) -> Compare) -> Result {
    comparisons(d, compare, |v, s| sampling(d, 3, v, Some((2, s))))
}

/// The same with the sampler in the layout.
pub(crate) fn immutable_comparison_sampler(d: &Device, compare: impl Fn(Compare) -> Compare) -> Result {
    comparisons(d, compare, |v, s| sampling_in_layout(d, 3, v, (2, s)))
}

fn comparisons(
    d: &Device,
    compare: impl Fn(Compare) -> Compare,
    group: impl Fn(&View, &Sampler) -> Result<(BindGroupLayout, BindGroup)>,
) -> Result {
    let z = depth(d, 4, 4)?;
    run(d, |b| {
        b.raster(&RasterDesc { depth: Some(Depth::clear(&z.view, 0.5)), ..Default::default() }, |_| {});
    })?;
    let values = [0.25, 0.5, 0.75];
    for c in ALL_COMPARES {
        let desc = SamplerDesc { compare: Some(compare(c)), ..SamplerDesc::nearest("compare") };
        let s = d.create_sampler(&desc)?.value;
        let group = group(&z.view, &s)?;
        let draws: Vec<_> =
            (0..3).map(|i| Push { params: [values[i], 0.0, 0.0, 0.0], ..Push::column(i, 3) }).collect();
        let image = show(d, "proof_sample.fs_compare", &group, [3, 1], &draws)?;
        for (x, v) in values.into_iter().enumerate() {
            let expected = if passes(c, v, 0.5) { 1.0 } else { 0.0 };
            same(&format!("{v} {c:?} 0.5"), image.at(x as u32, 0)[0], expected)?;
        }
    }
    Ok(())
}

/// A slope of depth from 0 at the left to 1 at the right, drawn.
fn drawn_slope(d: &Device) -> Result<Seen> {
    let z = depth(d, 64, 4)?;
    let state = DepthState { compare: Compare::Always, ..DepthState::standard(Format::Depth32Float) };
    let desc = RasterPipelineDesc {
        label: "proof",
        vertex: stage("proof_draw.vs_quad")?,
        push: PUSH,
        depth: Some(state),
        ..Default::default()
    };
    let p = d.create_raster_pipeline(&desc)?;
    run(d, |b| {
        b.raster(&RasterDesc { depth: Some(Depth::clear(&z.view, 0.0)), ..Default::default() }, |r| {
            r.pipeline(&p);
            Push { depths: [0.0, 1.0, 0.0, 0.0], ..Push::FULL }.set(r);
            r.draw(0..6, 0..1);
        });
    })?;
    Ok(z)
}

fn at(x: u32) -> f32 {
    (x as f32 + 0.5) / 64.0
}

/// Drawn depth is read as it was drawn, also while it is tested against.
pub(crate) fn sampled_depth(d: &Device, drawn: bool) -> Result {
    let z = if drawn { drawn_slope(d)? } else { depth(d, 64, 4)? };
    let group = sampling(d, 3, &z.view, None)?;
    let image = show(d, "proof_sample.fs_depth", &group, [64, 4], &[Push::FULL])?;
    image.expect("drawn depth", 1e-4, |x, _| [at(x), 0.0, 0.0, 1.0])?;
    let out = target(d, Format::Rgba32Float, 64, 4)?;
    let colors = [Format::Rgba32Float.into()];
    let state =
        DepthState { compare: Compare::Less, write: false, ..DepthState::standard(Format::Depth32Float) };
    let desc =
        RasterPipelineDesc { groups: &[&group.0], colors: &colors, depth: Some(state), ..Default::default() };
    let p = pipeline(d, "proof_draw.vs_quad", "proof_sample.fs_depth", &desc)?;
    run(d, |b| {
        let color = [Color::clear(&out.view, [-1.0; 4])];
        let depth = Some(Depth::read_only(&z.view));
        b.raster(&RasterDesc { color: &color, depth, groups: &[&group.1], ..Default::default() }, |r| {
            r.pipeline(&p);
            r.group(0, &group.1, []);
            Push::FULL.set(r);
            r.draw(0..6, 0..1);
        });
    })?;
    let model = |x: u32, _| if x >= 32 { [at(x), 0.0, 0.0, 1.0] } else { [-1.0; 4] };
    Image::read(d, &out)?.expect("depth tested and read at once", 1e-4, model)
}

/// Drawn depth is compared with a value.
pub(crate) fn sampled_depth_comparison(d: &Device, compare: Compare) -> Result {
    let z = drawn_slope(d)?;
    let desc = SamplerDesc { compare: Some(compare), ..SamplerDesc::nearest("compare") };
    let s = d.create_sampler(&desc)?.value;
    let group = sampling(d, 3, &z.view, Some((2, &s)))?;
    let push = Push { params: [0.25, 0.0, 0.0, 0.0], ..Push::FULL };
    let image = show(d, "proof_sample.fs_compare", &group, [64, 4], &[push])?;
    let model = |x: u32, _| [if 0.25 <= at(x) { 1.0 } else { 0.0 }, 0.0, 0.0, 1.0];
    image.expect("0.25 compared with drawn depth", 0.0, model)?;
    // Filtered, the result stays between the two answers and keeps them away from the edge.
    let s = d.create_sampler(&SamplerDesc::shadow("compare", compare))?.value;
    let group = sampling(d, 3, &z.view, Some((2, &s)))?;
    let image = show(d, "proof_sample.fs_compare", &group, [64, 4], &[push])?;
    image.expect("filtered comparison", 0.5, |_, _| [0.5, 0.0, 0.0, 1.0])?;
    same("filtered comparison at the left and right", [image.at(4, 1)[0], image.at(60, 1)[0]], [0.0, 1.0])
}

pub(crate) fn to_linear(v: f32) -> f32 {
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

/// Each level is the mean of four texels of the level above, in linear light: drawn with a linear filter, level by level, as far
/// as `levels`, and made by the RHI.
pub(crate) fn mip_generation(d: &Device, levels: usize) -> Result {
    let byte = |i: u32| (i * 37 % 256) as u8;
    let formats = [Format::Rgba8Unorm, Format::Rgba8UnormSrgb, Format::Rgba16Float];
    for (format, blit) in formats.into_iter().flat_map(|f| [(f, false), (f, true)]) {
        let half = format == Format::Rgba16Float;
        // Halves of whole numbers up to 255 scaled by 2^-8 are exact: the exponent is found by shifting.
        let halves: Vec<u16> = (0..256).map(|v| half_of(f32::from(v as u8) / 256.0)).collect();
        let mut data = Vec::new();
        for i in 0..256u32 {
            if half { data.extend(halves[byte(i) as usize].to_le_bytes()) } else { data.push(byte(i)) }
        }
        let lower = [16u32, 4, 1].iter().sum::<u32>() * 4 * if half { 2 } else { 1 };
        data.resize(data.len() + lower as usize, 0);
        let desc = TextureDesc {
            mips: 4,
            contents: Contents::Data(&data),
            ..TextureDesc::color_target("mips", format, 8, 8)
        };
        let desc = TextureDesc { usage: desc.usage | TextureUsage::COPY_TARGET, ..desc };
        let t = texture(d, &desc)?;
        let color_of = |v: u8, channel: usize| match (format, channel) {
            (Format::Rgba8UnormSrgb, 0..3) => to_linear(f32::from(v) / 255.0),
            (Format::Rgba16Float, _) => f32::from(v) / 256.0,
            _ => f32::from(v) / 255.0,
        };
        let mut expected: Vec<[f32; 4]> =
            (0..64u32).map(|i| [0, 1, 2, 3].map(|c| color_of(byte(4 * i + c as u32), c))).collect();
        if blit {
            run(d, |b| b.generate_mips(&Levels { mips: levels as u32, ..Levels::all(&t.texture) }))?;
        } else {
            make_mips(d, &t, format, levels)?;
        }
        let group = sampling(d, 0, &t.view, None)?;
        for level in 1..4u32 {
            let (side, above) = (8 >> level, (8 >> (level - 1)) as usize);
            expected = (0..side * side)
                .map(|i| {
                    let (x, y) = (2 * (i % side) as usize, 2 * (i / side) as usize);
                    let four = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
                        .map(|(x, y)| expected[y * above + x]);
                    [0, 1, 2, 3].map(|c| four.iter().map(|t| t[c]).sum::<f32>() / 4.0)
                })
                .collect();
            let push = Push { params: [level as f32, 0.0, 0.0, 0.0], ..Push::FULL };
            let image = show(d, "proof_sample.fs_load", &group, [side, side], &[push])?;
            // Rounding of each level adds up.
            let tolerance = 0.006 * level as f32;
            image.expect(&format!("level {level} of {format}"), tolerance, |x, y| {
                expected[(y * side + x) as usize]
            })?;
        }
    }
    Ok(())
}

/// A half of a number that it holds exactly: zero, or a normal number.
pub(crate) fn half_of(v: f32) -> u16 {
    let bits = v.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    if bits << 1 == 0 {
        return sign;
    }
    let exponent = (bits >> 23 & 0xff) as i32 - 127 + 15;
    sign | (exponent.clamp(0, 31) as u16) << 10 | (bits >> 13 & 0x3ff) as u16
}

fn make_mips(d: &Device, t: &Seen, format: Format, made: usize) -> Result {
    let s = d.create_sampler(&SamplerDesc::clamp("mips"))?.value;
    let level = |mip| d.create_view(&t.texture, &ViewDesc { mip, mips: 1, ..Default::default() });
    let levels = (0..4).map(level).collect::<std::result::Result<Vec<_>, _>>()?;
    let groups = levels.iter().map(|v| sampling(d, 0, v, Some((1, &s)))).collect::<Result<Vec<_>>>()?;
    let colors = [format.into()];
    let p = d.create_raster_pipeline(&RasterPipelineDesc {
        label: "mips",
        groups: &[&groups[0].0],
        vertex: stage("mips.vs_main")?,
        fragment: Some(stage("mips.fs_main")?),
        colors: &colors,
        ..Default::default()
    })?;
    run(d, |b| {
        for i in 1..made {
            let (color, group) = ([Color::clear(&levels[i], [0.0; 4])], &groups[i - 1].1);
            b.raster(
                &RasterDesc { label: "mips", color: &color, groups: &[group], ..Default::default() },
                |r| {
                    r.pipeline(&p);
                    r.group(0, group, []);
                    r.draw(0..3, 0..1);
                },
            );
        }
    })
}
