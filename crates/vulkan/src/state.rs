//! What a plan enables of pipeline state and stages, and the limits that go with it.

use crate::instance::Shared;
use ash::vk;
use candor_caps::plan::Plan;
use candor_rhi::Limits;
use candor_rhi::backend::Enabled;
use candor_rhi::limits::MAX_VIEWS;

/// The extension with which a device says that it does not have all of Vulkan.
const PORTABILITY_SUBSET: &str = "VK_KHR_portability_subset";

/// Pipeline state that the plan enables.
pub(crate) fn enabled(plan: &Plan) -> Enabled {
    // What only a portability device can lack, others have without being asked.
    let portable = |bit: &str| !plan.has_device_extension(PORTABILITY_SUBSET) || plan.sets(bit);
    let tessellation = plan.sets("tessellationShader");
    [
        (plan.sets("geometryShader"), Enabled::GEOMETRY),
        (tessellation, Enabled::TESSELLATION),
        (tessellation && portable("tessellationIsolines"), Enabled::TESSELLATION_ISOLINES),
        (tessellation && portable("tessellationPointMode"), Enabled::TESSELLATION_POINTS),
        (portable("triangleFans"), Enabled::TRIANGLE_FANS),
        (plan.sets("wideLines"), Enabled::WIDE_LINES),
        (plan.has_device_extension("VK_EXT_conservative_rasterization"), Enabled::CONSERVATIVE),
        (plan.sets("dualSrcBlend"), Enabled::DUAL_SOURCE),
        (plan.sets("logicOp"), Enabled::LOGIC_OPS),
        (portable("constantAlphaColorBlendFactors"), Enabled::CONSTANT_ALPHA),
        (portable("separateStencilMaskRef"), Enabled::SEPARATE_STENCIL),
        (plan.sets("multiview"), Enabled::MULTIVIEW),
        (
            plan.sets("sampleRateShading") && portable("shaderSampleRateInterpolationFunctions"),
            Enabled::SAMPLE_RATE,
        ),
        (portable("vertexAttributeAccessBeyondStride"), Enabled::BEYOND_STRIDE),
        (plan.sets("vertexAttributeInstanceRateDivisor"), Enabled::INSTANCE_STEP),
        (
            plan.sets("samplerMirrorClampToEdge")
                || plan.has_device_extension("VK_KHR_sampler_mirror_clamp_to_edge"),
            Enabled::MIRROR_ONCE,
        ),
        (portable("imageView2DOn3DImage"), Enabled::SLICE_VIEWS),
        (portable("imageViewFormatReinterpretation"), Enabled::VIEW_FORMATS),
        (
            plan.sets("shaderUniformBufferArrayDynamicIndexing")
                && plan.sets("shaderStorageBufferArrayDynamicIndexing"),
            Enabled::BUFFER_INDEXING,
        ),
        (
            plan.sets("shaderSampledImageArrayDynamicIndexing")
                && plan.sets("shaderStorageImageArrayDynamicIndexing"),
            Enabled::TEXTURE_INDEXING,
        ),
    ]
    .into_iter()
    .filter(|(set, _)| *set)
    .fold(Enabled::empty(), |all, (_, e)| all | e)
}

/// Limits that hold only where a capability was granted.
pub(crate) fn granted_limits(
    shared: &Shared,
    p: vk::PhysicalDevice,
    plan: &Plan,
    enabled: Enabled,
    limits: &mut Limits,
) {
    // SAFETY: the physical device is the instance's.
    let l = unsafe { shared.raw.get_physical_device_properties(p) }.limits;
    if !enabled.contains(Enabled::TESSELLATION) {
        limits.max_patch_vertices = 0;
    }
    if !enabled.contains(Enabled::GEOMETRY) {
        (limits.max_geometry_vertices, limits.max_geometry_invocations) = (0, 0);
    }
    if enabled.contains(Enabled::WIDE_LINES) {
        limits.line_width = l.line_width_range;
    }
    if enabled.contains(Enabled::DUAL_SOURCE) {
        limits.max_dual_source_targets = l.max_fragment_dual_src_attachments;
    }
    let mut views = vk::PhysicalDeviceMultiviewProperties::default();
    let mut step = vk::PhysicalDeviceVertexAttributeDivisorPropertiesEXT::default();
    let divides = enabled.contains(Enabled::INSTANCE_STEP)
        && plan.has_device_extension("VK_EXT_vertex_attribute_divisor");
    let mut all = vk::PhysicalDeviceProperties2::default();
    if enabled.contains(Enabled::MULTIVIEW) {
        all = all.push_next(&mut views);
    }
    if divides {
        all = all.push_next(&mut step);
    }
    if !all.p_next.is_null() {
        // SAFETY: as above; each struct is of a version or extension that the device was created with.
        unsafe { shared.raw.get_physical_device_properties2(p, &mut all) };
    }
    limits.max_views = views.max_multiview_view_count.min(MAX_VIEWS);
    // The guaranteed minimum (Vulkan specification, "Required Limits") where only the later extension or version says it.
    const LEAST_STEP: u32 = 1 << 16;
    if enabled.contains(Enabled::INSTANCE_STEP) {
        limits.max_instance_step = if divides { step.max_vertex_attrib_divisor } else { LEAST_STEP - 1 };
    }
}

/// Stages that were not enabled, so that no barrier may name them (VUID-vkCmdPipelineBarrier2-srcStageMask-03929 and -03930).
pub(crate) fn unknown_stages(enabled: Enabled) -> vk::PipelineStageFlags2 {
    let mut out = vk::PipelineStageFlags2::NONE;
    if !enabled.contains(Enabled::GEOMETRY) {
        out |= vk::PipelineStageFlags2::GEOMETRY_SHADER;
    }
    if !enabled.contains(Enabled::TESSELLATION) {
        out |= vk::PipelineStageFlags2::TESSELLATION_CONTROL_SHADER
            | vk::PipelineStageFlags2::TESSELLATION_EVALUATION_SHADER;
    }
    out
}

/// Shader stages without those that were not enabled.
pub(crate) fn known_stages(enabled: Enabled, mut stages: vk::ShaderStageFlags) -> vk::ShaderStageFlags {
    if !enabled.contains(Enabled::GEOMETRY) {
        stages &= !vk::ShaderStageFlags::GEOMETRY;
    }
    if !enabled.contains(Enabled::TESSELLATION) {
        stages &=
            !(vk::ShaderStageFlags::TESSELLATION_CONTROL | vk::ShaderStageFlags::TESSELLATION_EVALUATION);
    }
    stages
}
