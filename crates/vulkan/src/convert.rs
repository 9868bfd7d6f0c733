//! From neutral terms to Vulkan's. Tables and exhaustive matches, nothing else.

use ash::vk;
use candor_rhi::format::{Aspects, Format, VertexFormat};
use candor_rhi::usage::{Access, Layout, Stages, SubRange, Usage};
use candor_rhi::{
    AddressMode, BindingKind, BlendFactor, BlendOp, BlendPart, BorderColor, Compare, Cull, Filter, FrontFace,
    LogicOp, PolygonMode, StencilFace, StencilOp, Topology, ViewDim,
};

macro_rules! format_table {
    ($($name:ident = $vk:ident,)*) => {
        /// Vulkan's format.
        pub(crate) fn format(f: Format) -> vk::Format {
            match f {
                $(Format::$name => vk::Format::$vk,)*
                // `Format` may grow; a format without an entry is reported as unsupported by every device.
                _ => vk::Format::UNDEFINED,
            }
        }
    };
}

format_table! {
    R8Unorm = R8_UNORM, R8Snorm = R8_SNORM, R8Uint = R8_UINT, R8Sint = R8_SINT,
    Rg8Unorm = R8G8_UNORM, Rg8Snorm = R8G8_SNORM, Rg8Uint = R8G8_UINT, Rg8Sint = R8G8_SINT,
    Rgba8Unorm = R8G8B8A8_UNORM, Rgba8UnormSrgb = R8G8B8A8_SRGB, Rgba8Snorm = R8G8B8A8_SNORM,
    Rgba8Uint = R8G8B8A8_UINT, Rgba8Sint = R8G8B8A8_SINT,
    Bgra8Unorm = B8G8R8A8_UNORM, Bgra8UnormSrgb = B8G8R8A8_SRGB,
    R16Unorm = R16_UNORM, R16Snorm = R16_SNORM, R16Uint = R16_UINT, R16Sint = R16_SINT, R16Float = R16_SFLOAT,
    Rg16Unorm = R16G16_UNORM, Rg16Snorm = R16G16_SNORM, Rg16Uint = R16G16_UINT, Rg16Sint = R16G16_SINT,
    Rg16Float = R16G16_SFLOAT,
    Rgba16Unorm = R16G16B16A16_UNORM, Rgba16Snorm = R16G16B16A16_SNORM, Rgba16Uint = R16G16B16A16_UINT,
    Rgba16Sint = R16G16B16A16_SINT, Rgba16Float = R16G16B16A16_SFLOAT,
    R32Uint = R32_UINT, R32Sint = R32_SINT, R32Float = R32_SFLOAT,
    Rg32Uint = R32G32_UINT, Rg32Sint = R32G32_SINT, Rg32Float = R32G32_SFLOAT,
    Rgba32Uint = R32G32B32A32_UINT, Rgba32Sint = R32G32B32A32_SINT, Rgba32Float = R32G32B32A32_SFLOAT,
    Rgb10a2Unorm = A2B10G10R10_UNORM_PACK32, Rgb10a2Uint = A2B10G10R10_UINT_PACK32,
    Bgr10a2Unorm = A2R10G10B10_UNORM_PACK32,
    B5g5r5a1Unorm = A1R5G5B5_UNORM_PACK16, A1b5g5r5Unorm = R5G5B5A1_UNORM_PACK16,
    A4r4g4b4Unorm = B4G4R4A4_UNORM_PACK16, A4b4g4r4Unorm = R4G4B4A4_UNORM_PACK16,
    Rg11b10Float = B10G11R11_UFLOAT_PACK32, Rgb9e5Float = E5B9G9R9_UFLOAT_PACK32, B5g6r5Unorm = R5G6B5_UNORM_PACK16,
    Depth16Unorm = D16_UNORM, Depth24Plus = X8_D24_UNORM_PACK32, Depth32Float = D32_SFLOAT,
    Depth24UnormStencil8 = D24_UNORM_S8_UINT, Depth32FloatStencil8 = D32_SFLOAT_S8_UINT, Stencil8 = S8_UINT,
    Bc1RgbaUnorm = BC1_RGBA_UNORM_BLOCK, Bc1RgbaUnormSrgb = BC1_RGBA_SRGB_BLOCK,
    Bc2RgbaUnorm = BC2_UNORM_BLOCK, Bc2RgbaUnormSrgb = BC2_SRGB_BLOCK,
    Bc3RgbaUnorm = BC3_UNORM_BLOCK, Bc3RgbaUnormSrgb = BC3_SRGB_BLOCK,
    Bc4RUnorm = BC4_UNORM_BLOCK, Bc4RSnorm = BC4_SNORM_BLOCK, Bc5RgUnorm = BC5_UNORM_BLOCK, Bc5RgSnorm = BC5_SNORM_BLOCK,
    Bc6hRgbUfloat = BC6H_UFLOAT_BLOCK, Bc6hRgbFloat = BC6H_SFLOAT_BLOCK,
    Bc7RgbaUnorm = BC7_UNORM_BLOCK, Bc7RgbaUnormSrgb = BC7_SRGB_BLOCK,
    Etc2Rgb8Unorm = ETC2_R8G8B8_UNORM_BLOCK, Etc2Rgb8UnormSrgb = ETC2_R8G8B8_SRGB_BLOCK,
    Etc2Rgb8A1Unorm = ETC2_R8G8B8A1_UNORM_BLOCK, Etc2Rgb8A1UnormSrgb = ETC2_R8G8B8A1_SRGB_BLOCK,
    Etc2Rgba8Unorm = ETC2_R8G8B8A8_UNORM_BLOCK, Etc2Rgba8UnormSrgb = ETC2_R8G8B8A8_SRGB_BLOCK,
    EacR11Snorm = EAC_R11_SNORM_BLOCK, EacRg11Snorm = EAC_R11G11_SNORM_BLOCK,
    EacR11Unorm = EAC_R11_UNORM_BLOCK, EacRg11Unorm = EAC_R11G11_UNORM_BLOCK,
    Astc4x4Unorm = ASTC_4X4_UNORM_BLOCK, Astc4x4UnormSrgb = ASTC_4X4_SRGB_BLOCK,
    Astc5x4Unorm = ASTC_5X4_UNORM_BLOCK, Astc5x4UnormSrgb = ASTC_5X4_SRGB_BLOCK,
    Astc5x5Unorm = ASTC_5X5_UNORM_BLOCK, Astc5x5UnormSrgb = ASTC_5X5_SRGB_BLOCK,
    Astc6x5Unorm = ASTC_6X5_UNORM_BLOCK, Astc6x5UnormSrgb = ASTC_6X5_SRGB_BLOCK,
    Astc6x6Unorm = ASTC_6X6_UNORM_BLOCK, Astc6x6UnormSrgb = ASTC_6X6_SRGB_BLOCK,
    Astc8x5Unorm = ASTC_8X5_UNORM_BLOCK, Astc8x5UnormSrgb = ASTC_8X5_SRGB_BLOCK,
    Astc8x6Unorm = ASTC_8X6_UNORM_BLOCK, Astc8x6UnormSrgb = ASTC_8X6_SRGB_BLOCK,
    Astc8x8Unorm = ASTC_8X8_UNORM_BLOCK, Astc8x8UnormSrgb = ASTC_8X8_SRGB_BLOCK,
    Astc10x5Unorm = ASTC_10X5_UNORM_BLOCK, Astc10x5UnormSrgb = ASTC_10X5_SRGB_BLOCK,
    Astc10x6Unorm = ASTC_10X6_UNORM_BLOCK, Astc10x6UnormSrgb = ASTC_10X6_SRGB_BLOCK,
    Astc10x8Unorm = ASTC_10X8_UNORM_BLOCK, Astc10x8UnormSrgb = ASTC_10X8_SRGB_BLOCK,
    Astc10x10Unorm = ASTC_10X10_UNORM_BLOCK, Astc10x10UnormSrgb = ASTC_10X10_SRGB_BLOCK,
    Astc12x10Unorm = ASTC_12X10_UNORM_BLOCK, Astc12x10UnormSrgb = ASTC_12X10_SRGB_BLOCK,
    Astc12x12Unorm = ASTC_12X12_UNORM_BLOCK, Astc12x12UnormSrgb = ASTC_12X12_SRGB_BLOCK,
}

/// Vulkan's format of a vertex attribute.
pub(crate) fn vertex_format(f: VertexFormat) -> vk::Format {
    match f {
        VertexFormat::F32 => vk::Format::R32_SFLOAT,
        VertexFormat::F32x2 => vk::Format::R32G32_SFLOAT,
        VertexFormat::F32x3 => vk::Format::R32G32B32_SFLOAT,
        VertexFormat::F32x4 => vk::Format::R32G32B32A32_SFLOAT,
        VertexFormat::F16x2 => vk::Format::R16G16_SFLOAT,
        VertexFormat::F16x4 => vk::Format::R16G16B16A16_SFLOAT,
        VertexFormat::U32 => vk::Format::R32_UINT,
        VertexFormat::U32x2 => vk::Format::R32G32_UINT,
        VertexFormat::U32x3 => vk::Format::R32G32B32_UINT,
        VertexFormat::U32x4 => vk::Format::R32G32B32A32_UINT,
        VertexFormat::I32 => vk::Format::R32_SINT,
        VertexFormat::I32x2 => vk::Format::R32G32_SINT,
        VertexFormat::I32x3 => vk::Format::R32G32B32_SINT,
        VertexFormat::I32x4 => vk::Format::R32G32B32A32_SINT,
        VertexFormat::Unorm8x2 => vk::Format::R8G8_UNORM,
        VertexFormat::Unorm8x4 => vk::Format::R8G8B8A8_UNORM,
        VertexFormat::Snorm8x4 => vk::Format::R8G8B8A8_SNORM,
        VertexFormat::U8x4 => vk::Format::R8G8B8A8_UINT,
        VertexFormat::I8x4 => vk::Format::R8G8B8A8_SINT,
        VertexFormat::Unorm16x2 => vk::Format::R16G16_UNORM,
        VertexFormat::Unorm16x4 => vk::Format::R16G16B16A16_UNORM,
        VertexFormat::Snorm16x2 => vk::Format::R16G16_SNORM,
        VertexFormat::Snorm16x4 => vk::Format::R16G16B16A16_SNORM,
        VertexFormat::U16x2 => vk::Format::R16G16_UINT,
        VertexFormat::U16x4 => vk::Format::R16G16B16A16_UINT,
        VertexFormat::I16x2 => vk::Format::R16G16_SINT,
        VertexFormat::I16x4 => vk::Format::R16G16B16A16_SINT,
        VertexFormat::Unorm10x3a2 => vk::Format::A2B10G10R10_UNORM_PACK32,
        _ => vk::Format::UNDEFINED,
    }
}

/// Sample counts, each as the bit of its own number. The neutral word has none for 32 and 64.
pub(crate) fn sample_bits(counts: vk::SampleCountFlags) -> u32 {
    [1u32, 2, 4, 8, 16].into_iter().filter(|n| counts.as_raw() & n != 0).fold(0, |bits, n| bits | 1 << n)
}

pub(crate) fn aspects(a: Aspects) -> vk::ImageAspectFlags {
    // The bits of `Aspects` are those of `VkImageAspectFlags`.
    vk::ImageAspectFlags::from_raw(u32::from(a.bits()))
}

#[inline]
pub(crate) fn range(r: &SubRange) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange {
        aspect_mask: aspects(r.aspects),
        base_mip_level: u32::from(r.mip),
        level_count: u32::from(r.mips),
        base_array_layer: u32::from(r.layer),
        layer_count: u32::from(r.layers),
    }
}

/// Layouts are numbered as Vulkan numbers them.
#[inline]
pub(crate) fn layout(l: Layout) -> vk::ImageLayout {
    vk::ImageLayout::from_raw(l as i32)
}

const _: () = {
    const fn same(l: Layout, v: vk::ImageLayout) -> bool {
        l as i32 == v.as_raw()
    }
    assert!(same(Layout::Undefined, vk::ImageLayout::UNDEFINED));
    assert!(same(Layout::General, vk::ImageLayout::GENERAL));
    assert!(same(Layout::Color, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL));
    assert!(same(Layout::Depth, vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL));
    assert!(same(Layout::DepthRead, vk::ImageLayout::DEPTH_STENCIL_READ_ONLY_OPTIMAL));
    assert!(same(Layout::ShaderRead, vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL));
    assert!(same(Layout::CopySrc, vk::ImageLayout::TRANSFER_SRC_OPTIMAL));
    assert!(same(Layout::CopyDst, vk::ImageLayout::TRANSFER_DST_OPTIMAL));
    assert!(same(Layout::Present, vk::ImageLayout::PRESENT_SRC_KHR));
};

/// Stage and access of one kind of access. `shader`: the stages that were declared take the place of the table's.
#[derive(Clone, Copy)]
struct Scope {
    stage: u64,
    access: u64,
    /// All ones where the declared stages count.
    shader: u64,
}

const fn scope(stage: vk::PipelineStageFlags2, access: vk::AccessFlags2, shader: bool) -> Scope {
    Scope { stage: stage.as_raw(), access: access.as_raw(), shader: if shader { u64::MAX } else { 0 } }
}

const NO_STAGE: vk::PipelineStageFlags2 = vk::PipelineStageFlags2::NONE;
const DEPTH_STAGES: u64 = vk::PipelineStageFlags2::EARLY_FRAGMENT_TESTS.as_raw()
    | vk::PipelineStageFlags2::LATE_FRAGMENT_TESTS.as_raw();

/// By the bit number of [`Access`]; two more so that an index of four bits is always within.
static SCOPES: [Scope; 16] = [
    scope(
        vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT,
        vk::AccessFlags2::from_raw(
            vk::AccessFlags2::COLOR_ATTACHMENT_READ.as_raw()
                | vk::AccessFlags2::COLOR_ATTACHMENT_WRITE.as_raw(),
        ),
        false,
    ),
    Scope {
        stage: DEPTH_STAGES,
        access: vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_READ.as_raw()
            | vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_WRITE.as_raw(),
        shader: 0,
    },
    Scope {
        stage: DEPTH_STAGES,
        access: vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_READ.as_raw(),
        shader: 0,
    },
    scope(NO_STAGE, vk::AccessFlags2::SHADER_SAMPLED_READ, true),
    scope(NO_STAGE, vk::AccessFlags2::SHADER_STORAGE_READ, true),
    scope(
        NO_STAGE,
        vk::AccessFlags2::from_raw(
            vk::AccessFlags2::SHADER_STORAGE_READ.as_raw() | vk::AccessFlags2::SHADER_STORAGE_WRITE.as_raw(),
        ),
        true,
    ),
    scope(NO_STAGE, vk::AccessFlags2::UNIFORM_READ, true),
    scope(vk::PipelineStageFlags2::VERTEX_ATTRIBUTE_INPUT, vk::AccessFlags2::VERTEX_ATTRIBUTE_READ, false),
    scope(vk::PipelineStageFlags2::INDEX_INPUT, vk::AccessFlags2::INDEX_READ, false),
    scope(vk::PipelineStageFlags2::DRAW_INDIRECT, vk::AccessFlags2::INDIRECT_COMMAND_READ, false),
    scope(vk::PipelineStageFlags2::ALL_TRANSFER, vk::AccessFlags2::TRANSFER_READ, false),
    scope(vk::PipelineStageFlags2::ALL_TRANSFER, vk::AccessFlags2::TRANSFER_WRITE, false),
    scope(vk::PipelineStageFlags2::HOST, vk::AccessFlags2::HOST_READ, false),
    scope(NO_STAGE, vk::AccessFlags2::NONE, false),
    scope(NO_STAGE, vk::AccessFlags2::NONE, false),
    scope(NO_STAGE, vk::AccessFlags2::NONE, false),
];

/// Accesses that make something available; the others only need to be waited for.
const WRITES: u64 = vk::AccessFlags2::COLOR_ATTACHMENT_WRITE.as_raw()
    | vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_WRITE.as_raw()
    | vk::AccessFlags2::SHADER_STORAGE_WRITE.as_raw()
    | vk::AccessFlags2::TRANSFER_WRITE.as_raw();

/// By the bits of [`Stages`].
static STAGES: [u64; 64] = {
    let bits = [
        vk::PipelineStageFlags2::VERTEX_SHADER.as_raw(),
        vk::PipelineStageFlags2::FRAGMENT_SHADER.as_raw(),
        vk::PipelineStageFlags2::COMPUTE_SHADER.as_raw(),
        vk::PipelineStageFlags2::GEOMETRY_SHADER.as_raw(),
        vk::PipelineStageFlags2::TESSELLATION_CONTROL_SHADER.as_raw(),
        vk::PipelineStageFlags2::TESSELLATION_EVALUATION_SHADER.as_raw(),
    ];
    let mut all = [0; 64];
    let mut i = 0;
    while i < 64 {
        let mut b = 0;
        while b < 6 {
            if i & (1 << b) != 0 {
                all[i] |= bits[b];
            }
            b += 1;
        }
        i += 1;
    }
    all
};

pub(crate) type Masks = (vk::PipelineStageFlags2, vk::AccessFlags2);

/// Stage and access masks of a usage.
pub(crate) fn masks(u: Usage) -> (vk::PipelineStageFlags2, vk::AccessFlags2) {
    let shader = STAGES[usize::from(u.stages().bits() & 63)];
    let mut bits = u.access().bits();
    let (mut stage, mut access) = (0, 0);
    while bits != 0 {
        let s = &SCOPES[bits.trailing_zeros() as usize & 15];
        stage |= s.stage | shader & s.shader;
        access |= s.access;
        bits &= bits - 1;
    }
    (vk::PipelineStageFlags2::from_raw(stage), vk::AccessFlags2::from_raw(access))
}

/// Masks of what must have finished: of its accesses only writes matter.
pub(crate) fn before(u: Usage) -> (vk::PipelineStageFlags2, vk::AccessFlags2) {
    let (stage, access) = masks(u);
    (stage, vk::AccessFlags2::from_raw(access.as_raw() & WRITES))
}

pub(crate) fn shader_stages(s: Stages) -> vk::ShaderStageFlags {
    let mut out = vk::ShaderStageFlags::empty();
    for (stage, flag) in [
        (Stages::VERTEX, vk::ShaderStageFlags::VERTEX),
        (Stages::FRAGMENT, vk::ShaderStageFlags::FRAGMENT),
        (Stages::COMPUTE, vk::ShaderStageFlags::COMPUTE),
        (Stages::GEOMETRY, vk::ShaderStageFlags::GEOMETRY),
        (Stages::TESSELLATION_CONTROL, vk::ShaderStageFlags::TESSELLATION_CONTROL),
        (Stages::TESSELLATION_EVALUATION, vk::ShaderStageFlags::TESSELLATION_EVALUATION),
    ] {
        if s.contains(stage) {
            out |= flag;
        }
    }
    out
}

pub(crate) fn descriptor_type(k: BindingKind) -> vk::DescriptorType {
    match k {
        BindingKind::Uniform { dynamic: false } => vk::DescriptorType::UNIFORM_BUFFER,
        BindingKind::Uniform { dynamic: true } => vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC,
        BindingKind::Storage { dynamic: false, .. } => vk::DescriptorType::STORAGE_BUFFER,
        BindingKind::Storage { dynamic: true, .. } => vk::DescriptorType::STORAGE_BUFFER_DYNAMIC,
        BindingKind::Texture => vk::DescriptorType::SAMPLED_IMAGE,
        BindingKind::StorageTexture { .. } => vk::DescriptorType::STORAGE_IMAGE,
        BindingKind::Sampler => vk::DescriptorType::SAMPLER,
    }
}

pub(crate) fn compare(c: Compare) -> vk::CompareOp {
    match c {
        Compare::Never => vk::CompareOp::NEVER,
        Compare::Less => vk::CompareOp::LESS,
        Compare::Equal => vk::CompareOp::EQUAL,
        Compare::LessEqual => vk::CompareOp::LESS_OR_EQUAL,
        Compare::Greater => vk::CompareOp::GREATER,
        Compare::NotEqual => vk::CompareOp::NOT_EQUAL,
        Compare::GreaterEqual => vk::CompareOp::GREATER_OR_EQUAL,
        Compare::Always => vk::CompareOp::ALWAYS,
    }
}

pub(crate) fn filter(f: Filter) -> vk::Filter {
    match f {
        Filter::Nearest => vk::Filter::NEAREST,
        Filter::Linear => vk::Filter::LINEAR,
    }
}

pub(crate) fn mip_filter(f: Filter) -> vk::SamplerMipmapMode {
    match f {
        Filter::Nearest => vk::SamplerMipmapMode::NEAREST,
        Filter::Linear => vk::SamplerMipmapMode::LINEAR,
    }
}

pub(crate) fn address(a: AddressMode) -> vk::SamplerAddressMode {
    match a {
        AddressMode::Repeat => vk::SamplerAddressMode::REPEAT,
        AddressMode::Mirror => vk::SamplerAddressMode::MIRRORED_REPEAT,
        AddressMode::Clamp => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        AddressMode::MirrorOnce => vk::SamplerAddressMode::MIRROR_CLAMP_TO_EDGE,
        AddressMode::Border(_) => vk::SamplerAddressMode::CLAMP_TO_BORDER,
    }
}

pub(crate) fn border(all: &[AddressMode; 3]) -> vk::BorderColor {
    for a in all {
        match a {
            AddressMode::Border(BorderColor::TransparentBlack) => {
                return vk::BorderColor::FLOAT_TRANSPARENT_BLACK;
            }
            AddressMode::Border(BorderColor::OpaqueBlack) => return vk::BorderColor::FLOAT_OPAQUE_BLACK,
            AddressMode::Border(BorderColor::OpaqueWhite) => return vk::BorderColor::FLOAT_OPAQUE_WHITE,
            AddressMode::Repeat | AddressMode::Mirror | AddressMode::Clamp | AddressMode::MirrorOnce => {}
        }
    }
    vk::BorderColor::FLOAT_TRANSPARENT_BLACK
}

pub(crate) fn topology(t: Topology) -> vk::PrimitiveTopology {
    match t {
        Topology::Points => vk::PrimitiveTopology::POINT_LIST,
        Topology::Lines => vk::PrimitiveTopology::LINE_LIST,
        Topology::LineStrip => vk::PrimitiveTopology::LINE_STRIP,
        Topology::Triangles => vk::PrimitiveTopology::TRIANGLE_LIST,
        Topology::TriangleStrip => vk::PrimitiveTopology::TRIANGLE_STRIP,
        Topology::TriangleFan => vk::PrimitiveTopology::TRIANGLE_FAN,
        Topology::LinesAdjacency => vk::PrimitiveTopology::LINE_LIST_WITH_ADJACENCY,
        Topology::LineStripAdjacency => vk::PrimitiveTopology::LINE_STRIP_WITH_ADJACENCY,
        Topology::TrianglesAdjacency => vk::PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY,
        Topology::TriangleStripAdjacency => vk::PrimitiveTopology::TRIANGLE_STRIP_WITH_ADJACENCY,
        Topology::Patches => vk::PrimitiveTopology::PATCH_LIST,
    }
}

pub(crate) fn polygon(p: PolygonMode) -> vk::PolygonMode {
    match p {
        PolygonMode::Fill => vk::PolygonMode::FILL,
        PolygonMode::Line => vk::PolygonMode::LINE,
        PolygonMode::Point => vk::PolygonMode::POINT,
    }
}

pub(crate) fn cull(c: Cull) -> vk::CullModeFlags {
    match c {
        Cull::None => vk::CullModeFlags::NONE,
        Cull::Front => vk::CullModeFlags::FRONT,
        Cull::Back => vk::CullModeFlags::BACK,
    }
}

/// Vulkan judges the winding in framebuffer coordinates, after the viewport's flip: as it is seen on the screen.
pub(crate) fn front(f: FrontFace) -> vk::FrontFace {
    match f {
        FrontFace::Ccw => vk::FrontFace::COUNTER_CLOCKWISE,
        FrontFace::Cw => vk::FrontFace::CLOCKWISE,
    }
}

fn factor(f: BlendFactor) -> vk::BlendFactor {
    match f {
        BlendFactor::Zero => vk::BlendFactor::ZERO,
        BlendFactor::One => vk::BlendFactor::ONE,
        BlendFactor::Src => vk::BlendFactor::SRC_COLOR,
        BlendFactor::OneMinusSrc => vk::BlendFactor::ONE_MINUS_SRC_COLOR,
        BlendFactor::Dst => vk::BlendFactor::DST_COLOR,
        BlendFactor::OneMinusDst => vk::BlendFactor::ONE_MINUS_DST_COLOR,
        BlendFactor::SrcAlpha => vk::BlendFactor::SRC_ALPHA,
        BlendFactor::OneMinusSrcAlpha => vk::BlendFactor::ONE_MINUS_SRC_ALPHA,
        BlendFactor::DstAlpha => vk::BlendFactor::DST_ALPHA,
        BlendFactor::OneMinusDstAlpha => vk::BlendFactor::ONE_MINUS_DST_ALPHA,
        BlendFactor::Constant => vk::BlendFactor::CONSTANT_COLOR,
        BlendFactor::OneMinusConstant => vk::BlendFactor::ONE_MINUS_CONSTANT_COLOR,
        BlendFactor::SrcAlphaSaturated => vk::BlendFactor::SRC_ALPHA_SATURATE,
        BlendFactor::ConstantAlpha => vk::BlendFactor::CONSTANT_ALPHA,
        BlendFactor::OneMinusConstantAlpha => vk::BlendFactor::ONE_MINUS_CONSTANT_ALPHA,
        BlendFactor::Src1 => vk::BlendFactor::SRC1_COLOR,
        BlendFactor::OneMinusSrc1 => vk::BlendFactor::ONE_MINUS_SRC1_COLOR,
        BlendFactor::Src1Alpha => vk::BlendFactor::SRC1_ALPHA,
        BlendFactor::OneMinusSrc1Alpha => vk::BlendFactor::ONE_MINUS_SRC1_ALPHA,
    }
}

pub(crate) fn blend(p: BlendPart) -> (vk::BlendFactor, vk::BlendFactor, vk::BlendOp) {
    let op = match p.op {
        BlendOp::Add => vk::BlendOp::ADD,
        BlendOp::Subtract => vk::BlendOp::SUBTRACT,
        BlendOp::ReverseSubtract => vk::BlendOp::REVERSE_SUBTRACT,
        BlendOp::Min => vk::BlendOp::MIN,
        BlendOp::Max => vk::BlendOp::MAX,
    };
    (factor(p.src), factor(p.dst), op)
}

pub(crate) fn logic_op(op: LogicOp) -> vk::LogicOp {
    match op {
        LogicOp::Clear => vk::LogicOp::CLEAR,
        LogicOp::And => vk::LogicOp::AND,
        LogicOp::AndReverse => vk::LogicOp::AND_REVERSE,
        LogicOp::Copy => vk::LogicOp::COPY,
        LogicOp::AndInverted => vk::LogicOp::AND_INVERTED,
        LogicOp::Noop => vk::LogicOp::NO_OP,
        LogicOp::Xor => vk::LogicOp::XOR,
        LogicOp::Or => vk::LogicOp::OR,
        LogicOp::Nor => vk::LogicOp::NOR,
        LogicOp::Equivalent => vk::LogicOp::EQUIVALENT,
        LogicOp::Invert => vk::LogicOp::INVERT,
        LogicOp::OrReverse => vk::LogicOp::OR_REVERSE,
        LogicOp::CopyInverted => vk::LogicOp::COPY_INVERTED,
        LogicOp::OrInverted => vk::LogicOp::OR_INVERTED,
        LogicOp::Nand => vk::LogicOp::NAND,
        LogicOp::Set => vk::LogicOp::SET,
    }
}

fn stencil_op(op: StencilOp) -> vk::StencilOp {
    match op {
        StencilOp::Keep => vk::StencilOp::KEEP,
        StencilOp::Zero => vk::StencilOp::ZERO,
        StencilOp::Replace => vk::StencilOp::REPLACE,
        StencilOp::IncrementClamp => vk::StencilOp::INCREMENT_AND_CLAMP,
        StencilOp::DecrementClamp => vk::StencilOp::DECREMENT_AND_CLAMP,
        StencilOp::Invert => vk::StencilOp::INVERT,
        StencilOp::IncrementWrap => vk::StencilOp::INCREMENT_AND_WRAP,
        StencilOp::DecrementWrap => vk::StencilOp::DECREMENT_AND_WRAP,
    }
}

/// The stencil state of one side; its reference is dynamic.
pub(crate) fn stencil(f: StencilFace) -> vk::StencilOpState {
    vk::StencilOpState {
        fail_op: stencil_op(f.fail),
        pass_op: stencil_op(f.pass),
        depth_fail_op: stencil_op(f.depth_fail),
        compare_op: compare(f.compare),
        compare_mask: f.read_mask.into(),
        write_mask: f.write_mask.into(),
        reference: 0,
    }
}

pub(crate) fn view_type(d: ViewDim) -> vk::ImageViewType {
    match d {
        ViewDim::Auto | ViewDim::D2 => vk::ImageViewType::TYPE_2D,
        ViewDim::D1 => vk::ImageViewType::TYPE_1D,
        ViewDim::D2Array => vk::ImageViewType::TYPE_2D_ARRAY,
        ViewDim::D3 => vk::ImageViewType::TYPE_3D,
        ViewDim::Cube => vk::ImageViewType::CUBE,
        ViewDim::CubeArray => vk::ImageViewType::CUBE_ARRAY,
    }
}

/// The format features of Vulkan in neutral terms.
pub(crate) fn support(f: vk::FormatFeatureFlags) -> candor_rhi::backend::FormatSupport {
    use candor_rhi::backend::FormatSupport as S;
    let mut out = S::empty();
    for (flag, s) in [
        (vk::FormatFeatureFlags::SAMPLED_IMAGE, S::SAMPLED),
        (vk::FormatFeatureFlags::SAMPLED_IMAGE_FILTER_LINEAR, S::LINEAR),
        (vk::FormatFeatureFlags::STORAGE_IMAGE, S::STORAGE),
        (vk::FormatFeatureFlags::COLOR_ATTACHMENT, S::COLOR),
        (vk::FormatFeatureFlags::COLOR_ATTACHMENT_BLEND, S::BLEND),
        (vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT, S::DEPTH),
        (vk::FormatFeatureFlags::BLIT_SRC, S::BLIT_SRC),
        (vk::FormatFeatureFlags::BLIT_DST, S::BLIT_DST),
        (vk::FormatFeatureFlags::TRANSFER_SRC, S::COPY_SRC),
        (vk::FormatFeatureFlags::TRANSFER_DST, S::COPY_DST),
    ] {
        if f.contains(flag) {
            out |= s;
        }
    }
    out
}

/// `SCOPES` has an entry for each of the 14 accesses; a new access without one fails to compile.
const _: () = assert!(Access::all().bits() == (1 << 14) - 1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_a_vulkan_name() {
        for f in Format::ALL {
            assert_ne!(format(*f), vk::Format::UNDEFINED, "{f}");
        }
        for f in VertexFormat::ALL {
            assert_ne!(vertex_format(*f), vk::Format::UNDEFINED, "{}", f.name());
        }
    }

    #[test]
    fn a_device_with_64_samples_is_described_by_those_that_have_a_bit() {
        use vk::SampleCountFlags as Flags;
        let all = Flags::TYPE_1 | Flags::TYPE_4 | Flags::TYPE_16 | Flags::TYPE_32 | Flags::TYPE_64;
        assert_eq!(sample_bits(all), 1 << 1 | 1 << 4 | 1 << 16);
        assert_eq!(sample_bits(Flags::empty()), 0);
    }

    #[test]
    fn reads_are_waited_for_and_only_writes_are_flushed() {
        let read = Usage::new(Access::SAMPLED, Stages::FRAGMENT);
        assert_eq!(before(read), (vk::PipelineStageFlags2::FRAGMENT_SHADER, vk::AccessFlags2::NONE));
        let write = Usage::new(Access::COLOR, Stages::empty());
        let (stage, access) = before(write);
        assert_eq!(stage, vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT);
        assert_eq!(access, vk::AccessFlags2::COLOR_ATTACHMENT_WRITE);
        let (stage, _) = masks(Usage::new(Access::SAMPLED | Access::DEPTH_READ, Stages::RASTER));
        assert!(
            stage.contains(
                vk::PipelineStageFlags2::VERTEX_SHADER | vk::PipelineStageFlags2::LATE_FRAGMENT_TESTS
            )
        );
    }
}
