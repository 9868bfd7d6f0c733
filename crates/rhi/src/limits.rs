//! Portable limits, hard limits, and what one device allows.

/// Limits that hold on every backend. What goes beyond works where the device allows it, and [`crate::lint`] notes it on every
/// backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portable {
    /// Bind groups of a pipeline that has push data (D3D11 and GL spend a group's worth of slots on it).
    pub bind_groups_with_push: u32,
    /// Bind groups of a pipeline without push data.
    pub bind_groups: u32,
    /// Bytes of push data (the minimum that Vulkan guarantees).
    pub push_bytes: u32,
    /// Uniform buffers with a dynamic offset in one pipeline (the minimum that Vulkan and WebGPU guarantee).
    pub dynamic_uniform_buffers: u32,
    /// Pairs of texture and sampler in one stage (GL ES 3.0 and WebGL2).
    pub texture_samplers_per_stage: u32,
    /// Uniform buffers in one stage (GL ES 3.0 guarantees 12; one is kept for push data).
    pub uniform_buffers_per_stage: u32,
    /// Storage buffers in one stage other than vertex.
    pub storage_buffers_per_stage: u32,
    /// Storage buffers in the vertex stage (GL ES 3.1 guarantees none).
    pub storage_buffers_in_vertex: u32,
    /// Bytes of all colour attachments together, per sample (WebGPU).
    pub color_bytes_per_sample: u32,
    /// Alignment of offsets into uniform and storage buffers, in bytes.
    pub offset_alignment: u32,
    /// Alignment of a row in a copy between buffer and texture, in bytes (D3D12, WebGPU).
    pub copy_row_alignment: u32,
    /// Alignment of the buffer offset of such a copy, in bytes (D3D12).
    pub copy_offset_alignment: u32,
}

/// The table of portable limits.
pub const PORTABLE: Portable = Portable {
    bind_groups_with_push: 3,
    bind_groups: 4,
    push_bytes: 128,
    dynamic_uniform_buffers: 8,
    texture_samplers_per_stage: 16,
    uniform_buffers_per_stage: 11,
    storage_buffers_per_stage: 8,
    storage_buffers_in_vertex: 0,
    color_bytes_per_sample: 32,
    offset_alignment: 256,
    copy_row_alignment: 256,
    copy_offset_alignment: 512,
};

/// Bind groups of a pipeline, at most, anywhere: the field agrees on 4 (Vulkan's guaranteed minimum, WebGPU's limit).
pub const MAX_BIND_GROUPS: usize = 4;
/// Bytes of push data, at most, anywhere: Vulkan's guaranteed minimum.
pub const MAX_PUSH_BYTES: u32 = 128;
/// Colour attachments of a pass, at most, anywhere.
pub const MAX_COLOR_TARGETS: usize = 8;
/// Vertex buffers of a pipeline, at most, anywhere (Vulkan's and D3D's guaranteed minimum is 16).
pub const MAX_VERTEX_BUFFERS: usize = 16;
/// Dynamic offsets of one bind group, at most.
pub const MAX_DYNAMIC_OFFSETS: usize = 8;
/// Binding numbers are below this, anywhere: drivers keep a table as long as the largest (WebGPU, `maxBindingsPerBindGroup`).
pub const MAX_BINDING_NUMBERS: u32 = 1000;
/// Samplers that one stage may see, at most, anywhere, and pairs of texture and sampler: the least that any current API
/// guarantees (D3D11, D3D12 tier 1, GL, Vulkan's 16).
pub const MAX_SAMPLERS_PER_STAGE: u32 = 16;
/// Views of a multiview pass, at most, anywhere (Vulkan guarantees 6, a cube's faces).
pub const MAX_VIEWS: u32 = 8;

/// Bindings by kind, as limits. An array counts all its elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BindingLimits {
    /// Uniform buffers.
    pub uniform_buffers: u32,
    /// Storage buffers.
    pub storage_buffers: u32,
    /// Textures.
    pub textures: u32,
    /// Storage textures.
    pub storage_textures: u32,
    /// Samplers.
    pub samplers: u32,
    /// All of them together.
    pub total: u32,
}

bitflags::bitflags! {
    /// Ways to resolve depth or stencil. Numbered as [`crate::ResolveMode`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct ResolveModes: u8 {
        /// The value of sample 0.
        const SAMPLE_ZERO = 1;
        /// The average.
        const AVERAGE = 2;
        /// The smallest.
        const MIN = 4;
        /// The largest.
        const MAX = 8;
    }
}

/// How a device resolves depth and stencil; nothing where it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DepthResolveLimits {
    /// Modes for depth.
    pub depth: ResolveModes,
    /// Modes for stencil.
    pub stencil: ResolveModes,
    /// One of depth and stencil may be left out.
    pub independent_none: bool,
    /// Depth and stencil may take different modes.
    pub independent: bool,
    /// Attachments of several layers are resolved, all of them.
    pub layers: bool,
}

/// What one device allows. The same names on every backend.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Largest width or height of a 2D texture, in texels.
    pub max_texture_2d: u32,
    /// Largest width and height of a viewport in pixels.
    pub max_viewport: [u32; 2],
    /// Least and greatest coordinate of a viewport's edges in pixels.
    pub viewport_bounds: [f32; 2],
    /// Largest side of a 3D texture, in texels.
    pub max_texture_3d: u32,
    /// Largest side of a cube texture's face, in texels.
    pub max_texture_cube: u32,
    /// Most layers of a texture array.
    pub max_texture_layers: u32,
    /// Colour attachments of a pass.
    pub max_color_targets: u32,
    /// Sample counts that both colour and depth attachments allow: bit n set means n samples.
    pub sample_counts: u32,
    /// Largest anisotropy; 1.0 when there is none.
    pub max_anisotropy: f32,
    /// Largest bias of a sampler's level of detail, to either side.
    pub max_lod_bias: f32,
    /// Bytes of push data, at most [`MAX_PUSH_BYTES`].
    pub max_push_bytes: u32,
    /// Bind groups, at most [`MAX_BIND_GROUPS`].
    pub max_bind_groups: u32,
    /// Largest range of a uniform buffer binding, in bytes.
    pub max_uniform_range: u64,
    /// Largest range of a storage buffer binding, in bytes.
    pub max_storage_range: u64,
    /// Largest buffer, in bytes.
    pub max_buffer_bytes: u64,
    /// Alignment of uniform buffer offsets, in bytes.
    pub uniform_offset_alignment: u32,
    /// Alignment of storage buffer offsets, in bytes.
    pub storage_offset_alignment: u32,
    /// Best alignment of rows in copies between buffers and textures, in bytes.
    pub copy_row_alignment: u32,
    /// Offsets and sizes of copies on the copy queue are multiples of this, in texels (or reach the edge); 0 stands for whole mip
    /// levels only.
    pub copy_queue_granularity: [u32; 3],
    /// Vertex buffers of a pipeline.
    pub max_vertex_buffers: u32,
    /// Vertex attributes of a pipeline.
    pub max_vertex_attributes: u32,
    /// Largest stride of a vertex buffer, in bytes.
    pub max_vertex_stride: u32,
    /// Largest offset of an attribute, in bytes.
    pub max_attribute_offset: u32,
    /// Most instances to a step of a vertex buffer; 1 when instance-step-rate was not granted.
    pub max_instance_step: u32,
    /// Bindings that one stage of a pipeline may see.
    pub bindings_per_stage: BindingLimits,
    /// Bindings of all groups of a pipeline.
    pub bindings_per_pipeline: BindingLimits,
    /// Uniform buffers with a dynamic offset in all groups of a pipeline.
    pub max_dynamic_uniform_buffers: u32,
    /// Storage buffers with a dynamic offset in all groups of a pipeline.
    pub max_dynamic_storage_buffers: u32,
    /// Layers that one pass draws into.
    pub max_pass_layers: u32,
    /// There is memory that transient textures take only when they must.
    pub lazy_memory: bool,
    /// Views of a multiview pass, at most [`MAX_VIEWS`]; 0 when multiview was not granted.
    pub max_views: u32,
    /// Vertices of a patch; 0 when there is no tessellation.
    pub max_patch_vertices: u32,
    /// Vertices that one invocation of a geometry shader gives; 0 when there are none.
    pub max_geometry_vertices: u32,
    /// Invocations of a geometry shader for each primitive; 0 when there are none.
    pub max_geometry_invocations: u32,
    /// Narrowest and widest line, in pixels.
    pub line_width: [f32; 2],
    /// Colour targets of a pipeline that blends with a second colour; 0 when dual-source-blending was not granted.
    pub max_dual_source_targets: u32,
    /// Workgroups in each direction of a dispatch.
    pub max_workgroups: [u32; 3],
    /// Size of a workgroup in each direction.
    pub max_workgroup_size: [u32; 3],
    /// Invocations of a workgroup.
    pub max_workgroup_invocations: u32,
    /// Subgroup operations of compute shaders, one bit each: basic, vote, arithmetic, ballot, shuffle, relative shuffle,
    /// clustered, quad.
    pub subgroup_operations: u32,
    /// Copies between compressed blocks and uncompressed texels of as many bytes.
    pub block_copies: bool,
    /// Draws of one indirect command, at most.
    pub max_indirect_draws: u32,
    /// How depth and stencil are resolved.
    pub depth_resolve: DepthResolveLimits,
    /// Nanoseconds of one timestamp tick; 0.0 when timestamps do not exist.
    pub timestamp_period_ns: f32,
    /// Meaningful bits of a timestamp; 0 when timestamps do not exist.
    pub timestamp_bits: u32,
}

impl Default for Limits {
    /// The least that any device may offer; the Null backend's limits.
    fn default() -> Self {
        Self {
            max_texture_2d: 4096,
            max_viewport: [4096; 2],
            viewport_bounds: [-8192.0, 8191.0],
            max_texture_3d: 256,
            max_texture_cube: 4096,
            max_texture_layers: 256,
            max_color_targets: 8,
            sample_counts: 0b10010,
            max_anisotropy: 1.0,
            max_lod_bias: 2.0,
            max_push_bytes: MAX_PUSH_BYTES,
            max_bind_groups: MAX_BIND_GROUPS as u32,
            max_uniform_range: 16384,
            max_storage_range: 1 << 27,
            max_buffer_bytes: 1 << 28,
            uniform_offset_alignment: 256,
            storage_offset_alignment: 256,
            copy_row_alignment: 256,
            copy_queue_granularity: [1; 3],
            max_vertex_buffers: 8,
            max_vertex_attributes: 16,
            max_vertex_stride: 2048,
            max_attribute_offset: 2047,
            max_instance_step: 1 << 16,
            bindings_per_stage: BindingLimits {
                uniform_buffers: 12,
                storage_buffers: 8,
                textures: 16,
                storage_textures: 4,
                samplers: MAX_SAMPLERS_PER_STAGE,
                total: 128,
            },
            bindings_per_pipeline: BindingLimits {
                uniform_buffers: 72,
                storage_buffers: 24,
                textures: 96,
                storage_textures: 24,
                samplers: 96,
                total: u32::MAX,
            },
            max_dynamic_uniform_buffers: 8,
            max_dynamic_storage_buffers: 4,
            max_pass_layers: 256,
            lazy_memory: false,
            max_views: 6,
            max_patch_vertices: 32,
            max_geometry_vertices: 256,
            max_geometry_invocations: 32,
            line_width: [1.0, 8.0],
            max_dual_source_targets: 1,
            max_workgroups: [65535; 3],
            max_workgroup_size: [128, 128, 64],
            max_workgroup_invocations: 128,
            subgroup_operations: 0,
            block_copies: true,
            max_indirect_draws: u32::MAX,
            depth_resolve: DepthResolveLimits::default(),
            timestamp_period_ns: 0.0,
            timestamp_bits: 0,
        }
    }
}
