//! The list: each capability with its proof, or the reason why there is none.

use crate::Proof;
use candor_caps::Capability;

const PENDING: &str = "its proof is not written yet";
const ONE_QUEUE: &str = "the RHI has one queue so far";
const NO_STAGE: &str = "the RHI has vertex, fragment and compute stages alone so far";
const NO_RAYS: &str = "the RHI has no acceleration structures so far";
const NO_RATE: &str = "the RHI has no shading rates so far";
const NO_TABLE: &str = "the RHI has no bindless table so far";
const NO_QUERY: &str = "the RHI has no queries so far";
const NO_SPARSE: &str = "the RHI binds memory to whole resources alone";
const NO_SURFACE: &str = "the RHI has no surfaces so far";

/// How the capability is proved. Exhaustive: a capability without an entry does not compile.
pub fn proof(capability: Capability) -> Proof {
    use Capability as C;
    use Proof::NotYet;
    match capability {
        // Queues and what every frame stands on.
        C::Rasterization => NotYet(PENDING),
        C::Compute => NotYet(PENDING),
        C::AsyncComputeQueue | C::AsyncTransferQueue => NotYet(ONE_QUEUE),
        C::DynamicRendering => NotYet(PENDING),
        C::Synchronization2 => NotYet(PENDING),
        C::TimelineSemaphore => NotYet(PENDING),
        C::BufferDeviceAddress => NotYet("the RHI hands out no addresses so far"),
        C::ShaderDrawParameters => {
            NotYet("indices include their base without it, and nothing else asks for it so far")
        }
        C::RobustBufferAccess => NotYet(PENDING),
        C::LocalRead => NotYet("the RHI has no reads of the pass's own attachments so far"),

        // Stages.
        C::GeometryShader | C::TessellationShader | C::TessellationIsolines | C::TessellationPointMode => {
            NotYet(NO_STAGE)
        }
        C::MeshShader | C::TaskShader => NotYet(NO_STAGE),
        C::AccelerationStructure | C::RayTracingPipeline | C::RayQuery => NotYet(NO_RAYS),
        C::PipelineShadingRate | C::PrimitiveShadingRate | C::AttachmentShadingRate => NotYet(NO_RATE),

        // Descriptors.
        C::RuntimeDescriptorArray
        | C::PartiallyBound
        | C::SampledImageUpdateAfterBind
        | C::NonUniformIndexing
        | C::LargeDescriptorTables => NotYet(NO_TABLE),

        // Indirect draws and queries.
        C::MultiDrawIndirect => NotYet(PENDING),
        C::IndirectFirstInstance => NotYet(PENDING),
        C::IndirectCount => NotYet("the RHI takes no draw count from a buffer so far"),
        C::Timestamps | C::PipelineStatistics | C::OcclusionQuery | C::PreciseOcclusionQuery => {
            NotYet(NO_QUERY)
        }

        // Samplers and textures.
        C::AnisotropicFiltering => NotYet(PENDING),
        C::ComparisonSampler => NotYet(PENDING),
        C::ImmutableComparisonSampler => NotYet("the RHI bakes no samplers into layouts so far"),
        C::SamplerMipLodBias => NotYet(PENDING),
        C::Float32Filtering => NotYet(PENDING),
        C::CubeArray => NotYet(PENDING),
        C::CubeMap => NotYet(PENDING),
        C::TextureSwizzle => NotYet("the RHI's views keep their channels in order so far"),
        C::View2dOf3d => NotYet("the RHI has no views of slices so far"),
        C::TextureCompressionBc => NotYet(PENDING),
        C::TextureCompressionEtc2 => NotYet(PENDING),
        C::TextureCompressionAstc => NotYet(PENDING),

        // Raster state.
        C::DepthClamp => NotYet(PENDING),
        C::DepthBiasClamp => NotYet(PENDING),
        C::LineFill => NotYet(PENDING),
        C::PointFill => NotYet(PENDING),
        C::WideLines => NotYet("the RHI's lines are one pixel wide so far"),
        C::TriangleFans => NotYet("the RHI has no fans so far"),
        C::FaceCulling => NotYet(PENDING),
        C::ConservativeRasterization => NotYet("the RHI has no state for it so far"),
        C::DualSourceBlending => NotYet("the RHI has no factors of a second colour so far"),
        C::IndependentBlending => NotYet(PENDING),
        C::LogicOps => NotYet("the RHI has no logical operations so far"),
        C::ConstantAlphaBlendFactors => NotYet("the RHI has no such factors so far"),
        C::SeparateStencilReference => NotYet("the RHI's pipelines have no stencil state so far"),
        C::Multiview => NotYet("the RHI's passes draw into one layer so far"),
        C::ClipDistances => NotYet(PENDING),
        C::TextureViewFormats => NotYet("the RHI's views differ from their texture in sRGB alone so far"),
        C::SampleRateInterpolation => NotYet("nothing asks for it so far"),
        C::VertexAttributesBeyondStride => {
            NotYet("the RHI refuses attributes beyond the stride, so that all backends agree")
        }
        C::MultisampleArrays => NotYet(PENDING),
        C::SplitBarriers => NotYet("the RHI makes each barrier at one place so far"),

        // Numbers in shaders.
        C::ShaderFloat16 => NotYet(PENDING),
        C::StorageBuffer16 => NotYet(PENDING),
        C::ShaderFloat64 => NotYet(PENDING),
        C::ShaderInt64 => NotYet(PENDING),
        C::BufferInt64Atomics => NotYet(PENDING),
        C::SubgroupBallot => NotYet(PENDING),
        C::SubgroupArithmetic => NotYet(PENDING),
        C::SubgroupShuffle => NotYet(PENDING),

        // Storage images.
        C::StorageExtendedFormats => NotYet(PENDING),
        C::StorageReadWithoutFormat => NotYet(PENDING),
        C::StorageWriteWithoutFormat => NotYet(PENDING),
        C::Bgra8StorageRead => NotYet(PENDING),
        C::Bgra8StorageWrite => NotYet(PENDING),
        C::StorageHdr => NotYet(PENDING),

        // Memory.
        C::SparseBinding | C::SparseBuffer | C::SparseTexture2d => NotYet(NO_SPARSE),
        C::MemoryBudget => NotYet("the RHI does not tell the budget so far"),
        C::ExternalMemory => NotYet("the RHI shares no memory so far"),
        C::DeviceLocalMemory => NotYet("no picture shows where memory lies"),

        // Presentation.
        C::Present | C::HdrSwapchain | C::HdrMetadata => NotYet(NO_SURFACE),

        // What the standard renderer stands on.
        C::HdrColorAttachment => NotYet(PENDING),
        C::SrgbColorAttachment => NotYet(PENDING),
        C::VelocityAttachment => NotYet(PENDING),
        C::NormalAttachment => NotYet(PENDING),
        C::SingleChannelAttachment => NotYet(PENDING),
        C::MultipleTargets => NotYet(PENDING),
        C::SampledDepth => NotYet(PENDING),
        C::SampledDepthComparison => NotYet(PENDING),
        C::DepthStencil => NotYet("the RHI's pipelines have no stencil state so far"),
        C::Msaa4 => NotYet(PENDING),
        C::MipGeneration => NotYet(PENDING),
        C::VertexInputs => NotYet(PENDING),
        C::VertexStorageRead => NotYet(PENDING),
    }
}
