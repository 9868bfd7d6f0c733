//! SPIR-V to the languages of the other APIs, with `naga` in the middle.
//!
//! A module is made ready on the level of SPIR-V (`rewrite`, `split`, `constants`): combined textures and samplers are split,
//! specialisation constants get their values. Then it is read, validated for what the target has (`prepare`), and written by one
//! file for each language. What a language cannot say is refused before, where that can be known, and names what stands in
//! the way. All of it runs on a thread with a stack of its own, behind limits (`limits`), and a panic of the translator comes back as
//! an error.
//!
//! Push data becomes a uniform buffer in every language. Positions stay as they are: clip space is that of Direct3D, Metal and
//! WebGPU, and only [`ClipSpace::OpenGl`] changes it.

mod constants;
mod endless;
mod error;
mod foreign;
mod glsl;
mod hlsl;
mod leave;
mod limits;
mod msl;
pub(crate) mod prepare;
mod refuse;
mod rewrite;
mod sampling;
mod split;
mod wgsl;

pub use crate::text::{
    Bound, Class, ClipSpace, Extras, Language, Located, Pair, Place, Target, Translation, UnknownTarget,
};
pub use error::TranslateError;
pub use wgsl::check_wgsl;

use crate::apart::apart;
use crate::reflection::Slot;
use std::borrow::Cow;

/// How to translate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// What positions mean; only GLSL has another than [`ClipSpace::Standard`].
    pub clip: ClipSpace,
    /// Values of specialisation constants by id, as bits; a boolean is 0 or 1. Those without a value get their default, but for
    /// WGSL, where they can stay open.
    pub constants: Vec<(u32, u64)>,
    /// Where WGSL and HLSL 5.1 and up have the uniform buffer that push data becomes: by default group 3, binding 0.
    pub push: Slot,
    /// What is added to the binding of a combined texture and sampler for the binding of its sampler.
    pub split_sampler_offset: u32,
    /// Give loops an end that compilers can see (HLSL, MSL), which code that nobody knows needs and which slows the rest.
    pub bound_loops: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clip: ClipSpace::Standard,
            constants: Vec::new(),
            push: Slot { set: 3, binding: 0 },
            split_sampler_offset: 500,
            bound_loops: true,
        }
    }
}

/// Translates an entry point.
///
/// # Errors
///
/// [`TranslateError`], each with its reason: what the module lacks, or what the target does. Vertex, fragment and compute shaders
/// are translated; other stages are refused.
pub fn translate(
    words: &[u32],
    entry_point: &str,
    target: Target,
    options: &Options,
) -> Result<Translation, TranslateError> {
    limits::module(words)?;
    let fault = |why| TranslateError::Fault { entry: entry_point.to_owned(), target, why };
    apart(|| translate_here(words, entry_point, target, options)).unwrap_or_else(|why| Err(fault(why)))
}

fn translate_here(
    words: &[u32],
    entry: &str,
    target: Target,
    options: &Options,
) -> Result<Translation, TranslateError> {
    let mut words = Cow::Borrowed(words);
    refuse::stage(&crate::reflect(&words)?, entry, target)?;
    rewrite::apply(&mut words, foreign::nameless)?;
    rewrite::apply(&mut words, |w| foreign::apart(w, options.split_sampler_offset))?;
    rewrite::apply(&mut words, foreign::flat_outputs)?;
    rewrite::apply(&mut words, foreign::coordinates)?;
    rewrite::apply(&mut words, |w| split::split(w, options.split_sampler_offset))?;
    let open_constants = constants::settle(&mut words, target, &options.constants)?;
    let reflection = crate::reflect(&words)?;
    let point = refuse::unsayable(&reflection, entry, target)?;
    rewrite::apply(&mut words, leave::leave)?;
    let mut points_are_pixels = false;
    rewrite::apply(&mut words, rewrite::blend_indices)?;
    rewrite::apply(&mut words, rewrite::unsigned_minima)?;
    rewrite::apply(&mut words, |w| rewrite::storage_access(w, &reflection))?;
    match target.language() {
        Language::Wgsl | Language::Hlsl => {
            points_are_pixels = rewrite::apply(&mut words, |w| rewrite::without_point_size(w, entry))?;
        }
        Language::Glsl => {
            rewrite::apply(&mut words, |w| rewrite::uncompared_depth(w, &reflection, point))?;
        }
        Language::Msl => {}
    }
    let job = prepare::prepare(&words, &reflection, point, target, options)
        .map_err(|why| refuse::by_capability(why, &reflection, entry, target))?;
    let mut made = match target.language() {
        Language::Wgsl => wgsl::write(&job),
        Language::Msl => msl::write(&job),
        Language::Glsl => glsl::write(&job),
        Language::Hlsl => hlsl::write(&job),
    }?;
    made.open_constants = open_constants.into();
    made.points_are_pixels = points_are_pixels;
    Ok(made)
}
