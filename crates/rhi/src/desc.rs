//! Descriptors: what is asked for when an object is made. `Default` is always the plainest useful choice.

mod binding;
mod blend;
mod pipeline;
mod presets;

pub use binding::*;
pub use blend::*;
pub use pipeline::*;

use crate::format::{Aspects, Format};
use crate::lint::Portability;
use crate::loss::Breadcrumbs;
use crate::validate::{Validation, ValidationAction};
use bitflags::bitflags;

/// Choices about a device that are Candor's own and no backend's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceDesc {
    /// What becomes of uses beyond the portable limits.
    pub portability: Portability,
    /// Are passes followed on the GPU, so that a loss can name them?
    pub breadcrumbs: Breadcrumbs,
    /// Bytes that buffers and textures may take, those that Candor makes for uploads and readbacks included; what would exceed
    /// them is refused with [`Code::OverBudget`](crate::Code::OverBudget). Memory that the allocator keeps ready does not count.
    pub memory_budget_bytes: Option<u64>,
    /// Count vertices and triangles ([`crate::Stats`]). Each command of a list then takes a way of its own.
    pub count_geometry: bool,
    /// Size in bytes of the ring of host memory that uploads pass through; it is made at the first upload. As long as the uploads of
    /// all batches that are on their way and of the next one fit in it, each rounded up to 512 bytes, an upload neither waits nor
    /// makes memory. What does not fit never waits either: it goes into further blocks, which
    /// [`crate::Stats::upload_blocks_grown`] counts and which are given back when 120 submissions have not needed them. With 0
    /// there is no ring; of a budget it takes an eighth at most.
    pub upload_ring_bytes: u64,
    /// How much is looked for that is safe and not meant. With [`Validation::Off`] none of it is in the way; otherwise each command
    /// of a list takes a way of its own, as it does for counting.
    pub validation: Validation,
    /// What becomes of what validation finds.
    pub on_finding: ValidationAction,
}

impl DeviceDesc {
    /// What [`DeviceDesc::upload_ring_bytes`] is by default: 32 MiB, for instance 8 MiB in each of four frames.
    pub const UPLOAD_RING_BYTES: u64 = 32 << 20;
}

impl Default for DeviceDesc {
    fn default() -> Self {
        Self {
            portability: Portability::default(),
            breadcrumbs: Breadcrumbs::default(),
            memory_budget_bytes: None,
            count_geometry: false,
            upload_ring_bytes: Self::UPLOAD_RING_BYTES,
            validation: Validation::default(),
            on_finding: ValidationAction::default(),
        }
    }
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

/// How rows of texels lie in host memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DataLayout {
    /// Bytes from one row of blocks to the next; 0 for tightly packed.
    pub row_bytes: u32,
    /// Rows of blocks from one layer or slice to the next; 0 for tightly packed.
    pub rows: u32,
}

impl DataLayout {
    /// One row after the other, one slice after the other.
    pub const TIGHT: DataLayout = DataLayout { row_bytes: 0, rows: 0 };
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
        /// An attachment whose contents live within one pass: cleared or discarded when it begins, discarded when it ends. Stands
        /// beside `COLOR` or `DEPTH` and nothing else, with one mip level. GPUs that draw tile by tile give it no memory; elsewhere the
        /// outcome says that it has some ([`crate::Limits::lazy_memory`]).
        const TRANSIENT = 128;
        /// Views may have any colour format whose texels are as many bytes, uncompressed as the texture's; needs
        /// texture-view-formats. Without it a view has the texture's format, or the one that differs in sRGB alone. Some GPUs keep
        /// such a texture uncompressed in memory.
        const VIEW_FORMATS = 256;
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
    /// Usages that go through a view. A texture that is only copied has none.
    pub const VIEWED: TextureUsage = TextureUsage::from_bits_truncate(
        Self::SAMPLED.bits() | Self::STORAGE.bits() | Self::COLOR.bits() | Self::DEPTH.bits(),
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
    /// Several queues may use it at once, across batches too. Otherwise it belongs to the main queue between batches and to one queue
    /// at a time within them, which some GPUs reward with compression. Without effect on a device with one queue.
    pub shared_queues: bool,
    /// What it contains at first.
    pub contents: Contents<'a>,
}

/// How a view sees its texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
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
    /// The texture again, mirrored, and then the texel at the edge; needs mirror-once.
    MirrorOnce,
    /// A border of transparent black, opaque black or opaque white; one colour for all axes. Of textures of integers it is
    /// unspecified.
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
