//! GLSL: textures and samplers are one, and what has no number in the text is found by its name.
//!
//! Numbers are given per stage, in the order of the module's slots. A program has one set of them for all of its stages, so that a
//! backend renumbers blocks and samplers by name when it links; storage blocks and images, which OpenGL ES cannot renumber,
//! are in one stage of a pipeline only under Candor's portable limits.

use super::prepare::{Job, Kind, Placed};
use super::{Bound, Class, ClipSpace, Extras, Located, Pair, Place, Target, TranslateError, Translation};
use naga::back::glsl;
use naga::proc::BoundsCheckPolicies;
use naga::{GlobalVariable, Handle, ShaderStage};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The uniform that the translator adds to the number of an instance, by stage.
const FIRST_INSTANCE: &str = "naga_vs_first_instance";

pub(super) fn write(job: &Job<'_>) -> Result<Translation, TranslateError> {
    let version = match job.target {
        Target::Glsl330 => glsl::Version::Desktop(330),
        Target::GlslEs310 => glsl::Version::new_gles(310),
        Target::GlslEs300 => glsl::Version::new_gles(300),
        _ => glsl::Version::Desktop(450),
    };
    let mut writer_flags = glsl::WriterFlags::empty();
    if job.options.clip == ClipSpace::OpenGl {
        writer_flags |= glsl::WriterFlags::ADJUST_COORDINATE_SPACE;
    }
    let places = places(job)?;
    let mut binding_map = glsl::BindingMap::default();
    for (resource, place) in &places {
        if let Some(index) = place.index.and_then(|i| u8::try_from(i).ok()) {
            binding_map.insert(resource.binding(), index);
        }
    }
    let options =
        glsl::Options { version, writer_flags, binding_map, zero_initialize_workgroup_memory: false };
    let pipeline = glsl::PipelineOptions {
        shader_stage: job.stage,
        entry_point: job.point.name.clone(),
        multiview: None,
    };
    let mut source = String::new();
    let policies = BoundsCheckPolicies::default();
    let mut writer = glsl::Writer::new(&mut source, &job.module, &job.info, &options, &pipeline, policies)
        .map_err(|why| refusal(job, &why))?;
    let names = writer.write().map_err(|why| refusal(job, &why))?;
    drop(writer);

    let mut by_handle: BTreeMap<Handle<GlobalVariable>, String> = BTreeMap::new();
    let mut pairs = Vec::new();
    let slot_of = |handle| job.resources.iter().find(|r| r.handle == handle).map(|r| r.slot);
    for (name, mapping) in &names.texture_mapping {
        by_handle.insert(mapping.texture, name.clone());
        let is_sampled = job.resources.iter().any(|r| r.handle == mapping.texture && r.kind == Kind::Texture);
        if let (true, Some(texture)) = (is_sampled, slot_of(mapping.texture)) {
            let sampler = mapping.sampler.and_then(slot_of);
            pairs.push(Pair { name: name.clone().into(), texture, sampler });
        }
    }
    pairs.sort_by_key(|p| (p.texture, p.sampler));
    by_handle.extend(names.uniforms.iter().map(|(handle, name)| (*handle, name.clone())));

    let bound = |(r, place): &Placed<'_>| -> Result<Bound, TranslateError> {
        let name = by_handle.get(&r.handle).cloned();
        let name = name.ok_or_else(|| job.shape(format!("\"{}\" has no name in it", r.name)))?;
        Ok(Bound { slot: r.slot, name: name.into(), place: *place, count: r.count })
    };
    let push = places.iter().find(|(r, _)| r.push).map(bound).transpose()?;
    let bindings: Vec<Bound> = places.iter().filter(|(r, _)| !r.push).map(bound).collect::<Result<_, _>>()?;
    let located = |interface: &[crate::Interface], prefix: &str| -> Vec<Located> {
        let mut out: Vec<Located> = interface
            .iter()
            .flat_map(|i| i.location..i.location.saturating_add(i.locations.max(1)))
            .map(|location| Located { location, name: format!("_{prefix}_location{location}").into() })
            .filter(|l| source.contains(&format!(" {};", l.name)))
            .collect();
        out.sort_by_key(|l| l.location);
        out.dedup();
        out
    };
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    match job.stage {
        ShaderStage::Vertex => inputs = located(&job.point.inputs, "p2vs"),
        ShaderStage::Fragment => outputs = located(&job.point.outputs, "fs2p"),
        _ => {}
    }
    let first_instance = source.contains(FIRST_INSTANCE).then_some(Cow::Borrowed(FIRST_INSTANCE));
    let extensions: Vec<Cow<'static, str>> = source
        .lines()
        .filter_map(|l| l.strip_prefix("#extension ")?.split_whitespace().next())
        .map(|name| Cow::Owned(name.to_owned()))
        .collect();
    // The translator's texts end with an empty line.
    let source = format!("{}\n", source.trim_end());
    Ok(Translation {
        target: job.target,
        source: source.into(),
        entry_point: Cow::Borrowed("main"),
        language_version: None,
        bindings: bindings.into(),
        push,
        pairs: pairs.into(),
        inputs: inputs.into(),
        outputs: outputs.into(),
        extras: Extras { first_instance, ..Extras::default() },
        extensions: extensions.into(),
        open_constants: Cow::Borrowed(&[]),
        points_are_pixels: false,
    })
}

/// Numbers by class. Samplers get none: they come with their textures.
fn places<'j>(job: &'j Job<'_>) -> Result<Vec<Placed<'j>>, TranslateError> {
    let numbered = job.target.has_binding_numbers();
    let mut out = Vec::new();
    for (class, kinds, what) in [
        (Class::UniformBlock, &[Kind::Uniform][..], "uniform blocks"),
        (Class::StorageBlock, &[Kind::StorageRead, Kind::StorageWrite], "storage blocks"),
        (Class::Texture, &[Kind::Texture], "textures"),
        (Class::Image, &[Kind::StorageTexture], "images"),
    ] {
        // What a context has is a matter of its limits; the translator has numbers of one byte.
        let numbers = job.number(kinds, 0, 256, what)?;
        out.extend(
            numbers
                .into_iter()
                .map(|(r, index)| (r, Place { class, index: numbered.then_some(index), space: 0 })),
        );
    }
    out.sort_by_key(|(r, _)| r.slot);
    Ok(out)
}

/// What the writer says of textures that are compared and read, by name; the rest as it is.
fn refusal(job: &Job<'_>, why: &glsl::Error) -> TranslateError {
    match why {
        glsl::Error::Custom(text) if text.contains("depth texture") => {
            if let Some((texture, sampler)) = job.compared_texture() {
                return TranslateError::LoadedAndCompared { texture, sampler, target: job.target };
            }
            job.cannot_write(why)
        }
        _ => job.cannot_write(why),
    }
}
