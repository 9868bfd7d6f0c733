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

mod error;
pub mod layout;
#[cfg(feature = "builtin")]
mod library;
mod reflection;
#[cfg(feature = "builtin")]
pub mod shaders;
mod spirv;
mod text;
#[cfg(feature = "builtin")]
mod texts;
#[cfg(feature = "translate")]
pub mod translate;

pub use error::ShaderError;
#[cfg(feature = "builtin")]
pub use library::{Shader, get};
pub use reflection::*;
pub use spirv::{reflect, strip_debug};
pub use text::*;

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
