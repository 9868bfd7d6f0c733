//! Pipelines of Candor's own, for what a device cannot do by a call. They are made when they are asked for, never by a frame, and
//! can be listed.

use super::Device;
use crate::desc::{BindGroupLayoutDesc, BindingKind, LayoutEntry, RasterPipelineDesc, ShaderStage};
use crate::error::{Code, Error};
use crate::format::Format;
use crate::object::{BindGroupLayout, RasterPipeline};
use crate::sync::lock;
use crate::usage::Stages;
use candor_shader::Shader;
use candor_shader::shaders::{INTERNAL_MIPS_FS_MAIN, INTERNAL_MIPS_VS_MAIN};
use std::sync::Arc;

/// Draws a level of a mip chain from the one above.
#[derive(Debug)]
pub(crate) struct MipPipeline {
    pub(crate) format: Format,
    pub(crate) layout: BindGroupLayout,
    pub(crate) pipeline: RasterPipeline,
}

impl Device {
    /// Makes the pipeline that draws mip levels of a format, where there is none yet: for `Batch::draw_mips`, and for
    /// `Batch::generate_mips` on devices that do not blit the format.
    ///
    /// # Errors
    /// A format that is no colour attachment of floats here, or the driver's answer.
    pub fn prepare_mips(&self, format: Format) -> Result<(), Error> {
        let core = &self.core;
        let label = format!("internal mips {format}");
        core.alive(&label)?;
        if lock(&core.internal).iter().any(|m| m.format == format) {
            return Ok(());
        }
        if format.info().class != crate::format::Class::Float {
            return Err(Error::new(Code::FormatUnsupported, label, format!("{format} cannot be averaged")));
        }
        let stage =
            |s: &'static Shader| ShaderStage { spirv: s.words(), entry: s.entry_point, ..Default::default() };
        let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)];
        let layout = self.create_bind_group_layout(&BindGroupLayoutDesc {
            label: "internal mips",
            entries: &entries,
            ..Default::default()
        })?;
        let pipeline = self.create_raster_pipeline(&RasterPipelineDesc {
            label: &label,
            groups: &[&layout],
            vertex: stage(&INTERNAL_MIPS_VS_MAIN),
            fragment: Some(stage(&INTERNAL_MIPS_FS_MAIN)),
            colors: &[format.into()],
            ..RasterPipelineDesc::default()
        })?;
        let made = Arc::new(MipPipeline { format, layout, pipeline });
        lock(&core.internal).push(made);
        Ok(())
    }

    /// Labels of the pipelines that Candor has made for itself.
    pub fn internal_pipelines(&self) -> Vec<String> {
        lock(&self.core.internal).iter().map(|m| m.pipeline.label().to_owned()).collect()
    }
}
