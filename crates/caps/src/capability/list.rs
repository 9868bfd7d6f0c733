//! The list: name, one line, and what Vulkan has to report. Enum, names and parser all come from it.

use crate::evidence::format_feature as ff;
use crate::evidence::queue_flag as qf;
use crate::evidence::{
    Evidence, Leaf, QueueNeed, Tiling, Want, all, any, at_least, base_bit, bit, dedicated_queue, extension,
    format, has_bits, instance_extension, limit, portable, queue, version,
};
use serde::{Deserialize, Serialize};

macro_rules! capabilities {
    ($($variant:ident $name:literal $about:literal => $evidence:expr;)*) => {
        /// What hardware and API must offer. Each has a proof in Candor, or says that it has none yet.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Capability {
            $(#[doc = concat!($about, ".")] #[serde(rename = $name)] $variant,)*
        }

        impl Capability {
            /// Every capability, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name, as users write it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// One line about it.
            pub const fn description(self) -> &'static str {
                match self { $(Self::$variant => $about,)* }
            }

            pub(super) fn vulkan(self) -> Evidence {
                match self { $(Self::$variant => $evidence,)* }
            }
        }
    };
}

const V11: &str = "VkPhysicalDeviceVulkan11Features";
const V12: &str = "VkPhysicalDeviceVulkan12Features";
const V13: &str = "VkPhysicalDeviceVulkan13Features";
const V14: &str = "VkPhysicalDeviceVulkan14Features";
const RATE: &str = "VkPhysicalDeviceFragmentShadingRateFeaturesKHR";
const MESH: &str = "VkPhysicalDeviceMeshShaderFeaturesEXT";
const INDEXING: &str = "VkPhysicalDeviceDescriptorIndexingProperties";
const SUBGROUP: &str = "VkPhysicalDeviceSubgroupProperties";
const COMPUTE_STAGE: u64 = 0x20;
const RGBA16F: &str = "VK_FORMAT_R16G16B16A16_SFLOAT";
const RGBA8: &str = "VK_FORMAT_R8G8B8A8_UNORM";
const BGRA8: &str = "VK_FORMAT_B8G8R8A8_UNORM";

/// So many textures, and resources in all, must fit into the set that a shader indexes freely: more than a large scene
/// has, less than any device offers that has update-after-bind in hardware.
const BINDLESS_TEXTURES: u32 = 65_536;
/// So many samplers: what Metal's argument buffers hold.
const BINDLESS_SAMPLERS: u32 = 1024;
/// Colour targets of the G-buffer: base colour, normal, material, emission; velocity goes with the depth pass.
const G_BUFFER_TARGETS: u32 = 4;

fn indexing(member: &'static str, value: u32) -> Evidence {
    limit(INDEXING, member, Want::AtLeast(value.into()))
}

fn subgroup(operations: u64) -> Evidence {
    all([
        version(1, 1),
        limit(SUBGROUP, "supportedOperations", Want::HasBits(operations)),
        limit(SUBGROUP, "supportedStages", Want::HasBits(COMPUTE_STAGE)),
    ])
}

/// `lineWidthRange[1]` and its like.
fn second(member: &'static str, value: f64) -> Evidence {
    Leaf::Limit {
        property_struct: "VkPhysicalDeviceLimits".into(),
        member: member.into(),
        index: Some(1),
        want: Want::AtLeast(value.into()),
    }
    .into()
}

fn timestamped(flags: u32) -> Evidence {
    Leaf::Queue(QueueNeed { has: flags, min_timestamp_bits: 1, ..QueueNeed::default() }).into()
}

capabilities! {
    // Queues and what every frame stands on.
    Rasterization "rasterization" "Draws triangles into a colour target" => queue(qf::GRAPHICS);
    Compute "compute" "Dispatches compute shaders that read and write buffers and images" => queue(qf::COMPUTE);
    AsyncComputeQueue "async-compute-queue" "A queue family that computes and does not draw" =>
        dedicated_queue(qf::COMPUTE, qf::GRAPHICS);
    AsyncTransferQueue "async-transfer-queue" "A queue family that copies and neither draws nor computes" =>
        dedicated_queue(qf::TRANSFER, qf::GRAPHICS | qf::COMPUTE);
    DynamicRendering "dynamic-rendering" "Passes that name their attachments when they begin" =>
        bit(V13, "dynamicRendering");
    Synchronization2 "synchronization2" "Barriers with separate stages for each side" => bit(V13, "synchronization2");
    TimelineSemaphore "timeline-semaphore" "Semaphores that count" => bit(V12, "timelineSemaphore");
    BufferDeviceAddress "buffer-device-address" "Shaders follow addresses of buffers" => bit(V12, "bufferDeviceAddress");
    ShaderDrawParameters "shader-draw-parameters" "Vertex shaders see base vertex, base instance and draw index" =>
        bit(V11, "shaderDrawParameters");
    RobustBufferAccess "robust-buffer-access" "Reads and writes outside of a buffer's range stay inside of the buffer" =>
        base_bit("robustBufferAccess");
    LocalRead "local-read" "A pass reads what it has just drawn at the same pixel" => bit(V14, "dynamicRenderingLocalRead");

    // Stages.
    GeometryShader "geometry-shader" "Geometry shaders" => base_bit("geometryShader");
    TessellationShader "tessellation-shader" "Tessellation control and evaluation shaders" =>
        base_bit("tessellationShader");
    TessellationIsolines "tessellation-isolines" "Tessellation into lines" =>
        all([base_bit("tessellationShader"), portable("tessellationIsolines")]);
    TessellationPointMode "tessellation-point-mode" "Tessellation into points" =>
        all([base_bit("tessellationShader"), portable("tessellationPointMode")]);
    MeshShader "mesh-shader" "Mesh shaders" => bit(MESH, "meshShader");
    TaskShader "task-shader" "Task shaders in front of mesh shaders" => bit(MESH, "taskShader");
    AccelerationStructure "acceleration-structure" "Builds acceleration structures over triangles and instances" =>
        bit("VkPhysicalDeviceAccelerationStructureFeaturesKHR", "accelerationStructure");
    RayTracingPipeline "ray-tracing-pipeline" "Pipelines of ray generation, hit and miss shaders" =>
        bit("VkPhysicalDeviceRayTracingPipelineFeaturesKHR", "rayTracingPipeline");
    RayQuery "ray-query" "Any shader stage traces rays" => bit("VkPhysicalDeviceRayQueryFeaturesKHR", "rayQuery");
    PipelineShadingRate "pipeline-shading-rate" "A coarser shading rate for each draw" =>
        bit(RATE, "pipelineFragmentShadingRate");
    PrimitiveShadingRate "primitive-shading-rate" "A coarser shading rate for each primitive" =>
        bit(RATE, "primitiveFragmentShadingRate");
    AttachmentShadingRate "attachment-shading-rate" "A coarser shading rate from an image" =>
        bit(RATE, "attachmentFragmentShadingRate");

    // Descriptors.
    RuntimeDescriptorArray "runtime-descriptor-array" "Arrays of descriptors whose length the shader does not know" =>
        bit(V12, "runtimeDescriptorArray");
    PartiallyBound "partially-bound" "Descriptors that no draw uses may stay empty" =>
        bit(V12, "descriptorBindingPartiallyBound");
    SampledImageUpdateAfterBind "sampled-image-update-after-bind" "Textures are put into a set that is bound already" =>
        bit(V12, "descriptorBindingSampledImageUpdateAfterBind");
    NonUniformIndexing "non-uniform-indexing" "Each invocation picks a texture of its own from an array" =>
        bit(V12, "shaderSampledImageArrayNonUniformIndexing");
    LargeDescriptorTables "large-descriptor-tables"
        "65,536 textures and 1,024 samplers in one set that is updated after binding" => all([
            indexing("maxDescriptorSetUpdateAfterBindSampledImages", BINDLESS_TEXTURES),
            indexing("maxPerStageDescriptorUpdateAfterBindSampledImages", BINDLESS_TEXTURES),
            indexing("maxPerStageUpdateAfterBindResources", BINDLESS_TEXTURES),
            indexing("maxDescriptorSetUpdateAfterBindSamplers", BINDLESS_SAMPLERS),
            indexing("maxPerStageDescriptorUpdateAfterBindSamplers", BINDLESS_SAMPLERS),
        ]);

    BufferArrayIndexing "buffer-array-indexing" "Arrays of buffers indexed by what a shader computes" => all([
        base_bit("shaderUniformBufferArrayDynamicIndexing"),
        base_bit("shaderStorageBufferArrayDynamicIndexing"),
    ]);
    TextureArrayIndexing "texture-array-indexing"
        "Arrays of textures and storage textures indexed by what a shader computes" => all([
            base_bit("shaderSampledImageArrayDynamicIndexing"),
            base_bit("shaderStorageImageArrayDynamicIndexing"),
        ]);

    // Indirect draws and queries.
    MultiDrawIndirect "multi-draw-indirect" "Many draws out of one buffer" =>
        all([base_bit("multiDrawIndirect"), at_least("maxDrawIndirectCount", 2u32)]);
    IndirectFirstInstance "indirect-first-instance" "Indirect draws with a first instance other than 0" =>
        base_bit("drawIndirectFirstInstance");
    IndirectCount "indirect-count" "The number of indirect draws comes from a buffer" => any([
        bit(V12, "drawIndirectCount"),
        extension("VK_KHR_draw_indirect_count"),
        extension("VK_AMD_draw_indirect_count"),
    ]);
    Timestamps "timestamps" "Times written by a queue that draws" =>
        all([timestamped(qf::GRAPHICS), limit("VkPhysicalDeviceLimits", "timestampPeriod", Want::AtLeast(1e-6.into()))]);
    PipelineStatistics "pipeline-statistics" "Counts of invocations and primitives" => base_bit("pipelineStatisticsQuery");
    OcclusionQuery "occlusion-query" "Whether any sample passed" => queue(qf::GRAPHICS);
    PreciseOcclusionQuery "precise-occlusion-query" "How many samples passed" => base_bit("occlusionQueryPrecise");

    // Samplers.
    AnisotropicFiltering "anisotropic-filtering" "Anisotropic filtering, twofold or more" =>
        all([base_bit("samplerAnisotropy"), at_least("maxSamplerAnisotropy", 2.0)]);
    ComparisonSampler "comparison-sampler" "Comparison samplers bound like any other" =>
        all([queue(qf::GRAPHICS), portable("mutableComparisonSamplers")]);
    ImmutableComparisonSampler "immutable-comparison-sampler" "Comparison samplers baked into a layout" =>
        queue(qf::GRAPHICS);
    SamplerMipLodBias "sampler-mip-lod-bias" "A bias of the mip level in a sampler" =>
        all([queue(qf::GRAPHICS), portable("samplerMipLodBias")]);
    Float32Filtering "float32-filtering" "Linear filtering of textures with 32-bit floats" => all(
        ["VK_FORMAT_R32_SFLOAT", "VK_FORMAT_R32G32_SFLOAT", "VK_FORMAT_R32G32B32A32_SFLOAT"]
            .map(|f| format(f, ff::SAMPLED | ff::SAMPLED_LINEAR)),
    );
    SamplerMirrorOnce "sampler-mirror-once" "Sampling that mirrors a texture once and then stays at its edge" => any([
        bit(V12, "samplerMirrorClampToEdge"),
        extension("VK_KHR_sampler_mirror_clamp_to_edge"),
    ]);
    CubeArray "cube-array" "Arrays of cube maps" => base_bit("imageCubeArray");
    CubeMap "cube-map" "Cube maps of 512 texels an edge" => at_least("maxImageDimensionCube", 512u32);
    TextureSwizzle "texture-swizzle" "Texture views that exchange their channels" =>
        all([queue(qf::GRAPHICS), portable("imageViewFormatSwizzle")]);
    View2dOf3d "view-2d-of-3d" "Two-dimensional views of slices of a volume" =>
        all([queue(qf::GRAPHICS), portable("imageView2DOn3DImage")]);
    TextureCompressionBc "texture-compression-bc" "BC1 to BC7 textures" => base_bit("textureCompressionBC");
    TextureCompressionEtc2 "texture-compression-etc2" "ETC2 and EAC textures" => base_bit("textureCompressionETC2");
    TextureCompressionAstc "texture-compression-astc" "ASTC textures, low dynamic range" =>
        base_bit("textureCompressionASTC_LDR");

    // Raster state.
    DepthClamp "depth-clamp" "Depth is clamped instead of clipped" => base_bit("depthClamp");
    DepthBiasClamp "depth-bias-clamp" "A bound on the depth bias" => base_bit("depthBiasClamp");
    LineFill "line-fill" "Triangles drawn as their edges" => base_bit("fillModeNonSolid");
    PointFill "point-fill" "Triangles drawn as their corners" =>
        all([base_bit("fillModeNonSolid"), portable("pointPolygons")]);
    WideLines "wide-lines" "Lines wider than one pixel" => all([base_bit("wideLines"), second("lineWidthRange", 2.0)]);
    TriangleFans "triangle-fans" "Triangle fans" => all([queue(qf::GRAPHICS), portable("triangleFans")]);
    FaceCulling "face-culling" "Front or back faces are left out" => queue(qf::GRAPHICS);
    ConservativeRasterization "conservative-rasterization" "Every pixel that a triangle touches is drawn" =>
        extension("VK_EXT_conservative_rasterization");
    DualSourceBlending "dual-source-blending" "Blending with two colours of one fragment" =>
        all([base_bit("dualSrcBlend"), at_least("maxFragmentDualSrcAttachments", 1u32)]);
    IndependentBlending "independent-blending" "A blend state for each target" => base_bit("independentBlend");
    LogicOps "logic-ops" "Logical operations on colours" => base_bit("logicOp");
    ConstantAlphaBlendFactors "constant-alpha-blend-factors" "Blend factors out of the constant's alpha, for colour" =>
        all([queue(qf::GRAPHICS), portable("constantAlphaColorBlendFactors")]);
    SeparateStencilReference "separate-stencil-reference" "Stencil masks and references for front and back" =>
        all([queue(qf::GRAPHICS), portable("separateStencilMaskRef")]);
    Multiview "multiview" "One draw into several layers" => bit(V11, "multiview");
    ClipDistances "clip-distances" "Clipping by planes that the shader computes" =>
        all([base_bit("shaderClipDistance"), at_least("maxClipDistances", 1u32)]);
    TextureViewFormats "texture-view-formats" "Texture views that read the texels as another format" =>
        all([queue(qf::GRAPHICS), portable("imageViewFormatReinterpretation")]);
    SampleRateInterpolation "sample-rate-interpolation" "Interpolation at each sample" => all([
        base_bit("sampleRateShading"),
        portable("shaderSampleRateInterpolationFunctions"),
    ]);
    VertexAttributesBeyondStride "vertex-attributes-beyond-stride" "Vertex attributes that reach past the stride" =>
        all([queue(qf::GRAPHICS), portable("vertexAttributeAccessBeyondStride")]);
    InstanceStepRate "instance-step-rate" "Vertex buffers that step once every so many instances" =>
        bit("VkPhysicalDeviceVertexAttributeDivisorFeatures", "vertexAttributeInstanceRateDivisor");
    MultisampleArrays "multisample-arrays" "Multisampled textures in arrays" =>
        all([queue(qf::GRAPHICS), portable("multisampleArrayImage")]);
    SplitBarriers "split-barriers" "Barriers in two halves, by events" =>
        all([queue(qf::GRAPHICS), portable("events")]);

    // Numbers in shaders.
    ShaderFloat16 "shader-float16" "16-bit floats in shaders" => bit(V12, "shaderFloat16");
    StorageBuffer16 "storage-buffer-16bit" "16-bit values in storage buffers" => bit(V11, "storageBuffer16BitAccess");
    ShaderFloat64 "shader-float64" "64-bit floats in shaders" => base_bit("shaderFloat64");
    ShaderInt64 "shader-int64" "64-bit integers in shaders" => base_bit("shaderInt64");
    BufferInt64Atomics "buffer-int64-atomics" "Atomic operations on 64-bit integers in buffers" =>
        bit(V12, "shaderBufferInt64Atomics");
    SubgroupBallot "subgroup-ballot" "Votes and ballots of a subgroup in compute shaders" => subgroup(1 | 2 | 8);
    SubgroupArithmetic "subgroup-arithmetic" "Sums and other reductions of a subgroup in compute shaders" =>
        subgroup(1 | 4);
    SubgroupShuffle "subgroup-shuffle" "Exchange inside a subgroup in compute shaders" => subgroup(1 | 16 | 32);

    // Storage images.
    StorageExtendedFormats "storage-extended-formats" "Storage images in the wider list of formats" =>
        base_bit("shaderStorageImageExtendedFormats");
    StorageReadWithoutFormat "storage-read-without-format" "Storage images read without a format in the shader" =>
        base_bit("shaderStorageImageReadWithoutFormat");
    StorageWriteWithoutFormat "storage-write-without-format" "Storage images written without a format in the shader" =>
        base_bit("shaderStorageImageWriteWithoutFormat");
    Bgra8StorageRead "bgra8-storage-read" "BGRA8 storage images can be read" => all([
        format(BGRA8, ff::STORAGE),
        any([base_bit("shaderStorageImageReadWithoutFormat"), format(BGRA8, ff::STORAGE_READ_WITHOUT_FORMAT)]),
    ]);
    Bgra8StorageWrite "bgra8-storage-write" "BGRA8 storage images can be written" => all([
        format(BGRA8, ff::STORAGE),
        any([base_bit("shaderStorageImageWriteWithoutFormat"), format(BGRA8, ff::STORAGE_WRITE_WITHOUT_FORMAT)]),
    ]);
    StorageHdr "storage-hdr" "RGBA16F storage images" => format(RGBA16F, ff::STORAGE);

    // Memory.
    SparseBinding "sparse-binding" "Memory bound to parts of a resource" =>
        all([base_bit("sparseBinding"), queue(qf::SPARSE_BINDING)]);
    SparseBuffer "sparse-buffer" "Buffers that are not bound everywhere" =>
        all([base_bit("sparseResidencyBuffer"), queue(qf::SPARSE_BINDING)]);
    SparseTexture2d "sparse-texture-2d" "Textures that are not bound everywhere" =>
        all([base_bit("sparseResidencyImage2D"), queue(qf::SPARSE_BINDING)]);
    MemoryBudget "memory-budget" "How much of each heap may be used just now" => extension("VK_EXT_memory_budget");
    ExternalMemory "external-memory" "Memory shared with other APIs and processes" => any([
        extension("VK_KHR_external_memory_fd"),
        extension("VK_KHR_external_memory_win32"),
        extension("VK_EXT_external_memory_metal"),
        extension("VK_ANDROID_external_memory_android_hardware_buffer"),
        extension("VK_FUCHSIA_external_memory"),
    ]);
    DeviceLocalMemory "device-local-memory" "Memory that is the device's own" => Leaf::Heap { flags: 1, min_bytes: 0 }.into();

    // Presentation.
    Present "present" "Shows frames on a surface" => all([extension("VK_KHR_swapchain"), Leaf::CanPresent.into()]);
    HdrSwapchain "hdr-swapchain" "Surfaces with a wide colour space" =>
        all([extension("VK_KHR_swapchain"), instance_extension("VK_EXT_swapchain_colorspace")]);
    PresentWait "present-wait" "Tells when a frame was shown, and waits for it" => all([
        bit("VkPhysicalDevicePresentIdFeaturesKHR", "presentId"),
        bit("VkPhysicalDevicePresentWaitFeaturesKHR", "presentWait"),
    ]);
    PresentTiming "present-timing" "Tells at what time frames were shown" => extension("VK_GOOGLE_display_timing");
    HdrMetadata "hdr-metadata" "Tells the display the range of a frame's colours" => extension("VK_EXT_hdr_metadata");

    // What the standard renderer stands on.
    HdrColorAttachment "hdr-color-attachment" "RGBA16F targets that blend and are sampled" => format(
        RGBA16F,
        ff::COLOR_ATTACHMENT | ff::COLOR_ATTACHMENT_BLEND | ff::SAMPLED | ff::SAMPLED_LINEAR,
    );
    SrgbColorAttachment "srgb-color-attachment" "sRGB targets that blend and are sampled" => format(
        "VK_FORMAT_R8G8B8A8_SRGB",
        ff::COLOR_ATTACHMENT | ff::COLOR_ATTACHMENT_BLEND | ff::SAMPLED | ff::SAMPLED_LINEAR,
    );
    VelocityAttachment "velocity-attachment" "RG16F targets that are sampled" =>
        format("VK_FORMAT_R16G16_SFLOAT", ff::COLOR_ATTACHMENT | ff::SAMPLED);
    NormalAttachment "normal-attachment" "Ten-bit targets that are sampled" =>
        format("VK_FORMAT_A2B10G10R10_UNORM_PACK32", ff::COLOR_ATTACHMENT | ff::SAMPLED);
    SingleChannelAttachment "single-channel-attachment" "R8 targets that are sampled" =>
        format("VK_FORMAT_R8_UNORM", ff::COLOR_ATTACHMENT | ff::SAMPLED | ff::SAMPLED_LINEAR);
    MultipleTargets "multiple-targets" "Four colour targets in one pass" => all([
        at_least("maxColorAttachments", G_BUFFER_TARGETS),
        at_least("maxFragmentOutputAttachments", G_BUFFER_TARGETS),
    ]);
    SampledDepth "sampled-depth" "Depth is drawn and then sampled" => any([
        format("VK_FORMAT_D32_SFLOAT", ff::DEPTH_STENCIL_ATTACHMENT | ff::SAMPLED),
        format("VK_FORMAT_D16_UNORM", ff::DEPTH_STENCIL_ATTACHMENT | ff::SAMPLED),
    ]);
    // The bit that says so came with VkFormatFeatureFlags2 and older reports can't have it; the specification ties it to
    // the two that are asked here. Whether the driver keeps to that is for the proof to see.
    SampledDepthComparison "sampled-depth-comparison" "Depth is drawn and then compared while it is sampled" => any([
        format("VK_FORMAT_D32_SFLOAT", ff::DEPTH_STENCIL_ATTACHMENT | ff::SAMPLED),
        format("VK_FORMAT_D16_UNORM", ff::DEPTH_STENCIL_ATTACHMENT | ff::SAMPLED),
    ]);
    DepthStencil "depth-stencil" "Depth and stencil in one target" => any([
        format("VK_FORMAT_D24_UNORM_S8_UINT", ff::DEPTH_STENCIL_ATTACHMENT),
        format("VK_FORMAT_D32_SFLOAT_S8_UINT", ff::DEPTH_STENCIL_ATTACHMENT),
    ]);
    Msaa4 "msaa-4" "Four samples a pixel, in colour and depth, resolved" => all([
        has_bits("framebufferColorSampleCounts", 4),
        has_bits("framebufferDepthSampleCounts", 4),
    ]);
    MipGeneration "mip-generation" "Mips made by filtered blits" => all(
        [RGBA8, "VK_FORMAT_R8G8B8A8_SRGB", RGBA16F]
            .map(|f| format(f, ff::BLIT_SRC | ff::BLIT_DST | ff::SAMPLED_LINEAR)),
    );
    VertexInputs "vertex-inputs" "16 vertex attributes out of 8 buffers, packed formats among them" => all([
        at_least("maxVertexInputAttributes", 16u32),
        at_least("maxVertexInputBindings", 8u32),
        Leaf::Format { format: RGBA8.into(), tiling: Tiling::Buffer, features: ff::VERTEX_BUFFER }.into(),
        Leaf::Format { format: RGBA16F.into(), tiling: Tiling::Buffer, features: ff::VERTEX_BUFFER }.into(),
    ]);
    VertexStorageRead "vertex-storage-read" "Vertex shaders read storage buffers" =>
        at_least("maxPerStageDescriptorStorageBuffers", 4u32);
}
