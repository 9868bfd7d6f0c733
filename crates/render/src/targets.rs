//! What a frame is drawn into.

use crate::error::RenderError;
use crate::frame::FrameRing;
use crate::gpu::shared::Shared;
use crate::gpu::{COLOR_FORMAT, DEPTH_FORMAT, OUTPUT_FORMAT};
use crate::settings::RenderSettings;
use candor_rhi::*;

/// Targets of the size of the picture.
#[derive(Debug)]
pub(crate) struct Targets {
    /// Multisampled colour; none where there is one sample.
    pub(crate) samples: Option<View>,
    /// The lit frame.
    pub(crate) color: View,
    pub(crate) depth: View,
    pub(crate) output: Texture,
    pub(crate) output_view: View,
    /// The tonemapper's source.
    pub(crate) tonemap: BindGroup,
}

fn target(
    device: &Device,
    label: &str,
    format: Format,
    s: &RenderSettings,
    samples: u32,
    usage: TextureUsage,
) -> Result<Texture, Error> {
    let texture = device.create_texture(&TextureDesc {
        label,
        format: Some(format),
        size: [s.size.width, s.size.height, 1],
        samples: Samples::Exact(samples),
        usage,
        contents: Contents::Undefined,
        ..TextureDesc::default()
    })?;
    Ok(texture.value)
}

impl Targets {
    pub(crate) fn new(device: &Device, shared: &Shared, s: &RenderSettings) -> Result<Self, RenderError> {
        let view = |t: &Texture| device.create_view(t, &ViewDesc::default());
        let color_usage = TextureUsage::COLOR | TextureUsage::SAMPLED;
        let color = view(&target(device, "lit frame", COLOR_FORMAT, s, 1, color_usage)?)?;
        let samples = match s.msaa {
            0 | 1 => None,
            n => Some(view(&target(device, "samples", COLOR_FORMAT, s, n, TextureUsage::COLOR)?)?),
        };
        let depth = view(&target(device, "depth", DEPTH_FORMAT, s, s.msaa.max(1), TextureUsage::DEPTH)?)?;
        let output_usage = TextureUsage::COLOR | TextureUsage::SAMPLED | TextureUsage::COPY_SRC;
        let output = target(device, "picture", OUTPUT_FORMAT, s, 1, output_usage)?;
        let output_view = view(&output)?;
        let entries = [GroupEntry::view(0, &color)];
        let desc = BindGroupDesc { label: "lit frame", layout: &shared.tonemap, entries: &entries };
        let tonemap = device.create_bind_group(&desc)?;
        Ok(Self { samples, color, depth, output, output_view, tonemap })
    }
}

/// The shadow map and the groups that name the frame's uniforms.
#[derive(Debug)]
pub(crate) struct ShadowTarget {
    pub(crate) view: View,
    /// Uniforms alone.
    pub(crate) frame: BindGroup,
    /// Uniforms and the shadow map.
    pub(crate) lit: BindGroup,
}

impl ShadowTarget {
    pub(crate) fn new(
        device: &Device,
        shared: &Shared,
        ring: &FrameRing,
        s: &RenderSettings,
    ) -> Result<Self, RenderError> {
        // Without shadows something must still be bound; it is never read.
        let side = if s.shadows { s.shadow_size } else { 1 };
        let texture =
            device.create_texture(&TextureDesc::depth_target("shadow map", DEPTH_FORMAT, side, side))?;
        let view = device.create_view(&texture.value, &ViewDesc::default())?;
        let entries = [ring.entry()];
        let frame = BindGroupDesc { label: "frame", layout: &shared.frame, entries: &entries };
        let frame = device.create_bind_group(&frame)?;
        let entries = [ring.entry(), GroupEntry::view(1, &view), GroupEntry::sampler(2, &shared.shadow)];
        let lit = BindGroupDesc { label: "frame and shadow", layout: &shared.lit, entries: &entries };
        let lit = device.create_bind_group(&lit)?;
        Ok(Self { view, frame, lit })
    }
}
