//! HLSL. Shader models 5.1 and up have spaces: the space is the group and the register the binding, and an array has a space of its
//! own, since its elements take the registers after it. Shader model 5.0 has none: each stage numbers its own registers, in
//! the order of the module's slots.
//!
//! The translator reaches samplers through a heap of 2048 and an index buffer, which Direct3D 11 does not have: those
//! declarations are written anew (`direct_samplers`), and any other shape than the expected one is refused.

use super::prepare::{Job, Kind, Placed, Resource};
use super::{Bound, Class, Extras, Located, Place, Target, TranslateError, Translation};
use naga::ShaderStage;
use naga::back::hlsl;
use std::borrow::Cow;

/// Spaces of groups are 0 to 3; arrays have spaces from 8 on, in steps of 8 for each binding, so that the rest is the group.
const SPACES_PER_BINDING: u32 = 8;
/// The space of what the text asks for beside the module's resources.
const EXTRA_SPACE: u32 = 4;
/// Direct3D 11.0: constant buffers, resources, samplers and unordered views of a stage (`D3D11_COMMONSHADER_*_SLOT_COUNT`,
/// `D3D11_PS_CS_UAV_REGISTER_COUNT`).
const CONSTANTS_5_0: u32 = 14;
const RESOURCES_5_0: u32 = 128;
const SAMPLERS_5_0: u32 = 16;
const UNORDERED_5_0: u32 = 8;

/// Built-in values by the numbers of the SPIR-V specification: numbers of vertex, instance and workgroups.
const DRAW_BUILTINS: [u32; 3] = [42, 43, 24];

pub(super) fn write(job: &Job<'_>) -> Result<Translation, TranslateError> {
    let places = places(job)?;
    let shader_model = match job.target {
        Target::Hlsl50 => hlsl::ShaderModel::V5_0,
        Target::Hlsl51 => hlsl::ShaderModel::V5_1,
        _ => hlsl::ShaderModel::V6_0,
    };
    let mut binding_map = hlsl::BindingMap::default();
    for (resource, place) in &places {
        let mut target = bind_target(job, *place)?;
        if resource.kind == Kind::Sampler {
            target.register = resource.number();
        }
        binding_map.insert(resource.binding(), target);
    }
    let draw_constants = draw_constants(job, &places)?;
    let options = hlsl::Options {
        shader_model,
        binding_map,
        fake_missing_bindings: true,
        special_constants_binding: draw_constants.map(|p| bind_target(job, p)).transpose()?,
        zero_initialize_workgroup_memory: false,
        restrict_indexing: true,
        force_loop_bounding: job.options.bound_loops,
        ..hlsl::Options::default()
    };
    let pipeline = hlsl::PipelineOptions { entry_point: Some((job.stage, job.point.name.clone())) };
    let mut source = String::new();
    let info = hlsl::Writer::new(&mut source, &options, &pipeline)
        .write(&job.module, &job.info, None)
        .map_err(|why| job.cannot_write(&why))?;
    let entry_point = match info.entry_point_names.into_iter().next() {
        Some(Ok(name)) => name,
        Some(Err(why)) => return Err(job.cannot_write(&why)),
        None => return Err(job.shape("it has no entry point")),
    };
    let register = |index: u32| {
        let sampler = places.iter().find(|(r, _)| r.kind == Kind::Sampler && r.number() == index);
        sampler.map(|(_, place)| register('s', *place))
    };
    let mut source = direct_samplers(&source, register).map_err(|why| job.shape(why))?;
    if let (Target::Hlsl50, Some(_)) = (job.target, draw_constants) {
        source = plain_draw_constants(&source).map_err(|why| job.shape(why))?;
    }
    let bound = |(r, place): &Placed<'_>| Bound {
        slot: r.slot,
        name: r.name.clone().into(),
        place: *place,
        count: r.count,
    };
    let push = places.iter().find(|(r, _)| r.push).map(bound);
    let bindings: Vec<Bound> = places.iter().filter(|(r, _)| !r.push).map(bound).collect();
    let semantics = |interface: &[crate::Interface]| -> Vec<Located> {
        let locations = interface.iter().flat_map(|i| i.location..i.location.saturating_add(i.locations));
        locations.map(|location| Located { location, name: format!("LOC{location}").into() }).collect()
    };
    let inputs = if job.stage == ShaderStage::Vertex { semantics(&job.point.inputs) } else { Vec::new() };
    Ok(Translation {
        target: job.target,
        source: source.into(),
        entry_point: entry_point.into(),
        language_version: None,
        bindings: bindings.into(),
        push,
        pairs: Cow::Borrowed(&[]),
        inputs: inputs.into(),
        outputs: Cow::Borrowed(&[]),
        extras: Extras { draw_constants, ..Extras::default() },
        extensions: Cow::Borrowed(&[]),
        open_constants: Cow::Borrowed(&[]),
        points_are_pixels: false,
    })
}

impl Resource {
    /// The number under which the text asks for a sampler: no two slots have the same, since both parts fit.
    fn number(&self) -> u32 {
        self.slot.set << 16 | self.slot.binding & 0xffff
    }
}

fn bind_target(job: &Job<'_>, place: Place) -> Result<hlsl::BindTarget, TranslateError> {
    let space = u8::try_from(place.space).map_err(|_| TranslateError::Slots {
        entry: job.point.name.clone(),
        class: "register spaces, of which each array has one by its binding,",
        used: place.space,
        allowed: u32::from(u8::MAX),
        target: job.target,
    })?;
    Ok(hlsl::BindTarget { space, register: place.index.unwrap_or(0), ..hlsl::BindTarget::default() })
}

fn class(kind: Kind) -> Class {
    match kind {
        Kind::Uniform => Class::Constants,
        Kind::StorageRead | Kind::Texture => Class::Resource,
        Kind::StorageWrite | Kind::StorageTexture => Class::Unordered,
        Kind::Sampler => Class::Sampler,
    }
}

fn places<'j>(job: &'j Job<'_>) -> Result<Vec<Placed<'j>>, TranslateError> {
    if job.target != Target::Hlsl50 {
        let place = |r: &Resource| {
            let class = class(r.kind);
            if r.array {
                let space = (r.slot.binding.saturating_add(1))
                    .saturating_mul(SPACES_PER_BINDING)
                    .saturating_add(r.slot.set);
                Place { class, index: Some(0), space }
            } else {
                Place { class, index: Some(r.slot.binding), space: r.slot.set }
            }
        };
        return Ok(job.resources.iter().map(|r| (r, place(r))).collect());
    }
    // Unordered views of a fragment shader share their numbers with its targets.
    let targets = match job.stage {
        ShaderStage::Fragment => {
            job.point.outputs.iter().map(|o| o.location + o.locations).max().unwrap_or(0)
        }
        _ => 0,
    };
    let mut out = Vec::new();
    for (class, kinds, first, allowed, what) in [
        (Class::Constants, &[Kind::Uniform][..], 0, CONSTANTS_5_0, "constant buffers"),
        (Class::Resource, &[Kind::StorageRead, Kind::Texture], 0, RESOURCES_5_0, "resources"),
        (
            Class::Unordered,
            &[Kind::StorageWrite, Kind::StorageTexture],
            targets,
            UNORDERED_5_0,
            "color targets and unordered views",
        ),
        (Class::Sampler, &[Kind::Sampler], 0, SAMPLERS_5_0, "samplers"),
    ] {
        let numbers = job.number(kinds, first, allowed, what)?;
        out.extend(numbers.into_iter().map(|(r, i)| (r, Place { class, index: Some(i), space: 0 })));
    }
    out.sort_by_key(|(r, _)| r.slot);
    Ok(out)
}

/// Direct3D counts vertices and instances from 0 in every draw and tells no shader how many workgroups there are: a constant
/// buffer does, where the entry point asks.
fn draw_constants(job: &Job<'_>, places: &[Placed<'_>]) -> Result<Option<Place>, TranslateError> {
    if !job.point.builtin_inputs.iter().any(|b| DRAW_BUILTINS.contains(b)) {
        return Ok(None);
    }
    if job.target != Target::Hlsl50 {
        return Ok(Some(Place { class: Class::Constants, index: Some(0), space: EXTRA_SPACE }));
    }
    let used = places.iter().filter(|(_, p)| p.class == Class::Constants).count();
    let index = u32::try_from(used).unwrap_or(u32::MAX);
    if index >= CONSTANTS_5_0 {
        return Err(TranslateError::Slots {
            entry: job.point.name.clone(),
            class: "constant buffers, with one for the draw,",
            used: index.saturating_add(1),
            allowed: CONSTANTS_5_0,
            target: job.target,
        });
    }
    Ok(Some(Place { class: Class::Constants, index: Some(index), space: 0 }))
}

/// `register(s1, space2)`, without the space where it is 0.
fn register(letter: char, place: Place) -> String {
    let index = place.index.unwrap_or(0);
    match place.space {
        0 => format!("register({letter}{index})"),
        space => format!("register({letter}{index}, space{space})"),
    }
}

const HEAPS: [&str; 2] =
    ["SamplerState nagaSamplerHeap[2048]: ", "SamplerComparisonState nagaComparisonSamplerHeap[2048]: "];

/// Samplers as declarations with a register each, in place of the heap and the index buffers. `register` gives the one of a number in
/// an index buffer.
fn direct_samplers(source: &str, register: impl Fn(u32) -> Option<String>) -> Result<String, String> {
    let mut out = String::with_capacity(source.len());
    for line in source.lines() {
        if HEAPS.iter().any(|heap| line.starts_with(heap)) || is_index_buffer(line) {
            continue;
        }
        if let Some((kind, name, index)) = heap_sampler(line) {
            let register = register(index)
                .ok_or_else(|| format!("the sampler \"{name}\" has an unknown number, {index}"))?;
            out.push_str(&format!("{kind} {name} : {register};\n"));
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    let left = ["nagaSamplerHeap", "nagaComparisonSamplerHeap", "SamplerIndexArray"];
    match left.iter().find(|word| out.contains(*word)) {
        Some(word) => Err(format!("it uses {word} in another way than to declare a sampler")),
        None => Ok(out),
    }
}

/// `StructuredBuffer<uint> nagaGroup0SamplerIndexArray : register(t0, space255);`
fn is_index_buffer(line: &str) -> bool {
    line.strip_prefix("StructuredBuffer<uint> nagaGroup").is_some_and(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with("SamplerIndexArray")
    })
}

/// The parts of `static const SamplerState NAME = nagaSamplerHeap[nagaGroup0SamplerIndexArray[7]];`
fn heap_sampler(line: &str) -> Option<(&str, &str, u32)> {
    let (kind, rest) = line.strip_prefix("static const ")?.split_once(' ')?;
    let (name, rest) = rest.split_once(" = ")?;
    let heap = match kind {
        "SamplerState" => "nagaSamplerHeap[nagaGroup",
        "SamplerComparisonState" => "nagaComparisonSamplerHeap[nagaGroup",
        _ => return None,
    };
    let rest = rest.strip_prefix(heap)?;
    let (_, index) = rest.split_once("SamplerIndexArray")?.1.split_once('[')?;
    Some((kind, name, index.strip_suffix("]];")?.parse().ok()?))
}

/// `ConstantBuffer<T>` begins with shader model 5.1.
fn plain_draw_constants(source: &str) -> Result<String, String> {
    const START: &str = "ConstantBuffer<NagaConstants> _NagaConstants: ";
    let (before, rest) =
        source.split_once(START).ok_or("the constants of the draw are not declared as expected")?;
    let (register, after) = rest.split_once(";\n").ok_or("the constants of the draw have no end")?;
    Ok(format!(
        "{before}cbuffer NagaConstantsBuffer : {register} {{ NagaConstants _NagaConstants; }}\n{after}"
    ))
}
