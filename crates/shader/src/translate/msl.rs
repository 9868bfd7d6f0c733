//! MSL: each stage numbers its own buffers, textures and samplers, in the order of the module's slots. Vertex buffers come from the
//! other end of the buffers' numbers.

use super::prepare::{Job, Kind, Placed};
use super::{Bound, Class, Extras, Place, TranslateError, Translation};
use naga::back::msl;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Metal feature set tables, "entries in the buffer, texture and sampler state argument tables, per function".
const BUFFERS: u32 = 31;
const TEXTURES: u32 = 128;
const SAMPLERS: u32 = 16;

const BUILTIN_POINT_SIZE: u32 = 1;

/// Versions that are tried one after the other: a module gets the oldest that has all it needs.
const VERSIONS: [(u8, u8); 5] = [(2, 1), (2, 2), (2, 3), (2, 4), (3, 0)];

pub(super) fn write(job: &Job<'_>) -> Result<Translation, TranslateError> {
    let (places, sizes) = places(job)?;
    let mut resources = msl::EntryPointResources::default();
    for (resource, place) in &places {
        let slot = place.index.and_then(|i| u8::try_from(i).ok());
        let target = msl::BindTarget {
            buffer: slot.filter(|_| place.class == Class::Buffer),
            texture: slot.filter(|_| place.class == Class::Texture),
            sampler: slot.filter(|_| place.class == Class::Sampler).map(msl::BindSamplerTarget::Resource),
            external_texture: None,
            mutable: matches!(resource.kind, Kind::StorageWrite | Kind::StorageTexture),
        };
        resources.resources.insert(resource.binding(), target);
    }
    resources.sizes_buffer = Some(sizes);
    let mut options = msl::Options {
        lang_version: VERSIONS[0],
        per_entry_point_map: BTreeMap::from([(job.point.name.clone(), resources)]),
        fake_missing_bindings: false,
        // Metal has no robust access of its own.
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer: BoundsCheckPolicy::ReadZeroSkipWrite,
            image_load: BoundsCheckPolicy::ReadZeroSkipWrite,
            binding_array: BoundsCheckPolicy::Restrict,
        },
        zero_initialize_workgroup_memory: false,
        force_loop_bounding: job.options.bound_loops,
        ..msl::Options::default()
    };
    let pipeline = msl::PipelineOptions {
        entry_point: Some((job.stage, job.point.name.clone())),
        // Metal refuses a size where other things than points are drawn, so that only who writes one has one.
        allow_and_force_point_size: job.point.builtin_outputs.contains(&BUILTIN_POINT_SIZE),
        ..msl::PipelineOptions::default()
    };
    let mut result = msl::write_string(&job.module, &job.info, &options, &pipeline);
    for version in &VERSIONS[1..] {
        if result.is_ok() {
            break;
        }
        options.lang_version = *version;
        let again = msl::write_string(&job.module, &job.info, &options, &pipeline);
        // The first reason is the one that tells of the module.
        if again.is_ok() {
            result = again;
        }
    }
    let (source, info) = result.map_err(|why| job.cannot_write(&why))?;
    let entry_point = match info.entry_point_names.into_iter().next() {
        Some(Ok(name)) => name,
        Some(Err(why)) => return Err(job.cannot_write(&why)),
        None => return Err(job.shape("it has no entry point")),
    };
    let bound = |(r, place): &Placed<'_>| Bound {
        slot: r.slot,
        name: r.name.clone().into(),
        place: *place,
        count: if r.array && place.class == Class::Buffer { 1 } else { r.count },
    };
    let push = places.iter().find(|(r, _)| r.push).map(bound);
    let bindings: Vec<Bound> = places.iter().filter(|(r, _)| !r.push).map(bound).collect();
    let has_sizes = source.contains(&format!("_buffer_sizes [[buffer({sizes})]]"));
    let buffer_sizes =
        has_sizes.then_some(Place { class: Class::Buffer, index: Some(u32::from(sizes)), space: 0 });
    Ok(Translation {
        target: job.target,
        source: source.into(),
        entry_point: entry_point.into(),
        language_version: Some(options.lang_version),
        bindings: bindings.into(),
        push,
        pairs: Cow::Borrowed(&[]),
        inputs: Cow::Borrowed(&[]),
        outputs: Cow::Borrowed(&[]),
        extras: Extras { buffer_sizes, ..Extras::default() },
        extensions: Cow::Borrowed(&[]),
        open_constants: Cow::Borrowed(&[]),
        points_are_pixels: false,
    })
}

/// Where each resource is, and the buffer that tells sizes.
fn places<'j>(job: &'j Job<'_>) -> Result<(Vec<Placed<'j>>, u8), TranslateError> {
    let mut places = Vec::new();
    let (mut buffers, mut textures, mut samplers) = (0, 0, 0);
    for resource in &job.resources {
        let (class, next) = match resource.kind {
            // An array is a buffer of handles.
            _ if resource.array => (Class::Buffer, &mut buffers),
            Kind::Uniform | Kind::StorageRead | Kind::StorageWrite => (Class::Buffer, &mut buffers),
            Kind::Texture | Kind::StorageTexture => (Class::Texture, &mut textures),
            Kind::Sampler => (Class::Sampler, &mut samplers),
        };
        places.push((resource, Place { class, index: Some(*next), space: 0 }));
        *next += 1;
    }
    for (class, used, allowed) in [
        ("buffers, with one for their sizes,", buffers + 1, BUFFERS),
        ("textures", textures, TEXTURES),
        ("samplers", samplers, SAMPLERS),
    ] {
        if used > allowed {
            let entry = job.point.name.clone();
            return Err(TranslateError::Slots { entry, class, used, allowed, target: job.target });
        }
    }
    Ok((places, u8::try_from(buffers).unwrap_or(u8::MAX)))
}
