//! From what was read to a [`Reflection`].

use super::body::Bodies;
use super::declarations::{Declarations, LocalSize, RawEntry, deco};
use super::inst::{Instructions, header};
use super::op;
use super::types::{Image, Type, Types, Variable, class};
use crate::error::ShaderError;
use crate::reflection::{
    Binding, BindingKind, Block, Count, Dimension, EntryPoint, Interface, Primitives, Reflection, Sample,
    SamplerUse, Scalar, Slot, SpecConstant, Stage, Texture,
};
use std::collections::{HashMap, HashSet};

/// `BuiltIn Position`.
const BUILTIN_POSITION: u32 = 0;
/// `BuiltIn WorkgroupSize`.
const BUILTIN_WORKGROUP_SIZE: u32 = 25;
/// Values by location of one entry point; the largest known device has 128 components of 4 an interface.
const MAX_INTERFACE: usize = 1024;

/// Reads what a SPIR-V module must be given and what it gives.
///
/// Written for modules that nobody has checked: it never panics, its work is bounded by the length of the module, and every
/// error is a sentence. It is not a validator.
///
/// # Errors
///
/// A [`ShaderError`] where the words are not a SPIR-V module, are damaged, or declare what no bind group can hold.
pub fn reflect(words: &[u32]) -> Result<Reflection, ShaderError> {
    let header = header(words)?;
    let bound = header.bound;
    let (mut decls, mut types, mut bodies) = (Declarations::default(), Types::default(), Bodies::default());
    for inst in Instructions::new(words) {
        let inst = inst?;
        decls.take(&inst, bound)?;
    }
    let mut globals = HashSet::new();
    for inst in Instructions::new(words) {
        let inst = inst?;
        if inst.opcode == op::FUNCTION || bodies.inside() {
            if globals.is_empty() {
                globals = types.variables.iter().map(|v| v.id).collect();
            }
            bodies.take(&inst, &globals, bound)?;
        } else {
            types.take(&inst, &decls, bound)?;
        }
    }
    let module = Module { decls, types, bodies };
    module.assemble(header.version)
}

/// The size of a workgroup, and the ids of the specialisation constants that set its sides.
type Workgroup = (Option<[u32; 3]>, [Option<u32>; 3]);

struct Module {
    decls: Declarations,
    types: Types,
    bodies: Bodies,
}

impl Module {
    fn assemble(&self, version: [u8; 2]) -> Result<Reflection, ShaderError> {
        let variables: HashMap<u32, Variable> = self.types.variables.iter().map(|v| (v.id, *v)).collect();
        let mut entry_points = Vec::with_capacity(self.decls.entries.len());
        let mut stages: HashMap<u32, Vec<Stage>> = HashMap::new();
        let mut push: Option<Block> = None;
        let mut work = 0;
        for raw in &self.decls.entries {
            let stage = stage(raw)?;
            if !self.bodies.functions.contains_key(&raw.function) {
                return Err(ShaderError::Undefined { id: raw.function, wanted: "a function" });
            }
            let reached = self.bodies.reached(raw.function, &mut work)?;
            let mut used: Vec<Variable> =
                reached.globals.iter().filter_map(|id| variables.get(id).copied()).collect();
            used.sort_unstable_by_key(|v| v.id);
            let mut uses = Vec::new();
            let mut blocks = Vec::new();
            for variable in used {
                if is_resource(variable.class) {
                    uses.push(self.slot(variable)?);
                    let list = stages.entry(variable.id).or_default();
                    if !list.contains(&stage) {
                        list.push(stage);
                    }
                } else if variable.class == class::PUSH_CONSTANT {
                    blocks.push(self.types.block(self.types.pointee(variable)?, &self.decls)?);
                }
            }
            if blocks.len() > 1 {
                return Err(ShaderError::PushBlocks { entry: raw.name.clone(), count: blocks.len() });
            }
            uses.sort_unstable();
            uses.dedup();
            let mut sampled = Vec::new();
            for [texture, sampler] in reached.pairs {
                if let (Some(t), Some(s)) = (variables.get(&texture), variables.get(&sampler)) {
                    sampled.push([self.slot(*t)?, self.slot(*s)?]);
                }
            }
            sampled.sort_unstable();
            sampled.dedup();
            let (workgroup_size, workgroup_constants) = self.workgroup(raw)?;
            let block = blocks.pop();
            let push_size_bytes = block.as_ref().map_or(0, |b| b.size_bytes);
            if push_size_bytes > push.as_ref().map_or(0, |b| b.size_bytes) {
                push = block;
            }
            let mut entry = EntryPoint {
                name: raw.name.clone(),
                stage,
                workgroup_size,
                workgroup_constants,
                local_size_id: matches!(self.decls.local_sizes.get(&raw.function), Some(LocalSize::Ids(_))),
                primitives: self
                    .decls
                    .modes
                    .get(&raw.function)
                    .copied()
                    .unwrap_or_default()
                    .primitives(stage),
                uses,
                sampled,
                push_size_bytes,
                inputs: Vec::new(),
                outputs: Vec::new(),
                builtin_inputs: Vec::new(),
                builtin_outputs: Vec::new(),
            };
            self.interface(raw, &variables, &mut entry)?;
            entry_points.push(entry);
        }

        let mut bindings = Vec::new();
        for variable in &self.types.variables {
            if let Some(stages) = stages.get_mut(&variable.id) {
                stages.sort_unstable();
                bindings.push(self.binding(*variable, std::mem::take(stages))?);
            }
        }
        bindings.sort_by_key(|b| b.slot);

        Ok(Reflection {
            version,
            capabilities: self.decls.capabilities.clone(),
            entry_points,
            bindings,
            push,
            spec_constants: self.spec_constants(),
        })
    }

    fn slot(&self, variable: Variable) -> Result<Slot, ShaderError> {
        let decorations = self.decls.of(variable.id);
        let get = |decoration, lacks| {
            decorations.get(decoration).ok_or_else(|| ShaderError::Undecorated {
                name: self.decls.name(variable.id).to_owned(),
                id: variable.id,
                lacks,
            })
        };
        Ok(Slot { set: get(deco::DESCRIPTOR_SET, "DescriptorSet")?, binding: get(deco::BINDING, "Binding")? })
    }

    fn binding(&self, variable: Variable, stages: Vec<Stage>) -> Result<Binding, ShaderError> {
        let mut ty = self.types.pointee(variable)?;
        let length_constant =
            self.types.open_arrays.get(&ty).and_then(|id| self.decls.of(*id).get(deco::SPEC_ID));
        let count = match self.types.get(ty)? {
            Type::Array { of, length } => {
                ty = *of;
                Count::Array(*length)
            }
            Type::RuntimeArray { of } => {
                ty = *of;
                Count::Unbounded
            }
            _ => Count::One,
        };
        let (kind, block) = self.kind(variable, ty)?;
        let constant = |id: &u32| self.types.constants.contains_key(id);
        let picked = self.bodies.picked.get(&variable.id);
        let indexed = count != Count::One && picked.is_some_and(|by| !by.iter().all(constant));
        Ok(Binding {
            slot: self.slot(variable)?,
            name: self.decls.name(variable.id).to_owned(),
            kind,
            count,
            length_constant,
            indexed,
            stages,
            block,
        })
    }

    fn kind(&self, variable: Variable, ty: u32) -> Result<(BindingKind, Option<Block>), ShaderError> {
        let refuse = |found| ShaderError::Resource {
            name: self.decls.name(variable.id).to_owned(),
            id: variable.id,
            found,
        };
        let sampling = self.bodies.sampling.get(&variable.id).copied().unwrap_or_default();
        let own = self.decls.of(variable.id);
        Ok(match self.types.get(ty)? {
            Type::Struct { members } => {
                let block = Some(self.types.block(ty, &self.decls)?);
                let storage =
                    variable.class == class::STORAGE_BUFFER || self.decls.of(ty).has(deco::BUFFER_BLOCK);
                let members_read_only = !members.is_empty()
                    && (0..).zip(members).all(|(i, _)| self.decls.of_member(ty, i).has(deco::NON_WRITABLE));
                let read_only = own.has(deco::NON_WRITABLE) || members_read_only;
                match variable.class {
                    _ if storage => (BindingKind::StorageBuffer { read_only }, block),
                    class::UNIFORM => (BindingKind::UniformBuffer, block),
                    _ => return Err(refuse("a structure must be a uniform or a storage buffer")),
                }
            }
            Type::Sampler => {
                let used = match (sampling.filtered, sampling.compared) {
                    (true, false) => SamplerUse::Filtering,
                    (false, true) => SamplerUse::Comparison,
                    (true, true) => SamplerUse::Both,
                    (false, false) => SamplerUse::Unknown,
                };
                (BindingKind::Sampler(used), None)
            }
            Type::SampledImage { image } => match self.types.get(*image)? {
                Type::Image(image) => {
                    let texture = texture(*image, sampling.compared)
                        .ok_or_else(|| refuse("its dimension is none of 1D, 2D, 3D and cube"))?;
                    (BindingKind::CombinedTextureSampler(texture), None)
                }
                _ => return Err(refuse("a sampled image must hold an image")),
            },
            Type::Image(image) => {
                let stored = self.bodies.stored.get(&variable.id).copied().unwrap_or_default();
                let read = stored.read && !own.has(deco::NON_READABLE);
                let write = stored.written && !own.has(deco::NON_WRITABLE);
                (image_kind(*image, sampling.compared, read, write).map_err(refuse)?, None)
            }
            Type::AccelerationStructure => (BindingKind::AccelerationStructure, None),
            Type::Array { .. } | Type::RuntimeArray { .. } => {
                return Err(refuse("an array of arrays must be flattened"));
            }
            Type::Bool
            | Type::Scalar(_)
            | Type::Vector { .. }
            | Type::Matrix { .. }
            | Type::Pointer { .. }
            | Type::Other => return Err(refuse("a number must stand in a uniform or a storage buffer")),
        })
    }

    fn workgroup(&self, raw: &RawEntry) -> Result<Workgroup, ShaderError> {
        let set_by = |ids: [u32; 3]| ids.map(|id| self.decls.of(id).get(deco::SPEC_ID));
        let constant = |id: u32| {
            let found =
                self.types.constants.get(&id).ok_or(ShaderError::Undefined { id, wanted: "a constant" })?;
            Ok(u32::try_from(found.bits).unwrap_or(u32::MAX))
        };
        // The decorated constant overrides the execution mode.
        for (id, found) in &self.types.constants {
            if self.decls.of(*id).get(deco::BUILT_IN) == Some(BUILTIN_WORKGROUP_SIZE) {
                let [x, y, z] = found.parts[..] else {
                    return Err(ShaderError::Undefined { id: *id, wanted: "a vector of three constants" });
                };
                return Ok((Some([constant(x)?, constant(y)?, constant(z)?]), set_by([x, y, z])));
            }
        }
        match self.decls.local_sizes.get(&raw.function) {
            None => Ok((None, [None; 3])),
            Some(LocalSize::Literal(size)) => Ok((Some(*size), [None; 3])),
            Some(LocalSize::Ids([x, y, z])) => {
                Ok((Some([constant(*x)?, constant(*y)?, constant(*z)?]), set_by([*x, *y, *z])))
            }
        }
    }

    fn interface(
        &self,
        raw: &RawEntry,
        variables: &HashMap<u32, Variable>,
        entry: &mut EntryPoint,
    ) -> Result<(), ShaderError> {
        for id in &raw.interface {
            let variable = *variables
                .get(id)
                .ok_or(ShaderError::Undefined { id: *id, wanted: "a variable of the interface" })?;
            let (values, builtins) = match variable.class {
                class::INPUT => (&mut entry.inputs, &mut entry.builtin_inputs),
                class::OUTPUT => (&mut entry.outputs, &mut entry.builtin_outputs),
                // From SPIR-V 1.4 on every global stands here.
                _ => continue,
            };
            let decorations = self.decls.of(*id);
            if let Some(builtin) = decorations.get(deco::BUILT_IN) {
                builtins.push(builtin);
                self.count_vertices(variable, &mut entry.primitives)?;
                continue;
            }
            let mut ty = self.types.pointee(variable)?;
            let per_patch = decorations.has(deco::PATCH);
            if by_vertex(entry.stage, variable.class)
                && !per_patch
                && let Type::Array { of, length } = self.types.get(ty)?
            {
                ty = *of;
                if variable.class == class::INPUT
                    && let Some(p) = &mut entry.primitives
                {
                    p.input_vertices = *length;
                }
            }
            let first = Interface {
                location: decorations.get(deco::LOCATION).unwrap_or(0),
                locations: 1,
                component: decorations.get(deco::COMPONENT).unwrap_or(0),
                index: decorations.get(deco::INDEX).unwrap_or(0),
                name: self.decls.name(*id).to_owned(),
                scalar: Scalar::Float(32),
                components: 1,
                per_patch,
            };
            let Type::Struct { members } = self.types.get(ty)? else {
                values.extend(self.located(first, ty)?);
                continue;
            };
            let mut next = first.location;
            for (i, member) in (0..).zip(members) {
                let own = self.decls.of_member(ty, i);
                if let Some(builtin) = own.get(deco::BUILT_IN) {
                    builtins.push(builtin);
                    continue;
                }
                let one = Interface {
                    location: own.get(deco::LOCATION).unwrap_or(next),
                    component: own.get(deco::COMPONENT).unwrap_or(0),
                    name: self.decls.member_name(ty, i).to_owned(),
                    ..first.clone()
                };
                if let Some(one) = self.located(one, *member)? {
                    next = one.location.saturating_add(one.locations);
                    values.push(one);
                }
                too_many(values.len())?;
            }
            too_many(values.len() + builtins.len())?;
        }
        for values in [&mut entry.inputs, &mut entry.outputs] {
            values.sort_by_key(|v| (v.location, v.component, v.index));
        }
        for builtins in [&mut entry.builtin_inputs, &mut entry.builtin_outputs] {
            builtins.sort_unstable();
            builtins.dedup();
        }
        Ok(())
    }

    /// Notes how many vertices of a primitive a position among the inputs is declared for.
    fn count_vertices(
        &self,
        variable: Variable,
        primitives: &mut Option<Primitives>,
    ) -> Result<(), ShaderError> {
        let builtin = self.decls.of(variable.id).get(deco::BUILT_IN);
        if let (Some(p), class::INPUT, Some(BUILTIN_POSITION)) = (primitives, variable.class, builtin)
            && let Type::Array { length, .. } = self.types.get(self.types.pointee(variable)?)?
        {
            p.input_vertices = *length;
        }
        Ok(())
    }

    /// Completes an input or output by its type; `None` for one that has no scalar, such as a boolean.
    fn located(&self, mut value: Interface, mut ty: u32) -> Result<Option<Interface>, ShaderError> {
        // Types name only what stands before them, so this ends.
        loop {
            let (inner, times) = match self.types.get(ty)? {
                Type::Scalar(scalar) => {
                    value.scalar = *scalar;
                    return Ok(Some(value));
                }
                Type::Vector { of, count } => {
                    value.components = *count;
                    let wide = matches!(
                        self.types.get(*of)?,
                        Type::Scalar(Scalar::Float(64) | Scalar::Sint(64) | Scalar::Uint(64))
                    );
                    (*of, if wide && *count > 2 { 2 } else { 1 })
                }
                Type::Matrix { column, columns } => (*column, *columns),
                Type::Array { of, length } => (*of, *length),
                Type::Bool
                | Type::Image(_)
                | Type::Sampler
                | Type::SampledImage { .. }
                | Type::RuntimeArray { .. }
                | Type::Struct { .. }
                | Type::Pointer { .. }
                | Type::AccelerationStructure
                | Type::Other => return Ok(None),
            };
            value.locations = value.locations.saturating_mul(times);
            ty = inner;
        }
    }

    fn spec_constants(&self) -> Vec<SpecConstant> {
        let mut out: Vec<SpecConstant> = (self.types.constants.iter())
            .filter(|(_, c)| c.spec && c.parts.is_empty())
            .filter_map(|(id, c)| {
                let spec_id = self.decls.of(*id).get(deco::SPEC_ID)?;
                let scalar = match self.types.get(c.ty) {
                    Ok(Type::Scalar(scalar)) => Some(*scalar),
                    _ => None,
                };
                let name = self.decls.name(*id).to_owned();
                Some(SpecConstant { id: spec_id, name, scalar, default_bits: c.bits })
            })
            .collect();
        out.sort_by(|a, b| (a.id, &a.name).cmp(&(b.id, &b.name)));
        out
    }
}

/// Inputs and outputs of which there is one for each vertex of a primitive: their outermost array counts vertices.
fn by_vertex(stage: Stage, class: u32) -> bool {
    match stage {
        Stage::TessellationControl => true,
        Stage::TessellationEvaluation | Stage::Geometry => class == class::INPUT,
        Stage::Mesh => class == class::OUTPUT,
        _ => false,
    }
}

fn too_many(values: usize) -> Result<(), ShaderError> {
    if values > MAX_INTERFACE {
        let what = "the number of inputs or outputs of an entry point";
        return Err(ShaderError::TooComplex { what, allowed: MAX_INTERFACE });
    }
    Ok(())
}

fn is_resource(storage: u32) -> bool {
    matches!(storage, class::UNIFORM_CONSTANT | class::UNIFORM | class::STORAGE_BUFFER)
}

/// Execution models, by the numbers of the SPIR-V specification, section "Execution Model".
fn stage(raw: &RawEntry) -> Result<Stage, ShaderError> {
    Ok(match raw.model {
        0 => Stage::Vertex,
        1 => Stage::TessellationControl,
        2 => Stage::TessellationEvaluation,
        3 => Stage::Geometry,
        4 => Stage::Fragment,
        5 => Stage::Compute,
        5267 | 5364 => Stage::Task,
        5268 | 5365 => Stage::Mesh,
        5313 => Stage::RayGeneration,
        5314 => Stage::Intersection,
        5315 => Stage::AnyHit,
        5316 => Stage::ClosestHit,
        5317 => Stage::Miss,
        5318 => Stage::Callable,
        model => return Err(ShaderError::Stage { entry: raw.name.clone(), model }),
    })
}

fn texture(image: Image, compared: bool) -> Option<Texture> {
    let dimension = match image.dimension {
        0 => Dimension::D1,
        1 => Dimension::D2,
        2 => Dimension::D3,
        3 => Dimension::Cube,
        _ => return None,
    };
    Some(Texture {
        dimension,
        arrayed: image.arrayed,
        multisampled: image.multisampled,
        depth: image.depth || compared,
        sample: image.sample,
    })
}

/// The kind of a separate image: dimension 5 is a formatted buffer, 6 an input attachment; `sampled` 2 means storage.
fn image_kind(image: Image, compared: bool, read: bool, write: bool) -> Result<BindingKind, &'static str> {
    let storage = match image.sampled {
        1 => false,
        2 => true,
        _ => return Err("whether it is sampled or stored to must be stated in its type"),
    };
    let sample: Sample = image.sample;
    Ok(match (image.dimension, storage) {
        (5, false) => BindingKind::UniformTexelBuffer(sample),
        (5, true) => BindingKind::StorageTexelBuffer(sample),
        (6, _) => BindingKind::InputAttachment,
        (_, storage) => {
            let texture = texture(image, compared).ok_or("its dimension is none of 1D, 2D, 3D and cube")?;
            if storage {
                BindingKind::StorageTexture { texture, format: image.format, read, write }
            } else {
                BindingKind::SampledTexture(texture)
            }
        }
    })
}
