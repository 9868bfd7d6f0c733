//! What a pass does to a resource, in terms that every backend can translate.

use crate::format::Aspects;
use bitflags::bitflags;

bitflags! {
    /// Ways in which the GPU touches a resource.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Access: u16 {
        /// Colour attachment or the target of a resolve; read and written.
        const COLOR = 1 << 0;
        /// Depth and stencil attachment; read and written.
        const DEPTH = 1 << 1;
        /// Read-only depth and stencil attachment.
        const DEPTH_READ = 1 << 2;
        /// Sampled or loaded through a texture binding.
        const SAMPLED = 1 << 3;
        /// Read through a storage binding.
        const STORAGE_READ = 1 << 4;
        /// Read and written through a storage binding.
        const STORAGE_WRITE = 1 << 5;
        /// Uniform buffer.
        const UNIFORM = 1 << 6;
        /// Vertex buffer.
        const VERTEX = 1 << 7;
        /// Index buffer.
        const INDEX = 1 << 8;
        /// Indirect arguments or an indirect count.
        const INDIRECT = 1 << 9;
        /// Source of a copy.
        const COPY_SRC = 1 << 10;
        /// Destination of a copy, a clear or a fill.
        const COPY_DST = 1 << 11;
        /// Read by the host after the GPU has finished.
        const HOST_READ = 1 << 12;
        /// Shown on a surface.
        const PRESENT = 1 << 13;
    }
}

impl Access {
    /// The accesses that write.
    pub const WRITES: Access = Access::from_bits_truncate(
        Self::COLOR.bits() | Self::DEPTH.bits() | Self::STORAGE_WRITE.bits() | Self::COPY_DST.bits(),
    );
}

bitflags! {
    /// Shader stages. Fixed-function stages follow from the access.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Stages: u8 {
        /// Vertex.
        const VERTEX = 1;
        /// Fragment.
        const FRAGMENT = 2;
        /// Compute.
        const COMPUTE = 4;
        /// Geometry.
        const GEOMETRY = 8;
        /// Tessellation control.
        const TESSELLATION_CONTROL = 16;
        /// Tessellation evaluation.
        const TESSELLATION_EVALUATION = 32;
        /// Vertex and fragment.
        const RASTER = 3;
    }
}

impl Stages {
    /// Both tessellation stages.
    pub const TESSELLATION: Stages = Self::TESSELLATION_CONTROL.union(Self::TESSELLATION_EVALUATION);
}

/// An access together with the shader stages that make it; the unit that the tracker works with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Usage(u32);

impl Usage {
    /// Nothing.
    pub const NONE: Usage = Usage(0);
    const WRITES: u32 = Access::WRITES.bits() as u32;

    /// From its parts.
    #[inline]
    pub const fn new(access: Access, stages: Stages) -> Self {
        Self(access.bits() as u32 | (stages.bits() as u32) << 16)
    }
    /// The accesses.
    #[inline]
    pub const fn access(self) -> Access {
        Access::from_bits_truncate(self.0 as u16)
    }
    /// The shader stages.
    #[inline]
    pub const fn stages(self) -> Stages {
        Stages::from_bits_truncate((self.0 >> 16) as u8)
    }
    /// True when nothing is touched.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
    /// True when it writes.
    #[inline]
    pub const fn writes(self) -> bool {
        self.0 & Self::WRITES != 0
    }
    /// Both.
    #[inline]
    pub const fn with(self, other: Usage) -> Usage {
        Usage(self.0 | other.0)
    }
    /// True when every access and stage of `other` is in it.
    #[inline]
    pub const fn covers(self, other: Usage) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::fmt::Debug for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{:?}", self.access().0, self.stages().0)
    }
}

/// What kind of resource a state belongs to; it decides which layout an access needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ResourceKind {
    /// A buffer; it has no layouts.
    Buffer,
    /// A colour texture, or depth that is never attached.
    Color,
    /// A colour texture with storage usage: sampled and stored through one layout, since a binding must know it beforehand.
    Storage,
    /// A texture with depth, stencil or both, as an attachment.
    Depth,
}

/// Layout of a texture, in neutral terms.
///
/// Numbered as `VkImageLayout` is, so that a Vulkan barrier needs no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Layout {
    /// Contents are not kept.
    Undefined = 0,
    /// Everything is allowed, nothing is fastest.
    General = 1,
    /// Colour attachment.
    Color = 2,
    /// Depth attachment.
    Depth = 3,
    /// Read-only depth attachment, or sampled depth.
    DepthRead = 4,
    /// Sampled.
    ShaderRead = 5,
    /// Source of copies.
    CopySrc = 6,
    /// Destination of copies.
    CopyDst = 7,
    /// Shown on a surface.
    Present = 1_000_001_002,
}

impl Layout {
    /// The layout that a set of accesses needs. All bind groups rely on this choice.
    #[inline]
    pub fn of(kind: ResourceKind, access: Access) -> Layout {
        const SAMPLED_DEPTH: u16 = Access::SAMPLED.bits() | Access::DEPTH_READ.bits();
        let a = access.bits();
        match kind {
            ResourceKind::Buffer => Layout::General,
            ResourceKind::Depth if a != 0 && a & !SAMPLED_DEPTH == 0 => Layout::DepthRead,
            // Depth that is resolved is work of the colour stage too.
            ResourceKind::Depth if a == (Access::DEPTH.bits() | Access::COLOR.bits()) => Layout::Depth,
            ResourceKind::Storage if a == Access::SAMPLED.bits() => Layout::General,
            ResourceKind::Color | ResourceKind::Depth | ResourceKind::Storage => Self::of_single(access),
        }
    }

    #[inline]
    fn of_single(access: Access) -> Layout {
        const COLOR: u16 = Access::COLOR.bits();
        const DEPTH: u16 = Access::DEPTH.bits();
        const SAMPLED: u16 = Access::SAMPLED.bits();
        const COPY_SRC: u16 = Access::COPY_SRC.bits();
        const COPY_DST: u16 = Access::COPY_DST.bits();
        const PRESENT: u16 = Access::PRESENT.bits();
        match access.bits() {
            0 => Layout::Undefined,
            COLOR => Layout::Color,
            DEPTH => Layout::Depth,
            SAMPLED => Layout::ShaderRead,
            COPY_SRC => Layout::CopySrc,
            COPY_DST => Layout::CopyDst,
            PRESENT => Layout::Present,
            _ => Layout::General,
        }
    }
}

/// A rectangle of subresources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SubRange {
    /// First mip level.
    pub mip: u16,
    /// Number of mip levels.
    pub mips: u16,
    /// First array layer.
    pub layer: u16,
    /// Number of array layers.
    pub layers: u16,
    /// Aspects.
    pub aspects: Aspects,
}

impl SubRange {
    /// What a buffer has.
    pub const BUFFER: SubRange = SubRange { mip: 0, mips: 1, layer: 0, layers: 1, aspects: Aspects::COLOR };

    /// True when both share a subresource.
    pub fn overlaps(&self, o: &SubRange) -> bool {
        self.mip < o.mip + o.mips
            && o.mip < self.mip + self.mips
            && self.layer < o.layer + o.layers
            && o.layer < self.layer + self.layers
            && self.aspects.intersects(o.aspects)
    }
}
