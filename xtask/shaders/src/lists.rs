//! The Rust sources that name what was made.

use crate::compile::{Made, Text};
use crate::source::Unit;
use crate::{COMPILED, Files, LIST, TEXTS};
use candor_shader::translate::{Bound, ClipSpace, Language, Located, Place, Translation};
use candor_shader::{Slot, Text as Words};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Adds them to the files.
pub(crate) fn write(all: &[Made], files: &mut Files) {
    files.insert(PathBuf::from(LIST), shaders(all).into_bytes());
    for language in [Language::Wgsl, Language::Msl, Language::Glsl, Language::Hlsl] {
        let path = Path::new(TEXTS).join(format!("{}.rs", language.name()));
        files.insert(path, texts(all, language).into_bytes());
    }
}

/// Every shader.
fn shaders(all: &[Made]) -> String {
    let mut out = String::from(
        "//! Every compiled shader as a constant. Written by `cargo xtask shaders`; changes here are lost.\n\n\
         use crate::library::{Shader, compiled};\nuse crate::reflection::Stage;\n",
    );
    for Made { unit, .. } in all {
        let Unit { module, entry, stage, permutation, .. } = unit;
        let of =
            if permutation.is_empty() { String::new() } else { format!(", permutation `{permutation}`") };
        let _ = write!(
            out,
            "\n/// `{module}.slang`, entry point `{entry}`{of}.\n\
             pub static {}: Shader = Shader {{\n    module: \"{module}\",\n    entry_point: \"{entry}\",\n    \
             permutation: \"{permutation}\",\n    stage: Stage::{},\n    words: compiled!(\"{}.spv\"),\n}};\n",
            unit.constant(),
            stage.variant(),
            unit.name(),
        );
    }
    out.push_str(
        "\n/// All of them, by module, entry point and permutation.\npub static ALL: &[&Shader] = &[\n",
    );
    for Made { unit, .. } in all {
        let _ = writeln!(out, "    &{},", unit.constant());
    }
    out.push_str("];\n");
    out
}

/// Every shader in one language, sorted by name.
fn texts(all: &[Made], language: Language) -> String {
    let mut out = format!(
        "//! Every shader in {}. Written by `cargo xtask shaders`; changes here are lost.\n\n\
         #![allow(unused_imports, reason = \"not every list needs all\")]\n\n\
         use super::{{Entry, bound, extras, located, made, none, pair, place, slot, word}};\n\
         use crate::text::{{Class as C, ClipSpace as S, Target as T}};\n\n\
         /// All of them, sorted by the name of the shader.\npub(super) static ALL: &[Entry] = &[\n",
        language.name().to_uppercase(),
    );
    let mut sorted: Vec<&Made> = all.iter().collect();
    sorted.sort_by_key(|made| made.unit.name());
    for made in sorted {
        let name = made.unit.name();
        for text in made.texts.iter().filter(|t| t.target.language() == language) {
            entry(&mut out, &name, text);
        }
    }
    out.push_str("];\n");
    out
}

fn entry(out: &mut String, name: &str, text: &Text) {
    let clip = match text.clip {
        ClipSpace::Standard => "Standard",
        ClipSpace::OpenGl => "OpenGl",
    };
    let target = text.target;
    let _ = match &text.made {
        Ok(made) => writeln!(
            out,
            "    made(({name:?}, T::{target:?}, S::{clip}), include_str!(\"../../../../{COMPILED}/{}\"), {}),",
            text.file,
            parts(made)
        ),
        Err(why) => {
            writeln!(out, "    none({name:?}, T::{target:?}, {:?}, {:?}),", why.code(), why.to_string())
        }
    };
}

/// The arguments after the text.
fn parts(made: &Translation) -> String {
    let word = |text: &Words| format!("word({text:?})");
    [
        format!("{:?}, {:?}", made.entry_point, made.language_version),
        list(made.bindings.iter().map(bound)),
        option(made.push.as_ref().map(bound)),
        list(
            made.pairs
                .iter()
                .map(|p| format!("pair({}, {}, {:?})", slot(p.texture), option(p.sampler.map(slot)), p.name)),
        ),
        list(made.inputs.iter().map(located)),
        list(made.outputs.iter().map(located)),
        format!(
            "extras({}, {}, {})",
            option(made.extras.first_instance.as_ref().map(word)),
            option(made.extras.draw_constants.map(place)),
            option(made.extras.buffer_sizes.map(place))
        ),
        list(made.extensions.iter().map(word)),
        list(made.open_constants.iter().map(u32::to_string)),
        made.points_are_pixels.to_string(),
    ]
    .join(", ")
}

/// A list that lives for ever.
fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "&[]".into() } else { format!("const {{ &[{}] }}", items.join(", ")) }
}

fn option(item: Option<String>) -> String {
    item.map_or_else(|| "None".into(), |item| format!("Some({item})"))
}

fn slot(slot: Slot) -> String {
    format!("slot({}, {})", slot.set, slot.binding)
}

fn place(place: Place) -> String {
    format!("place(C::{:?}, {:?}, {})", place.class, place.index, place.space)
}

fn bound(bound: &Bound) -> String {
    format!("bound({}, {:?}, {}, {})", slot(bound.slot), bound.name, place(bound.place), bound.count)
}

fn located(located: &Located) -> String {
    format!("located({}, {:?})", located.location, located.name)
}
