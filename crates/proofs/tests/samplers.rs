//! What samplers do outside of a texture and between its levels, on the Vulkan driver that is there, compared with models on the CPU,
//! under the validation layer, which stays silent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, PUSH, column, push, stage};
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
type Rgba = [f32; 4];

/// Draws rectangles one after the other, each with its sampler, into one target; its texels from 0 to 255.
struct Show {
    layout: BindGroupLayout,
    pipeline: RasterPipeline,
}

impl Show {
    fn new(b: &Bed) -> Self {
        let entries = [
            LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture),
            LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Sampler),
        ];
        let d = BindGroupLayoutDesc { label: "l", entries: &entries, ..Default::default() };
        let layout = b.device.create_bind_group_layout(&d).unwrap();
        let d = RasterPipelineDesc {
            label: "p",
            groups: &[&layout],
            push: PUSH,
            vertex: stage("proof_sample.vs_uv"),
            fragment: Some(stage("proof_sample.fs_sample")),
            colors: &[RGBA8.into()],
            ..Default::default()
        };
        let pipeline = b.device.create_raster_pipeline(&d).unwrap();
        Self { layout, pipeline }
    }

    fn draw(
        &self,
        b: &Bed,
        texture: &View,
        [w, h]: [u32; 2],
        draws: &[(SamplerDesc<'_>, [u8; 64])],
    ) -> Vec<Rgba> {
        let groups: Vec<_> = draws
            .iter()
            .map(|(s, _)| {
                let s = b.device.create_sampler(s).unwrap().value;
                let entries = [GroupEntry::view(0, texture), GroupEntry::sampler(1, &s)];
                let d = BindGroupDesc { label: "g", layout: &self.layout, entries: &entries };
                b.device.create_bind_group(&d).unwrap()
            })
            .collect();
        let t = b.target(RGBA8, w, h);
        let bytes = b.frame(&t, |batch, v| {
            let color = [Color::clear(v, [0.0; 4])];
            batch.raster(&RasterDesc { label: "show", color: &color, ..Default::default() }, |r| {
                r.pipeline(&self.pipeline);
                for (group, (_, words)) in groups.iter().zip(draws) {
                    r.group(0, group, []);
                    r.push(0, words);
                    r.draw(0..6, 0..1);
                }
            });
        });
        bytes.chunks_exact(4).map(|p| [0, 1, 2, 3].map(|i| f32::from(p[i]))).collect()
    }
}

/// One of `n` columns, sampled at `scale` times the place in it plus `offset`.
fn sampled(i: usize, n: usize, scale: [f32; 2], offset: [f32; 2]) -> [u8; 64] {
    let mut words = push(column(i, n), [0.5; 2], [0.0; 4]);
    words[48..].copy_from_slice(bytemuck::cast_slice(&[scale[0], scale[1], offset[0], offset[1]]));
    words
}

/// The texel at a place that may lie outside of a row; the border where there is none (Vulkan specification, "Wrapping Operation").
fn outside(row: &[Rgba], mode: AddressMode, i: i32) -> Rgba {
    let n = row.len() as i32;
    let mirror = |v: i32| if v >= 0 { v } else { -(1 + v) };
    let at = match mode {
        AddressMode::Repeat => i.rem_euclid(n),
        AddressMode::Mirror => (n - 1) - mirror(i.rem_euclid(2 * n) - n),
        AddressMode::Clamp => i.clamp(0, n - 1),
        AddressMode::MirrorOnce => mirror(i).clamp(0, n - 1),
        AddressMode::Border(color) if !(0..n).contains(&i) => {
            return match color {
                BorderColor::TransparentBlack => [0.0; 4],
                BorderColor::OpaqueBlack => [0.0, 0.0, 0.0, 255.0],
                BorderColor::OpaqueWhite => [255.0; 4],
            };
        }
        AddressMode::Border(_) => i,
    };
    row[at as usize]
}

/// From two widths before the texture to two behind it, at the middle of each texel and between each two.
#[test]
fn outside_of_a_texture_lies_what_the_address_mode_says() {
    let Some(b) = Bed::new("address modes") else { return };
    let row = [[10u8, 200, 30, 60], [80, 150, 240, 120], [150, 20, 90, 180], [220, 70, 160, 250]];
    let texels: Vec<Rgba> = row.iter().map(|t| t.map(f32::from)).collect();
    let show = Show::new(&b);
    let mut modes = vec![AddressMode::Repeat, AddressMode::Mirror, AddressMode::Clamp];
    modes.extend(
        [BorderColor::TransparentBlack, BorderColor::OpaqueBlack, BorderColor::OpaqueWhite]
            .map(AddressMode::Border),
    );
    if b.device.enabled().contains(backend::Enabled::MIRROR_ONCE) {
        modes.push(AddressMode::MirrorOnce);
    } else {
        eprintln!("SKIP mirror-once: the device has it not");
    }
    let (first, n) = (-8, 20);
    for axis in 0..2 {
        let size = if axis == 0 { [4, 1] } else { [1, 4] };
        let contents = Contents::Data(row.as_flattened());
        let d = TextureDesc::sampled("row", RGBA8, size[0], size[1], contents);
        let texture = b.device.create_texture(&d).unwrap().value;
        let view = b.device.create_view(&texture, &ViewDesc::default()).unwrap();
        for mode in &modes {
            let mut address = [AddressMode::Clamp; 3];
            address[axis] = *mode;
            for filter in [Filter::Nearest, Filter::Linear] {
                // Nearest: in the middle of a texel. Linear: where one ends and the next begins.
                let shift = if filter == Filter::Nearest { 0.5 } else { 1.0 };
                let draws: Vec<_> = (0..n)
                    .map(|i| {
                        let mut at = [0.5; 2];
                        at[axis] = ((first + i) as f32 + shift) / 4.0;
                        let (mag, min) = (filter, filter);
                        let s = SamplerDesc { label: "s", mag, min, address, ..Default::default() };
                        (s, sampled(i as usize, n as usize, [0.0; 2], at))
                    })
                    .collect();
                let got = show.draw(&b, &view, [n as u32, 1], &draws);
                for (i, got) in (first..).zip(got) {
                    let (here, next) = (outside(&texels, *mode, i), outside(&texels, *mode, i + 1));
                    let linear = filter == Filter::Linear;
                    for c in 0..4 {
                        let expected = if linear { (here[c] + next[c]) / 2.0 } else { here[c] };
                        assert!(
                            (got[c] - expected).abs() <= if linear { 2.0 } else { 1.0 },
                            "{mode:?}, {filter:?}, axis {axis}, texel {i}: {got:?}, not {expected} in channel {c}"
                        );
                    }
                }
            }
        }
    }
    b.silent();
}

/// A level of detail is the logarithm of the texels that a pixel covers, plus the bias, within the sampler's range and then the texture's
/// (Vulkan specification, "Level-of-Detail Operation"). Red tells the level, in steps of 32.
#[test]
fn levels_of_detail_are_biased_and_then_kept_within_their_range() {
    let Some(b) = Bed::new("levels of detail") else { return };
    let data: Vec<u8> = (0..7u32)
        .flat_map(|level| vec![[32 * level as u8, 0, 0, 255]; (64usize >> level).pow(2)])
        .flatten()
        .collect();
    let d = TextureDesc::sampled("levels", RGBA8, 64, 64, Contents::Data(&data));
    let texture = b.device.create_texture(&TextureDesc { mips: 7, ..d }).unwrap().value;
    let view = b.device.create_view(&texture, &ViewDesc::default()).unwrap();
    let mut cases = Vec::new();
    for covered in [1.0f32, 2.0, 4.0, 16.0] {
        for lod in [[0.0, 1000.0], [2.0, 1000.0], [0.0, 1.75], [1.0, 3.0], [2.25, 2.25], [0.0, 0.0]] {
            for lod_bias in [0.0, 1.25, -1.0, -0.75] {
                for mip in [Filter::Nearest, Filter::Linear] {
                    cases.push((
                        covered,
                        SamplerDesc { label: "s", mip, lod, lod_bias, ..Default::default() },
                    ));
                }
            }
        }
    }
    // Columns of four by four pixels, the level of which follows from the neighbours.
    let n = cases.len();
    let draws: Vec<_> = (0..)
        .zip(&cases)
        .map(|(i, (covered, s))| (*s, sampled(i, n, [covered * 4.0 / 64.0; 2], [0.0; 2])))
        .collect();
    let got = Show::new(&b).draw(&b, &view, [4 * n as u32, 4], &draws);
    for (i, (covered, s)) in cases.iter().enumerate() {
        let level = (covered.log2() + s.lod_bias).clamp(s.lod[0], s.lod[1]).clamp(0.0, 6.0);
        let level = if s.mip == Filter::Nearest { level.round() } else { level };
        let found = got[4 * n + 4 * i + 1][0] / 32.0;
        let (lod, bias, mip) = (s.lod, s.lod_bias, s.mip);
        assert!(
            (found - level).abs() < 0.1,
            "{covered} texels a pixel, {lod:?} with bias {bias}, {mip:?} between levels: {found}, not {level}"
        );
    }
    b.silent();
}
