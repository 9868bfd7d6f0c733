//! Pipelines: stages, vertex input, primitives, depth and stencil.

use super::{ColorState, Compare, LogicOp};
use crate::format::{Format, VertexFormat};
use crate::object::BindGroupLayout;
use crate::usage::Stages;

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
    /// Specialisation constants that are set; the others keep their defaults.
    pub constants: &'a [Constant],
}

impl<'a> From<candor_shader::Code<'a>> for ShaderStage<'a> {
    /// An entry point, with every constant at its default.
    fn from(code: candor_shader::Code<'a>) -> Self {
        Self { spirv: code.words, entry: code.entry, constants: &[] }
    }
}

/// A specialisation constant with its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constant {
    /// Its id in the shader.
    pub id: u32,
    /// Value, of the constant's own type.
    pub value: ConstantValue,
}

/// Value of a specialisation constant.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ConstantValue {
    Bool(bool),
    I32(i32),
    U32(u32),
    F32(f32),
    I64(i64),
    U64(u64),
    F64(f64),
}

impl ConstantValue {
    /// Its bits, those of a shorter type in the low half.
    pub fn bits(self) -> u64 {
        match self {
            Self::Bool(v) => u64::from(v),
            Self::I32(v) => u64::from(v.cast_unsigned()),
            Self::U32(v) => u64::from(v),
            Self::F32(v) => u64::from(v.to_bits()),
            Self::I64(v) => v.cast_unsigned(),
            Self::U64(v) => v,
            Self::F64(v) => v.to_bits(),
        }
    }
    /// Bytes that the value takes; a boolean takes 4.
    pub fn bytes(self) -> usize {
        match self {
            Self::Bool(_) | Self::I32(_) | Self::U32(_) | Self::F32(_) => 4,
            Self::I64(_) | Self::U64(_) | Self::F64(_) => 8,
        }
    }
}

/// Tessellation: patches of vertices become triangles, lines or points. Where triangles come out, the winding that the shader
/// names is the one seen where the domain's u runs to the right and v down (D3D12's and Vulkan's upper left origin).
#[derive(Debug, Clone, Copy, Default)]
pub struct Tessellation<'a> {
    /// Control shader, once for each vertex of the patch that it puts out.
    pub control: ShaderStage<'a>,
    /// Evaluation shader, once for each vertex of what comes out.
    pub evaluation: ShaderStage<'a>,
    /// Vertices of a patch as it is drawn.
    pub patch_vertices: u32,
}

/// How often a vertex buffer steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum StepMode {
    /// Once a vertex.
    #[default]
    Vertex,
    /// Once an instance.
    Instance,
    /// Once every so many instances, at least 1; needs instance-step-rate.
    EveryInstances(u32),
    /// Never: every vertex of every instance has the values that the buffer begins with. The stride is 0.
    Constant,
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
    /// Bytes from one vertex to the next; 0 with [`StepMode::Constant`] alone.
    pub stride: u32,
    /// How often it steps.
    pub step: StepMode,
    /// Attributes, at least one.
    pub attributes: &'a [Attribute],
    /// Attributes may reach past the stride, into the next vertex; needs vertex-attributes-beyond-stride.
    pub beyond_stride: bool,
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
    /// Triangles around the first vertex; needs triangle-fans.
    TriangleFan,
    /// Lines with their neighbours, for geometry shaders, as are the next three; they need geometry-shader.
    LinesAdjacency,
    /// A connected line with its neighbours.
    LineStripAdjacency,
    /// Triangles with their neighbours.
    TrianglesAdjacency,
    /// Connected triangles with their neighbours.
    TriangleStripAdjacency,
    /// Patches for tessellation.
    Patches,
}

impl Topology {
    /// Connected primitives, which a restart index can end.
    pub const fn is_connected(self) -> bool {
        matches!(
            self,
            Self::LineStrip
                | Self::TriangleStrip
                | Self::TriangleFan
                | Self::LineStripAdjacency
                | Self::TriangleStripAdjacency
        )
    }
    /// Primitives with their neighbours.
    pub const fn has_adjacency(self) -> bool {
        matches!(
            self,
            Self::LinesAdjacency
                | Self::LineStripAdjacency
                | Self::TrianglesAdjacency
                | Self::TriangleStripAdjacency
        )
    }
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

/// What becomes of a stored stencil value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum StencilOp {
    /// It stays.
    #[default]
    Keep,
    /// It becomes 0.
    Zero,
    /// It becomes the reference.
    Replace,
    /// It grows by 1, up to 255.
    IncrementClamp,
    /// It shrinks by 1, down to 0.
    DecrementClamp,
    /// Its bits are turned over.
    Invert,
    /// It grows by 1; 255 becomes 0.
    IncrementWrap,
    /// It shrinks by 1; 0 becomes 255.
    DecrementWrap,
}

/// Stencil of the faces of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StencilFace {
    /// Test of the reference against the stored value.
    pub compare: Compare,
    /// When the stencil test fails.
    pub fail: StencilOp,
    /// When it passes and the depth test fails.
    pub depth_fail: StencilOp,
    /// When both pass.
    pub pass: StencilOp,
    /// Bits that are compared.
    pub read_mask: u8,
    /// Bits that are written.
    pub write_mask: u8,
}

impl StencilFace {
    /// Always passes and keeps what is there.
    pub const KEEP: StencilFace = StencilFace {
        compare: Compare::Always,
        fail: StencilOp::Keep,
        depth_fail: StencilOp::Keep,
        pass: StencilOp::Keep,
        read_mask: 0xff,
        write_mask: 0xff,
    };
    /// Passes where the stored value is the reference; keeps what is there.
    pub const EQUAL: StencilFace = StencilFace { compare: Compare::Equal, ..Self::KEEP };
    /// Writes the reference wherever the depth test passes.
    pub const REPLACE: StencilFace = StencilFace { pass: StencilOp::Replace, ..Self::KEEP };

    /// Can it change what is there?
    pub fn writes(&self) -> bool {
        let ops = [self.fail, self.depth_fail, self.pass];
        self.write_mask != 0 && ops.iter().any(|o| *o != StencilOp::Keep)
    }
}

/// Stencil test. The reference is set while recording: [`crate::RasterPass::stencil_reference`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StencilState {
    /// Of front faces, lines and points.
    pub front: StencilFace,
    /// Of back faces. Masks that differ from the front's need separate-stencil-reference.
    pub back: StencilFace,
}

impl StencilState {
    /// The same for both sides.
    pub const fn both(face: StencilFace) -> Self {
        Self { front: face, back: face }
    }
}

/// Depth and stencil test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DepthState {
    /// Format of the attachment.
    pub format: Format,
    /// Test against the stored depth; `Always` where the format has none.
    pub compare: Compare,
    /// Write depth; `false` where the format has none.
    pub write: bool,
    /// Bias.
    pub bias: DepthBias,
    /// Clamp depth instead of clipping; needs depth-clamp.
    pub clamp: bool,
    /// Stencil test; none passes and keeps what is there.
    pub stencil: Option<StencilState>,
}

impl DepthState {
    /// Nearer wins, with reversed depth (1 near, 0 far).
    pub fn reversed(format: Format) -> Self {
        Self {
            format,
            compare: Compare::GreaterEqual,
            write: true,
            bias: DepthBias::default(),
            clamp: false,
            stencil: None,
        }
    }
    /// Nearer wins, with depth from 0 near to 1 far.
    pub fn standard(format: Format) -> Self {
        Self { compare: Compare::LessEqual, ..Self::reversed(format) }
    }
    /// Neither tests nor writes depth.
    pub fn ignored(format: Format) -> Self {
        Self { compare: Compare::Always, write: false, ..Self::reversed(format) }
    }
    /// With a stencil test.
    pub fn stencil(self, stencil: StencilState) -> Self {
        Self { stencil: Some(stencil), ..self }
    }

    /// Can it change the attachment?
    pub fn writes(&self) -> bool {
        self.write || self.stencil.is_some_and(|s| s.front.writes() || s.back.writes())
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
    /// Tessellation; it goes with [`Topology::Patches`] and needs tessellation-shader.
    pub tessellation: Option<Tessellation<'a>>,
    /// Geometry shader; needs geometry-shader.
    pub geometry: Option<ShaderStage<'a>>,
    /// Fragment shader; none for depth alone.
    pub fragment: Option<ShaderStage<'a>>,
    /// Vertex buffers, by slot.
    pub buffers: &'a [VertexLayout<'a>],
    /// Topology.
    pub topology: Topology,
    /// The largest index of the bound index format begins a new strip or fan.
    pub primitive_restart: bool,
    /// How triangles are filled.
    pub polygon: PolygonMode,
    /// Width of lines in pixels; 0.0 stands for 1.0. Anything else needs wide-lines.
    pub line_width: f32,
    /// Every pixel that a triangle touches is drawn; needs conservative-rasterization.
    pub conservative: bool,
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
    /// Samples that may be written, the first in the lowest bit; none stands for all.
    pub sample_mask: Option<u32>,
    /// Coverage from alpha.
    pub alpha_to_coverage: bool,
    /// A logical operation in place of blends; needs logic-ops, and targets of integers or normalised integers.
    pub logic_op: Option<LogicOp>,
    /// Views that each draw goes to, one layer each, the first in the lowest bit; 0 for none. It is the pass's
    /// ([`crate::RasterDesc::view_mask`]) and needs multiview.
    pub view_mask: u32,
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
