//! Pipelines of Candor's own, for what a device cannot do by a call. They are made when they are asked for, never by a frame, and
//! can be listed.

use super::Device;
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

/// Draw a level of a mip chain from the one above.
#[derive(Debug)]
pub(crate) struct MipPipelines {
    pub(crate) format: Format,
    pub(crate) layout: BindGroupLayout,
    flat: RasterPipeline,
    line: RasterPipeline,
    volume: RasterPipeline,
}

impl MipPipelines {
    pub(crate) fn of(&self, dim: TextureDim) -> &RasterPipeline {
        match dim {
            TextureDim::D1 => &self.line,
            TextureDim::D2 | TextureDim::Cube => &self.flat,
            TextureDim::D3 => &self.volume,
        }
    }
}

impl Device {
    /// Makes the pipelines that draw mip levels of a format, where there are none yet: for `Batch::draw_mips`, and for
    /// `Batch::generate_mips` on devices that do not blit the format. They are three: for one, two and three dimensions.
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
        let pipeline = |label: &str, fragment: &'static Shader, push| {
            self.create_raster_pipeline(&RasterPipelineDesc {
                label,
                groups: &[&layout],
                push,
                vertex: stage(&INTERNAL_MIPS_VS_MAIN),
                fragment: Some(stage(fragment)),
                colors: &[format.into()],
                ..RasterPipelineDesc::default()
            })
        };
        let flat = pipeline(&label, &INTERNAL_MIPS_FS_MAIN, PushLayout::default())?;
        let line = pipeline(&format!("{label} D1"), &INTERNAL_MIPS_FS_LINE, PushLayout::default())?;
        let volume = pipeline(&format!("{label} D3"), &INTERNAL_MIPS_FS_VOLUME, SLICE)?;
        lock(&core.internal).push(Arc::new(MipPipelines { format, layout, flat, line, volume }));
        Ok(())
    }

    /// Labels of the pipelines that Candor has made for itself.
    pub fn internal_pipelines(&self) -> Vec<String> {
        let label = |p: &RasterPipeline| p.label().to_owned();
        lock(&self.core.internal).iter().flat_map(|m| [&m.flat, &m.line, &m.volume].map(label)).collect()
    }
}
