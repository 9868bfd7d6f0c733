//! Why a module is not translated. Each refusal names the entry point or resource, the target, and what to do.

use crate::error::ShaderError;
use crate::reflection::{Slot, Stage};
use crate::text::Target;
use thiserror::Error;

/// Why a module was not translated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TranslateError {
    /// The module itself is damaged.
    #[error(transparent)]
    Module(#[from] ShaderError),
    /// No entry point has this name.
    #[error("the module has no entry point \"{asked}\"; it has {there}")]
    EntryPoint {
        /// The name that was asked for.
        asked: String,
        /// Those that are there.
        there: String,
    },
    /// A stage that is not translated.
    #[error("\"{entry}\" is a {stage:?} shader, and there is none in {target}; {instead}")]
    Stage {
        /// The entry point.
        entry: String,
        /// Its stage.
        stage: Stage,
        /// The language.
        target: Target,
        /// What to do.
        instead: &'static str,
    },
    /// Something that the language has no word for.
    #[error("{what} of \"{entry}\" cannot be said in {target}: {why}")]
    Lacks {
        /// What, with its name where it has one.
        what: String,
        /// The entry point.
        entry: String,
        /// The language.
        target: Target,
        /// The rule, and what to do.
        why: &'static str,
    },
    /// A texture that is sampled through two samplers, where the language has one for each texture.
    #[error(
        "the texture \"{texture}\" is sampled with \"{first}\" and with \"{second}\", and in {target} a texture has one \
         sampler; bind the texture twice, once for each"
    )]
    TwoSamplers {
        /// The texture.
        texture: String,
        /// One sampler.
        first: String,
        /// The other.
        second: String,
        /// The language.
        target: Target,
    },
    /// A depth texture that is compared and also read as it is.
    #[error(
        "the depth texture \"{texture}\" is compared with \"{sampler}\", and it or another of its type is also read without \
         comparison; in {target} these are two textures: bind it twice, once as a texture of colours"
    )]
    LoadedAndCompared {
        /// The texture.
        texture: String,
        /// The sampler.
        sampler: String,
        /// The language.
        target: Target,
    },
    /// Push data that cannot be a uniform buffer.
    #[error(
        "the push data \"{block}\" is not laid out as a uniform buffer, which it is in {target}: {why}; make it of \
         four-component vectors and 4x4 matrices"
    )]
    Push {
        /// The block.
        block: String,
        /// The language.
        target: Target,
        /// The rule that it breaks.
        why: String,
    },
    /// A slot that Candor needs and the module has taken.
    #[error("{purpose} goes to group {}, binding {}, where the module has \"{name}\"; move that or set another slot in the options", slot.set, slot.binding)]
    Occupied {
        /// What goes there.
        purpose: &'static str,
        /// Where.
        slot: Slot,
        /// What is there.
        name: String,
    },
    /// A combined texture and sampler that cannot be split.
    #[error(
        "the combined texture and sampler \"{name}\" cannot be split in two: {why}; declare texture and sampler apart in \
         the source"
    )]
    Combined {
        /// Its name.
        name: String,
        /// What stands in the way.
        why: &'static str,
    },
    /// A specialisation constant that does not exist or that cannot be computed.
    #[error("specialisation constant {id}: {why}")]
    Constant {
        /// Its id in the API, or of the value in the module.
        id: u32,
        /// What is wrong.
        why: &'static str,
    },
    /// More resources of a kind than numbers.
    #[error("\"{entry}\" uses {used} of {class}, and {target} has {allowed}; use fewer")]
    Slots {
        /// The entry point.
        entry: String,
        /// The namespace.
        class: &'static str,
        /// How many it uses.
        used: u32,
        /// How many there are.
        allowed: u32,
        /// The language.
        target: Target,
    },
    /// Something that the translator does not read.
    #[error("the module cannot be read for translation: {why}")]
    Parser {
        /// What it said.
        why: String,
    },
    /// Something that is wrong, or that the language's level does not have.
    #[error("\"{entry}\" is not valid in {target}: {why}")]
    Invalid {
        /// The entry point.
        entry: String,
        /// The language.
        target: Target,
        /// What the validator said.
        why: String,
    },
    /// Something that the translator cannot write.
    #[error("\"{entry}\" cannot be written in {target}: {why}")]
    Writer {
        /// The entry point.
        entry: String,
        /// The language.
        target: Target,
        /// What it said.
        why: String,
    },
    /// What the translator wrote is not what is expected of it.
    #[error("the text of \"{entry}\" in {target} has an unexpected shape: {why}")]
    Shape {
        /// The entry point.
        entry: String,
        /// The language.
        target: Target,
        /// What was found.
        why: String,
    },
    /// The translator panicked, which is a fault of its own.
    #[error("the translator failed on \"{entry}\" for {target}: {why}")]
    Fault {
        /// The entry point.
        entry: String,
        /// The language.
        target: Target,
        /// What it said.
        why: String,
    },
    /// Code so large that translating it is refused.
    #[error("{what} is {found}, and at most {allowed} is translated; split the module")]
    TooComplex {
        /// What is too large.
        what: &'static str,
        /// How large it is.
        found: u64,
        /// The limit.
        allowed: u64,
    },
}

impl TranslateError {
    /// A stable name of the kind of error, for programs and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Module(why) => why.code(),
            Self::EntryPoint { .. } => "translate-entry-point",
            Self::Stage { .. } => "translate-stage",
            Self::Lacks { .. } => "translate-lacks",
            Self::TwoSamplers { .. } => "translate-two-samplers",
            Self::LoadedAndCompared { .. } => "translate-loaded-and-compared",
            Self::Push { .. } => "translate-push",
            Self::Occupied { .. } => "translate-occupied",
            Self::Combined { .. } => "translate-combined",
            Self::Constant { .. } => "translate-constant",
            Self::Slots { .. } => "translate-slots",
            Self::Parser { .. } => "translate-parser",
            Self::Invalid { .. } => "translate-invalid",
            Self::Writer { .. } => "translate-writer",
            Self::Shape { .. } => "translate-shape",
            Self::Fault { .. } => "translate-fault",
            Self::TooComplex { .. } => "translate-too-complex",
        }
    }
}
