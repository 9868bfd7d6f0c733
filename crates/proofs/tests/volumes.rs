//! Volumes and lines: stored to, sampled between slices, read back.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::{Bed, WAIT, stage};
use candor_rhi::*;

const SIDE: u32 = 4;

#[test]
fn volumes_are_stored_to_and_sampled_between_their_slices() {
    let Some(b) = Bed::new("volumes") else { return };
    let d = &b.device;
    let volume = |label| {
        let usage = TextureUsage::STORAGE | TextureUsage::SAMPLED | TextureUsage::COPY_SRC;
        let desc = TextureDesc::volume(label, Format::Rgba8Unorm, [SIDE; 3], Contents::Zero);
        let t = d.create_texture(&TextureDesc { usage, ..desc }).unwrap().value;
        let v = d.create_view(&t, &ViewDesc::default()).unwrap();
        (t, v)
    };
    let ((first, first_view), (second, second_view)) = (volume("first"), volume("second"));
    let line = [10, 80, 150, 220];
    let row = TextureDesc::sampled("row", Format::R8Unorm, SIDE, 1, Contents::Data(&line));
    let row = d.create_texture(&TextureDesc { dim: TextureDim::D1, ..row }).unwrap().value;
    let row = d.create_view(&row, &ViewDesc::default()).unwrap();
    let sampler = d.create_sampler(&SamplerDesc::linear("between")).unwrap().value;
    let make = |shader: &str, entries: &[(u32, BindingKind, Resource<'_>)]| {
        let layout: Vec<_> =
            entries.iter().map(|(i, kind, _)| LayoutEntry::new(*i, Stages::COMPUTE, *kind)).collect();
        let layout = BindGroupLayoutDesc { label: "layout", entries: &layout, samplers: &[] };
        let layout = d.create_bind_group_layout(&layout).unwrap();
        let filled: Vec<_> =
            entries.iter().map(|(binding, _, r)| GroupEntry { binding: *binding, resource: *r }).collect();
        let group = BindGroupDesc { label: "group", layout: &layout, entries: &filled };
        let group = d.create_bind_group(&group).unwrap();
        let groups = [&layout];
        let desc = ComputePipelineDesc {
            label: shader,
            groups: &groups,
            shader: stage(shader),
            ..Default::default()
        };
        (d.create_compute_pipeline(&desc).unwrap(), group)
    };
    let stored = BindingKind::StorageTexture { write: true };
    let store = make("proof_volume.cs_store", &[(1, stored, Resource::View(&first_view))]);
    let turn = make(
        "proof_volume.cs_turn",
        &[
            (0, BindingKind::Texture, Resource::View(&first_view)),
            (1, stored, Resource::View(&second_view)),
            (2, BindingKind::Sampler, Resource::Sampler(&sampler)),
            (3, BindingKind::Texture, Resource::View(&row)),
        ],
    );
    let mut batch = d.batch();
    for (p, group) in [&store, &turn] {
        let pass = ComputeDesc { label: "volume", groups: &[group], ..Default::default() };
        batch.compute(&pass, |c| {
            c.pipeline(p);
            c.group(0, group, []);
            c.dispatch(1, 1, 1);
        });
    }
    let read = [&first, &second].map(|t| batch.read_texture(&Region::level(t, 0)));
    // One slice of the second alone.
    let slice = Region { origin: [0, 0, 2], size: [SIDE, SIDE, 1], ..Region::level(&second, 0) };
    let slice = batch.read_texture(&slice);
    batch.submit().unwrap_or_else(|e| panic!("{e}"));
    let [first, second] = read.map(|r| r.wait(WAIT).unwrap());
    let texels = |bytes: &[u8], model: &dyn Fn([u32; 3]) -> [f32; 4]| {
        for (i, got) in bytes.chunks_exact(4).enumerate() {
            let i = i as u32;
            let at = [i % SIDE, i / SIDE % SIDE, i / (SIDE * SIDE)];
            let expected = model(at);
            let near = got.iter().zip(expected).all(|(g, e)| (f32::from(*g) - e).abs() <= 1.0);
            assert!(near, "{at:?}: {got:?} instead of {expected:?}");
        }
    };
    let steps = |n: f32| n.min(3.0) * 51.0;
    texels(&first, &|[x, y, z]| [steps(x as f32), steps(y as f32), steps(z as f32), 255.0]);
    texels(&second, &|[x, y, z]| {
        // Half way to the next slice, and the last one at the end.
        let between = if x == 3 { 3.0 } else { x as f32 + 0.5 };
        [steps(z as f32), steps(y as f32), steps(between), f32::from(line[x as usize])]
    });
    let whole = (SIDE * SIDE * 4) as usize;
    assert_eq!(slice.wait(WAIT).unwrap(), second[2 * whole..3 * whole]);
    b.silent();
}

const ATTACHED: TextureUsage = TextureUsage::COLOR.union(TextureUsage::SAMPLED).union(TextureUsage::COPY_SRC);
const COPIED: TextureUsage =
    TextureUsage::COPY_TARGET.union(TextureUsage::SAMPLED).union(TextureUsage::COPY_SRC);
const FORMATS: [Format; 3] = [Format::Rgba8UnormSrgb, Format::Rgba16Float, Format::R32Float];

fn bytes_of(format: Format) -> usize {
    format.info().block_bytes as usize
}

fn linear(v: f32) -> f32 {
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

/// Half-precision bits: sign, 5 bits of exponent, 10 of mantissa.
fn half(bits: u16) -> f32 {
    let (exponent, mantissa) = (i32::from(bits >> 10 & 31), f32::from(bits & 0x3ff));
    let size = match exponent {
        0 => mantissa * 2f32.powi(-24),
        31 if mantissa == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        e => (1024.0 + mantissa) * 2f32.powi(e - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// Linear values of texels, channel by channel, and how far one may be off.
fn decoded(format: Format, bytes: &[u8]) -> Vec<(f32, f32)> {
    match format {
        Format::R32Float => {
            let words = bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap()));
            words.map(|v| (v, v.abs().max(1.0) * 1e-5)).collect()
        }
        Format::Rgba16Float => {
            let words = bytes.chunks_exact(2).map(|b| half(u16::from_le_bytes(b.try_into().unwrap())));
            words.map(|v| (v, v.abs().max(1.0 / 16.0) / 1024.0)).collect()
        }
        Format::Rgba8UnormSrgb => {
            let channel = |(i, b): (usize, &u8)| {
                let of = |v: f32| if i % 4 == 3 { v / 255.0 } else { linear(v / 255.0) };
                let v = f32::from(*b);
                (of(v), of(v + 1.0) - of(v))
            };
            bytes.iter().enumerate().map(channel).collect()
        }
        other => panic!("{other} is not decoded"),
    }
}

/// How much of a source texel a target texel covers, along one axis.
fn cover(s: u32, i: u32, from: u32, to: u32) -> f32 {
    let scale = from as f32 / to as f32;
    let (low, high) = (i as f32 * scale, (i + 1) as f32 * scale);
    (high.min((s + 1) as f32) - low.max(s as f32)).max(0.0) / scale
}

/// Averages of what each texel covers.
fn halved(above: &[f32], channels: usize, from: [u32; 3], to: [u32; 3]) -> Vec<f32> {
    let mut out = Vec::new();
    for i in 0..to.iter().product::<u32>() {
        let at = [i % to[0], i / to[0] % to[1], i / (to[0] * to[1])];
        for c in 0..channels {
            let mut sum = 0.0;
            for s in 0..from.iter().product::<u32>() {
                let source = [s % from[0], s / from[0] % from[1], s / (from[0] * from[1])];
                let weight: f32 = (0..3).map(|x| cover(source[x], at[x], from[x], to[x])).product();
                if weight > 0.0 {
                    sum += weight * above[s as usize * channels + c];
                }
            }
            out.push(sum);
        }
    }
    out
}

/// A chain whose first level is filled by `value`, the others with what no average is.
fn chain(b: &Bed, d: &TextureDesc<'_>, value: &dyn Fn(usize) -> Vec<u8>) -> Texture {
    let (format, layers) = (d.format.unwrap(), d.layers.max(1));
    let mut data = Vec::new();
    for _ in 0..layers {
        for mip in 0..d.mips {
            let texels = d.size.map(|s| (s >> mip).max(1)).iter().product::<u32>() as usize;
            match mip {
                0 => data.extend(value(texels)),
                _ => data.extend(std::iter::repeat_n(0x3c, texels * bytes_of(format))),
            }
        }
    }
    b.device.create_texture(&TextureDesc { contents: Contents::Data(&data), ..*d }).unwrap().value
}

/// Texels that differ from their neighbours in each channel.
fn pattern(format: Format, texels: usize) -> Vec<u8> {
    let mixed = |i: usize| i * 37 % 251 + i / 7;
    match format {
        Format::R32Float => {
            (0..texels).flat_map(|i| ((mixed(i) as f32) / 16.0 - 3.0).to_le_bytes()).collect()
        }
        // From a quarter to 64: exponents 13 to 19.
        Format::Rgba16Float => (0..texels * 4)
            .flat_map(|i| (((13 + mixed(i) % 7) * 1024 + mixed(i) % 1024) as u16).to_le_bytes())
            .collect(),
        _ => (0..texels * 4).map(|i| mixed(i) as u8).collect(),
    }
}

fn level(b: &Bed, t: &Texture, size: [u32; 3], mip: u32, layer: u32) -> ([u32; 3], Vec<u8>) {
    let mut batch = b.device.batch();
    let read = batch.read_texture(&Region { layer, ..Region::level(t, mip) });
    batch.submit().unwrap_or_else(|e| panic!("{e}"));
    (size.map(|s| (s >> mip).max(1)), read.wait(WAIT).unwrap())
}

/// Draws levels and compares those that were drawn with the averages of the ones above, the others with what they were.
fn draws(b: &Bed, d: &TextureDesc<'_>, range: (u32, u32), layers: (u32, u32)) {
    let format = d.format.unwrap();
    b.device.prepare_mips(format, d.dim).unwrap();
    let t = chain(b, d, &|texels| pattern(format, texels));
    let ((mip, mips), (layer, count)) = (range, layers);
    let mut batch = b.device.batch();
    batch.draw_mips(&Levels { texture: &t, mip, mips, layer, layers: count, aspects: None });
    batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
    for at in 0..d.layers.max(1) {
        let mut above = level(b, &t, d.size, 0, at);
        let channels = decoded(format, &above.1).len() / above.0.iter().product::<u32>() as usize;
        assert_eq!(above.1, pattern(format, above.1.len() / bytes_of(format)), "the first level stays");
        for m in 1..d.mips {
            let got = level(b, &t, d.size, m, at);
            let what = format!("{format} {:?} {:?} {:?} layer {at} level {m}", d.dim, d.size, d.usage);
            if (mip + 1..mip + mips).contains(&m) && (layer..layer + count).contains(&at) {
                let values: Vec<_> = decoded(format, &above.1).into_iter().map(|v| v.0).collect();
                let expected = halved(&values, channels, above.0, got.0);
                for (i, ((g, off), e)) in decoded(format, &got.1).into_iter().zip(expected).enumerate() {
                    assert!((g - e).abs() <= off, "{what} value {i}: {g} instead of {e}");
                }
            } else {
                assert!(got.1.iter().all(|x| *x == 0x3c), "{what} was not to be drawn");
            }
            above = got;
        }
    }
}

#[test]
fn drawn_mips_of_volumes_average_what_each_texel_covers() {
    let Some(b) = Bed::new("drawn mips of volumes") else { return };
    for format in FORMATS {
        for size in [[8, 4, 6], [5, 3, 7], [1, 1, 9], [3, 16, 2], [2, 3, 40]] {
            for usage in [ATTACHED, COPIED] {
                let mips = u32::ilog2(*size.iter().max().unwrap()) + 1;
                let d = TextureDesc::volume("volume", format, size, Contents::Undefined);
                draws(&b, &TextureDesc { mips, usage, ..d }, (0, mips), (0, 1));
            }
        }
    }
    // Some levels of a chain.
    for usage in [ATTACHED, COPIED] {
        let d = TextureDesc::volume("volume", Format::R32Float, [12, 9, 10], Contents::Undefined);
        draws(&b, &TextureDesc { mips: 4, usage, ..d }, (0, 3), (0, 1));
        draws(&b, &TextureDesc { mips: 4, usage, ..d }, (0, 2), (0, 1));
    }
    b.silent();
}

#[test]
fn mips_of_lines_and_of_what_is_no_attachment_are_drawn() {
    let Some(b) = Bed::new("drawn mips of lines") else { return };
    for format in FORMATS {
        for usage in [ATTACHED, COPIED] {
            for (dim, size, layers) in [
                (TextureDim::D1, [13, 1, 1], 3),
                (TextureDim::D1, [8, 1, 1], 1),
                (TextureDim::D2, [7, 12, 1], 18),
                (TextureDim::Cube, [6, 6, 1], 6),
            ] {
                let mips = u32::ilog2(size[0].max(size[1])) + 1;
                let d = TextureDesc::volume("chain", format, size, Contents::Undefined);
                let d = TextureDesc { dim, mips, layers, usage, ..d };
                draws(&b, &d, (0, mips), (0, layers));
                // Without the first layer and the last level.
                draws(&b, &d, (0, mips - 1), (layers / 2, layers - layers / 2));
            }
        }
    }
    b.silent();
}

#[test]
fn what_a_texel_does_not_cover_does_not_spread_into_it() {
    let Some(b) = Bed::new("infinite neighbours") else { return };
    let format = Format::R32Float;
    for (dim, size) in [(TextureDim::D1, [8, 1, 1]), (TextureDim::D2, [8, 8, 1]), (TextureDim::D3, [8, 8, 8])]
    {
        b.device.prepare_mips(format, dim).unwrap();
        let d = TextureDesc::volume("chain", format, size, Contents::Undefined);
        let d = TextureDesc { dim, mips: 2, usage: ATTACHED, ..d };
        // The third texel of each axis is infinite: the second of the next level, and nothing else.
        let infinite = |i: usize| {
            let at = [i % 8, i / 8 % 8, i / 64];
            (0..3).all(|x| size[x] == 1 || at[x] == 2)
        };
        let value = |i: usize| if infinite(i) { f32::INFINITY } else { 1.0 };
        let t = chain(&b, &d, &|texels| (0..texels).flat_map(|i| value(i).to_le_bytes()).collect());
        let mut batch = b.device.batch();
        batch.draw_mips(&Levels::all(&t));
        batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
        let (half, bytes) = level(&b, &t, size, 1, 0);
        for (i, (got, _)) in decoded(format, &bytes).into_iter().enumerate() {
            let i = i as u32;
            let at = [i % half[0], i / half[0] % half[1], i / (half[0] * half[1])];
            let second = (0..3).all(|x| size[x] == 1 || at[x] == 1);
            assert_eq!(got, if second { f32::INFINITY } else { 1.0 }, "{dim:?} {at:?}");
        }
    }
    b.silent();
}
