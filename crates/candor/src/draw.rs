//! The proof that a device works at all: one pipeline draws a target full of one colour, and the pixels are compared.

use candor_rhi::backend::Backend;
use candor_rhi::{
    BackendKind, Color, ColorState, Device, Error, Format, PushLayout, RasterDesc, RasterPipelineDesc,
    Region, ShaderStage, Stages, TextureDesc, ViewDesc,
};
use candor_shader::shaders;
use std::sync::Arc;
use std::time::Duration;

/// Edge of the target in texels.
const EDGE: u32 = 4;
/// What the pipeline draws, in steps of 1/255: four values that no channel order confuses.
pub(crate) const DRAWN: [u8; 4] = [51, 102, 153, 204];
/// What the target is cleared to before.
const CLEARED: [f32; 4] = [1.0, 0.0, 1.0, 0.0];
/// Vertices of a triangle that covers the target.
const COVERING: u32 = 3;

/// Draws on a device that nobody else uses yet. Says what came of it; an error is one sentence.
pub(crate) fn draw(backend: &Arc<dyn Backend>, limit: Duration) -> Result<String, String> {
    // A core of its own, so that the program's device starts with clean counters.
    let device = Device::new(backend.clone());
    let drawn = pixels(&device, limit);
    let faults = device.faults();
    let closed = device.close(limit);
    let pixels = drawn?;
    if let Some(fault) = faults.first() {
        return Err(format!("the probe's objects failed late: {fault}"));
    }
    if !closed.destroyed {
        return Err("the probe's work did not end, so that its objects can't be destroyed".into());
    }
    if backend.info().backend == BackendKind::Null {
        return Ok("every command was accepted; Null draws nothing, so there is no picture to compare".into());
    }
    compare(&pixels)
}

fn pixels(device: &Device, limit: Duration) -> Result<Vec<u8>, String> {
    let target = TextureDesc::color_target("probe target", Format::Rgba8Unorm, EDGE, EDGE);
    let target = device.create_texture(&target).map_err(|e| e.to_string())?.value;
    let view = device.create_view(&target, &ViewDesc::default()).map_err(sentence)?;
    let (vs, fs) = (&shaders::PROBE_VS_MAIN, &shaders::PROBE_FS_MAIN);
    let pipeline = device
        .create_raster_pipeline(&RasterPipelineDesc {
            label: "probe",
            push: PushLayout { stages: Stages::FRAGMENT, bytes: size_of::<[f32; 4]>() as u32 },
            vertex: ShaderStage { spirv: vs.words(), entry: vs.entry_point, constants: &[] },
            fragment: Some(ShaderStage { spirv: fs.words(), entry: fs.entry_point, constants: &[] }),
            colors: &[ColorState::from(Format::Rgba8Unorm)],
            ..RasterPipelineDesc::default()
        })
        .map_err(sentence)?;
    let color: Vec<u8> = DRAWN.iter().flat_map(|v| (f32::from(*v) / 255.0).to_ne_bytes()).collect();
    let mut batch = device.batch();
    let attachment = [Color::clear(&view, CLEARED)];
    batch.raster(&RasterDesc { label: "probe", color: &attachment, ..RasterDesc::default() }, |pass| {
        pass.pipeline(&pipeline);
        pass.push(0, &color);
        pass.draw(0..COVERING, 0..1);
    });
    let readback = batch.read_texture(&Region::level(&target, 0));
    batch.submit().map_err(|e| e.to_string())?;
    readback.wait(limit).map_err(sentence)
}

fn sentence(e: Error) -> String {
    e.to_string()
}

fn compare(pixels: &[u8]) -> Result<String, String> {
    let (texels, rest) = pixels.as_chunks::<4>();
    let expected = (EDGE * EDGE) as usize;
    if texels.len() != expected || !rest.is_empty() {
        return Err(format!("the picture has {} bytes instead of {}", pixels.len(), expected * DRAWN.len()));
    }
    // Conversion to 8 bits may be off by one step (Vulkan specification, "Conversion from Floating-Point to Normalized
    // Fixed-Point").
    let near = |t: &[u8; 4]| t.iter().zip(&DRAWN).all(|(a, b)| a.abs_diff(*b) <= 1);
    match texels.iter().position(|t| !near(t)) {
        None => Ok(format!("{expected} pixels of the probe are right")),
        Some(i) => {
            let (x, y, got) = (i as u32 % EDGE, i as u32 / EDGE, texels[i]);
            let wrong = texels.iter().filter(|t| !near(t)).count();
            Err(format!(
                "it draws wrongly: {wrong} of {expected} pixels differ, the first at ({x}, {y}) is {got:?} and should be \
                 {DRAWN:?}"
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_pixel_is_named() {
        let mut picture = DRAWN.repeat(16);
        assert!(compare(&picture).is_ok());
        picture[0] += 1;
        assert!(compare(&picture).is_ok(), "rounding is allowed");
        picture[4 * 6 + 2] = 0;
        let why = compare(&picture).unwrap_err();
        assert!(why.contains("1 of 16") && why.contains("(2, 1)"), "{why}");
        assert!(compare(&picture[..60]).unwrap_err().contains("60 bytes"));
    }
}
