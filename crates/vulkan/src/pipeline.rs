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

/// Pipelines that would have to be compiled are not made.
const READY: vk::PipelineCreateFlags = vk::PipelineCreateFlags::FAIL_ON_PIPELINE_COMPILE_REQUIRED;

/// An answer to a flag that was not set.
fn unasked() -> Fault {
    Fault::Unavailable("the driver would have to compile the pipeline, which it was not told to avoid".into())
}

fn entry_name(s: &ShaderStage<'_>) -> Result<CString, Fault> {
    CString::new(s.entry).map_err(|_| Fault::Unavailable(format!("'{}' has a zero byte in it", s.entry)))
}

/// A shader module that lives as long as a pipeline is made of it.
struct Module<'a> {
    device: &'a VulkanDevice,
    raw: vk::ShaderModule,
    entry: CString,
    /// Values of specialisation constants, and where each lies.
    data: Vec<u8>,
    map: Vec<vk::SpecializationMapEntry>,
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
        let raw = raw.map_err(|e| fault("vkCreateShaderModule", e))?;
        let (mut data, mut map) = (Vec::new(), Vec::new());
        for c in s.constants {
            let (offset, size) = (data.len() as u32, c.value.bytes());
            data.extend_from_slice(&c.value.bits().to_ne_bytes()[..]);
            // The low half comes first where the value is shorter, on the machines that have Vulkan.
            map.push(vk::SpecializationMapEntry { constant_id: c.id, offset, size });
        }
        Ok(Self { device, raw, entry, data, map })
    }

    fn constants(&self) -> vk::SpecializationInfo<'_> {
        vk::SpecializationInfo::default().map_entries(&self.map).data(&self.data)
    }

    fn stage<'s>(
        &'s self,
        stage: vk::ShaderStageFlags,
        constants: &'s vk::SpecializationInfo<'s>,
    ) -> vk::PipelineShaderStageCreateInfo<'s> {
        let info =
            vk::PipelineShaderStageCreateInfo::default().stage(stage).module(self.raw).name(&self.entry);
        if self.map.is_empty() { info } else { info.specialization_info(constants) }
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
        self.raster_pipeline(plan, vk::PipelineCreateFlags::empty())?.ok_or_else(unasked)
    }

    /// Only where the driver need not compile, and says so.
    pub(crate) fn make_ready_raster_pipeline(
        &self,
        plan: &RasterPipelinePlan<'_>,
    ) -> Result<Option<Native>, Fault> {
        if self.cache.tells { self.raster_pipeline(plan, READY) } else { Ok(None) }
    }

    fn raster_pipeline(
        &self,
        plan: &RasterPipelinePlan<'_>,
        flags: vk::PipelineCreateFlags,
    ) -> Result<Option<Native>, Fault> {
        let p = plan.desc;
        let tessellation = p.tessellation.as_ref();
        let shaders = [
            (vk::ShaderStageFlags::VERTEX, Some(&p.vertex)),
            (vk::ShaderStageFlags::TESSELLATION_CONTROL, tessellation.map(|t| &t.control)),
            (vk::ShaderStageFlags::TESSELLATION_EVALUATION, tessellation.map(|t| &t.evaluation)),
            (vk::ShaderStageFlags::GEOMETRY, p.geometry.as_ref()),
            (vk::ShaderStageFlags::FRAGMENT, p.fragment.as_ref()),
        ];
        let mut modules = Vec::with_capacity(shaders.len());
        for (stage, shader) in shaders {
            if let Some(shader) = shader {
                modules.push((stage, Module::new(self, shader)?));
            }
        }
        let constants: Vec<_> = modules.iter().map(|(_, m)| m.constants()).collect();
        let stages: Vec<_> =
            modules.iter().zip(&constants).map(|((stage, m), c)| m.stage(*stage, c)).collect();

        let (mut bindings, mut attributes, mut divisors) = (Vec::new(), Vec::new(), Vec::new());
        for (slot, b) in p.buffers.iter().enumerate() {
            if let StepMode::EveryInstances(divisor @ 2..) = b.step {
                let binding = slot as u32;
                divisors.push(vk::VertexInputBindingDivisorDescriptionKHR { binding, divisor });
            }
            bindings.push(vk::VertexInputBindingDescription {
                binding: slot as u32,
                stride: b.stride,
                input_rate: match b.step {
                    StepMode::Vertex | StepMode::Constant => vk::VertexInputRate::VERTEX,
                    StepMode::Instance | StepMode::EveryInstances(_) => vk::VertexInputRate::INSTANCE,
                },
            });
            let read = b
                .attributes
                .iter()
                .filter(|a| 1u64.checked_shl(a.location).is_some_and(|l| plan.inputs & l != 0));
            attributes.extend(read.map(|a| vk::VertexInputAttributeDescription {
                location: a.location,
                binding: slot as u32,
                format: convert::vertex_format(a.format),
                offset: a.offset,
            }));
        }
        let mut divisor =
            vk::PipelineVertexInputDivisorStateCreateInfoKHR::default().vertex_binding_divisors(&divisors);
        let mut input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        if !divisors.is_empty() {
            input = input.push_next(&mut divisor);
        }
        let patch = vk::PipelineTessellationStateCreateInfo::default()
            .patch_control_points(tessellation.map_or(0, |t| t.patch_vertices));
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(convert::topology(p.topology))
            .primitive_restart_enable(p.primitive_restart);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let bias = p.depth.map(|d| d.bias).unwrap_or_default();
        let mut conservative = vk::PipelineRasterizationConservativeStateCreateInfoEXT::default()
            .conservative_rasterization_mode(vk::ConservativeRasterizationModeEXT::OVERESTIMATE);
        let mut raster = vk::PipelineRasterizationStateCreateInfo::default()
            .depth_clamp_enable(p.depth.is_some_and(|d| d.clamp))
            .polygon_mode(convert::polygon(p.polygon))
            .cull_mode(convert::cull(p.cull))
            .front_face(convert::front(p.front))
            .depth_bias_enable(bias.constant != 0.0 || bias.slope != 0.0)
            .depth_bias_constant_factor(bias.constant)
            .depth_bias_slope_factor(bias.slope)
            .depth_bias_clamp(bias.clamp)
            .line_width(if p.line_width == 0.0 { 1.0 } else { p.line_width });
        if p.conservative {
            raster = raster.push_next(&mut conservative);
        }
        let mask = [p.sample_mask.unwrap_or(u32::MAX), u32::MAX];
        let multisample = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(vk::SampleCountFlags::from_raw(plan.samples))
            .sample_mask(&mask)
            .alpha_to_coverage_enable(p.alpha_to_coverage);
        let mut depth = vk::PipelineDepthStencilStateCreateInfo::default();
        let (mut depth_format, mut stencil_format) = (vk::Format::UNDEFINED, vk::Format::UNDEFINED);
        if let Some(d) = &p.depth {
            let aspects = d.format.info().aspects;
            depth = depth
                .depth_test_enable(aspects.contains(Aspects::DEPTH))
                .depth_write_enable(d.write)
                .depth_compare_op(convert::compare(d.compare));
            if let Some(s) = d.stencil {
                depth = depth
                    .stencil_test_enable(true)
                    .front(convert::stencil(s.front))
                    .back(convert::stencil(s.back));
            }
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
        let mut blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&targets);
        if let Some(op) = p.logic_op {
            blend = blend.logic_op_enable(true).logic_op(convert::logic_op(op));
        }
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&DYNAMIC);
        let formats: Vec<_> = p.colors.iter().map(|c| convert::format(c.format)).collect();
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .view_mask(p.view_mask)
            .color_attachment_formats(&formats)
            .depth_attachment_format(depth_format)
            .stencil_attachment_format(stencil_format);
        let mut info = vk::GraphicsPipelineCreateInfo::default()
            .flags(flags)
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
        if tessellation.is_some() {
            info = info.tessellation_state(&patch);
        }
        info = match self.fns.rendering {
            Some(_) => info.push_next(&mut rendering),
            None => info.render_pass(self.render_passes.of_pipeline(&self.raw, plan)?),
        };
        // SAFETY: a complete description; every handle is alive; states agree with each other and with the device's features.
        let made = unsafe { self.raw.create_graphics_pipelines(*self.cache.read(), &[info], None) };
        self.one_pipeline(made, p.label, "vkCreateGraphicsPipelines")
    }

    pub(crate) fn make_compute_pipeline(
        &self,
        layout: Raw,
        s: ShaderStage<'_>,
        label: &str,
    ) -> Result<Native, Fault> {
        self.compute_pipeline(layout, s, label, vk::PipelineCreateFlags::empty())?.ok_or_else(unasked)
    }

    /// As [`VulkanDevice::make_ready_raster_pipeline`].
    pub(crate) fn make_ready_compute_pipeline(
        &self,
        layout: Raw,
        s: ShaderStage<'_>,
        label: &str,
    ) -> Result<Option<Native>, Fault> {
        if self.cache.tells { self.compute_pipeline(layout, s, label, READY) } else { Ok(None) }
    }

    fn compute_pipeline(
        &self,
        layout: Raw,
        s: ShaderStage<'_>,
        label: &str,
        flags: vk::PipelineCreateFlags,
    ) -> Result<Option<Native>, Fault> {
        let module = Module::new(self, &s)?;
        let constants = module.constants();
        let info = vk::ComputePipelineCreateInfo::default()
            .flags(flags)
            .stage(module.stage(vk::ShaderStageFlags::COMPUTE, &constants))
            .layout(vk::PipelineLayout::from_raw(layout.0));
        // SAFETY: as above.
        let made = unsafe { self.raw.create_compute_pipelines(*self.cache.read(), &[info], None) };
        self.one_pipeline(made, label, "vkCreateComputePipelines")
    }

    fn one_pipeline(
        &self,
        made: Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>,
        label: &str,
        call: &'static str,
    ) -> Result<Option<Native>, Fault> {
        match made {
            Ok(pipelines) => {
                let pipeline = pipelines.first().copied().unwrap_or_default();
                self.name(pipeline, label);
                Ok(Some(Native { raw: Raw(pipeline.as_raw()), aux: 0 }))
            }
            Err((_, vk::Result::PIPELINE_COMPILE_REQUIRED)) => Ok(None),
            Err((_, e)) => Err(fault(call, e)),
        }
    }
}
