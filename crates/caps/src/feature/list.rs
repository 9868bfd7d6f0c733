//! The list: name, kind, one line, capabilities, and what a user gets without it.

use super::FeatureKind::{self, Device, Renderer};
use crate::capability::Capability::{self as C};
use serde::{Deserialize, Serialize};

macro_rules! features {
    ($($variant:ident $name:literal $kind:ident $about:literal [$($capability:ident)*] $without:expr;)*) => {
        /// What a user turns on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Feature {
            $(#[doc = concat!($about, ".")] #[serde(rename = $name)] $variant,)*
        }

        impl Feature {
            /// Every feature, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name, as users write it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// One line about it.
            pub const fn description(self) -> &'static str {
                match self { $(Self::$variant => $about,)* }
            }

            /// Of the device or of the renderer.
            pub const fn kind(self) -> FeatureKind {
                match self { $(Self::$variant => $kind,)* }
            }

            /// What it needs, all of it.
            pub const fn capabilities(self) -> &'static [C] {
                match self { $(Self::$variant => &[$(C::$capability),*],)* }
            }

            /// What a user gets without it; `None` where nothing takes its place.
            pub const fn degradation(self) -> Option<&'static str> {
                match self { $(Self::$variant => $without,)* }
            }
        }
    };
}

features! {
    Compute "compute" Device "Compute shaders" [Compute] None;
    GeometryShading "geometry-shading" Device "Geometry shaders" [GeometryShader] None;
    Tessellation "tessellation" Device "Tessellation shaders" [TessellationShader] None;
    MeshShading "mesh-shading" Device "Mesh shaders and task shaders in place of vertex input"
        [MeshShader TaskShader] Some("draws from vertex and index buffers");
    RayTracing "ray-tracing" Device "Ray tracing in full: pipelines, acceleration structures and ray queries"
        [AccelerationStructure RayTracingPipeline RayQuery BufferDeviceAddress] None;
    RayTracingPipelines "ray-tracing-pipelines" Device "Pipelines of ray generation, hit and miss shaders"
        [AccelerationStructure RayTracingPipeline BufferDeviceAddress] None;
    RayQuery "ray-query" Device "Rays traced from any shader stage"
        [AccelerationStructure RayQuery BufferDeviceAddress] None;
    VariableRateShading "variable-rate-shading" Device "A coarser shading rate for each draw and from an image"
        [PipelineShadingRate AttachmentShadingRate] Some("shades every pixel");
    Bindless "bindless" Device "Shaders pick among very many textures freely"
        [RuntimeDescriptorArray PartiallyBound SampledImageUpdateAfterBind NonUniformIndexing LargeDescriptorTables]
        Some("binds a group for each material");
    MultiDrawIndirect "multi-draw-indirect" Device "Many draws out of one buffer" [MultiDrawIndirect]
        Some("one indirect draw for each entry");
    IndirectCount "indirect-count" Device "The number of indirect draws comes from a buffer" [IndirectCount]
        Some("a fixed number of draws, of which some are empty");
    IndirectFirstInstance "indirect-first-instance" Device "Indirect draws that start at any instance"
        [IndirectFirstInstance] Some("an instance offset in push data");
    Timestamps "timestamps" Device "Times of the GPU" [Timestamps] None;
    PipelineStatistics "pipeline-statistics" Device "Counts of shader invocations and primitives" [PipelineStatistics]
        None;
    OcclusionQueries "occlusion-queries" Device "Whether anything of a draw was visible" [OcclusionQuery] None;
    AnisotropicFiltering "anisotropic-filtering" Device "Sharper textures at grazing angles" [AnisotropicFiltering]
        Some("trilinear filtering");
    ComparisonSamplers "comparison-samplers" Device "Comparison samplers made at run time and bound like any other"
        [ComparisonSampler] Some("comparison samplers baked into layouts");
    ImmutableComparisonSamplers "immutable-comparison-samplers" Device "Comparison samplers baked into layouts"
        [ImmutableComparisonSampler] None;
    DepthClamp "depth-clamp" Device "Depth clamped to the near and far plane instead of clipped" [DepthClamp]
        Some("clipping, with a wider depth range for shadow casters");
    DepthBiasClamp "depth-bias-clamp" Device "A bound on the depth bias" [DepthBiasClamp]
        Some("an unbounded depth bias");
    Wireframe "wireframe" Device "Triangles drawn as their edges" [LineFill] None;
    WideLines "wide-lines" Device "Lines wider than a pixel" [WideLines] Some("lines one pixel wide");
    DualSourceBlending "dual-source-blending" Device "Blending with two colours of one fragment" [DualSourceBlending]
        None;
    IndependentBlending "independent-blending" Device "A blend state for each target" [IndependentBlending]
        Some("one blend state for all targets");
    LogicOps "logic-ops" Device "Logical operations on colours" [LogicOps] None;
    Multiview "multiview" Device "One draw into several layers" [Multiview] Some("a pass for each layer");
    ConservativeRasterization "conservative-rasterization" Device "Every pixel that a triangle touches"
        [ConservativeRasterization] None;
    TextureCompressionBc "texture-compression-bc" Device "BC textures, as desktops have them" [TextureCompressionBc]
        Some("uncompressed textures");
    TextureCompressionEtc2 "texture-compression-etc2" Device "ETC2 textures, as mobile devices have them"
        [TextureCompressionEtc2] Some("uncompressed textures");
    TextureCompressionAstc "texture-compression-astc" Device "ASTC textures, as mobile devices have them"
        [TextureCompressionAstc] Some("uncompressed textures");
    Float16 "float16" Device "16-bit floats in shaders and in their buffers" [ShaderFloat16 StorageBuffer16]
        Some("32-bit floats");
    Float64 "float64" Device "64-bit floats in shaders" [ShaderFloat64] None;
    Int64 "int64" Device "64-bit integers in shaders" [ShaderInt64] None;
    Int64Atomics "int64-atomics" Device "Atomic operations on 64-bit integers in buffers"
        [ShaderInt64 BufferInt64Atomics] None;
    Subgroups "subgroups" Device "Invocations that exchange values directly: ballot, reduce, shuffle"
        [SubgroupBallot SubgroupArithmetic SubgroupShuffle] Some("shared memory");
    Float32Filtering "float32-filtering" Device "Linear filtering of 32-bit float textures" [Float32Filtering]
        Some("16-bit float textures, or nearest filtering");
    StorageReadWriteFormats "storage-read-write-formats" Device
        "Storage images of most formats, read and written without naming the format in the shader"
        [StorageExtendedFormats StorageReadWithoutFormat StorageWriteWithoutFormat] None;
    MirrorOnce "mirror-once" Device "Sampling that mirrors a texture once and then stays at its edge"
        [SamplerMirrorOnce] Some("mirrored coordinates, computed in the shader");
    CubeArrays "cube-arrays" Device "Arrays of cube maps" [CubeArray] Some("one cube map a binding");
    ClipDistances "clip-distances" Device "Clipping by planes of one's own" [ClipDistances]
        Some("fragments discarded in the shader");
    TriangleFans "triangle-fans" Device "Triangle fans" [TriangleFans] Some("fans rewritten as lists of triangles");
    BindingArrays "binding-arrays" Device "Arrays of buffers and textures that shaders index freely"
        [BufferArrayIndexing TextureArrayIndexing] Some("a binding for each, picked by constants");
    InstanceStepRate "instance-step-rate" Device "Vertex buffers that step once every so many instances"
        [InstanceStepRate] Some("an attribute for each instance");
    HdrDisplay "hdr-display" Device "Frames shown with a wide colour space" [Present HdrSwapchain]
        Some("frames tonemapped to sRGB");
    PresentWait "present-wait" Device "Waits until a frame was shown" [Present PresentWait]
        Some("waits until a frame was drawn, and few images");
    PresentTiming "present-timing" Device "The time at which each frame was shown" [Present PresentTiming] None;
    AsyncCompute "async-compute" Device "Compute work beside drawing, on a queue of its own" [AsyncComputeQueue TimelineSemaphore]
        Some("compute on the queue that draws");
    AsyncTransfer "async-transfer" Device "Uploads beside drawing, on a queue of their own" [AsyncTransferQueue TimelineSemaphore]
        Some("uploads on the queue that draws");
    SparseResources "sparse-resources" Device "Buffers and textures of which only parts are in memory"
        [SparseBinding SparseBuffer SparseTexture2d] None;
    MemoryBudget "memory-budget" Device "How much memory may be used just now" [MemoryBudget]
        Some("the size of the heaps");
    ExternalMemory "external-memory" Device "Memory shared with other APIs and processes" [ExternalMemory] None;
    SubpassMerging "subpass-merging" Device "Passes that read the last one's pixel from tile memory" [LocalRead]
        Some("passes that sample the last one's texture");
    Present "present" Device "Frames on a window" [Present] Some("frames read back");

    Forward "forward" Renderer "Forward shading, physically based"
        [Rasterization HdrColorAttachment SampledDepth MipGeneration CubeMap] None;
    Deferred "deferred" Renderer "Deferred shading over a G-buffer"
        [Rasterization HdrColorAttachment SampledDepth MultipleTargets NormalAttachment SrgbColorAttachment
         MipGeneration CubeMap]
        Some("forward shading");
    Shadows "shadows" Renderer "Shadow maps with comparison filtering"
        [Rasterization SampledDepthComparison ComparisonSampler] Some("no shadows");
    Pcss "pcss" Renderer "Shadows that soften with distance"
        [Rasterization SampledDepth SampledDepthComparison ComparisonSampler] Some("shadows of one softness");
    ShadowResolutionChange "shadow-resolution-change" Renderer "Shadow maps of another size while running"
        [Rasterization SampledDepthComparison ComparisonSampler] None;
    Ssao "ssao" Renderer "Ambient occlusion from depth" [SampledDepth SingleChannelAttachment]
        Some("no ambient occlusion");
    Ssr "ssr" Renderer "Reflections from the frame itself" [HdrColorAttachment SampledDepth NormalAttachment]
        Some("reflections of the environment alone");
    Taa "taa" Renderer "Antialiasing over time" [HdrColorAttachment VelocityAttachment SampledDepth]
        Some("no antialiasing over time");
    Bloom "bloom" Renderer "Light that spills from bright places" [HdrColorAttachment] Some("no bloom");
    Ibl "ibl" Renderer "Light from an environment" [HdrColorAttachment CubeMap MipGeneration]
        Some("a constant hemisphere of light");
    Tonemap "tonemap" Renderer "High dynamic range to the display's range"
        [HdrColorAttachment SrgbColorAttachment] None;
    HdrTarget "hdr-target" Renderer "The frame is lit in high dynamic range" [HdrColorAttachment] None;
    Velocity "velocity" Renderer "Motion of every pixel" [VelocityAttachment SampledDepth] None;
    LightShafts "light-shafts" Renderer "Shafts of light through shadow" [HdrColorAttachment SampledDepth]
        Some("no light shafts");
    ProceduralSky "procedural-sky" Renderer "A sky out of the sun's position" [HdrColorAttachment]
        Some("a constant background");
    Fog "fog" Renderer "Fog by distance and height" [HdrColorAttachment SampledDepth] Some("no fog");
    Msaa "msaa" Renderer "Four samples a pixel" [Msaa4] Some("one sample a pixel");
    GpuSkinning "gpu-skinning" Renderer "Meshes bent by bones on the GPU" [VertexStorageRead]
        Some("meshes bent on the CPU");
    CustomVertexFormats "custom-vertex-formats" Renderer "Vertex layouts of a program's own" [VertexInputs] None;
    CustomVertexShaders "custom-vertex-shaders" Renderer "Vertex shaders of a program's own"
        [Rasterization VertexInputs] None;
    PolygonMode "polygon-mode" Renderer "Materials drawn as edges or corners" [LineFill PointFill]
        Some("filled triangles");
    CullMode "cull-mode" Renderer "Front or back faces left out, for each material" [FaceCulling] None;
}
