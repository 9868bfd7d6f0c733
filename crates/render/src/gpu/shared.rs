//! What every scene of a renderer uses: vertex attributes, group layouts, samplers, the pipelines that make mip levels.

use crate::error::RenderError;
use crate::pipelines::PipelineKey;
use candor_rhi::*;
use candor_shader::layout::{Draw, attribute};
use candor_shader::{Overrides, Shader};
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

impl VertexAttribute {
    /// The value of a vertex that has none.
    pub(crate) fn stand_in(&self) -> &'static [u8] {
        let values: &[u8] = bytemuck::cast_slice(&CONSTANTS);
        let start = self.constant as usize;
        values.get(start..start + self.format.bytes() as usize).unwrap_or_default()
    }
}

/// Position, normal, tangent, coordinates and colour of a vertex that has none, each on 16 bytes.
pub(crate) static CONSTANTS: [[f32; 4]; 5] =
    [[0.0; 4], [0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0], [0.0; 4], [1.0, 1.0, 1.0, 1.0]];

/// Sets of attributes that a pipeline may take as constants, as bits: none, or the second coordinates and the colour. What else a
/// primitive lacks it reads from constants that are repeated for each vertex, so that not every combination is a pipeline of its own.
pub(crate) const MISSING_SETS: [u8; 2] = [0, 1 << attribute::UV1 | 1 << attribute::COLOR];

/// Layouts of every group that the renderer binds, and the shaders that take them.
#[derive(Debug)]
pub(crate) struct Layouts {
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
    /// A game's shaders in place of Candor's own.
    overrides: Overrides,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) layouts: Layouts,
    pub(crate) clamp: Sampler,
    pub(crate) shadow: Sampler,
    pub(crate) mips_srgb: RasterPipeline,
    pub(crate) mips_linear: RasterPipeline,
}

fn layout(device: &Device, label: &str, entries: &[(Stages, BindingKind)]) -> Result<BindGroupLayout, Error> {
    let entries: Vec<_> =
        entries.iter().enumerate().map(|(i, (s, k))| LayoutEntry::new(i as u32, *s, *k)).collect();
    device.create_bind_group_layout(&BindGroupLayoutDesc { label, entries: &entries, samplers: &[] })
}

impl Layouts {
    /// A stage of a pipeline.
    pub(crate) fn stage(&self, shader: &'static Shader) -> ShaderStage<'_> {
        self.overrides.code(shader).into()
    }

    pub(crate) fn new(device: &Device, overrides: Overrides) -> Result<Self, Error> {
        use BindingKind::{Sampler, Texture, Uniform};
        let uniform = (Stages::RASTER, Uniform { dynamic: true });
        let texture = (Stages::FRAGMENT, Texture);
        let sampler = (Stages::FRAGMENT, Sampler);
        let mut of_material = vec![uniform];
        of_material.extend([texture; 5]);
        of_material.extend([sampler; 5]);
        Ok(Self {
            frame: layout(device, "frame", &[uniform])?,
            lit: layout(device, "frame and shadow", &[uniform, texture, sampler])?,
            material: layout(device, "material", &of_material)?,
            tonemap: layout(device, "tonemap", &[texture])?,
            mips: layout(device, "mips", &[texture, sampler])?,
            overrides,
        })
    }
}

impl Shared {
    pub(crate) fn new(device: &Device, overrides: Overrides) -> Result<Self, RenderError> {
        let layouts = Layouts::new(device, overrides)?;
        Ok(Self {
            clamp: device.create_sampler(&SamplerDesc::clamp("clamp"))?.value,
            shadow: device.create_sampler(&SamplerDesc::shadow("shadow", Compare::LessEqual))?.value,
            mips_srgb: PipelineKey::Mips { srgb: true }.create(device, &layouts)?,
            mips_linear: PipelineKey::Mips { srgb: false }.create(device, &layouts)?,
            layouts,
        })
    }
}
