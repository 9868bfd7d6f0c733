//! Choices by the word that stands for them in a file: one list for each is the source of both directions.

use candor_rhi::format::Class;
use candor_rhi::*;

/// A choice that is written as a word.
pub(crate) trait Word: std::marker::Copy + PartialEq + Sized + 'static {
    /// What it is, for messages.
    const WHAT: &'static str;
    /// Every choice.
    const ALL: &'static [Self];
    /// Its word.
    fn word(self) -> &'static str;

    /// The choice of a word.
    fn read(word: &str) -> Result<Self, String> {
        Self::ALL.iter().copied().find(|v| v.word() == word).ok_or_else(|| {
            let all: Vec<_> = Self::ALL.iter().map(|v| v.word()).collect();
            format!("'{word}' is no {}; there is {}", Self::WHAT, all.join(", "))
        })
    }
}

macro_rules! words {
    ($($t:ty, $what:literal: $($path:path = $word:literal),* ;)*) => {
        $(impl Word for $t {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &[$($path),*];
            fn word(self) -> &'static str {
                match self { $($path => $word),* }
            }
        })*
    };
}

words! {
    Topology, "topology":
        Topology::Points = "points", Topology::Lines = "lines", Topology::LineStrip = "line-strip",
        Topology::Triangles = "triangles", Topology::TriangleStrip = "triangle-strip", Topology::TriangleFan = "triangle-fan",
        Topology::LinesAdjacency = "lines-adjacency", Topology::LineStripAdjacency = "line-strip-adjacency",
        Topology::TrianglesAdjacency = "triangles-adjacency", Topology::TriangleStripAdjacency = "triangle-strip-adjacency",
        Topology::Patches = "patches";
    PolygonMode, "polygon mode": PolygonMode::Fill = "fill", PolygonMode::Line = "line", PolygonMode::Point = "point";
    Cull, "choice of faces": Cull::None = "none", Cull::Front = "front", Cull::Back = "back";
    FrontFace, "winding": FrontFace::Ccw = "ccw", FrontFace::Cw = "cw";
    Compare, "comparison":
        Compare::Never = "never", Compare::Less = "less", Compare::Equal = "equal", Compare::LessEqual = "less-equal",
        Compare::Greater = "greater", Compare::NotEqual = "not-equal", Compare::GreaterEqual = "greater-equal",
        Compare::Always = "always";
    StencilOp, "stencil operation":
        StencilOp::Keep = "keep", StencilOp::Zero = "zero", StencilOp::Replace = "replace",
        StencilOp::IncrementClamp = "increment-clamp", StencilOp::DecrementClamp = "decrement-clamp",
        StencilOp::Invert = "invert", StencilOp::IncrementWrap = "increment-wrap", StencilOp::DecrementWrap = "decrement-wrap";
    LogicOp, "logical operation":
        LogicOp::Clear = "clear", LogicOp::And = "and", LogicOp::AndReverse = "and-reverse", LogicOp::Copy = "copy",
        LogicOp::AndInverted = "and-inverted", LogicOp::Noop = "noop", LogicOp::Xor = "xor", LogicOp::Or = "or",
        LogicOp::Nor = "nor", LogicOp::Equivalent = "equivalent", LogicOp::Invert = "invert",
        LogicOp::OrReverse = "or-reverse", LogicOp::CopyInverted = "copy-inverted", LogicOp::OrInverted = "or-inverted",
        LogicOp::Nand = "nand", LogicOp::Set = "set";
    BlendFactor, "blend factor":
        BlendFactor::Zero = "zero", BlendFactor::One = "one", BlendFactor::Src = "src",
        BlendFactor::OneMinusSrc = "one-minus-src", BlendFactor::Dst = "dst", BlendFactor::OneMinusDst = "one-minus-dst",
        BlendFactor::SrcAlpha = "src-alpha", BlendFactor::OneMinusSrcAlpha = "one-minus-src-alpha",
        BlendFactor::DstAlpha = "dst-alpha", BlendFactor::OneMinusDstAlpha = "one-minus-dst-alpha",
        BlendFactor::Constant = "constant", BlendFactor::OneMinusConstant = "one-minus-constant",
        BlendFactor::SrcAlphaSaturated = "src-alpha-saturated", BlendFactor::ConstantAlpha = "constant-alpha",
        BlendFactor::OneMinusConstantAlpha = "one-minus-constant-alpha", BlendFactor::Src1 = "src1",
        BlendFactor::OneMinusSrc1 = "one-minus-src1", BlendFactor::Src1Alpha = "src1-alpha",
        BlendFactor::OneMinusSrc1Alpha = "one-minus-src1-alpha";
    BlendOp, "blend operation":
        BlendOp::Add = "add", BlendOp::Subtract = "subtract", BlendOp::ReverseSubtract = "reverse-subtract",
        BlendOp::Min = "min", BlendOp::Max = "max";
    Filter, "filter": Filter::Nearest = "nearest", Filter::Linear = "linear";
    ViewDim, "shape":
        ViewDim::Auto = "auto", ViewDim::D1 = "1d", ViewDim::D2 = "2d", ViewDim::D2Array = "2d-array", ViewDim::D3 = "3d",
        ViewDim::Cube = "cube", ViewDim::CubeArray = "cube-array";
    Class, "class": Class::Float = "float", Class::Uint = "uint", Class::Sint = "sint", Class::Depth = "depth";
    TextureDim, "dimensions":
        TextureDim::D1 = "1d", TextureDim::D2 = "2d", TextureDim::Cube = "cube", TextureDim::D3 = "3d";
}

impl Word for Format {
    const WHAT: &'static str = "format";
    const ALL: &'static [Self] = Format::ALL;
    fn word(self) -> &'static str {
        self.name()
    }
    fn read(word: &str) -> Result<Self, String> {
        // There are too many to name.
        let found = Format::ALL.iter().copied().find(|f| f.name() == word);
        found.ok_or_else(|| format!("'{word}' is no format; one is Rgba8Unorm"))
    }
}

/// Flags by the letters or words that stand for them, in order.
pub(crate) const STAGES: [(Stages, &str); 6] = [
    (Stages::VERTEX, "vertex"),
    (Stages::FRAGMENT, "fragment"),
    (Stages::COMPUTE, "compute"),
    (Stages::GEOMETRY, "geometry"),
    (Stages::TESSELLATION_CONTROL, "tessellation-control"),
    (Stages::TESSELLATION_EVALUATION, "tessellation-evaluation"),
];

/// Components in the order in which they are written.
pub(crate) const COMPONENTS: [(WriteMask, char); 4] =
    [(WriteMask::R, 'r'), (WriteMask::G, 'g'), (WriteMask::B, 'b'), (WriteMask::A, 'a')];

/// Addresses of samplers; a border's colour is part of the word.
pub(crate) const ADDRESSES: [(AddressMode, &str); 7] = [
    (AddressMode::Repeat, "repeat"),
    (AddressMode::Mirror, "mirror"),
    (AddressMode::Clamp, "clamp"),
    (AddressMode::MirrorOnce, "mirror-once"),
    (AddressMode::Border(BorderColor::TransparentBlack), "border-transparent-black"),
    (AddressMode::Border(BorderColor::OpaqueBlack), "border-opaque-black"),
    (AddressMode::Border(BorderColor::OpaqueWhite), "border-opaque-white"),
];
