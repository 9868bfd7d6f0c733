//! A module in the translator's own form, with one entry point, validated for what the target has.

use super::{Options, Place, Target, TranslateError};
use crate::reflection::{BindingKind, Count, EntryPoint, Reflection, Slot, Stage};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, GlobalVariable, Handle, ImageClass, Module, ResourceBinding, ShaderStage, TypeInner,
};
use std::error::Error;

/// One translation.
pub(super) struct Job<'a> {
    pub(super) module: Module,
    pub(super) info: ModuleInfo,
    pub(super) reflection: &'a Reflection,
    pub(super) point: &'a EntryPoint,
    pub(super) stage: ShaderStage,
    pub(super) target: Target,
    pub(super) options: &'a Options,
    /// Every resource, sorted by slot; push data among them.
    pub(super) resources: Vec<Resource>,
}

/// What a resource is, for the namespaces of all languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Uniform,
    StorageRead,
    StorageWrite,
    Texture,
    StorageTexture,
    Sampler,
}

pub(super) struct Resource {
    pub(super) slot: Slot,
    pub(super) name: String,
    pub(super) handle: Handle<GlobalVariable>,
    pub(super) kind: Kind,
    /// It is push data.
    pub(super) push: bool,
    pub(super) array: bool,
    pub(super) count: u32,
}

/// A resource and where the text takes it from.
pub(super) type Placed<'a> = (&'a Resource, Place);

impl Resource {
    pub(super) fn binding(&self) -> ResourceBinding {
        ResourceBinding { group: self.slot.set, binding: self.slot.binding }
    }
}

impl Job<'_> {
    /// An error of a writer, with all of its causes.
    pub(super) fn cannot_write(&self, why: &dyn Error) -> TranslateError {
        TranslateError::Writer { entry: self.point.name.clone(), target: self.target, why: chain(why) }
    }

    pub(super) fn shape(&self, why: impl Into<String>) -> TranslateError {
        TranslateError::Shape { entry: self.point.name.clone(), target: self.target, why: why.into() }
    }

    /// Numbers from `first` on for the resources of some kinds, in the order of their slots, at most `allowed`.
    pub(super) fn number(
        &self,
        kinds: &[Kind],
        first: u32,
        allowed: u32,
        class: &'static str,
    ) -> Result<Vec<(&Resource, u32)>, TranslateError> {
        let mut next = first;
        let mut out = Vec::new();
        for resource in self.resources.iter().filter(|r| kinds.contains(&r.kind)) {
            out.push((resource, next));
            next = next.saturating_add(resource.count);
        }
        if next > allowed {
            return Err(TranslateError::Slots {
                entry: self.point.name.clone(),
                class,
                used: next,
                allowed,
                target: self.target,
            });
        }
        Ok(out)
    }
}

/// Reads, reduces to one entry point, turns push data into a uniform buffer, validates.
pub(super) fn prepare<'a>(
    words: &[u32],
    reflection: &'a Reflection,
    point: &'a EntryPoint,
    target: Target,
    options: &'a Options,
) -> Result<Job<'a>, TranslateError> {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let reader = naga::front::spv::Options {
        // Clip space of the module is that of every target.
        adjust_coordinate_space: false,
        strict_capabilities: true,
        block_ctx_dump_prefix: None,
    };
    let mut module = naga::front::spv::parse_u8_slice(&bytes, &reader)
        .map_err(|why| TranslateError::Parser { why: chain(&why) })?;
    let stage = match point.stage {
        Stage::Vertex => ShaderStage::Vertex,
        Stage::Fragment => ShaderStage::Fragment,
        _ => ShaderStage::Compute,
    };
    module.entry_points.retain(|e| e.name == point.name && e.stage == stage);
    if module.entry_points.len() != 1 {
        let there = format!("{} of this name after reading", module.entry_points.len());
        return Err(TranslateError::EntryPoint { asked: point.name.clone(), there });
    }
    super::sampling::restore(&mut module, words, stage)?;
    naga::compact::compact(&mut module, naga::compact::KeepUnused::No);
    if let Some(function) = super::endless::find(&module) {
        let why = format!("the function \"{function}\" has a loop that nothing leaves");
        return Err(TranslateError::Invalid { entry: point.name.clone(), target, why });
    }
    let push = push_to_uniform(&mut module, options.push)?;
    let mut validator = Validator::new(ValidationFlags::all(), capabilities(target));
    let info = validator.validate(&module).map_err(|why| {
        let why = chain(why.as_inner());
        let block = push.and_then(|h| module.types[module.global_variables[h].ty].name.clone());
        match block {
            Some(block) if why.contains("Alignment requirements for address space Uniform") => {
                TranslateError::Push { block, target, why }
            }
            _ => TranslateError::Invalid { entry: point.name.clone(), target, why },
        }
    })?;
    let resources = resources(&module, reflection, push);
    Ok(Job { module, info, reflection, point, stage, target, options, resources })
}

/// Push data to a uniform buffer at `slot`.
fn push_to_uniform(
    module: &mut Module,
    slot: Slot,
) -> Result<Option<Handle<GlobalVariable>>, TranslateError> {
    let found = module.global_variables.iter().find(|(_, g)| g.space == AddressSpace::Immediate);
    let Some((handle, _)) = found else { return Ok(None) };
    let binding = ResourceBinding { group: slot.set, binding: slot.binding };
    if let Some((_, there)) = module.global_variables.iter().find(|(_, g)| g.binding == Some(binding)) {
        let name = there.name.clone().unwrap_or_default();
        return Err(TranslateError::Occupied { purpose: "push data", slot, name });
    }
    let global = module.global_variables.get_mut(handle);
    global.space = AddressSpace::Uniform;
    global.binding = Some(binding);
    Ok(Some(handle))
}

fn resources(
    module: &Module,
    reflection: &Reflection,
    push: Option<Handle<GlobalVariable>>,
) -> Vec<Resource> {
    let mut out = Vec::new();
    for (handle, global) in module.global_variables.iter() {
        let Some(binding) = global.binding else { continue };
        let slot = Slot { set: binding.group, binding: binding.binding };
        let (inner, array) = match module.types[global.ty].inner {
            TypeInner::BindingArray { base, .. } => (&module.types[base].inner, true),
            ref inner => (inner, false),
        };
        let kind = match (global.space, inner) {
            (AddressSpace::Uniform, _) => Kind::Uniform,
            (AddressSpace::Storage { access }, _) if access.contains(naga::StorageAccess::STORE) => {
                Kind::StorageWrite
            }
            (AddressSpace::Storage { .. }, _) => Kind::StorageRead,
            (_, TypeInner::Sampler { .. }) => Kind::Sampler,
            (_, TypeInner::Image { class: ImageClass::Storage { .. }, .. }) => Kind::StorageTexture,
            _ => Kind::Texture,
        };
        let count = match reflection.at(slot).next().map(|b| b.count) {
            Some(Count::Array(count)) => count,
            _ => 1,
        };
        out.push(Resource {
            slot,
            name: global.name.clone().unwrap_or_default(),
            handle,
            kind,
            push: Some(handle) == push,
            array,
            count,
        });
    }
    out.sort_by_key(|r| (r.slot, r.name.clone()));
    out
}

/// What a target has beyond the least of all: no more than its writer can write and the API takes.
pub(super) fn capabilities(target: Target) -> Capabilities {
    use Capabilities as C;
    let pixels = C::CUBE_ARRAY_TEXTURES | C::DUAL_SOURCE_BLENDING | C::MULTISAMPLED_SHADING;
    match target {
        // What browsers have, some of it as optional features: nothing that only the translator reads.
        Target::Wgsl => pixels | C::SHADER_FLOAT16 | C::SUBGROUP | C::CLIP_DISTANCES | C::PRIMITIVE_INDEX,
        Target::Msl => naga::back::msl::supported_capabilities(),
        Target::Glsl450 => {
            pixels
                | C::CLIP_DISTANCES
                | C::PRIMITIVE_INDEX
                | C::FLOAT64
                | C::EARLY_DEPTH_TEST
                | C::TEXTURE_ATOMIC
                | C::SUBGROUP
                | C::SUBGROUP_BARRIER
                | C::MEMORY_DECORATION_COHERENT
                | C::MEMORY_DECORATION_VOLATILE
        }
        Target::Glsl330 => C::CLIP_DISTANCES | C::PRIMITIVE_INDEX | C::DUAL_SOURCE_BLENDING,
        Target::GlslEs310 => C::TEXTURE_ATOMIC | C::MEMORY_DECORATION_COHERENT,
        Target::GlslEs300 => C::empty(),
        Target::Hlsl50 | Target::Hlsl51 => {
            // Shader model 6 brings subgroups and numbers of 16 and 64 bits.
            naga::back::hlsl::supported_capabilities()
                - (C::SUBGROUP
                    | C::SHADER_INT64
                    | C::SHADER_INT64_ATOMIC_MIN_MAX
                    | C::SHADER_INT64_ATOMIC_ALL_OPS
                    | C::SHADER_FLOAT16
                    | C::SHADER_INT16
                    | C::SHADER_BARYCENTRICS
                    | C::MULTIVIEW
                    | C::RAY_QUERY)
        }
        // Numbers of 16 bits begin with 6.2, atomics of 64 with 6.6.
        Target::Hlsl60 => {
            naga::back::hlsl::supported_capabilities()
                - (C::SHADER_FLOAT16
                    | C::SHADER_INT16
                    | C::SHADER_INT64_ATOMIC_MIN_MAX
                    | C::SHADER_INT64_ATOMIC_ALL_OPS
                    | C::SHADER_BARYCENTRICS
                    | C::MULTIVIEW
                    | C::RAY_QUERY)
        }
    }
}

/// An error and its causes in one line.
pub(crate) fn chain(why: &dyn Error) -> String {
    let mut text = why.to_string();
    let mut next = why.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.ends_with(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        next = cause.source();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Job<'_> {
    /// The depth texture of a refusal of GLSL to read it, and the sampler that it is compared with.
    pub(super) fn compared_texture(&self) -> Option<(String, String)> {
        let name = |slot| self.reflection.at(slot).next().map(|b| b.name.clone()).unwrap_or_default();
        self.point.sampled.iter().find_map(|[texture, sampler]| {
            let depth = self
                .reflection
                .at(*texture)
                .any(|b| matches!(b.kind, BindingKind::SampledTexture(t) if t.depth));
            depth.then(|| (name(*texture), name(*sampler)))
        })
    }
}
