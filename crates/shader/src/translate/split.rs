//! Combined textures and samplers to a texture and a sampler each. GLSL compiled to SPIR-V has combined ones; Candor's layouts do not,
//! nor does any language but GLSL.

use super::TranslateError;
use super::rewrite::{UNIFORM_CONSTANT, Writer, deco};
use crate::reflection::Slot;
use crate::spirv::inst::{Inst, Instructions};
use crate::spirv::op;
use std::collections::{BTreeMap, HashMap, HashSet};

const FUNCTION_PARAMETER: u16 = 55;

/// A combined variable.
struct Combined {
    image: u32,
    name: String,
    /// The id of its sampler, once it has one.
    sampler: u32,
}

#[derive(Default)]
struct Found {
    /// From the type of a sampled image to that of its image.
    types: HashMap<u32, u32>,
    /// From a pointer to what it points to.
    pointers: HashMap<u32, u32>,
    arrays: HashMap<u32, u32>,
    names: HashMap<u32, String>,
    sets: HashMap<u32, u32>,
    bindings: HashMap<u32, u32>,
    sampler_type: Option<u32>,
    variables: BTreeMap<u32, Combined>,
    resources: Vec<u32>,
}

/// The module with every combined texture and sampler split in two; the sampler gets the binding of the two plus `offset`.
pub(super) fn split(words: &[u32], offset: u32) -> Result<Option<Vec<u32>>, TranslateError> {
    let mut found = Found::default();
    for inst in Instructions::new(words) {
        found.take(&inst?)?;
    }
    if found.variables.is_empty() {
        return Ok(None);
    }
    let mut out = Writer::new(words)?;
    for combined in found.variables.values_mut() {
        combined.sampler = out.id();
    }
    found.check_slots(offset)?;
    let made_sampler = found.sampler_type.unwrap_or_else(|| out.id());
    let mut types = Types { sampler: made_sampler, written: false, pointer: None, images: HashMap::new() };
    for inst in Instructions::new(words) {
        let inst = inst?;
        let variable = |i: usize| inst.operands.get(i).and_then(|id| found.variables.get(id));
        match inst.opcode {
            op::NAME if variable(0).is_some() => {
                out.copy(&inst);
                if let Some(v) = variable(0) {
                    let mut operands = vec![v.sampler];
                    operands.extend(text(&format!("{}_sampler", v.name)));
                    out.put(op::NAME, &operands);
                }
            }
            op::DECORATE if variable(0).is_some() => {
                out.copy(&inst);
                if let (Some(v), [_, decoration, value]) = (variable(0), inst.operands) {
                    match *decoration {
                        deco::DESCRIPTOR_SET => out.put(op::DECORATE, &[v.sampler, *decoration, *value]),
                        deco::BINDING => {
                            out.put(op::DECORATE, &[v.sampler, *decoration, value.saturating_add(offset)]);
                        }
                        _ => {}
                    }
                }
            }
            op::ENTRY_POINT => {
                let (_, at) = inst.text(2)?;
                let mut operands = inst.operands.to_vec();
                operands
                    .extend(inst.rest(at).iter().filter_map(|id| found.variables.get(id)).map(|v| v.sampler));
                out.put(op::ENTRY_POINT, &operands);
            }
            // It stands before its first use, wherever that is now.
            op::TYPE_SAMPLER => types.sampler(&mut out),
            op::VARIABLE if variable(1).is_some() => {
                if let (Some(v), [_, id, class, ..]) = (variable(1), inst.operands) {
                    let image = types.image(&mut out, v.image);
                    out.put(op::VARIABLE, &[image, *id, *class]);
                    let sampler = types.sampler_pointer(&mut out);
                    out.put(op::VARIABLE, &[sampler, v.sampler, *class]);
                }
            }
            op::LOAD if variable(2).is_some() => {
                if let (Some(v), [ty, result, from, ..]) = (variable(2), inst.operands) {
                    let (image, sampler) = (out.id(), out.id());
                    out.put(op::LOAD, &[v.image, image, *from]);
                    out.put(op::LOAD, &[types.sampler, sampler, v.sampler]);
                    out.put(op::SAMPLED_IMAGE, &[*ty, *result, image, sampler]);
                }
            }
            _ => out.copy(&inst),
        }
    }
    Ok(Some(out.finish()))
}

impl Found {
    fn take(&mut self, inst: &Inst<'_>) -> Result<(), TranslateError> {
        match (inst.opcode, inst.operands) {
            (op::NAME, [id, ..]) => {
                self.names.insert(*id, inst.text(1)?.0);
            }
            (op::DECORATE, [id, deco::DESCRIPTOR_SET, set]) => {
                self.sets.insert(*id, *set);
            }
            (op::DECORATE, [id, deco::BINDING, binding]) => {
                self.bindings.insert(*id, *binding);
            }
            (op::TYPE_SAMPLER, [id]) => self.sampler_type = Some(*id),
            (op::TYPE_SAMPLED_IMAGE, [id, image]) => {
                self.types.insert(*id, *image);
            }
            (op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, [id, of, ..]) => {
                self.arrays.insert(*id, *of);
            }
            (op::TYPE_POINTER, [id, UNIFORM_CONSTANT, to]) => {
                self.pointers.insert(*id, *to);
            }
            (op::VARIABLE, [ty, id, UNIFORM_CONSTANT, ..]) => {
                self.resources.push(*id);
                let Some(mut to) = self.pointers.get(ty).copied() else { return Ok(()) };
                let name = self.names.get(id).cloned().unwrap_or_default();
                if let Some(image) = self.types.get(&to) {
                    self.variables.insert(*id, Combined { image: *image, name, sampler: 0 });
                    return Ok(());
                }
                while let Some(of) = self.arrays.get(&to) {
                    to = *of;
                }
                if self.types.contains_key(&to) {
                    return Err(TranslateError::Combined { name, why: "it is an array" });
                }
            }
            (FUNCTION_PARAMETER, [ty, id])
                if self.pointers.get(ty).is_some_and(|to| self.types.contains_key(to)) =>
            {
                let name = self.names.get(id).cloned().unwrap_or_default();
                let why = "it is a parameter of a function";
                return Err(TranslateError::Combined { name, why });
            }
            (op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::COPY_OBJECT, [_, _, from, ..]) => {
                if let Some(v) = self.variables.get(from) {
                    let why = "a pointer to it is made";
                    return Err(TranslateError::Combined { name: v.name.clone(), why });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The samplers' slots must be free.
    fn check_slots(&self, offset: u32) -> Result<(), TranslateError> {
        let slot = |id: &u32| {
            Some(Slot { set: self.sets.get(id).copied()?, binding: self.bindings.get(id).copied()? })
        };
        let taken: HashSet<(u32, Slot)> =
            self.bindings.keys().filter_map(|id| Some((*id, slot(id)?))).collect();
        for id in self.variables.keys() {
            let Some(mut own) = slot(id) else { continue };
            own.binding = own.binding.saturating_add(offset);
            if let Some((other, _)) = taken.iter().find(|(_, slot)| *slot == own) {
                return Err(TranslateError::Occupied {
                    purpose: "the sampler of a combined texture and sampler",
                    slot: own,
                    name: self.names.get(other).cloned().unwrap_or_default(),
                });
            }
        }
        Ok(())
    }
}

/// Types that the split variables need, each written once.
struct Types {
    sampler: u32,
    written: bool,
    pointer: Option<u32>,
    images: HashMap<u32, u32>,
}

impl Types {
    fn sampler(&mut self, out: &mut Writer) {
        if !self.written {
            self.written = true;
            out.put(op::TYPE_SAMPLER, &[self.sampler]);
        }
    }

    fn sampler_pointer(&mut self, out: &mut Writer) -> u32 {
        self.sampler(out);
        *self.pointer.get_or_insert_with(|| {
            let id = out.id();
            out.put(op::TYPE_POINTER, &[id, UNIFORM_CONSTANT, self.sampler]);
            id
        })
    }

    fn image(&mut self, out: &mut Writer, image: u32) -> u32 {
        *self.images.entry(image).or_insert_with(|| {
            let id = out.id();
            out.put(op::TYPE_POINTER, &[id, UNIFORM_CONSTANT, image]);
            id
        })
    }
}

/// A string as operands.
fn text(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|w| u32::from_le_bytes(*w)).collect()
}
