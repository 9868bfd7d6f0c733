//! Targets of the renderer's formats, and compressed textures out of blocks made by hand.

use crate::kit::*;
use crate::sampling::to_linear;
use candor_rhi::*;

/// What an attachment is drawn with and must then hold.
pub(crate) struct Attachment {
    /// Cleared with this.
    pub(crate) clear: [f32; 4],
    /// The right texel is drawn with this.
    pub(crate) draw: [f32; 4],
    /// Added to both, where the format blends.
    pub(crate) add: Option<[f32; 4]>,
    /// Components that the format has.
    pub(crate) components: usize,
    pub(crate) tolerance: f32,
    /// Looked at between both texels with a linear filter.
    pub(crate) filtered: Option<Filter>,
}

pub(crate) const HDR: Attachment = Attachment {
    clear: [0.5, -2.0, 0.0, 1.0],
    draw: [4.0, 1000.0, 0.25, 1.0],
    add: Some([3.0, 8.0, 0.5, 2.0]),
    components: 4,
    tolerance: 0.01,
    filtered: Some(Filter::Linear),
};
pub(crate) const SRGB: Attachment = Attachment {
    clear: [0.0, 0.1, 0.0, 0.25],
    draw: [0.5, 0.2, 0.05, 0.5],
    add: Some([0.25; 4]),
    components: 4,
    tolerance: 0.006,
    filtered: Some(Filter::Linear),
};
pub(crate) const VELOCITY: Attachment = Attachment {
    clear: [-2.5, 1.25, 0.0, 0.0],
    draw: [1.0 / 4096.0, -300.0, 0.0, 0.0],
    add: None,
    components: 2,
    tolerance: 1e-6,
    filtered: None,
};
pub(crate) const NORMAL: Attachment = Attachment {
    clear: [513.0 / 1023.0, 1.0 / 1023.0, 1022.0 / 1023.0, 1.0 / 3.0],
    draw: [2.0 / 1023.0, 259.0 / 1023.0, 766.0 / 1023.0, 2.0 / 3.0],
    add: None,
    components: 4,
    tolerance: 0.3 / 1023.0,
    filtered: None,
};
pub(crate) const SINGLE: Attachment = Attachment {
    clear: [51.0 / 255.0, 0.0, 0.0, 0.0],
    draw: [153.0 / 255.0, 0.0, 0.0, 0.0],
    add: None,
    components: 1,
    tolerance: 0.3 / 255.0,
    filtered: Some(Filter::Linear),
};

/// Clears, draws, blends, samples and filters a target of the format.
pub(crate) fn attachment(d: &Device, format: Format, a: &Attachment) -> Result {
    let t = target(d, format, 2, 1)?;
    let p = plain(d, "proof_draw.fs_color", format)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, a.clear)];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            Push { color: a.draw, ..Push::column(1, 2) }.set(r);
            r.draw(0..6, 0..1);
        });
    })?;
    let mut expected = [a.clear, a.draw];
    if let Some(add) = a.add {
        let colors = [ColorState { blend: Some(Blend::ADD), ..format.into() }];
        let desc = RasterPipelineDesc { colors: &colors, ..Default::default() };
        let p = pipeline(d, "proof_draw.vs_quad", "proof_draw.fs_color", &desc)?;
        run(d, |b| {
            let color = [Color::load(&t.view)];
            b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
                r.pipeline(&p);
                Push { color: add, ..Push::FULL }.set(r);
                r.draw(0..6, 0..1);
            });
        })?;
        for t in &mut expected {
            for i in 0..4 {
                t[i] += add[i];
            }
        }
    }
    let check = |what: &str, got: [f32; 4], expected: [f32; 4]| -> Result {
        for i in 0..a.components {
            let scale = expected[i].abs().max(1.0);
            let (g, e) = ([got[i] / scale, 0.0, 0.0, 0.0], [expected[i] / scale, 0.0, 0.0, 0.0]);
            near(&format!("{what} of {format}, component {i}"), g, e, a.tolerance)?;
        }
        Ok(())
    };
    let group = sampling(d, 0, &t.view, None)?;
    let image = show(d, "proof_sample.fs_load", &group, [2, 1], &[Push::FULL])?;
    check("the left texel", image.at(0, 0), expected[0])?;
    check("the right texel", image.at(1, 0), expected[1])?;
    if let Some(filter) = a.filtered {
        let s = d
            .create_sampler(&SamplerDesc { mag: filter, min: filter, ..SamplerDesc::clamp("middle") })?
            .value;
        let group = sampling(d, 0, &t.view, Some((1, &s)))?;
        let push = Push { params: [0.0, 0.0, 0.5, 0.5], ..Push::FULL };
        let image = show(d, "proof_sample.fs_sample", &group, [1, 1], &[push])?;
        let mean = [0, 1, 2, 3].map(|i| (expected[0][i] + expected[1][i]) / 2.0);
        check("the middle", image.at(0, 0), mean)?;
    }
    Ok(())
}

/// An sRGB target stores encoded bytes: half of the light is byte 188.
pub(crate) fn srgb_attachment(d: &Device, format: Format) -> Result {
    attachment(d, format, &SRGB)?;
    let t = target(d, format, 1, 1)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, [0.5, 0.0, 1.0, 0.5])];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |_| {});
    })?;
    let stored = Image::read(d, &t)?.at(0, 0).map(|v| v * 255.0);
    near("the stored bytes", stored, [188.0, 0.0, 255.0, 128.0], 1.0)
}

/// A block with what its texels must read as, row by row, to within the tolerance.
pub(crate) struct Block {
    pub(crate) format: Format,
    pub(crate) bytes: Vec<u8>,
    pub(crate) texel: fn(u32, u32) -> [f32; 4],
    pub(crate) tolerance: f32,
}

/// Loads every texel of each block.
pub(crate) fn blocks(d: &Device, all: &[Block]) -> Result {
    for b in all {
        let (w, h) = b.format.info().block;
        let (w, h) = (u32::from(w), u32::from(h));
        let t = texture(d, &TextureDesc::sampled("block", b.format, w, h, Contents::Data(&b.bytes)))?;
        let group = sampling(d, 0, &t.view, None)?;
        let image = show(d, "proof_sample.fs_load", &group, [w, h], &[Push::FULL])?;
        image.expect(&b.format.to_string(), b.tolerance, b.texel)?;
        let Some(srgb) = b.format.srgb_pair() else { continue };
        // The same block in sRGB.
        let t = texture(d, &TextureDesc::sampled("block", srgb, w, h, Contents::Data(&b.bytes)))?;
        let linear = |x, y| {
            let [r, g, b, a] = (b.texel)(x, y);
            [to_linear(r), to_linear(g), to_linear(b), a]
        };
        let group = sampling(d, 0, &t.view, None)?;
        let image = show(d, "proof_sample.fs_load", &group, [w, h], &[Push::FULL])?;
        image.expect(&srgb.to_string(), 2.5 * b.tolerance, linear)?;
    }
    Ok(())
}

/// Puts values of some bits one after the other, lowest first.
fn pack(fields: &[(u64, u32)]) -> Vec<u8> {
    let (mut bits, mut n) = (0u128, 0);
    for (value, width) in fields {
        bits |= u128::from(*value) << n;
        n += width;
    }
    bits.to_le_bytes()[..(n as usize).div_ceil(8)].to_vec()
}

/// Two bits for each texel: its row.
const ROWS_2: u32 = 0xFFAA_5500;
/// Three bits for each texel of a row: 0, 1, 2 and 7 down.
const fn rows_3() -> u64 {
    let (mut bits, mut i) = (0, 0);
    while i < 16 {
        let row = [0, 1, 2, 7][i / 4];
        bits |= row << (3 * i);
        i += 1;
    }
    bits
}

/// Red, blue, two thirds of red, two thirds of blue, down the rows.
fn red_to_blue(_: u32, y: u32) -> [f32; 4] {
    let red = [1.0, 0.0, 2.0 / 3.0, 1.0 / 3.0][y as usize];
    [red, 0.0, 1.0 - red, 1.0]
}

fn alpha_rows(x: u32, y: u32) -> [f32; 4] {
    let [r, g, b, _] = red_to_blue(x, y);
    [r, g, b, steps(y)]
}

/// Of eight values from 1 down to 0: the first, the last, six sevenths, one seventh.
fn steps(y: u32) -> f32 {
    [1.0, 0.0, 6.0 / 7.0, 1.0 / 7.0][y as usize]
}

/// The same from 1 down to -1.
fn signed_steps(y: u32) -> f32 {
    [1.0, -1.0, 5.0 / 7.0, -5.0 / 7.0][y as usize]
}

/// BC1 to BC7. Layouts: Khronos Data Format Specification, "S3TC", "RGTC" and "BPTC" compressed formats.
pub(crate) fn bc() -> Vec<Block> {
    let color: Vec<u8> = pack(&[(0xF800, 16), (0x001F, 16), (ROWS_2.into(), 32)]);
    let ramp = pack(&[(255, 8), (0, 8), (rows_3(), 48)]);
    let both = |a: &[u8], b: &[u8]| [a, b].concat();
    let explicit = pack(&[(0xAAAA_5555_FFFF_0000, 64)]);
    let ends = [(495, 10), (0, 10), (495, 10), (0, 10), (0, 10), (0, 10)];
    let hdr = |mode| {
        let mut f = vec![(mode, 5)];
        f.extend(ends);
        f.push((0, 63));
        pack(&f)
    };
    let signed_ramp = pack(&[(127, 8), (0x81, 8), (rows_3(), 48)]);
    // 247 times 64 and 32 is 15840; of that 31 parts in 32 are the bits of a half: 0.9927. 777 is -247 in 10 bits.
    let mut signed_hdr = vec![(0x03, 5), (247, 10), (0, 10), (777, 10)];
    signed_hdr.extend([(0, 10), (0, 10), (0, 10), (0, 63)]);
    let signed_hdr = pack(&signed_hdr);
    // Mode 6: one partition, ends of seven bits and one more, indices all 0.
    let bc7 = pack(&[
        (1 << 6, 7),
        (100, 7),
        (0, 7),
        (50, 7),
        (0, 7),
        (25, 7),
        (0, 7),
        (127, 7),
        (0, 7),
        (1, 1),
        (0, 1),
        (0, 63),
    ]);
    let block = |format, bytes: Vec<u8>, texel, tolerance| Block { format, bytes, texel, tolerance };
    vec![
        block(Format::Bc1RgbaUnorm, color.clone(), red_to_blue, 0.02),
        block(
            Format::Bc2RgbaUnorm,
            both(&explicit, &color),
            |x, y| {
                let [r, g, b, _] = red_to_blue(x, y);
                [r, g, b, [0.0, 1.0, 1.0 / 3.0, 2.0 / 3.0][y as usize]]
            },
            0.02,
        ),
        block(Format::Bc3RgbaUnorm, both(&ramp, &color), alpha_rows, 0.02),
        block(Format::Bc4RUnorm, ramp.clone(), |_, y| [steps(y), 0.0, 0.0, 1.0], 0.01),
        block(
            Format::Bc5RgUnorm,
            both(&ramp, &pack(&[(51, 8), (51, 8), (0, 48)])),
            |_, y| [steps(y), 0.2, 0.0, 1.0],
            0.01,
        ),
        block(Format::Bc4RSnorm, signed_ramp.clone(), |_, y| [signed_steps(y), 0.0, 0.0, 1.0], 0.01),
        block(
            Format::Bc5RgSnorm,
            both(&signed_ramp, &pack(&[(0xC0, 8), (0xC0, 8), (0, 48)])),
            |_, y| [signed_steps(y), -64.0 / 127.0, 0.0, 1.0],
            0.01,
        ),
        block(Format::Bc6hRgbFloat, signed_hdr, |_, _| [0.9927, 0.0, -0.9927, 1.0], 0.01),
        block(Format::Bc6hRgbUfloat, hdr(0x03), |_, _| [1.0, 0.0, 1.0, 1.0], 0.01),
        block(Format::Bc7RgbaUnorm, bc7, |_, _| [201.0 / 255.0, 101.0 / 255.0, 51.0 / 255.0, 1.0], 0.005),
    ]
}

/// ETC2 and EAC: one colour each, with the smallest modifier. Khronos Data Format Specification, "ETC2 Compressed Texture Image
/// Formats".
pub(crate) fn etc2() -> Vec<Block> {
    // Individual mode: 4 bits for each half, twice; table 0, every pixel's modifier 2.
    let color = vec![0xAA, 0x55, 0x11, 0x00, 0, 0, 0, 0];
    // Base 100, multiplier 1, table 0, every index 4: modifier 2.
    let ones = (0..16).fold(0u64, |bits, _| bits << 3 | 4);
    let eac = |base: u8| {
        let mut b = vec![base, 0x10];
        b.extend(&ones.to_be_bytes()[2..]);
        b
    };
    let rgb = |_, _| [172.0 / 255.0, 87.0 / 255.0, 19.0 / 255.0, 1.0];
    let rgba = |_, _| [172.0 / 255.0, 87.0 / 255.0, 19.0 / 255.0, 102.0 / 255.0];
    // 11 bits: base times 8, plus 4, plus the modifier times 8.
    let r11 = |_, _| [820.0 / 2047.0, 0.0, 0.0, 1.0];
    let rg11 = |_, _| [820.0 / 2047.0, 1620.0 / 2047.0, 0.0, 1.0];
    // Signed: base times 8 plus the modifier times 8, of 1023; 0x9C is -100. SwiftShader adds 4 here as well.
    let r11_signed = |_, _| [816.0 / 1023.0, 0.0, 0.0, 1.0];
    let rg11_signed = |_, _| [816.0 / 1023.0, -784.0 / 1023.0, 0.0, 1.0];
    // Of 5 bits 21, 10 and 2: 173, 82 and 16, plus 2.
    let differential = |_, _| [175.0 / 255.0, 84.0 / 255.0, 18.0 / 255.0, 1.0];
    let block = |format, bytes, texel, tolerance| Block { format, bytes, texel, tolerance };
    vec![
        block(Format::Etc2Rgb8Unorm, color.clone(), rgb, 0.003),
        // Of a block with one bit of alpha the bit that chooses the mode says that it is opaque, and is differential: 5 bits for the
        // first half, a difference of 0 for the second.
        block(Format::Etc2Rgb8A1Unorm, vec![0xA8, 0x50, 0x10, 0x02, 0, 0, 0, 0], differential, 0.003),
        block(Format::Etc2Rgba8Unorm, [eac(100), color].concat(), rgba, 0.003),
        block(Format::EacR11Unorm, eac(100), r11, 0.002),
        block(Format::EacRg11Unorm, [eac(100), eac(200)].concat(), rg11, 0.002),
        block(Format::EacR11Snorm, eac(100), r11_signed, 0.005),
        block(Format::EacRg11Snorm, [eac(100), eac(0x9C)].concat(), rg11_signed, 0.005),
    ]
}

/// ASTC: blocks of one colour ("void extent"), given with 16 bits. Khronos Data Format Specification, "ASTC Compressed Texture
/// Image Formats".
pub(crate) fn astc() -> Vec<Block> {
    let mut bytes = vec![0xFC, 0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
    for v in [0x8000u16, 0x4000, 0xFFFF, 0x2000] {
        bytes.extend(v.to_le_bytes());
    }
    let texel = |_, _| [0.5, 0.25, 1.0, 0.125];
    let plain = Format::ALL.iter().filter(|f| f.name().starts_with("Astc") && !f.info().srgb);
    plain.map(|f| Block { format: *f, bytes: bytes.clone(), texel, tolerance: 0.005 }).collect()
}

/// What is drawn through a view of one format is read through a view of the other, bit for bit. `bytes` is a format of four bytes, red
/// lowest.
pub(crate) fn view_formats(d: &Device, bytes: Format) -> Result {
    let usage = TextureUsage::COLOR | TextureUsage::SAMPLED | TextureUsage::VIEW_FORMATS;
    let desc = TextureDesc { usage, ..TextureDesc::color_target("texels", Format::R32Float, 2, 2) };
    let t = d.create_texture(&desc)?.value;
    let float = d.create_view(&t, &ViewDesc::default())?;
    let byte = d.create_view(&t, &ViewDesc { format: Some(bytes), ..ViewDesc::default() })?;
    // 1.0 and 2.0 (IEEE 754, binary32).
    let (one, two) = ([0.0, 0.0, 128.0 / 255.0, 63.0 / 255.0], [0.0, 0.0, 0.0, 64.0 / 255.0]);
    for (label, drawn, value, read, expected) in [
        ("bytes read as a float", &byte, one, &float, [1.0, 0.0, 0.0, 1.0]),
        ("a float read as bytes", &float, [2.0, 0.0, 0.0, 0.0], &byte, two),
    ] {
        run(d, |b| {
            let color = [Color::clear(drawn, value)];
            b.raster(&RasterDesc { label, color: &color, ..Default::default() }, |_| {});
        })?;
        let group = sampling(d, 0, read, None)?;
        show(d, "proof_sample.fs_load", &group, [2, 2], &[Push::FULL])?
            .expect(label, 1e-6, |_, _| expected)?;
    }
    Ok(())
}
