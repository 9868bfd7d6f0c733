//! Bind group layouts and bind groups: what is bound where, one thing or an array of them.

use super::{PushLayout, ShaderStage, ViewDim};
use crate::format::{Class, Format};
use crate::object::{BindGroupLayout, Buffer, Sampler, View};
use crate::usage::Stages;

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

/// What a layout says of a binding beyond its kind. What is said is checked twice: against the shaders, when a pipeline is made,
/// and against what is bound, when a group is made. Of what is not said, validation judges the draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum BindingDetail {
    /// Nothing.
    #[default]
    Any,
    /// Of a uniform or storage buffer at least so many bytes are bound.
    MinSize(u32),
    /// A texture of this shape.
    Texture {
        /// Dimension; not [`ViewDim::Auto`].
        dim: ViewDim,
        /// What a shader reads; [`Class::Depth`] is a depth that it may compare with.
        class: Class,
        /// It has several samples.
        multisampled: bool,
    },
    /// A storage texture of this shape.
    StorageTexture {
        /// Dimension; not [`ViewDim::Auto`].
        dim: ViewDim,
        /// Format; none where the shader leaves it open.
        format: Option<Format>,
    },
    /// A sampler that compares, or one that does not.
    Sampler {
        /// It compares with a depth.
        compares: bool,
    },
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
    /// How many of them: 1, or the length of an array, which may not have dynamic offsets.
    pub count: u32,
    /// What is said beyond the kind.
    pub detail: BindingDetail,
}

impl LayoutEntry {
    /// An entry of one thing, of which nothing but the kind is said.
    pub const fn new(binding: u32, stages: Stages, kind: BindingKind) -> Self {
        Self { binding, stages, kind, count: 1, detail: BindingDetail::Any }
    }
    /// The same with more said of it.
    pub const fn detail(self, detail: BindingDetail) -> Self {
        Self { detail, ..self }
    }
    /// The same as an array of this length.
    pub const fn array(self, count: u32) -> Self {
        Self { count, ..self }
    }
}

/// Samplers that are part of a layout. A group has no entry for their binding, and they cost no binding of a group.
#[derive(Debug, Clone, Copy)]
pub struct ImmutableSamplers<'a> {
    /// Binding number, of kind [`BindingKind::Sampler`].
    pub binding: u32,
    /// As many as the entry counts.
    pub samplers: &'a [&'a Sampler],
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
    /// Samplers that are part of the layout, in any order; what is not here is filled by each group.
    pub samplers: &'a [ImmutableSamplers<'a>],
}

/// What layouts are derived from: [`crate::Device::derive_layouts`].
#[derive(Debug, Clone, Copy, Default)]
pub struct DeriveDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Every shader that the layouts are for, with the one stage that it runs in; a stage may occur several times, for layouts that
    /// several pipelines share.
    pub shaders: &'a [(Stages, ShaderStage<'a>)],
    /// Buffers that get a dynamic offset: group and binding.
    pub dynamic: &'a [(u32, u32)],
}

/// Layouts that were derived from shaders. They are layouts like any other: equal ones are one, and a pipeline that was not derived
/// with them may use them too.
#[derive(Debug, Clone)]
pub struct DerivedLayouts {
    /// Layouts of the bind groups, by index; one that no shader uses is empty, and nothing needs to be bound there.
    pub groups: Vec<BindGroupLayout>,
    /// Push data.
    pub push: PushLayout,
}

impl DerivedLayouts {
    /// The layouts as a pipeline's description takes them.
    pub fn groups(&self) -> Vec<&BindGroupLayout> {
        self.groups.iter().collect()
    }
}

/// Part of a buffer, as an element of an array of them.
#[derive(Debug, Clone, Copy)]
pub struct BufferPart<'a> {
    /// Buffer.
    pub buffer: &'a Buffer,
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes; 0 stands for "to the end".
    pub size: u64,
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
    /// Parts of buffers, one for each element of the binding.
    Buffers(&'a [BufferPart<'a>]),
    /// Views, one for each element of the binding.
    Views(&'a [&'a View]),
    /// Samplers, one for each element of the binding.
    Samplers(&'a [&'a Sampler]),
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
    /// An array of parts of buffers.
    pub fn buffers(binding: u32, parts: &'a [BufferPart<'a>]) -> Self {
        Self { binding, resource: Resource::Buffers(parts) }
    }
    /// An array of views.
    pub fn views(binding: u32, views: &'a [&'a View]) -> Self {
        Self { binding, resource: Resource::Views(views) }
    }
    /// An array of samplers.
    pub fn samplers(binding: u32, samplers: &'a [&'a Sampler]) -> Self {
        Self { binding, resource: Resource::Samplers(samplers) }
    }
}

/// A bind group.
#[derive(Debug, Clone, Copy)]
pub struct BindGroupDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Layout.
    pub layout: &'a BindGroupLayout,
    /// Exactly the layout's bindings but those of immutable samplers, in any order.
    pub entries: &'a [GroupEntry<'a>],
}
