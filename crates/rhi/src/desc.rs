//! Descriptors: what is asked for when an object is made. `Default` is always the plainest useful choice.

use crate::format::{Aspects, Format, VertexFormat};
use crate::lint::Portability;
use crate::object::{BindGroupLayout, Buffer, Sampler, View};
use crate::usage::Stages;
use bitflags::bitflags;

/// Choices about a device that are Candor's own and no backend's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeviceDesc {
    /// What becomes of uses beyond the portable limits.
    pub portability: Portability,
}

bitflags! {
    /// What a buffer is used for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct BufferUsage: u16 {
        /// Vertex attributes.
        const VERTEX = 1;
        /// Indices.
        const INDEX = 2;
        /// Uniform binding.
        const UNIFORM = 4;
        /// Storage binding, read by shaders.
        const STORAGE = 8;
        /// Storage binding, written by shaders. Makes the buffer tracked.
        const STORAGE_WRITE = 16;
        /// Indirect arguments and counts.
        const INDIRECT = 32;
        /// Source of copies.
        const COPY_SRC = 64;
        /// Filled by `Device::write_buffer`. Does not make the buffer tracked.
        const COPY_DST = 128;
        /// Destination of copies within a batch. Makes the buffer tracked.
        const COPY_TARGET = 256;
    }
}

impl BufferUsage {
    /// Usages with which a pass may write: such a buffer is followed by the state tracker.
    pub const TRACKED: BufferUsage =
        BufferUsage::from_bits_truncate(Self::STORAGE_WRITE.bits() | Self::COPY_TARGET.bits());
}

/// Where a buffer's memory lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Memory {
    /// Fastest for the GPU; the host reaches it by uploads.
    #[default]
    Device,
    /// Written by the host at any time, read by the GPU.
    Upload,
    /// Written by the GPU, read by the host.
    Readback,
}

/// What a resource contains when it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Contents<'a> {
    /// Zero.
    #[default]
    Zero,
    /// Anything: the caller promises to write before reading; what is read earlier is unspecified, never unsafe.
    Undefined,
    /// These bytes. For a texture: every layer in turn with all its mip levels, largest first, tightly packed.
    Data(&'a [u8]),
}

/// A buffer.
#[derive(Debug, Clone, Copy, Default)]
pub struct BufferDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Size in bytes.
    pub size_bytes: u64,
    /// What it is used for.
    pub usage: BufferUsage,
    /// Where it lies.
    pub memory: Memory,
    /// What it contains at first.
    pub contents: Contents<'a>,
}

bitflags! {
    /// What a texture is used for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct TextureUsage: u16 {
        /// Texture binding.
        const SAMPLED = 1;
        /// Storage binding. Makes the texture tracked.
        const STORAGE = 2;
        /// Colour attachment or resolve target. Makes the texture tracked.
        const COLOR = 4;
        /// Depth and stencil attachment. Makes the texture tracked.
        const DEPTH = 8;
        /// Source of copies. Makes the texture tracked.
        const COPY_SRC = 16;
        /// Filled by `Device::write_texture`. Does not make the texture tracked.
        const COPY_DST = 32;
        /// Destination of copies within a batch. Makes the texture tracked.
        const COPY_TARGET = 64;
    }
}

impl TextureUsage {
    /// Usages with which a pass may write it or needs it in another layout: such a texture is followed by the state tracker.
    pub const TRACKED: TextureUsage = TextureUsage::from_bits_truncate(
        Self::STORAGE.bits()
            | Self::COLOR.bits()
            | Self::DEPTH.bits()
            | Self::COPY_SRC.bits()
            | Self::COPY_TARGET.bits(),
    );
}

/// Shape of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TextureDim {
    /// One dimension.
    D1,
    /// Two dimensions, one or more layers.
    #[default]
    D2,
    /// Three dimensions.
    D3,
    /// Six layers (or a multiple) that can be viewed as cubes.
    Cube,
}

/// A number of samples as a wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Samples {
    /// Just this many, or refused.
    Exact(u32),
    /// This many or, where they are not offered, fewer; the outcome says how many.
    AtMost(u32),
}

impl Default for Samples {
    fn default() -> Self {
        Self::Exact(1)
    }
}

/// A texture.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextureDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Shape.
    pub dim: TextureDim,
    /// Format; required.
    pub format: Option<Format>,
    /// Width, height and depth (3D) in texels.
    pub size: [u32; 3],
    /// Array layers; 0 stands for 1 (6 for a cube).
    pub layers: u32,
    /// Mip levels; 0 stands for 1.
    pub mips: u32,
    /// Samples.
    pub samples: Samples,
    /// What it is used for.
    pub usage: TextureUsage,
    /// What it contains at first.
    pub contents: Contents<'a>,
}

impl<'a> TextureDesc<'a> {
    /// A 2D colour target that can be sampled and read back.
    pub fn color_target(label: &'a str, format: Format, width: u32, height: u32) -> Self {
        Self {
            label,
            format: Some(format),
            size: [width, height, 1],
            usage: TextureUsage::COLOR | TextureUsage::SAMPLED | TextureUsage::COPY_SRC,
            ..Self::default()
        }
    }

    /// A 2D depth target that can be sampled.
    pub fn depth_target(label: &'a str, format: Format, width: u32, height: u32) -> Self {
        Self {
            label,
            format: Some(format),
            size: [width, height, 1],
            usage: TextureUsage::DEPTH | TextureUsage::SAMPLED,
            ..Self::default()
        }
    }

    /// A 2D texture that is filled once and then sampled.
    pub fn sampled(label: &'a str, format: Format, width: u32, height: u32, contents: Contents<'a>) -> Self {
        Self {
            label,
            format: Some(format),
            size: [width, height, 1],
            usage: TextureUsage::SAMPLED | TextureUsage::COPY_DST,
            contents,
            ..Self::default()
        }
    }
}

/// How a view sees its texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ViewDim {
    /// As the texture was made: an array if it has several layers.
    #[default]
    Auto,
    /// One dimension.
    D1,
    /// Two dimensions.
    D2,
    /// An array of two-dimensional layers.
    D2Array,
    /// Three dimensions.
    D3,
    /// A cube.
    Cube,
    /// An array of cubes.
    CubeArray,
}

/// A view. Zero counts stand for "all that remain".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ViewDesc<'a> {
    /// Name for messages and debuggers; empty stands for the texture's.
    pub label: &'a str,
    /// How the texture is seen.
    pub dim: ViewDim,
    /// Format, where it differs from the texture's.
    pub format: Option<Format>,
    /// Aspects; none stands for all. A view that is sampled sees one: of a texture that has depth and stencil and is attached
    /// as well, name it; of one that is only sampled, none stands for depth.
    pub aspects: Option<Aspects>,
    /// First mip level.
    pub mip: u32,
    /// Number of mip levels.
    pub mips: u32,
    /// First layer.
    pub layer: u32,
    /// Number of layers.
    pub layers: u32,
}

/// Nearest or linear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Filter {
    /// The nearest texel.
    Nearest,
    /// Between texels.
    #[default]
    Linear,
}

/// What lies outside a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum AddressMode {
    /// The texture again.
    #[default]
    Repeat,
    /// The texture again, mirrored every other time.
    Mirror,
    /// The texel at the edge.
    Clamp,
    /// A border of transparent black, opaque black or opaque white.
    Border(BorderColor),
}

/// Colour of a border.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum BorderColor {
    /// 0, 0, 0, 0.
    #[default]
    TransparentBlack,
    /// 0, 0, 0, 1.
    OpaqueBlack,
    /// 1, 1, 1, 1.
    OpaqueWhite,
}

/// A comparison of a new value with the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Compare {
    /// Never passes.
    Never,
    /// Passes when less.
    Less,
    /// Passes when equal.
    Equal,
    /// Passes when less or equal.
    LessEqual,
    /// Passes when greater.
    Greater,
    /// Passes when not equal.
    NotEqual,
    /// Passes when greater or equal.
    GreaterEqual,
    /// Always passes.
    Always,
}

/// Anisotropy as a wish, from 1.0 (none) up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Anisotropy {
    /// None.
    #[default]
    Off,
    /// Just this much, or refused.
    Exact(f32),
    /// This much or, where it is not offered, less; the outcome says how much.
    AtMost(f32),
}

/// A sampler.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SamplerDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// When magnified.
    pub mag: Filter,
    /// When minified.
    pub min: Filter,
    /// Between mip levels.
    pub mip: Filter,
    /// Outside, along each axis.
    pub address: [AddressMode; 3],
    /// Anisotropy.
    pub anisotropy: Anisotropy,
    /// Compares instead of returning texels.
    pub compare: Option<Compare>,
    /// Lowest and highest level of detail.
    pub lod: [f32; 2],
    /// Added to the level of detail.
    pub lod_bias: f32,
}

impl Default for SamplerDesc<'_> {
    fn default() -> Self {
        Self {
            label: "",
            mag: Filter::Linear,
            min: Filter::Linear,
            mip: Filter::Linear,
            address: [AddressMode::Repeat; 3],
            anisotropy: Anisotropy::Off,
            compare: None,
            lod: [0.0, 1000.0],
            lod_bias: 0.0,
        }
    }
}

impl<'a> SamplerDesc<'a> {
    /// Linear, clamped.
    pub fn clamp(label: &'a str) -> Self {
        Self { label, address: [AddressMode::Clamp; 3], ..Self::default() }
    }
    /// Nearest, clamped.
    pub fn nearest(label: &'a str) -> Self {
        let n = Filter::Nearest;
        Self { label, mag: n, min: n, mip: n, address: [AddressMode::Clamp; 3], ..Self::default() }
    }
    /// For shadow maps: compares, linear, clamped.
    pub fn shadow(label: &'a str, compare: Compare) -> Self {
        Self { label, address: [AddressMode::Clamp; 3], compare: Some(compare), ..Self::default() }
    }
}

/// Kind of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BindingKind {
    /// Uniform buffer.
    Uniform {
        /// With an offset given when the group is bound.
        dynamic: bool,
    },
    /// Storage buffer.
    Storage {
        /// With an offset given when the group is bound.
        dynamic: bool,
        /// The shader writes it.
        write: bool,
    },
    /// Texture, sampled or loaded.
    Texture,
    /// Storage texture.
    StorageTexture {
        /// The shader writes it.
        write: bool,
    },
    /// Sampler.
    Sampler,
}

/// One binding of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LayoutEntry {
    /// Binding number.
    pub binding: u32,
    /// Stages that see it.
    pub stages: Stages,
    /// Kind.
    pub kind: BindingKind,
}

impl LayoutEntry {
    /// An entry.
    pub const fn new(binding: u32, stages: Stages, kind: BindingKind) -> Self {
        Self { binding, stages, kind }
    }
}

impl PartialOrd for Stages {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Stages {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bits().cmp(&other.bits())
    }
}

/// Layout of a bind group.
#[derive(Debug, Clone, Copy, Default)]
pub struct BindGroupLayoutDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Bindings, in any order.
    pub entries: &'a [LayoutEntry],
}

/// What a binding is filled with.
#[derive(Debug, Clone, Copy)]
pub enum Resource<'a> {
    /// Part of a buffer, for uniform and storage bindings. A size of 0 stands for "to the end".
    Buffer {
        /// Buffer.
        buffer: &'a Buffer,
        /// Offset in bytes; a dynamic offset is added to it.
        offset: u64,
        /// Size in bytes.
        size: u64,
    },
    /// View of a texture, for texture and storage texture bindings.
    View(&'a View),
    /// Sampler.
    Sampler(&'a Sampler),
}

/// One filled binding.
#[derive(Debug, Clone, Copy)]
pub struct GroupEntry<'a> {
    /// Binding number.
    pub binding: u32,
    /// What fills it.
    pub resource: Resource<'a>,
}

impl<'a> GroupEntry<'a> {
    /// A whole buffer.
    pub fn buffer(binding: u32, buffer: &'a Buffer) -> Self {
        Self::buffer_range(binding, buffer, 0, 0)
    }
    /// Part of a buffer; a size of 0 stands for "to the end".
    pub fn buffer_range(binding: u32, buffer: &'a Buffer, offset: u64, size: u64) -> Self {
        Self { binding, resource: Resource::Buffer { buffer, offset, size } }
    }
    /// A view.
    pub fn view(binding: u32, view: &'a View) -> Self {
        Self { binding, resource: Resource::View(view) }
    }
    /// A sampler.
    pub fn sampler(binding: u32, sampler: &'a Sampler) -> Self {
        Self { binding, resource: Resource::Sampler(sampler) }
    }
}

/// A bind group.
#[derive(Debug, Clone, Copy)]
pub struct BindGroupDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Layout.
    pub layout: &'a BindGroupLayout,
    /// Exactly the layout's bindings, in any order.
    pub entries: &'a [GroupEntry<'a>],
}

/// Push data of a pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PushLayout {
    /// Stages that see it.
    pub stages: Stages,
    /// Bytes, a multiple of 4; 0 for none.
    pub bytes: u32,
}

/// One stage's shader.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShaderStage<'a> {
    /// SPIR-V words.
    pub spirv: &'a [u32],
    /// Entry point.
    pub entry: &'a str,
}

/// How often a vertex buffer steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum StepMode {
    /// Once a vertex.
    #[default]
    Vertex,
    /// Once an instance.
    Instance,
}

/// One attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// Location in the shader.
    pub location: u32,
    /// Format.
    pub format: VertexFormat,
    /// Offset in the vertex, in bytes.
    pub offset: u32,
}

/// One vertex buffer's layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct VertexLayout<'a> {
    /// Bytes from one vertex to the next. 0 gives every vertex the same values.
    pub stride: u32,
    /// How often it steps.
    pub step: StepMode,
    /// Attributes.
    pub attributes: &'a [Attribute],
}

/// How vertices form primitives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Topology {
    /// Points.
    Points,
    /// Lines.
    Lines,
    /// A connected line.
    LineStrip,
    /// Triangles.
    #[default]
    Triangles,
    /// Connected triangles.
    TriangleStrip,
}

/// How triangles are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum PolygonMode {
    /// Filled.
    #[default]
    Fill,
    /// Edges; needs wireframe.
    Line,
    /// Corners; needs wireframe.
    Point,
}

/// Which faces are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Cull {
    /// None.
    #[default]
    None,
    /// Front faces.
    Front,
    /// Back faces.
    Back,
}

/// Winding of a front face as seen on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum FrontFace {
    /// Counter-clockwise.
    #[default]
    Ccw,
    /// Clockwise.
    Cw,
}

/// Depth bias.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DepthBias {
    /// In units of the smallest depth difference.
    pub constant: f32,
    /// Times the slope.
    pub slope: f32,
    /// Largest bias; 0.0 for none. Anything else needs depth-bias-clamp.
    pub clamp: f32,
}

/// Depth test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DepthState {
    /// Format of the attachment.
    pub format: Format,
    /// Test against the stored depth.
    pub compare: Compare,
    /// Write depth.
    pub write: bool,
    /// Bias.
    pub bias: DepthBias,
    /// Clamp depth instead of clipping; needs depth-clamp.
    pub clamp: bool,
}

impl DepthState {
    /// Nearer wins, with reversed depth (1 near, 0 far).
    pub fn reversed(format: Format) -> Self {
        Self { format, compare: Compare::GreaterEqual, write: true, bias: DepthBias::default(), clamp: false }
    }
    /// Nearer wins, with depth from 0 near to 1 far.
    pub fn standard(format: Format) -> Self {
        Self { compare: Compare::LessEqual, ..Self::reversed(format) }
    }
}

/// Factor of a blend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the field's standard names")]
pub enum BlendFactor {
    Zero,
    One,
    Src,
    OneMinusSrc,
    Dst,
    OneMinusDst,
    SrcAlpha,
    OneMinusSrcAlpha,
    DstAlpha,
    OneMinusDstAlpha,
    Constant,
    OneMinusConstant,
}

/// Operation of a blend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the field's standard names")]
pub enum BlendOp {
    Add,
    Subtract,
    ReverseSubtract,
    Min,
    Max,
}

/// Blend of one part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlendPart {
    /// Factor of what is drawn.
    pub src: BlendFactor,
    /// Factor of what is there.
    pub dst: BlendFactor,
    /// Operation.
    pub op: BlendOp,
}

/// Blend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blend {
    /// Of colour.
    pub color: BlendPart,
    /// Of alpha.
    pub alpha: BlendPart,
}

impl Blend {
    /// `src.a * src + (1 - src.a) * dst`.
    pub const ALPHA: Blend = Blend {
        color: BlendPart { src: BlendFactor::SrcAlpha, dst: BlendFactor::OneMinusSrcAlpha, op: BlendOp::Add },
        alpha: BlendPart { src: BlendFactor::One, dst: BlendFactor::OneMinusSrcAlpha, op: BlendOp::Add },
    };
    /// `src + (1 - src.a) * dst`.
    pub const PREMULTIPLIED: Blend = Blend {
        color: BlendPart { src: BlendFactor::One, dst: BlendFactor::OneMinusSrcAlpha, op: BlendOp::Add },
        alpha: BlendPart { src: BlendFactor::One, dst: BlendFactor::OneMinusSrcAlpha, op: BlendOp::Add },
    };
    /// `src + dst`.
    pub const ADD: Blend = Blend {
        color: BlendPart { src: BlendFactor::One, dst: BlendFactor::One, op: BlendOp::Add },
        alpha: BlendPart { src: BlendFactor::One, dst: BlendFactor::One, op: BlendOp::Add },
    };
}

bitflags! {
    /// Components that are written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct WriteMask: u8 {
        /// Red.
        const R = 1;
        /// Green.
        const G = 2;
        /// Blue.
        const B = 4;
        /// Alpha.
        const A = 8;
    }
}

/// One colour target of a pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ColorState {
    /// Format of the attachment.
    pub format: Format,
    /// Blend; none replaces.
    pub blend: Option<Blend>,
    /// Components that are written.
    pub write: WriteMask,
}

impl From<Format> for ColorState {
    fn from(format: Format) -> Self {
        Self { format, blend: None, write: WriteMask::all() }
    }
}

/// A raster pipeline.
#[derive(Debug, Clone, Copy, Default)]
pub struct RasterPipelineDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Layouts of the bind groups, by index.
    pub groups: &'a [&'a BindGroupLayout],
    /// Push data.
    pub push: PushLayout,
    /// Vertex shader.
    pub vertex: ShaderStage<'a>,
    /// Fragment shader; none for depth alone.
    pub fragment: Option<ShaderStage<'a>>,
    /// Vertex buffers, by slot.
    pub buffers: &'a [VertexLayout<'a>],
    /// Topology.
    pub topology: Topology,
    /// The largest index begins a new strip.
    pub primitive_restart: bool,
    /// How triangles are filled.
    pub polygon: PolygonMode,
    /// Which faces are left out.
    pub cull: Cull,
    /// Which faces are front faces.
    pub front: FrontFace,
    /// Depth.
    pub depth: Option<DepthState>,
    /// Colour targets.
    pub colors: &'a [ColorState],
    /// Samples; 0 stands for 1.
    pub samples: u32,
    /// Coverage from alpha.
    pub alpha_to_coverage: bool,
}

/// A compute pipeline.
#[derive(Debug, Clone, Copy, Default)]
pub struct ComputePipelineDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Layouts of the bind groups, by index.
    pub groups: &'a [&'a BindGroupLayout],
    /// Push data.
    pub push: PushLayout,
    /// Shader.
    pub shader: ShaderStage<'a>,
}
