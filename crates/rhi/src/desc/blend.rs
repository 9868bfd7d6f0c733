//! What becomes of a fragment's colour: blends, logical operations, write masks.

use crate::format::Format;
use bitflags::bitflags;

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
    /// The smaller of the source's alpha and one minus the destination's; 1 for alpha.
    SrcAlphaSaturated,
    /// The constant's alpha; for colour it needs constant-alpha-blend-factors.
    ConstantAlpha,
    /// One minus the constant's alpha, likewise.
    OneMinusConstantAlpha,
    /// The second colour of the fragment (location 0, index 1); needs dual-source-blending, as do the next three.
    Src1,
    OneMinusSrc1,
    Src1Alpha,
    OneMinusSrc1Alpha,
}

impl BlendFactor {
    /// Does it read the second colour?
    pub const fn is_dual(self) -> bool {
        matches!(self, Self::Src1 | Self::OneMinusSrc1 | Self::Src1Alpha | Self::OneMinusSrc1Alpha)
    }
    /// Does it read the constant's alpha by name?
    pub const fn is_constant_alpha(self) -> bool {
        matches!(self, Self::ConstantAlpha | Self::OneMinusConstantAlpha)
    }
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

/// A logical operation on the bits of what is drawn (`s`) and of what is there (`d`), in place of a blend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the field's standard names")]
pub enum LogicOp {
    Clear,
    And,
    AndReverse,
    Copy,
    AndInverted,
    Noop,
    Xor,
    Or,
    Nor,
    Equivalent,
    Invert,
    OrReverse,
    CopyInverted,
    OrInverted,
    Nand,
    Set,
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
        Self::opaque(format)
    }
}
