//! What every scene of a renderer uses: vertex attributes, group layouts, samplers, the pipelines that make mip levels.

use crate::error::RenderError;
use candor_rhi::*;
use candor_shader::layout::{Draw, attribute};
use candor_shader::{Overrides, Shader, shaders};
use std::mem::size_of;

/// Bytes of push data of `pbr` and `shadow`.
pub(crate) const PUSH: PushLayout = PushLayout { stages: Stages::RASTER, bytes: size_of::<Draw>() as u32 };

/// A vertex attribute of a mesh, alone in its vertex buffer.
pub(crate) struct VertexAttribute {
    pub(crate) location: u32,
    pub(crate) format: VertexFormat,
    /// Where its stand-in lies in [`CONSTANTS`].
    pub(crate) constant: u64,
}

/// Every attribute.
pub(crate) const ATTRIBUTES: [VertexAttribute; 6] = [
    VertexAttribute { location: attribute::POSITION, format: VertexFormat::F32x3, constant: 0 },
    VertexAttribute { location: attribute::NORMAL, format: VertexFormat::F32x3, constant: 16 },
    VertexAttribute { location: attribute::TANGENT, format: VertexFormat::F32x4, constant: 32 },
    VertexAttribute { location: attribute::UV0, format: VertexFormat::F32x2, constant: 48 },
    VertexAttribute { location: attribute::UV1, format: VertexFormat::F32x2, constant: 48 },
    VertexAttribute { location: attribute::COLOR, format: VertexFormat::F32x4, constant: 64 },
];

/// Position, normal, tangent, coordinates and colour of a vertex that has none, each on 16 bytes.
pub(crate) const CONSTANTS: [[f32; 4]; 5] =
    [[0.0; 4], [0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0], [0.0; 4], [1.0, 1.0, 1.0, 1.0]];

/// See the module.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Group 0 of what needs the frame's uniforms alone.
    pub(crate) frame: BindGroupLayout,
    /// Group 0 of forward shading: the frame's uniforms and the shadow map.
    pub(crate) lit: BindGroupLayout,
    /// Group 1: a material.
    pub(crate) material: BindGroupLayout,
    /// Group 0 of the tonemapper.
    pub(crate) tonemap: BindGroupLayout,
    /// Group 0 of the mip shader.
    pub(crate) mips: BindGroupLayout,
    pub(crate) clamp: Sampler,
    pub(crate) shadow: Sampler,
    pub(crate) mips_srgb: RasterPipeline,
    pub(crate) mips_linear: RasterPipeline,
    /// A game's shaders in place of Candor's own.
    overrides: Overrides,
}

fn layout(device: &Device, label: &str, entries: &[(Stages, BindingKind)]) -> Result<BindGroupLayout, Error> {
    let entries: Vec<_> =
        entries.iter().enumerate().map(|(i, (s, k))| LayoutEntry::new(i as u32, *s, *k)).collect();
    device.create_bind_group_layout(&BindGroupLayoutDesc { label, entries: &entries, samplers: &[] })
}

impl Shared {
    /// A stage of a pipeline.
    pub(crate) fn stage(&self, shader: &'static Shader) -> ShaderStage<'_> {
        self.overrides.code(shader).into()
    }

    pub(crate) fn new(device: &Device, overrides: Overrides) -> Result<Self, RenderError> {
        use BindingKind::{Sampler, Texture, Uniform};
        let uniform = (Stages::RASTER, Uniform { dynamic: true });
        let texture = (Stages::FRAGMENT, Texture);
        let sampler = (Stages::FRAGMENT, Sampler);
        let mut of_material = vec![uniform];
        of_material.extend([texture; 5]);
        of_material.extend([sampler; 5]);
        let mips = layout(device, "mips", &[texture, sampler])?;
        Ok(Self {
            frame: layout(device, "frame", &[uniform])?,
            lit: layout(device, "frame and shadow", &[uniform, texture, sampler])?,
            material: layout(device, "material", &of_material)?,
            tonemap: layout(device, "tonemap", &[texture])?,
            clamp: device.create_sampler(&SamplerDesc::clamp("clamp"))?.value,
            shadow: device.create_sampler(&SamplerDesc::shadow("shadow", Compare::LessEqual))?.value,
            mips_srgb: mip_pipeline(device, &mips, &overrides, Format::Rgba8UnormSrgb)?,
            mips_linear: mip_pipeline(device, &mips, &overrides, Format::Rgba8Unorm)?,
            mips,
            overrides,
        })
    }
}

fn mip_pipeline(
    device: &Device,
    layout: &BindGroupLayout,
    overrides: &Overrides,
    format: Format,
) -> Result<RasterPipeline, Error> {
    device.create_raster_pipeline(&RasterPipelineDesc {
        label: "mips",
        groups: &[layout],
        vertex: overrides.code(&shaders::MIPS_VS_MAIN).into(),
        fragment: Some(overrides.code(&shaders::MIPS_FS_MAIN).into()),
        colors: &[format.into()],
        ..RasterPipelineDesc::default()
    })
}
