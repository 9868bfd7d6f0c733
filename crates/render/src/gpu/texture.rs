//! Textures: level 0 by a copy, the others by the mip shader, then settled, so that they cost nothing in a frame.

use super::shared::Shared;
use crate::error::RenderError;
use crate::scene::{Encoding, Image, Scene};
use candor_caps::{Outcome, Reason, Value};
use candor_rhi::*;
use std::borrow::Cow;
use std::time::Duration;

/// Bytes of level 0 that one batch carries, so that staging memory stays bounded.
const BATCH_BYTES: usize = 64 << 20;
const TEXEL_BYTES: usize = 4;
/// How long a batch of textures may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Uploads the images that materials name, with all their mip levels. A view for each of these, in the order of the scene.
pub(crate) fn upload(
    device: &Device,
    shared: &Shared,
    scene: &Scene,
    outcomes: &mut Vec<Outcome>,
) -> Result<Vec<Option<View>>, RenderError> {
    let mut views: Vec<Option<View>> = scene.images.iter().map(|_| None).collect();
    let mut named = vec![false; scene.images.len()];
    for texture in scene.materials.iter().flat_map(|m| m.textures().into_iter().flatten()) {
        if let Some(named) = named.get_mut(texture.image) {
            *named = true;
        }
    }
    let mut waiting: Vec<_> = scene.images.iter().zip(&mut views).collect();
    let mut named = named.into_iter();
    waiting.retain(|_| named.next() == Some(true));
    let mut rest = waiting.as_mut_slice();
    while !rest.is_empty() {
        let mut bytes = 0;
        let fits = rest.iter().take_while(|(image, _)| {
            bytes += image.rgba8.len();
            bytes <= BATCH_BYTES
        });
        let count = fits.count().max(1);
        let (now, later) = rest.split_at_mut(count.min(rest.len()));
        let receipt = upload_batch(device, shared, now, outcomes)?;
        if !later.is_empty() {
            // Staging memory is free again before more of it is filled.
            receipt.wait(PATIENCE)?;
        }
        rest = later;
    }
    Ok(views)
}

fn upload_batch(
    device: &Device,
    shared: &Shared,
    images: &mut [(&Image, &mut Option<View>)],
    outcomes: &mut Vec<Outcome>,
) -> Result<Receipt, RenderError> {
    let mut batch = device.batch();
    let mut textures = Vec::with_capacity(images.len());
    for (image, view) in images {
        let texture = record(device, shared, &mut batch, image, outcomes)?;
        let desc = ViewDesc { label: &image.name, ..ViewDesc::default() };
        **view = Some(device.create_view(&texture, &desc)?);
        textures.push(texture);
    }
    batch.settle(&textures.iter().collect::<Vec<_>>());
    Ok(batch.submit()?)
}

fn record(
    device: &Device,
    shared: &Shared,
    batch: &mut Batch,
    image: &Image,
    outcomes: &mut Vec<Outcome>,
) -> Result<Texture, RenderError> {
    let (width, height, pixels) = fit(image, device.limits().max_texture_2d, outcomes)?;
    let (format, pipeline) = match image.encoding {
        Encoding::Srgb => (Format::Rgba8UnormSrgb, &shared.mips_srgb),
        Encoding::Linear => (Format::Rgba8Unorm, &shared.mips_linear),
    };
    let mips = 32 - width.max(height).leading_zeros();
    let drawn = if mips > 1 { TextureUsage::COLOR } else { TextureUsage::empty() };
    let usage = TextureUsage::SAMPLED | TextureUsage::COPY_TARGET | drawn;
    let texture = device.create_texture(&TextureDesc {
        label: &image.name,
        format: Some(format),
        size: [width, height, 1],
        mips,
        usage,
        contents: Contents::Undefined,
        ..TextureDesc::default()
    })?;
    let texture = texture.value;
    let source = device.create_buffer(&BufferDesc {
        label: &image.name,
        size_bytes: pixels.len() as u64,
        usage: BufferUsage::COPY_SRC,
        memory: Memory::Upload,
        contents: Contents::Data(&pixels),
    })?;
    let src = BufferSide { buffer: &source, offset: 0, row_bytes: 0, rows: 0 };
    batch.copies("texture", &[Copy::BufferToTexture { src, dst: Region::level(&texture, 0) }]);
    let level = |mip| {
        device.create_view(&texture, &ViewDesc { label: &image.name, mip, mips: 1, ..ViewDesc::default() })
    };
    let mut above = level(0)?;
    for mip in 1..mips {
        let below = level(mip)?;
        let group = device.create_bind_group(&BindGroupDesc {
            label: "mip",
            layout: &shared.mips,
            entries: &[GroupEntry::view(0, &above), GroupEntry::sampler(1, &shared.clamp)],
        })?;
        let color = [Color { load: Load::Discard, ..Color::load(&below) }];
        batch.raster(
            &RasterDesc { label: "mips", color: &color, groups: &[&group], ..RasterDesc::default() },
            |p| {
                p.pipeline(pipeline);
                p.group(0, &group, []);
                p.draw(0..3, 0..1);
            },
        );
        above = below;
    }
    Ok(texture)
}

/// The image in a size that the device takes.
fn fit<'a>(
    image: &'a Image,
    most: u32,
    outcomes: &mut Vec<Outcome>,
) -> Result<(u32, u32, Cow<'a, [u8]>), RenderError> {
    let (w, h) = (image.width, image.height);
    let expected = w as usize * h as usize * TEXEL_BYTES;
    if expected == 0 || image.rgba8.len() != expected {
        let fault = format!("image '{}' has {} bytes for {w}x{h} pixels", image.name, image.rgba8.len());
        return Err(RenderError::Scene(vec![fault]));
    }
    if w.max(h) <= most {
        return Ok((w, h, Cow::Borrowed(&image.rgba8)));
    }
    let scale = f64::from(most) / f64::from(w.max(h));
    let shrink = |side: u32| ((f64::from(side) * scale) as u32).clamp(1, most);
    let (to_w, to_h) = (shrink(w), shrink(h));
    let buffer = image::RgbaImage::from_raw(w, h, image.rgba8.to_vec());
    let Some(buffer) = buffer else {
        return Err(RenderError::Scene(vec![format!("image '{}' can't be made smaller", image.name)]));
    };
    let small = image::imageops::resize(&buffer, to_w, to_h, image::imageops::FilterType::Triangle);
    outcomes.push(Outcome::Adjusted {
        asked: Value::from(format!("image '{}' of {w}x{h}", image.name)),
        got: Value::from(format!("{to_w}x{to_h}")),
        why: Reason::OverLimit {
            what: "texture size in texels".into(),
            asked: w.max(h).into(),
            allowed: most.into(),
        },
    });
    Ok((to_w, to_h, Cow::Owned(small.into_raw())))
}
