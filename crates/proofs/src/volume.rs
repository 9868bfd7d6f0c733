//! Volumes.

use crate::kit::*;
use candor_rhi::*;

/// Draws into slices of a volume, one by one and two at once, in several passes and batches. Each pass leaves the other slices as they
/// are: what was drawn before, and zero where nothing was. `place` says which slice a picture goes to.
pub(crate) fn slices(d: &Device, place: impl Fn(u32) -> u32) -> Result {
    let (format, side) = (Format::Rgba8Unorm, 4);
    let desc = TextureDesc {
        dim: TextureDim::D3,
        size: [side, side, side],
        mips: 2,
        ..TextureDesc::color_target("volume", format, side, side)
    };
    let t = d.create_texture(&desc)?.value;
    let view = |mip, layer, layers, dim| {
        d.create_view(&t, &ViewDesc { dim, mip, mips: 1, layer, layers, ..ViewDesc::default() })
    };
    let p = plain(d, "proof_draw.fs_color", format)?;
    let color = |z: u32| [z as f32 * 51.0 / 255.0, 1.0, 0.0, 1.0];
    let one = |z| view(0, place(z), 1, ViewDim::D2);
    let (first, second, last) = (one(0)?, one(1)?, one(3)?);
    let pair = view(0, place(1).min(place(2)), 2, ViewDim::D2Array)?;
    let small = view(1, place(1) % 2, 1, ViewDim::D2)?;
    let half = |b: &mut Batch, v: &View, load: Color<'_>, z: u32| {
        let targets = [Color { view: v, ..load }];
        b.raster(&RasterDesc { label: "slice", color: &targets, ..Default::default() }, |r| {
            r.pipeline(&p);
            Push { color: color(z), ..Push::column(1, 2) }.set(r);
            r.draw(0..6, 0..1);
        });
    };
    run(d, |b| {
        half(b, &first, Color::clear(&first, [0.2; 4]), 0);
        half(b, &last, Color::clear(&last, [0.4; 4]), 3);
    })?;
    let readbacks = run(d, |b| {
        let both = [Color::clear(&pair, [0.6; 4])];
        b.raster(&RasterDesc { label: "pair", color: &both, ..Default::default() }, |_| {});
        half(b, &second, Color::load(&second), 1);
        half(b, &small, Color::clear(&small, [0.8; 4]), 2);
        [0, 1].map(|mip| b.read_texture(&Region::level(&t, mip)))
    })?;
    let [large, small] = readbacks.map(|r| r.wait(WAIT));
    let check = |level: u32, bytes: &[u8], model: &dyn Fn(u32, u32) -> [f32; 4]| -> Result {
        let side = side >> level;
        for (i, got) in bytes.chunks_exact(4).enumerate() {
            let (x, z) = (i as u32 % side, i as u32 / (side * side));
            let got = [0, 1, 2, 3].map(|c| f32::from(got[c]) / 255.0);
            near(&format!("level {level}, slice {z}, column {x}"), got, model(x, z), 0.6 / 255.0)?;
        }
        Ok(())
    };
    check(0, &large?, &|x, z| match (x < 2, z) {
        (true, 0) => [0.2; 4],
        (true, 3) => [0.4; 4],
        (true, _) | (false, 2) => [0.6; 4],
        (false, z) => color(z),
    })?;
    check(1, &small?, &|x, z| match (x < 1, z) {
        (_, 0) => [0.0; 4],
        (true, _) => [0.8; 4],
        (false, _) => color(2),
    })
}
