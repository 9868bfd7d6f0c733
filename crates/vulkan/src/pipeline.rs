//! Pipelines, for dynamic rendering or for a compatible render pass.

use crate::convert;
use crate::device::VulkanDevice;
use crate::{fault, older_spirv};
use ash::vk::{self, Handle};
use candor_rhi::backend::{Fault, RasterPipelinePlan};
use candor_rhi::format::Aspects;
use candor_rhi::{Native, Raw, ShaderStage, StepMode};
use std::ffi::CString;

/// State that is set while recording, so that one pipeline serves every size.
const DYNAMIC: [vk::DynamicState; 4] = [
    vk::DynamicState::VIEWPORT,
    vk::DynamicState::SCISSOR,
    vk::DynamicState::BLEND_CONSTANTS,
    vk::DynamicState::STENCIL_REFERENCE,
];

fn entry_name(s: &ShaderStage<'_>) -> Result<CString, Fault> {
    CString::new(s.entry).map_err(|_| Fault::Unavailable(format!("'{}' has a zero byte in it", s.entry)))
}

/// A shader module that lives as long as a pipeline is made of it.
struct Module<'a> {
    device: &'a VulkanDevice,
    raw: vk::ShaderModule,
    entry: CString,
}

impl<'a> Module<'a> {
    fn new(device: &'a VulkanDevice, s: &ShaderStage<'_>) -> Result<Self, Fault> {
        let entry = entry_name(s)?;
        let older = match device.version < vk::API_VERSION_1_1 {
            true => Some(older_spirv::to_1_0(s.spirv, s.entry)?),
            false => None,
        };
        let info = vk::ShaderModuleCreateInfo::default().code(older.as_deref().unwrap_or(s.spirv));
        // SAFETY: the words begin as SPIR-V; what lies beyond is checked by reflection before a pipeline is made.
        let raw = unsafe { device.raw.create_shader_module(&info, None) };
        Ok(Self { device, raw: raw.map_err(|e| fault("vkCreateShaderModule", e))?, entry })
    }

    fn stage(&self, stage: vk::ShaderStageFlags) -> vk::PipelineShaderStageCreateInfo<'_> {
        vk::PipelineShaderStageCreateInfo::default().stage(stage).module(self.raw).name(&self.entry)
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: pipelines do not need their modules once they are made.
        unsafe { self.device.raw.destroy_shader_module(self.raw, None) }
    }
}

impl VulkanDevice {
    pub(crate) fn make_raster_pipeline(&self, plan: &RasterPipelinePlan<'_>) -> Result<Native, Fault> {
        let p = plan.desc;
        let vertex = Module::new(self, &p.vertex)?;
        let fragment = p.fragment.as_ref().map(|f| Module::new(self, f)).transpose()?;
        let mut stages = vec![vertex.stage(vk::ShaderStageFlags::VERTEX)];
        stages.extend(fragment.as_ref().map(|f| f.stage(vk::ShaderStageFlags::FRAGMENT)));

        let (mut bindings, mut attributes) = (Vec::new(), Vec::new());
        for (slot, b) in p.buffers.iter().enumerate() {
            if b.attributes.is_empty() {
                continue;
            }
            bindings.push(vk::VertexInputBindingDescription {
                binding: slot as u32,
                stride: b.stride,
                input_rate: match b.step {
                    StepMode::Vertex => vk::VertexInputRate::VERTEX,
                    StepMode::Instance => vk::VertexInputRate::INSTANCE,
                },
            });
            attributes.extend(b.attributes.iter().map(|a| vk::VertexInputAttributeDescription {
                location: a.location,
                binding: slot as u32,
                format: convert::vertex_format(a.format),
                offset: a.offset,
            }));
        }
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(convert::topology(p.topology))
            .primitive_restart_enable(p.primitive_restart);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let bias = p.depth.map(|d| d.bias).unwrap_or_default();
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .depth_clamp_enable(p.depth.is_some_and(|d| d.clamp))
            .polygon_mode(convert::polygon(p.polygon))
            .cull_mode(convert::cull(p.cull))
            .front_face(convert::front(p.front))
            .depth_bias_enable(bias.constant != 0.0 || bias.slope != 0.0)
            .depth_bias_constant_factor(bias.constant)
            .depth_bias_slope_factor(bias.slope)
            .depth_bias_clamp(bias.clamp)
            .line_width(1.0);
        let multisample = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(vk::SampleCountFlags::from_raw(plan.samples))
            .alpha_to_coverage_enable(p.alpha_to_coverage);
        let mut depth = vk::PipelineDepthStencilStateCreateInfo::default();
        let (mut depth_format, mut stencil_format) = (vk::Format::UNDEFINED, vk::Format::UNDEFINED);
        if let Some(d) = &p.depth {
            depth = depth
                .depth_test_enable(true)
                .depth_write_enable(d.write)
                .depth_compare_op(convert::compare(d.compare));
            let aspects = d.format.info().aspects;
            if aspects.contains(Aspects::DEPTH) {
                depth_format = convert::format(d.format);
            }
            if aspects.contains(Aspects::STENCIL) {
                stencil_format = convert::format(d.format);
            }
        }
        let targets: Vec<_> = p
            .colors
            .iter()
            .map(|c| {
                let mut a = vk::PipelineColorBlendAttachmentState::default()
                    .color_write_mask(vk::ColorComponentFlags::from_raw(u32::from(c.write.bits())));
                if let Some(b) = c.blend {
                    let (color, alpha) = (convert::blend(b.color), convert::blend(b.alpha));
                    a = a
                        .blend_enable(true)
                        .src_color_blend_factor(color.0)
                        .dst_color_blend_factor(color.1)
                        .color_blend_op(color.2)
                        .src_alpha_blend_factor(alpha.0)
                        .dst_alpha_blend_factor(alpha.1)
                        .alpha_blend_op(alpha.2);
                }
                a
            })
            .collect();
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&targets);
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&DYNAMIC);
        let formats: Vec<_> = p.colors.iter().map(|c| convert::format(c.format)).collect();
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(&formats)
            .depth_attachment_format(depth_format)
            .stencil_attachment_format(stencil_format);
        let mut info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&multisample)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(vk::PipelineLayout::from_raw(plan.layout.0));
        info = match self.fns.rendering {
            Some(_) => info.push_next(&mut rendering),
            None => info.render_pass(self.render_passes.of_pipeline(&self.raw, plan)?),
        };
        // SAFETY: a complete description; every handle is alive; states agree with each other and with the device's features.
        let made = unsafe { self.raw.create_graphics_pipelines(self.cache, &[info], None) };
        self.one_pipeline(made, p.label, "vkCreateGraphicsPipelines")
    }

    pub(crate) fn make_compute_pipeline(
        &self,
        layout: Raw,
        s: ShaderStage<'_>,
        label: &str,
    ) -> Result<Native, Fault> {
        let module = Module::new(self, &s)?;
        let info = vk::ComputePipelineCreateInfo::default()
            .stage(module.stage(vk::ShaderStageFlags::COMPUTE))
            .layout(vk::PipelineLayout::from_raw(layout.0));
        // SAFETY: as above.
        let made = unsafe { self.raw.create_compute_pipelines(self.cache, &[info], None) };
        self.one_pipeline(made, label, "vkCreateComputePipelines")
    }

    fn one_pipeline(
        &self,
        made: Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>,
        label: &str,
        call: &'static str,
    ) -> Result<Native, Fault> {
        match made {
            Ok(pipelines) => {
                let pipeline = pipelines.first().copied().unwrap_or_default();
                self.name(pipeline, label);
                Ok(Native { raw: Raw(pipeline.as_raw()), aux: 0 })
            }
            Err((_, e)) => Err(fault(call, e)),
        }
    }
}
