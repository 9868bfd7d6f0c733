//! What a shader module says of itself, in Candor's words: what it must be given (bindings, push data, vertex inputs) and what
//! it gives (targets). Plain data, the same for the shaders that come with Candor and for those that a program brings.

use serde::{Deserialize, Serialize};

/// A pipeline stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Stage {
    Vertex,
    TessellationControl,
    TessellationEvaluation,
    Geometry,
    Fragment,
    Compute,
    Task,
    Mesh,
    RayGeneration,
    Intersection,
    AnyHit,
    ClosestHit,
    Miss,
    Callable,
}

/// Everything read from one module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reflection {
    /// SPIR-V version, major and minor.
    pub version: [u8; 2],
    /// Capabilities by the numbers of the SPIR-V specification (section "Capability"), in the order of the module.
    pub capabilities: Vec<u32>,
    /// In the order of the module.
    pub entry_points: Vec<EntryPoint>,
    /// Sorted by set, then binding. Two entries may share a slot (a module may declare one buffer under two types); a layout
    /// must fit both. Only what an entry point uses is listed.
    pub bindings: Vec<Binding>,
    /// The largest block of push data that an entry point uses.
    pub push: Option<Block>,
    /// Sorted by id.
    pub spec_constants: Vec<SpecConstant>,
}

/// One entry point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryPoint {
    /// Its name, which pipeline creation asks for.
    pub name: String,
    /// Its stage.
    pub stage: Stage,
    /// Threads of a workgroup, for compute, task and mesh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workgroup_size: Option<[u32; 3]>,
    /// The ids of the specialisation constants that set the sides of the workgroup; `workgroup_size` holds their defaults.
    #[serde(default, skip_serializing_if = "no_ids")]
    pub workgroup_constants: [Option<u32>; 3],
    /// The workgroup's size is given by `LocalSizeId`, which a device must have been asked for (Vulkan: maintenance4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub local_size_id: bool,
    /// The primitives of a geometry or tessellation shader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primitives: Option<Primitives>,
    /// The slots that it uses, sorted.
    pub uses: Vec<Slot>,
    /// Each texture with the sampler that it is sampled with, sorted. Where both were handed on in a way that was not
    /// followed, they are not here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sampled: Vec<[Slot; 2]>,
    /// Bytes of push data that it may read; 0 where it reads none.
    pub push_size_bytes: u32,
    /// Inputs by location: for the vertex stage the vertex attributes.
    pub inputs: Vec<Interface>,
    /// Outputs by location: for the fragment stage the colour targets.
    pub outputs: Vec<Interface>,
    /// Built-in values that it reads, by the numbers of the SPIR-V specification (section "BuiltIn"), sorted.
    pub builtin_inputs: Vec<u32>,
    /// Built-in values that it writes, likewise.
    pub builtin_outputs: Vec<u32>,
}

fn no_ids(ids: &[Option<u32>; 3]) -> bool {
    ids.iter().all(Option::is_none)
}

/// What a geometry or tessellation shader says of its primitives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Primitives {
    /// What a geometry shader takes; what a tessellation shader divides (triangles, quads or isolines).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Primitive>,
    /// What a geometry shader gives: points, or strips of lines or triangles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Primitive>,
    /// Vertices that one invocation of a geometry shader gives at most, or that a control shader puts out; 0 where it says
    /// nothing.
    pub output_vertices: u32,
    /// Invocations of a geometry shader for each primitive.
    pub invocations: u32,
    /// Tessellation gives points.
    pub point_mode: bool,
    /// Vertices that it declares of each primitive or patch that it takes; 0 where it reads none.
    pub input_vertices: u32,
}

/// A kind of primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Primitive {
    Points,
    Lines,
    LinesAdjacency,
    Triangles,
    TrianglesAdjacency,
    Quads,
    Isolines,
}

/// Where a resource is bound: descriptor set is bind group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Slot {
    /// Bind group.
    pub set: u32,
    /// Binding in the group.
    pub binding: u32,
}

/// One resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// Where it is bound.
    pub slot: Slot,
    /// Its name in the source; empty where names were stripped.
    pub name: String,
    /// What it is.
    pub kind: BindingKind,
    /// How many it is.
    pub count: Count,
    /// The id of the specialisation constant that sets the length of an array; `count` holds its default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_constant: Option<u32>,
    /// An array whose elements the module picks by what it computes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub indexed: bool,
    /// The stages that use it, sorted.
    pub stages: Vec<Stage>,
    /// The layout of a buffer's contents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Block>,
}

/// How many resources a binding holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// One, not an array.
    One,
    /// An array of this length.
    Array(u32),
    /// An array whose length the layout decides.
    Unbounded,
}

/// The kind of a resource, as far as the module tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BindingKind {
    /// A uniform buffer. Whether its offset is dynamic is a matter of the layout.
    UniformBuffer,
    /// A storage buffer.
    StorageBuffer {
        /// The module promises not to write it.
        read_only: bool,
    },
    /// A texture to sample or load.
    SampledTexture(Texture),
    /// A texture to load and store without a sampler.
    StorageTexture {
        /// Its shape.
        texture: Texture,
        /// The image format by the number of the SPIR-V specification; 0 is unknown.
        format: u32,
        /// The module reads it.
        read: bool,
        /// The module writes it.
        write: bool,
    },
    /// A sampler.
    Sampler(SamplerUse),
    /// A texture and its sampler in one binding, which Candor's own shaders never have.
    CombinedTextureSampler(Texture),
    /// A formatted buffer to load from.
    UniformTexelBuffer(Sample),
    /// A formatted buffer to load from and store to.
    StorageTexelBuffer(Sample),
    /// An attachment that is read at its own pixel.
    InputAttachment,
    /// An acceleration structure.
    AccelerationStructure,
}

/// How a sampler is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SamplerUse {
    /// Only to filter.
    Filtering,
    /// Only to compare with a depth.
    Comparison,
    /// Both, which no API but Vulkan takes.
    Both,
    /// The module passes it on in a way that was not followed.
    Unknown,
}

/// Shape and contents of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texture {
    /// Its dimension.
    pub dimension: Dimension,
    /// An array of layers.
    pub arrayed: bool,
    /// More than one sample.
    pub multisampled: bool,
    /// It is declared as, or compared as, a depth texture.
    pub depth: bool,
    /// What reading it gives.
    pub sample: Sample,
}

/// The dimension of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Dimension {
    D1,
    D2,
    D3,
    Cube,
}

/// The class of value that a texture or formatted buffer gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Sample {
    Float,
    Sint,
    Uint,
}

/// A value that enters or leaves a stage at a location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interface {
    /// First location.
    pub location: u32,
    /// Locations that it covers: a matrix or an array covers several.
    pub locations: u32,
    /// Component of the location at which it starts.
    pub component: u32,
    /// Index for dual-source blending; 0 otherwise.
    pub index: u32,
    /// Name in the module; empty where names were stripped.
    pub name: String,
    /// The class of its components.
    pub scalar: Scalar,
    /// Components of each location, 1 to 4.
    pub components: u32,
    /// One for a whole patch, not for each of its vertices.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub per_patch: bool,
}

/// The class of one component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scalar {
    /// Floating point of this many bits.
    Float(u32),
    /// Signed integer of this many bits.
    Sint(u32),
    /// Unsigned integer of this many bits.
    Uint(u32),
}

/// The layout of a buffer or of push data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Name of the type in the module.
    pub name: String,
    /// Bytes up to the end of the last member; a runtime array at the end counts 0.
    pub size_bytes: u32,
    /// In the order of declaration.
    pub members: Vec<Member>,
}

/// A member of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its name; empty where names were stripped.
    pub name: String,
    /// Bytes from the start of what holds it (the block, or the element of an array of structures).
    pub offset_bytes: u32,
    /// Its bytes; an array counts whole, a runtime array 0.
    pub size_bytes: u32,
    /// Bytes from one element to the next where it is an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stride_bytes: Option<u32>,
    /// The members of one element where it is a structure or an array of structures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

/// A constant that pipeline creation may set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecConstant {
    /// The id by which it is set.
    pub id: u32,
    /// Its name; empty where names were stripped.
    pub name: String,
    /// Its class; `None` is a boolean.
    pub scalar: Option<Scalar>,
    /// The bits of its default, zero-extended.
    pub default_bits: u64,
}

impl Reflection {
    /// The entry point of this name, in any stage.
    pub fn entry_point(&self, name: &str) -> Option<&EntryPoint> {
        self.entry_points.iter().find(|e| e.name == name)
    }

    /// The resources at a slot; more than one where the module declares it under several types.
    pub fn at(&self, slot: Slot) -> impl Iterator<Item = &Binding> {
        self.bindings.iter().filter(move |b| b.slot == slot)
    }
}

impl Block {
    /// The member of this name.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|m| m.name == name)
    }
}

impl Member {
    /// The member of this name of a structure or of an array's element.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|m| m.name == name)
    }
}
