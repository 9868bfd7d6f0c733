//! Shaders as Candor uses them: the compiled ones that come with it, what any SPIR-V module says of itself, and the structures
//! that the CPU fills for them.
//!
//! ```
//! use candor_shader::{get, reflect};
//!
//! let shader = get("pbr.fs_main.mask")?;
//! let reflection = reflect(shader.words())?;
//! assert_eq!(reflection.entry_points[0].name, shader.entry_point);
//! # Ok::<(), candor_shader::ShaderError>(())
//! ```
//!
//! This crate knows no graphics API and no device. Conventions of all of Candor's shaders: bind group is descriptor set; textures and
//! samplers are separate bindings; push data is one block; vectors are columns (`M * v`) and matrices are stored by columns; clip
//! space is y up with depth from 0 to 1.
#![forbid(unsafe_code)]

#[cfg(feature = "translate")]
mod apart;
#[cfg(feature = "compile")]
pub mod compile;
mod error;
mod hash;
pub mod layout;
#[cfg(feature = "builtin")]
mod library;
#[cfg(feature = "builtin")]
mod overrides;
#[cfg(feature = "package")]
pub mod package;
mod reflection;
#[cfg(any(feature = "compile", feature = "package"))]
mod sealed;
#[cfg(feature = "builtin")]
pub mod shaders;
mod spirv;
mod text;
#[cfg(feature = "builtin")]
mod texts;
#[cfg(feature = "translate")]
pub mod translate;

pub use error::ShaderError;
pub use hash::ShaderHash;
#[cfg(feature = "builtin")]
pub use library::{Shader, get};
#[cfg(feature = "builtin")]
pub use overrides::{Overridden, Overrides};
#[cfg(feature = "package")]
pub use package::Package;
pub use reflection::*;
#[cfg(any(feature = "compile", feature = "package"))]
pub use sealed::SealError;
pub use spirv::{reflect, strip_debug};
pub use text::*;

/// An entry point of some SPIR-V, which is what a stage of a pipeline is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code<'a> {
    /// The SPIR-V.
    pub words: &'a [u32],
    /// The name of the entry point.
    pub entry: &'a str,
}

/// Bytes of a `.spv` file as words.
///
/// # Errors
///
/// [`ShaderError::NotWords`] where the length is no multiple of four.
pub fn words_from_bytes(bytes: &[u8]) -> Result<Vec<u32>, ShaderError> {
    let (words, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(ShaderError::NotWords { bytes: bytes.len() });
    }
    Ok(words.iter().map(|w| u32::from_le_bytes(*w)).collect())
}
