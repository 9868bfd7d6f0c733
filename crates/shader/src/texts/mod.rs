//! Candor's own shaders as text, a list for each language. Which languages are compiled in is a choice of features.
#![cfg_attr(
    not(all(feature = "wgsl", feature = "msl", feature = "glsl", feature = "hlsl")),
    allow(dead_code, reason = "used by the lists that are compiled in")
)]

use crate::error::ShaderError;
use crate::library::Shader;
use crate::reflection::Slot;
use crate::text::{
    Bound, Class, ClipSpace, Extras, Language, Located, Pair, Place, Target, Text, Translation,
};
use std::borrow::Cow;

#[cfg(feature = "glsl")]
#[rustfmt::skip]
mod glsl;
#[cfg(feature = "hlsl")]
#[rustfmt::skip]
mod hlsl;
#[cfg(feature = "msl")]
#[rustfmt::skip]
mod msl;
#[cfg(feature = "wgsl")]
#[rustfmt::skip]
mod wgsl;

/// A shader in one language, or why it is not.
struct Entry {
    /// Name of the shader.
    shader: &'static str,
    target: Target,
    clip: ClipSpace,
    text: Result<Translation, Refusal>,
}

struct Refusal {
    code: &'static str,
    why: &'static str,
}

/// The list of a language, where it is compiled in.
fn list(language: Language) -> Option<&'static [Entry]> {
    match language {
        #[cfg(feature = "glsl")]
        Language::Glsl => Some(glsl::ALL),
        #[cfg(feature = "hlsl")]
        Language::Hlsl => Some(hlsl::ALL),
        #[cfg(feature = "msl")]
        Language::Msl => Some(msl::ALL),
        #[cfg(feature = "wgsl")]
        Language::Wgsl => Some(wgsl::ALL),
        #[allow(unreachable_patterns, reason = "reached where a language is left out")]
        Language::Glsl | Language::Hlsl | Language::Msl | Language::Wgsl => None,
    }
}

pub(crate) fn find(
    shader: &Shader,
    target: Target,
    clip: ClipSpace,
) -> Result<&'static Translation, ShaderError> {
    let name = shader.name();
    let list = list(target.language()).ok_or_else(|| ShaderError::NotCompiledIn {
        name: name.clone(),
        target,
        feature: target.language().name(),
    })?;
    let first = list.partition_point(|e| e.shader < name.as_str());
    let mut own = list[first..].iter().take_while(|e| e.shader == name);
    // What does not depend on the clip space is there once.
    let turns =
        clip == ClipSpace::OpenGl && target.may_lack_clip_control() && shader.stage == crate::Stage::Vertex;
    let wanted = if turns { ClipSpace::OpenGl } else { ClipSpace::Standard };
    let found = own.clone().find(|e| e.target == target && e.clip == wanted);
    // A refusal is there once too.
    let found = found.or_else(|| own.find(|e| e.target == target && e.text.is_err()));
    match found.map(|e| &e.text) {
        Some(Ok(text)) => Ok(text),
        Some(Err(refusal)) => {
            Err(ShaderError::NotInTarget { name, target, code: refusal.code, why: refusal.why })
        }
        None => {
            Err(ShaderError::NotInTarget { name, target, code: "shader-not-made", why: "it was not made" })
        }
    }
}

// What the lists are made of.

/// A text. The order is that of [`Translation`].
#[allow(clippy::too_many_arguments, reason = "called by generated code alone")]
const fn made(
    (shader, target, clip): (&'static str, Target, ClipSpace),
    source: &'static str,
    entry_point: &'static str,
    language_version: Option<(u8, u8)>,
    bindings: &'static [Bound],
    push: Option<Bound>,
    pairs: &'static [Pair],
    inputs: &'static [Located],
    outputs: &'static [Located],
    extras: Extras,
    extensions: &'static [Text],
    open_constants: &'static [u32],
    points_are_pixels: bool,
) -> Entry {
    let text = Translation {
        target,
        source: Cow::Borrowed(source),
        entry_point: Cow::Borrowed(entry_point),
        language_version,
        bindings: Cow::Borrowed(bindings),
        push,
        pairs: Cow::Borrowed(pairs),
        inputs: Cow::Borrowed(inputs),
        outputs: Cow::Borrowed(outputs),
        extras,
        extensions: Cow::Borrowed(extensions),
        open_constants: Cow::Borrowed(open_constants),
        points_are_pixels,
    };
    Entry { shader, target, clip, text: Ok(text) }
}

/// A refusal.
const fn none(shader: &'static str, target: Target, code: &'static str, why: &'static str) -> Entry {
    Entry { shader, target, clip: ClipSpace::Standard, text: Err(Refusal { code, why }) }
}

const fn slot(set: u32, binding: u32) -> Slot {
    Slot { set, binding }
}

const fn place(class: Class, index: Option<u32>, space: u32) -> Place {
    Place { class, index, space }
}

const fn bound(slot: Slot, name: &'static str, place: Place, count: u32) -> Bound {
    Bound { slot, name: Cow::Borrowed(name), place, count }
}

const fn pair(texture: Slot, sampler: Option<Slot>, name: &'static str) -> Pair {
    Pair { name: Cow::Borrowed(name), texture, sampler }
}

const fn located(location: u32, name: &'static str) -> Located {
    Located { location, name: Cow::Borrowed(name) }
}

const fn word(word: &'static str) -> Text {
    Cow::Borrowed(word)
}

const fn extras(
    first_instance: Option<Text>,
    draw_constants: Option<Place>,
    buffer_sizes: Option<Place>,
) -> Extras {
    Extras { first_instance, draw_constants, buffer_sizes }
}
