//! Pipelines of Candor's own, for what a device cannot do by a call. They are made when they are asked for, never by a frame, and
//! can be listed.

use super::Device;
use crate::core::Core;
use crate::desc::{
    BindGroupLayoutDesc, BindingKind, LayoutEntry, PushLayout, RasterPipelineDesc, ShaderStage, TextureDim,
};
use crate::error::{Code, Error};
use crate::format::Format;
use crate::object::{BindGroupLayout, RasterPipeline};
use crate::sync::lock;
use crate::usage::Stages;
use candor_shader::Shader;
use candor_shader::shaders::{
    INTERNAL_MIPS_FS_LINE, INTERNAL_MIPS_FS_MAIN, INTERNAL_MIPS_FS_VOLUME, INTERNAL_MIPS_VS_MAIN,
};
use std::sync::Arc;

/// What a volume's pipeline is told: the slice that it draws, 32 bits.
const SLICE: PushLayout = PushLayout { stages: Stages::FRAGMENT, bytes: 4 };

/// Draws a level of a mip chain from the one above.
#[derive(Debug)]
pub(crate) struct MipPipeline {
    pub(crate) format: Format,
    /// A cube is drawn as what it consists of.
    dim: TextureDim,
    pub(crate) layout: BindGroupLayout,
    pub(crate) pipeline: RasterPipeline,
}

impl MipPipeline {
    /// What was prepared for a format and dimensions.
    pub(crate) fn find(core: &Core, format: Format, dim: TextureDim) -> Option<Arc<Self>> {
        lock(&core.internal).iter().find(|m| m.format == format && m.dim == drawn_as(dim)).cloned()
    }
}

fn drawn_as(dim: TextureDim) -> TextureDim {
    match dim {
        TextureDim::D2 | TextureDim::Cube => TextureDim::D2,
        TextureDim::D1 | TextureDim::D3 => dim,
    }
}

impl Device {
    /// Makes the pipeline that draws mip levels of textures of a format and dimensions, where there is none yet: for
    /// `Batch::draw_mips`, and for `Batch::generate_mips` on devices that do not blit the format. One for [`TextureDim::D2`] draws
    /// cubes too.
    ///
    /// # Errors
    /// A format that is no colour attachment of floats here, or the driver's answer.
    pub fn prepare_mips(&self, format: Format, dim: TextureDim) -> Result<(), Error> {
        let core = &self.core;
        let dim = drawn_as(dim);
        let label = format!("internal mips {format} {dim:?}");
        core.alive(&label)?;
        if MipPipeline::find(core, format, dim).is_some() {
            return Ok(());
        }
        if format.info().class != crate::format::Class::Float {
            return Err(Error::new(Code::FormatUnsupported, label, format!("{format} cannot be averaged")));
        }
        let stage =
            |s: &'static Shader| ShaderStage { spirv: s.words(), entry: s.entry_point, ..Default::default() };
        let (fragment, push) = match dim {
            TextureDim::D1 => (&INTERNAL_MIPS_FS_LINE, PushLayout::default()),
            TextureDim::D2 | TextureDim::Cube => (&INTERNAL_MIPS_FS_MAIN, PushLayout::default()),
            TextureDim::D3 => (&INTERNAL_MIPS_FS_VOLUME, SLICE),
        };
        let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)];
        let layout = self.create_bind_group_layout(&BindGroupLayoutDesc {
            label: "internal mips",
            entries: &entries,
            ..Default::default()
        })?;
        let pipeline = self.create_raster_pipeline(&RasterPipelineDesc {
            label: &label,
            groups: &[&layout],
            push,
            vertex: stage(&INTERNAL_MIPS_VS_MAIN),
            fragment: Some(stage(fragment)),
            colors: &[format.into()],
            ..RasterPipelineDesc::default()
        })?;
        let made = Arc::new(MipPipeline { format, dim, layout, pipeline });
        lock(&core.internal).push(made);
        Ok(())
    }

    /// Labels of the pipelines that Candor has made for itself.
    pub fn internal_pipelines(&self) -> Vec<String> {
        lock(&self.core.internal).iter().map(|m| m.pipeline.label().to_owned()).collect()
    }
}
