//! The list: each capability with its proof, or the reason why there is none.

use crate::{
    Proof, binding, compute, formats, memory, present, queries, queues, raster, sampling, stages, state,
    stencil, storage, vertex, volume,
};
use candor_caps::Capability;
use candor_rhi::{
    AddressMode, Anisotropy, BlendFactor, Compare, Filter, Format, Order, PolygonMode, QueryKind, Topology,
    VertexFormat,
};

/// Names a check together with what it needs to pass.
macro_rules! run {
    ($f:path $(, $arg:expr)*) => { Proof::Run(|d| $f(d $(, $arg)*)) };
}

const NO_STAGE: &str = "the RHI has no mesh stages so far";
const NO_RAYS: &str = "the RHI has no acceleration structures so far";
const NO_RATE: &str = "the RHI has no shading rates so far";
const NO_TABLE: &str = "the RHI has no bindless table so far";
const NO_SPARSE: &str = "the RHI binds memory to whole resources alone";
const NO_WIDE_DISPLAY: &str = "implemented, not proved: no display with a wide colour space could be reached";
const NO_PACING: &str = "implemented, not proved: no driver that offers it could be reached with a screen";

/// How the capability is proved. Exhaustive: a capability without an entry does not compile.
pub fn proof(capability: Capability) -> Proof {
    use Capability as C;
    use Proof::NotYet;
    match capability {
        // Queues and what every frame stands on.
        C::Rasterization => run!(raster::rasterization, true),
        C::Compute => run!(compute::compute, 4),
        C::AsyncComputeQueue => run!(queues::async_compute, 64),
        C::AsyncTransferQueue => run!(queues::async_transfer, 16),
        C::DynamicRendering => run!(raster::dynamic_rendering, true),
        C::Synchronization2 => run!(compute::synchronization, Order::Serial, 64),
        C::TimelineSemaphore => run!(compute::timeline, true),
        C::BufferDeviceAddress => NotYet("the RHI hands out no addresses so far"),
        C::ShaderDrawParameters => {
            NotYet("indices include their base without it, and nothing else asks for it so far")
        }
        C::RobustBufferAccess => run!(compute::robust_access, 64),
        C::LocalRead => NotYet("the RHI has no reads of the pass's own attachments so far"),

        // Stages.
        C::GeometryShader => run!(stages::geometry_shader, "proof_geometry.gs_columns"),
        C::TessellationShader => run!(stages::tessellation_shader, 4),
        C::TessellationIsolines => run!(stages::tessellation_isolines, 4),
        C::TessellationPointMode => run!(stages::tessellation_point_mode, 4),
        C::MeshShader | C::TaskShader => NotYet(NO_STAGE),
        C::AccelerationStructure | C::RayTracingPipeline | C::RayQuery => NotYet(NO_RAYS),
        C::PipelineShadingRate | C::PrimitiveShadingRate | C::AttachmentShadingRate => NotYet(NO_RATE),

        // Descriptors.
        C::RuntimeDescriptorArray
        | C::PartiallyBound
        | C::SampledImageUpdateAfterBind
        | C::NonUniformIndexing
        | C::LargeDescriptorTables => NotYet(NO_TABLE),
        C::BufferArrayIndexing => run!(binding::buffer_array_indexing, |i| i),
        C::TextureArrayIndexing => run!(binding::texture_array_indexing, |i| i),

        // Indirect draws and queries.
        C::MultiDrawIndirect => run!(vertex::multi_draw_indirect, 4),
        C::IndirectFirstInstance => run!(vertex::indirect_first_instance, |c| c),
        C::IndirectCount => run!(vertex::indirect_count, 3),
        C::Timestamps => run!(queries::timestamps, [1, 2]),
        C::PipelineStatistics => run!(queries::statistics, 3),
        C::OcclusionQuery => run!(queries::any_sample, 0.75),
        C::PreciseOcclusionQuery => run!(queries::samples, QueryKind::PreciseOcclusion),

        // Samplers and textures.
        C::AnisotropicFiltering => run!(sampling::anisotropic_filtering, Anisotropy::AtMost(16.0)),
        C::ComparisonSampler => run!(sampling::comparison_sampler, |c| c),
        C::ImmutableComparisonSampler => run!(sampling::immutable_comparison_sampler, |c| c),
        C::SamplerMipLodBias => run!(sampling::lod_bias, 2.0),
        C::Float32Filtering => run!(sampling::float32_filtering, Filter::Linear),
        C::SamplerMirrorOnce => run!(sampling::mirror_once, AddressMode::MirrorOnce),
        C::CubeArray => run!(sampling::cube_array, 12),
        C::CubeMap => run!(sampling::cube_map, 0),
        C::TextureSwizzle => NotYet("the RHI's views keep their channels in order so far"),
        C::View2dOf3d => run!(volume::slices, |z| z),
        C::TextureCompressionBc => run!(formats::blocks, &formats::bc()),
        C::TextureCompressionEtc2 => run!(formats::blocks, &formats::etc2()),
        C::TextureCompressionAstc => run!(formats::blocks, &formats::astc()),

        // Raster state.
        C::DepthClamp => run!(raster::depth_clamp, true),
        C::DepthBiasClamp => run!(raster::depth_bias_clamp, 0.05),
        C::LineFill => run!(raster::line_fill, PolygonMode::Line),
        C::PointFill => run!(raster::point_fill, PolygonMode::Point),
        C::WideLines => run!(state::wide_lines, 4.0),
        C::TriangleFans => run!(state::triangle_fans, Topology::TriangleFan),
        C::FaceCulling => run!(raster::face_culling, true),
        C::ConservativeRasterization => run!(state::conservative_rasterization, true),
        C::DualSourceBlending => run!(state::dual_source_blending, BlendFactor::Src1),
        C::IndependentBlending => run!(raster::independent_blending, true),
        C::LogicOps => run!(state::logic_ops, |op| op),
        C::ConstantAlphaBlendFactors => run!(state::constant_alpha_blend_factors, BlendFactor::ConstantAlpha),
        C::SeparateStencilReference => run!(stencil::separate_reference, true),
        C::Multiview => run!(stages::multiview, 0b101),
        C::ClipDistances => run!(raster::clip_distances, "proof_draw.vs_clip"),
        C::TextureViewFormats => run!(formats::view_formats, Format::Rgba8Unorm),
        C::SampleRateInterpolation => run!(state::sample_rate_interpolation, "proof_state.fs_at_sample"),
        C::VertexAttributesBeyondStride => run!(vertex::attributes_beyond_stride, VertexFormat::F32x4),
        C::InstanceStepRate => run!(vertex::instance_step_rate, 3),
        C::MultisampleArrays => run!(raster::multisample_arrays, true),
        C::SplitBarriers => NotYet("the RHI makes each barrier at one place so far"),

        // Numbers in shaders.
        C::ShaderFloat16 => run!(compute::float16, "proof_numbers.cs_float16"),
        C::StorageBuffer16 => NotYet(
            "the shader compiler asks for 16-bit uniform buffers with it, which the capability does not turn on",
        ),
        C::ShaderFloat64 => run!(compute::float64, "proof_numbers.cs_float64"),
        C::ShaderInt64 => run!(compute::int64, "proof_numbers.cs_int64"),
        C::BufferInt64Atomics => run!(compute::int64_atomics, 4),
        C::SubgroupBallot => run!(compute::subgroup_ballot, "proof_numbers.cs_ballot"),
        C::SubgroupArithmetic => run!(compute::subgroup_arithmetic, "proof_numbers.cs_sum"),
        C::SubgroupShuffle => run!(compute::subgroup_shuffle, "proof_numbers.cs_shuffle"),

        // Storage images.
        C::StorageExtendedFormats => run!(storage::extended, Format::Rg16Float),
        C::StorageReadWithoutFormat => run!(storage::read, Format::Rgba8Unorm, false),
        C::StorageWriteWithoutFormat => run!(storage::write, Format::Rgba8Unorm, 1),
        C::Bgra8StorageRead => run!(storage::read, Format::Bgra8Unorm, true),
        C::Bgra8StorageWrite => run!(storage::write, Format::Bgra8Unorm, 1),
        C::StorageHdr => run!(compute::storage_hdr, Format::Rgba16Float),

        // Memory.
        C::SparseBinding | C::SparseBuffer | C::SparseTexture2d => NotYet(NO_SPARSE),
        C::MemoryBudget => run!(memory::budget, 256 << 20),
        C::ExternalMemory => NotYet("the RHI shares no memory so far"),
        C::DeviceLocalMemory => NotYet("no picture shows where memory lies"),

        // Presentation.
        C::Present => Proof::OnScreen(present::shown),
        C::HdrSwapchain => NotYet(NO_WIDE_DISPLAY),
        C::PresentWait | C::PresentTiming => NotYet(NO_PACING),
        C::HdrMetadata => NotYet(NO_WIDE_DISPLAY),

        // What the standard renderer stands on.
        C::HdrColorAttachment => run!(formats::attachment, Format::Rgba16Float, &formats::HDR),
        C::SrgbColorAttachment => run!(formats::srgb_attachment, Format::Rgba8UnormSrgb),
        C::VelocityAttachment => run!(formats::attachment, Format::Rg16Float, &formats::VELOCITY),
        C::NormalAttachment => run!(formats::attachment, Format::Rgb10a2Unorm, &formats::NORMAL),
        C::SingleChannelAttachment => run!(formats::attachment, Format::R8Unorm, &formats::SINGLE),
        C::MultipleTargets => run!(raster::multiple_targets, "proof_draw.fs_targets"),
        C::SampledDepth => run!(sampling::sampled_depth, true),
        C::SampledDepthComparison => run!(sampling::sampled_depth_comparison, Compare::LessEqual),
        C::DepthStencil => run!(stencil::depth_stencil, |op| op),
        C::Msaa4 => run!(raster::msaa, 4),
        C::MipGeneration => run!(sampling::mip_generation, 4),
        C::VertexInputs => run!(vertex::vertex_inputs, 1),
        C::VertexStorageRead => run!(vertex::vertex_storage_read, [0, 1, 2, 3]),
    }
}
