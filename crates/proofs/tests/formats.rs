//! One texel of each uncompressed format, given by its bits and read by a shader.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::{Bed, PUSH, QUAD, column, push};
use candor_rhi::backend::FormatSupport;
use candor_rhi::format::Class;
use candor_rhi::*;

/// The bits of a texel, lowest first, and what they mean.
fn texel(f: Format) -> Option<(Vec<u8>, [f32; 4])> {
    use Format as F;
    let rgba = |c: [f32; 4]| c;
    let packed16 = |bits: u16, c| Some((bits.to_le_bytes().to_vec(), c));
    let packed32 = |bits: u32, c| Some((bits.to_le_bytes().to_vec(), c));
    let halves = |h: &[u16]| h.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let floats = |v: &[f32]| v.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    // 1.0, -2.0, 0.5, 4.0 as halves.
    const HALVES: [u16; 4] = [0x3C00, 0xC000, 0x3800, 0x4400];
    const VALUES: [f32; 4] = [1.0, -2.0, 0.5, 4.0];
    let first = |n: usize, all: [f32; 4]| {
        let mut out = [0.0, 0.0, 0.0, 1.0];
        out[..n].copy_from_slice(&all[..n]);
        out
    };
    let unorm8 = [51.0 / 255.0, 102.0 / 255.0, 204.0 / 255.0, 153.0 / 255.0];
    let snorm8 = [64.0 / 127.0, -1.0, -64.0 / 127.0, 1.0];
    let unorm16 = [0x1234 as f32, 0xFFFF as f32, 0x8000 as f32, 1.0].map(|v| v / 65535.0);
    let snorm16 = [0x4000 as f32, -32767.0, -0x4000 as f32, 32767.0].map(|v| v / 32767.0);
    let (u8s, s8s) = ([51u8, 102, 204, 153], [64u8, 0x81, 0xC0, 127]);
    let (u16s, s16s) = ([0x1234u16, 0xFFFF, 0x8000, 1], [0x4000u16, 0x8001, 0xC000, 0x7FFF]);
    let n = usize::from(f.info().components);
    match f {
        F::R8Unorm | F::Rg8Unorm | F::Rgba8Unorm => Some((u8s[..n].to_vec(), first(n, unorm8))),
        F::R8Snorm | F::Rg8Snorm | F::Rgba8Snorm => Some((s8s[..n].to_vec(), first(n, snorm8))),
        F::Bgra8Unorm => Some((u8s.to_vec(), [unorm8[2], unorm8[1], unorm8[0], unorm8[3]])),
        // 188 is half of the light, 51 a thirtieth of it; alpha is linear.
        F::Rgba8UnormSrgb => Some((vec![188, 51, 255, 51], rgba([0.5029, 0.0331, 1.0, 0.2]))),
        F::Bgra8UnormSrgb => Some((vec![188, 51, 255, 51], rgba([1.0, 0.0331, 0.5029, 0.2]))),
        F::R16Unorm | F::Rg16Unorm | F::Rgba16Unorm => Some((halves(&u16s[..n]), first(n, unorm16))),
        F::R16Snorm | F::Rg16Snorm | F::Rgba16Snorm => Some((halves(&s16s[..n]), first(n, snorm16))),
        F::R16Float | F::Rg16Float | F::Rgba16Float => Some((halves(&HALVES[..n]), first(n, VALUES))),
        F::R32Float | F::Rg32Float | F::Rgba32Float => Some((floats(&VALUES[..n]), first(n, VALUES))),
        F::Rgb10a2Unorm => {
            let bits = 1023 | 341 << 10 | 682 << 20 | 1 << 30;
            packed32(bits, rgba([1.0, 341.0 / 1023.0, 682.0 / 1023.0, 1.0 / 3.0]))
        }
        F::Bgr10a2Unorm => {
            let bits = 1023 | 341 << 10 | 682 << 20 | 2 << 30;
            packed32(bits, rgba([682.0 / 1023.0, 341.0 / 1023.0, 1.0, 2.0 / 3.0]))
        }
        // Exponent 15 is 1; 11 bits have 6 of mantissa, 10 bits have 5.
        F::Rg11b10Float => {
            packed32(15 << 6 | (16 << 6 | 32) << 11 | (14 << 5) << 22, rgba([1.0, 3.0, 0.5, 1.0]))
        }
        // Shared exponent 16: mantissas of 9 bits are 256ths.
        F::Rgb9e5Float => {
            packed32(256 | 128 << 9 | 511 << 18 | 16 << 27, rgba([1.0, 0.5, 511.0 / 256.0, 1.0]))
        }
        F::B5g6r5Unorm => packed16(31 | 21 << 5 | 10 << 11, rgba([10.0 / 31.0, 21.0 / 63.0, 1.0, 1.0])),
        F::B5g5r5a1Unorm => {
            packed16(31 | 21 << 5 | 10 << 10 | 1 << 15, rgba([10.0 / 31.0, 21.0 / 31.0, 1.0, 1.0]))
        }
        F::A1b5g5r5Unorm => {
            packed16(31 << 1 | 21 << 6 | 10 << 11, rgba([10.0 / 31.0, 21.0 / 31.0, 1.0, 0.0]))
        }
        F::A4r4g4b4Unorm => {
            packed16(3 | 15 << 4 | 6 << 8 | 9 << 12, rgba([1.0, 6.0 / 15.0, 9.0 / 15.0, 3.0 / 15.0]))
        }
        F::A4b4g4r4Unorm => {
            packed16(3 | 15 << 4 | 6 << 8 | 9 << 12, rgba([9.0 / 15.0, 6.0 / 15.0, 1.0, 3.0 / 15.0]))
        }
        _ => None,
    }
}

#[test]
fn a_texel_of_each_format_means_what_its_name_says() {
    let Some(b) = Bed::new("texels") else { return };
    let d = &b.device;
    let out = b.target(Format::Rgba32Float, 1, 1);
    let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)];
    let layout = BindGroupLayoutDesc { label: "layout", entries: &entries, samplers: &[] };
    let layout = d.create_bind_group_layout(&layout).unwrap();
    let colors = [Format::Rgba32Float.into()];
    let desc = RasterPipelineDesc { colors: &colors, groups: &[&layout], push: PUSH, ..Default::default() };
    let p = b.pipeline(QUAD, "proof_sample.fs_load", &desc);
    let show = |what: Format, view: &View, expected: [f32; 4], tolerance: f32| {
        let entries = [GroupEntry::view(0, view)];
        let group = BindGroupDesc { label: "group", layout: &layout, entries: &entries };
        let group = d.create_bind_group(&group).unwrap();
        let got = b.frame(&out, |batch, view| {
            let color = [Color::clear(view, [-9.0; 4])];
            let pass = RasterDesc { color: &color, groups: &[&group], ..Default::default() };
            batch.raster(&pass, |r| {
                r.pipeline(&p);
                r.group(0, &group, []);
                r.push(0, &push(column(0, 1), [0.5; 2], [0.0; 4]));
                r.draw(0..6, 0..1);
            });
        });
        let got: [f32; 4] = bytemuck::pod_read_unaligned(&got);
        let near = got.iter().zip(expected).all(|(g, e)| (g - e).abs() <= tolerance * e.abs().max(0.5));
        assert!(near, "{what}: {got:?} instead of {expected:?}");
    };
    let mut missing = Vec::new();
    for f in Format::ALL.iter().copied() {
        if f.is_compressed() || f.info().class != Class::Float {
            continue;
        }
        let (bytes, expected) = texel(f).unwrap_or_else(|| panic!("{f} has no texel here"));
        if !d.format_support(f).0.contains(FormatSupport::SAMPLED) {
            missing.push(f);
            continue;
        }
        let t = TextureDesc::sampled("texel", f, 1, 1, Contents::Data(&bytes));
        let t = d.create_texture(&t).unwrap().value;
        let view = d.create_view(&t, &ViewDesc::default()).unwrap();
        // GPUs take sRGB from tables of their own, and some widen what is packed into 16 bits to 8 bits each.
        let packed = f.info().components >= 3 && f.info().block_bytes == 2;
        let narrow = f.info().srgb || packed;
        let tolerance = if narrow { 1.0 / 255.0 } else { 0.002 };
        show(f, &view, expected, tolerance);
    }
    // What the specification lets devices lack.
    let may_lack = [
        Format::R16Unorm,
        Format::R16Snorm,
        Format::Rg16Unorm,
        Format::Rg16Snorm,
        Format::Rgba16Unorm,
        Format::Rgba16Snorm,
        Format::A1b5g5r5Unorm,
        Format::A4b4g4r4Unorm,
        Format::Bgr10a2Unorm,
    ];
    assert!(missing.iter().all(|f| may_lack.contains(f)), "{missing:?}");
    // Formats that differ in sRGB alone are seen as each other: half of the light is byte 188. Blocks: two ends of one colour, index 0.
    let byte = 188;
    let blocks = [byte, byte, 0, 0, 0, 0, 0, 0];
    for (f, data, texel) in [
        (Format::Rgba8UnormSrgb, vec![byte; 4], [0.7373; 4]),
        (Format::Bgra8Unorm, vec![byte; 4], [0.5029, 0.5029, 0.5029, 0.7373]),
        // BC4 has no pair; BC1 in 5, 6 and 5 bits: 23 of 31, 37 of 63, 28 of 31.
        (Format::Bc1RgbaUnormSrgb, blocks.to_vec(), [23.0 / 31.0, 37.0 / 63.0, 28.0 / 31.0, 1.0]),
    ] {
        let size = u32::from(f.info().block.0);
        let t = TextureDesc::sampled("pair", f, size, size, Contents::Data(&data));
        let t = d.create_texture(&t).unwrap().value;
        let pair = f.srgb_pair();
        show(f, &d.create_view(&t, &ViewDesc { format: pair, ..Default::default() }).unwrap(), texel, 0.02);
    }
    let t = TextureDesc::sampled("alone", Format::R8Unorm, 1, 1, Contents::Zero);
    let t = d.create_texture(&t).unwrap().value;
    let other = ViewDesc { format: Some(Format::R8Uint), ..Default::default() };
    assert_eq!(d.create_view(&t, &other).unwrap_err().code(), Code::FormatUnsupported);
    b.silent();
}
