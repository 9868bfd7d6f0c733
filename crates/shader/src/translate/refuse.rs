//! What a language cannot say, known from the reflection: refused by name before the translator sees it.

use super::{Language, Target, TranslateError};
use crate::reflection::{Binding, BindingKind, Count, Dimension, EntryPoint, Reflection, Stage};

/// Built-in values by the numbers of the SPIR-V specification.
const VIEW_INDEX: u32 = 4440;
const BASE_VERTEX: u32 = 4424;
const DRAW_INDEX: u32 = 4426;

/// The entry point, which must be of a stage that is translated.
pub(super) fn stage<'a>(
    reflection: &'a Reflection,
    entry: &str,
    target: Target,
) -> Result<&'a EntryPoint, TranslateError> {
    let point = reflection.entry_point(entry).ok_or_else(|| {
        let names: Vec<&str> = reflection.entry_points.iter().map(|e| e.name.as_str()).collect();
        TranslateError::EntryPoint { asked: entry.to_owned(), there: names.join(", ") }
    })?;
    let instead = match (point.stage, target.language()) {
        (Stage::Vertex | Stage::Fragment, _) => return Ok(point),
        (Stage::Compute, _) if target.has_compute() => return Ok(point),
        (Stage::Compute, _) => "compute shaders begin with OpenGL 4.3 and OpenGL ES 3.1",
        (_, Language::Hlsl) => "such stages are compiled to HLSL from their source",
        (_, Language::Glsl) => {
            "such stages are not translated; OpenGL takes their SPIR-V where it has GL_ARB_gl_spirv"
        }
        (_, Language::Wgsl) => "WebGPU has vertex, fragment and compute shaders only",
        (_, Language::Msl) => "such stages are not translated to Metal",
    };
    Err(TranslateError::Stage { entry: entry.to_owned(), stage: point.stage, target, instead })
}

/// Refuses what the entry point uses and the target has no word for.
pub(super) fn unsayable<'a>(
    reflection: &'a Reflection,
    entry: &str,
    target: Target,
) -> Result<&'a EntryPoint, TranslateError> {
    let point = stage(reflection, entry, target)?;
    for binding in reflection.bindings.iter().filter(|b| point.uses.contains(&b.slot)) {
        if let Some((what, why)) = lacking(binding, target) {
            let what = format!("{what} \"{}\"", binding.name);
            return Err(TranslateError::Lacks { what, entry: entry.to_owned(), target, why });
        }
    }
    for builtin in point.builtin_inputs.iter().chain(&point.builtin_outputs) {
        let (what, why) = match *builtin {
            VIEW_INDEX => ("the number of the view", "multiview is not translated; draw each view by itself"),
            BASE_VERTEX..=DRAW_INDEX => {
                ("the base vertex, base instance or number of the draw", "take it from push data")
            }
            _ => continue,
        };
        let what = what.to_owned();
        return Err(TranslateError::Lacks { what, entry: entry.to_owned(), target, why });
    }
    if let Some(value) = point.inputs.iter().chain(&point.outputs).find(|v| v.component != 0) {
        let what = format!("the value \"{}\", which starts inside a location,", value.name);
        let why = "values are not packed there; give it a location of its own";
        return Err(TranslateError::Lacks { what, entry: entry.to_owned(), target, why });
    }
    if point.outputs.iter().any(|o| o.index != 0) && matches!(target, Target::GlslEs310 | Target::GlslEs300) {
        let why = "OpenGL ES blends with one color of a shader; draw twice";
        return Err(TranslateError::Lacks {
            what: "the second color".into(),
            entry: entry.into(),
            target,
            why,
        });
    }
    if target.language() == Language::Glsl {
        one_sampler_each(reflection, point, target)?;
    }
    Ok(point)
}

/// What a binding is and why the target cannot have it.
fn lacking(binding: &Binding, target: Target) -> Option<(&'static str, &'static str)> {
    let language = target.language();
    let buffer = match &binding.kind {
        BindingKind::UniformBuffer => true,
        BindingKind::StorageBuffer { .. } if !target.has_compute() => {
            return Some(("the storage buffer", "storage buffers begin with OpenGL 4.3 and OpenGL ES 3.1"));
        }
        BindingKind::StorageBuffer { .. } => true,
        BindingKind::StorageTexture { .. } if !target.has_compute() => {
            return Some(("the storage texture", "storage textures begin with OpenGL 4.2 and OpenGL ES 3.1"));
        }
        BindingKind::StorageTexture { format: 0, .. } => {
            return Some(("the storage texture", "its format must be named in the source"));
        }
        BindingKind::StorageTexture { format, .. } if !stores(target, *format) => {
            return Some((
                "the storage texture",
                "the language has no such format; use one of four components or of 32 bits",
            ));
        }
        BindingKind::StorageTexture { format, read: true, write: true, .. }
            if has_few_formats(target) && !FORMATS_R32.contains(format) =>
        {
            let why = "both is read and written, which is for the formats of one component of 32 bits";
            return Some(("the storage texture", why));
        }
        BindingKind::StorageTexture { .. } if binding.count != Count::One => {
            return Some(("the array of storage textures", "such arrays are not translated"));
        }
        BindingKind::UniformTexelBuffer(_) | BindingKind::StorageTexelBuffer(_) => {
            return Some((
                "the formatted buffer",
                "formatted buffers are not translated; use a storage buffer",
            ));
        }
        BindingKind::InputAttachment => {
            return Some(("the input attachment", "bind the attachment as a texture in a pass of its own"));
        }
        BindingKind::AccelerationStructure => {
            return Some(("the acceleration structure", "ray queries are not translated"));
        }
        BindingKind::CombinedTextureSampler(_) => {
            return Some(("the combined texture and sampler", "declare texture and sampler apart"));
        }
        BindingKind::SampledTexture(t)
            if t.dimension == Dimension::Cube && t.arrayed && !has_cube_arrays(target) =>
        {
            return Some(("the array of cubes", "such textures begin with OpenGL 4.0 and OpenGL ES 3.2"));
        }
        BindingKind::StorageTexture { .. } | BindingKind::SampledTexture(_) | BindingKind::Sampler(_) => {
            false
        }
    };
    if binding.count == Count::One {
        return None;
    }
    match language {
        _ if buffer => Some(("the array of buffers", "such arrays are not translated")),
        Language::Wgsl => Some(("the array of bindings", "WebGPU has none; bind each element by itself")),
        Language::Glsl => Some(("the array of bindings", "such arrays are not translated to GLSL")),
        Language::Hlsl if matches!(binding.kind, BindingKind::Sampler(_)) => {
            Some(("the array of samplers", "such arrays are not translated to HLSL"))
        }
        Language::Hlsl | Language::Msl => None,
    }
}

/// Image formats by the numbers of the SPIR-V specification: r32f, r32i, r32ui.
const FORMATS_R32: [u32; 3] = [3, 24, 33];
/// rgba32f, rgba16f, rgba8, rgba8 snorm; rgba of 32, 16 and 8 bits, signed and unsigned. GLSL ES 3.10, section 4.4.7; with r32 all.
const FORMATS_RGBA: [u32; 10] = [1, 2, 4, 5, 21, 22, 23, 30, 31, 32];
/// rg32f, rg32i, rg32ui: WebGPU, section "Plain color formats", without optional features.
const FORMATS_RG32: [u32; 3] = [6, 25, 35];

fn has_few_formats(target: Target) -> bool {
    matches!(target, Target::Wgsl | Target::GlslEs310)
}

fn stores(target: Target, format: u32) -> bool {
    !has_few_formats(target)
        || FORMATS_R32.contains(&format)
        || FORMATS_RGBA.contains(&format)
        || target == Target::Wgsl && FORMATS_RG32.contains(&format)
}

/// Capabilities by the numbers of the SPIR-V specification, what they are, and which targets have it.
type Has = fn(Target) -> bool;
const CAPABILITIES: [(u32, &str, Has); 15] = [
    (9, "floats of 16 bits", |t| matches!(t, Target::Wgsl | Target::Msl)),
    (10, "floats of 64 bits", |t| t == Target::Glsl450 || t.language() == Language::Hlsl),
    (11, "integers of 64 bits", |t| matches!(t, Target::Msl | Target::Hlsl60)),
    (12, "atomic operations on 64 bits", |_| false),
    (22, "integers of 16 bits", |t| t == Target::Msl),
    (32, "clip distances", |t| matches!(t, Target::Wgsl | Target::Msl | Target::Glsl450 | Target::Glsl330)),
    (33, "cull distances", |_| false),
    (35, "shading for each sample", |t| {
        matches!(t, Target::Wgsl | Target::Msl | Target::Glsl450) || t.language() == Language::Hlsl
    }),
    (45, "arrays of cubes", has_cube_arrays),
    (34, "arrays of cubes", has_cube_arrays),
    (52, "interpolation at a sample or offset", |_| false),
    (61, "subgroup operations", has_subgroups),
    (63, "subgroup operations", has_subgroups),
    (64, "subgroup operations", has_subgroups),
    (65, "subgroup operations", has_subgroups),
];

fn has_subgroups(target: Target) -> bool {
    matches!(target, Target::Wgsl | Target::Msl | Target::Glsl450 | Target::Hlsl60)
}

fn has_cube_arrays(target: Target) -> bool {
    !matches!(target, Target::Glsl330 | Target::GlslEs310 | Target::GlslEs300)
}

/// What the translator could not read or found invalid, by the capability that the module declares and the target lacks, if there is one.
pub(super) fn by_capability(
    why: TranslateError,
    reflection: &Reflection,
    entry: &str,
    target: Target,
) -> TranslateError {
    if !matches!(why, TranslateError::Parser { .. } | TranslateError::Invalid { .. }) {
        return why;
    }
    // Those that more is built on come last.
    let lacks =
        CAPABILITIES.iter().rev().find(|(n, _, has)| reflection.capabilities.contains(n) && !has(target));
    match lacks {
        Some((_, what, _)) => TranslateError::Lacks {
            what: (*what).to_owned(),
            entry: entry.to_owned(),
            target,
            why: "the language does not have it at this version, or it is not translated there",
        },
        None => why,
    }
}

/// A texture has one sampler in GLSL, which is a part of it.
fn one_sampler_each(
    reflection: &Reflection,
    point: &EntryPoint,
    target: Target,
) -> Result<(), TranslateError> {
    let name = |slot| reflection.at(slot).next().map(|b| b.name.clone()).unwrap_or_default();
    // They are sorted by the texture.
    for pair in point.sampled.windows(2) {
        if let [[texture, first], [same, second]] = pair
            && texture == same
        {
            return Err(TranslateError::TwoSamplers {
                texture: name(*texture),
                first: name(*first),
                second: name(*second),
                target,
            });
        }
    }
    Ok(())
}
