//! What can be wrong with shader code that somebody hands in. Each error has a stable code and one sentence that names the
//! rule, what was found and the remedy.

use crate::text::Target;
use thiserror::Error;

/// Why a SPIR-V module was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShaderError {
    /// Fewer words than a header.
    #[error("a SPIR-V module starts with a header of 5 words, and this one has {words}; pass the whole file")]
    TooShort {
        /// Words handed in.
        words: usize,
    },
    /// Bytes whose number is not a multiple of four.
    #[error(
        "SPIR-V is made of 4-byte words, and {bytes} bytes are not a whole number of them; the file is cut off or not SPIR-V"
    )]
    NotWords {
        /// Bytes handed in.
        bytes: usize,
    },
    /// More words than Candor reads.
    #[error("the module has {words} words, and at most {allowed} are read; split it by entry point")]
    TooLarge {
        /// Words handed in.
        words: usize,
        /// Words allowed.
        allowed: usize,
    },
    /// The first word is not the magic number.
    #[error("the first word of SPIR-V is 0x07230203, and here it is {found:#010x}; {hint}")]
    BadMagic {
        /// The word that was found.
        found: u32,
        /// What it looks like.
        hint: &'static str,
    },
    /// A version that does not exist or is not known.
    #[error(
        "the module says that it is SPIR-V {major}.{minor}, and 1.0 to 1.6 are read; compile it for one of these"
    )]
    Version {
        /// Major version.
        major: u8,
        /// Minor version.
        minor: u8,
    },
    /// The id bound of the header is out of range.
    #[error("the header's id bound is {bound}, and 1 to {allowed} is allowed; the header is damaged")]
    Bound {
        /// The bound in the header.
        bound: u32,
        /// The universal limit of the specification.
        allowed: u32,
    },
    /// An instruction whose length is 0 or leads past the end.
    #[error(
        "the instruction at word {word} says that it is {length} words long, and {left} are left; the module is cut off or damaged"
    )]
    Length {
        /// Where it starts.
        word: usize,
        /// The length that it states.
        length: usize,
        /// Words left in the module.
        left: usize,
    },
    /// An instruction that lacks an operand.
    #[error(
        "the instruction at word {word} (opcode {opcode}) lacks its operand {operand}; the module is damaged"
    )]
    Operand {
        /// Where the instruction starts.
        word: usize,
        /// Its opcode.
        opcode: u16,
        /// Which operand, counted from 0.
        operand: usize,
    },
    /// A string that does not end or is not UTF-8.
    #[error("the text in the instruction at word {word} (opcode {opcode}) {fault}; the module is damaged")]
    Text {
        /// Where the instruction starts.
        word: usize,
        /// Its opcode.
        opcode: u16,
        /// What is wrong.
        fault: &'static str,
    },
    /// An id of 0, or one at or above the bound.
    #[error("the instruction at word {word} names id {id}, and ids run from 1 to {last}; the module is damaged", last = bound.saturating_sub(1))]
    Id {
        /// Where the instruction starts.
        word: usize,
        /// The id.
        id: u32,
        /// The header's bound.
        bound: u32,
    },
    /// An id that is defined twice.
    #[error("the instruction at word {word} defines id {id} a second time; every id has one definition")]
    Redefined {
        /// Where the second definition starts.
        word: usize,
        /// The id.
        id: u32,
    },
    /// An id that should be a type, constant or variable and is something else or nothing.
    #[error(
        "id {id} is used as {wanted} and is not one; the module is damaged or its declarations are out of order"
    )]
    Undefined {
        /// The id.
        id: u32,
        /// What it should be.
        wanted: &'static str,
    },
    /// A resource without a set or a binding.
    #[error(
        "the resource \"{name}\" (id {id}) has no {lacks}; give it one in the source, such as [[vk::binding(0, 0)]]"
    )]
    Undecorated {
        /// Its name in the module, or nothing.
        name: String,
        /// Its id.
        id: u32,
        /// `DescriptorSet` or `Binding`.
        lacks: &'static str,
    },
    /// A resource of a type that none of Candor's binding kinds describes.
    #[error("the resource \"{name}\" (id {id}) is of no kind that a bind group can hold; {found}")]
    Resource {
        /// Its name in the module, or nothing.
        name: String,
        /// Its id.
        id: u32,
        /// What it is.
        found: &'static str,
    },
    /// Several push-constant blocks used by one entry point.
    #[error("the entry point \"{entry}\" uses {count} blocks of push data, and 1 is allowed; merge them")]
    PushBlocks {
        /// The entry point.
        entry: String,
        /// How many it uses.
        count: usize,
    },
    /// An execution model that Candor has no stage for.
    #[error(
        "the entry point \"{entry}\" has execution model {model}, which is no stage of a Vulkan pipeline"
    )]
    Stage {
        /// The entry point.
        entry: String,
        /// The number in the module.
        model: u32,
    },
    /// Declarations so large or so deep that reading them is refused.
    #[error("{what} exceeds {allowed}; simplify the declaration")]
    TooComplex {
        /// What is too large.
        what: &'static str,
        /// The limit.
        allowed: usize,
    },
    /// No built-in shader has this name.
    #[error("there is no built-in shader \"{name}\"; nearest: {nearest}")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// Names that exist in the same module, or the modules.
        nearest: String,
    },
    /// The crate was built without this language.
    #[error(
        "\"{name}\" is not compiled in for {target}; build candor-shader with its feature \"{feature}\", or translate the SPIR-V \
         with its feature \"translate\""
    )]
    NotCompiledIn {
        /// The shader.
        name: String,
        /// The language.
        target: Target,
        /// The feature that brings it.
        feature: &'static str,
    },
    /// The language cannot say what the shader does.
    #[error("there is no {target} of \"{name}\": {why}")]
    NotInTarget {
        /// The shader.
        name: String,
        /// The language.
        target: Target,
        /// The code of the translation's error.
        code: &'static str,
        /// What stands in the way.
        why: &'static str,
    },
}

impl ShaderError {
    /// A stable name of the kind of error, for programs and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooShort { .. } => "shader-too-short",
            Self::NotWords { .. } => "shader-not-words",
            Self::TooLarge { .. } => "shader-too-large",
            Self::BadMagic { .. } => "shader-bad-magic",
            Self::Version { .. } => "shader-version",
            Self::Bound { .. } => "shader-bound",
            Self::Length { .. } => "shader-length",
            Self::Operand { .. } => "shader-operand",
            Self::Text { .. } => "shader-text",
            Self::Id { .. } => "shader-id",
            Self::Redefined { .. } => "shader-redefined",
            Self::Undefined { .. } => "shader-undefined",
            Self::Undecorated { .. } => "shader-undecorated",
            Self::Resource { .. } => "shader-resource",
            Self::PushBlocks { .. } => "shader-push-blocks",
            Self::Stage { .. } => "shader-stage",
            Self::TooComplex { .. } => "shader-too-complex",
            Self::Unknown { .. } => "shader-unknown",
            Self::NotCompiledIn { .. } => "shader-not-compiled-in",
            Self::NotInTarget { .. } => "shader-not-in-target",
        }
    }
}
